"""What `board --longest-sweep` adds: the longest sweep of one peg, and the position it is played from."""

from __future__ import annotations

from feasibility.base.limits import Limits
from feasibility.base.plurals import plural
from feasibility.game.geometry import Board
from feasibility.game.position import Position
from feasibility.studies.sweeps.sweeps_api import longest_sweep
from feasibility.text.moves import format_sweep
from feasibility.text.writing import drawing


def longest(board: Board, limits: Limits) -> tuple[bool, dict[str, object], str]:
    """Whether it is exact, the sweep for JSON, and for people."""
    found = longest_sweep(board, limits=limits)
    sweep = format_sweep(board, found.jumps) if found.jumps else ""
    # the fewest pegs that it needs: the one that jumps and those it takes
    start = Position.of(board, [*(jump.start for jump in found.jumps[:1]), *(j.over for j in found.jumps)])
    facts: dict[str, object] = {
        "jumps": len(found.jumps),
        "at_most": found.at_most,
        "exact": found.exact,
        "sweep": sweep,
        "start": list(start.pegs),
    }
    if not found.at_most:
        return found.exact, facts, "Longest sweep of one peg: the board has no jumps"
    length = plural(len(found.jumps), "jump")
    size = length if found.exact else f"at least {length}, at most {found.at_most}"
    head = f"Longest sweep of one peg, the others placed for it: {size}"
    return found.exact, facts, "\n".join([head, *filter(None, [sweep]), drawing(start)])
