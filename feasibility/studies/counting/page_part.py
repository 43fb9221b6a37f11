"""What the page tells a player who asks where the game can go: how many positions by pegs, and the ends."""

from __future__ import annotations

from itertools import islice
from typing import Any

from feasibility.base.limits import Limits
from feasibility.base.plurals import plural
from feasibility.base.report import Report
from feasibility.game.position import Position, bits
from feasibility.render import pictures
from feasibility.render.svg import escape, svg
from feasibility.studies.counting.reach import Reached, gathered, levels

SHOWN = 4  # ends that are drawn, where several pegs must remain


def reached(position: Position, limits: Limits, report: Report) -> dict[str, Any]:
    """All that the position can become, and what is left at least."""
    found = gathered(position, levels(position, limits.start(), threads=1, report=report))
    stopped = found.stopped
    rows = "".join(f"<tr><td>{level.pegs}</td><td>{level.size:,}</td></tr>" for level in found.levels)
    heads = '<thead><tr><th scope="col">pegs</th><th scope="col">positions</th></tr></thead>'
    told = _ends(position, found.levels[-1]) if stopped is None else [f"Not all is known: {stopped.reason}."]
    count = plural(len(found), "position", commas=True)
    told.append(f"From here {count} can be reached, this one among them:")
    body = "".join(f"<p>{line}</p>" for line in told)
    table = f'<div class="wide"><table><caption>What can be reached</caption>{heads}<tbody>{rows}</tbody>'
    return {
        "verdict": "known" if stopped is None else "not all is known",
        "body": f"{body}{table}</table></div>",
        "report": None,
        "certificate": None,
    }


def _ends(position: Position, last: Reached) -> list[str]:
    """Where the last peg can stand; or how many pegs remain at least, and some positions with so few."""
    if last.pegs == 1:
        holes = " ".join(sorted(escape(position.board.called(hole)) for mask in last for hole in bits(mask)))
        return [f"The game can end with one peg, in {holes}."]
    few = "".join(
        svg(pictures.position(Position(position.board, mask)), style=False, scale=0.5)
        for mask in islice(last, SHOWN)
    )
    return [f"At least {plural(last.pegs, 'peg')} remain, for example so:", few]
