"""The 30 problems of E. Lucas (1891) on the French board: checked, solved, and compared with his solutions.

    python examples/lucas/run.py [--markdown]

Columns: pegs at the start; jumps; sweeps (consecutive jumps of one peg) in Lucas's play, in ours, and the
fewest there are, which is proved; positions looked at by breadth, by depth and by beam search, each
up to symmetry and only up to a limit (>).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import feasibility
from feasibility.base.limits import Limits
from feasibility.engines.beam.search import Beam
from feasibility.engines.frontier.expand import numpy_expander
from feasibility.engines.positions.pruning import Pruner
from feasibility.engines.positions.question import PositionQuestion, of_pair
from feasibility.engines.positions.words import Symmetries, pack
from feasibility.engines.results import Found
from feasibility.text import catalogue
from feasibility.text.document import pair_of
from feasibility.text.moves import join_sweeps

sys.path.insert(0, str(Path(__file__).parents[1] / "backtracking"))

from depth_first import depth_first

MOST_BROAD = 200_000
MOST_DEEP = 10_000
SECONDS = 3600.0  # for the fewest sweeps of one problem; the last two take a minute or two of processor time


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    name: str
    verdict: str
    pegs: int
    jumps: int
    lucas: int
    ours: int
    least: int
    breadth: int | None
    depth: int | None
    beam: int
    seconds: float


class EnoughError(Exception):
    """The limit of a search is reached."""


def breadth(asked: PositionQuestion) -> int | None:
    """Positions up to symmetry on all levels from the start to the first one that holds the target."""
    symmetries = Symmetries(asked.symmetries, asked.holes)
    expand = numpy_expander(asked, symmetries, Pruner(asked))
    level, goal, seen = pack([asked.start], asked.holes), pack([asked.target], asked.holes)[0], 1
    for _ in range(asked.length):
        level = expand(level)
        seen += len(level)
        if (level == goal).all(axis=1).any():
            return seen
        if seen > MOST_BROAD:
            return None
    raise RuntimeError("the target never came up")


def depth(asked: PositionQuestion) -> int | None:
    """Positions up to symmetry that depth-first search enters."""
    symmetries, entered = Symmetries(asked.symmetries, asked.holes), [0]

    def onward(mask: int) -> list[tuple[int, int]]:
        entered[0] += 1
        if entered[0] > MOST_DEEP:
            raise EnoughError
        return [(i, mask ^ m.care) for i, m in enumerate(asked.moves) if mask & m.care == m.want]

    try:
        return depth_first(asked.start, onward, asked.reached, symmetries.least).nodes
    except EnoughError:
        return None


def beam(asked: PositionQuestion, places: tuple[tuple[int, int], ...]) -> tuple[int, Found]:
    """Positions that beam search made, over all its widths, and its play."""
    search = Beam(asked, places)
    result = search.run(Limits().start(), 1 << 16)
    if not isinstance(result, Found):
        raise RuntimeError("beam search found no play")
    return search.watch.explored, result


def problem(name: str) -> Row:
    """Check one problem, replay Lucas's play, and search in three ways."""
    began = perf_counter()
    document = catalogue.problem(name)
    pair = pair_of(document, name)
    board = pair.board
    his = feasibility.parse_jumps(board, document.header("play") or "")
    if not pair.start.replay(his).matches(pair.target):
        raise RuntimeError(f"{name}: Lucas's play does not end at the target")
    verdict = feasibility.check(pair)
    asked = of_pair(pair)
    explored, found = beam(asked, board.holes)
    ours = [feasibility.Jump(*names) for names in found.play]
    solution = feasibility.solve(pair, sweeps=True, limits=SECONDS)
    if solution.sweeps is None or solution.sweeps != solution.sweeps_at_least:
        raise RuntimeError(f"{name}: the fewest sweeps were not found")
    return Row(
        name.removeprefix("lucas/"), str(verdict.answer), pair.start.count, len(his),
        len(join_sweeps(his)), len(join_sweeps(ours)), solution.sweeps,
        breadth(asked), depth(asked), explored, perf_counter() - began,
    )  # fmt: skip


HEADINGS = ("problem", "verdict", "pegs", "jumps", "sweeps of Lucas", "ours", "least",
            "breadth", "depth", "beam", "time")  # fmt: skip
WIDTHS = (7, 8, 4, 5, 15, 4, 5, 8, 7, 7, 7)


def cells(row: Row) -> list[str]:
    """One row as text."""
    broad = f">{MOST_BROAD:,}" if row.breadth is None else f"{row.breadth:,}"
    deep = f">{MOST_DEEP:,}" if row.depth is None else f"{row.depth:,}"
    return [
        row.name, row.verdict, str(row.pegs), str(row.jumps), str(row.lucas), str(row.ours), str(row.least),
        broad, deep, f"{row.beam:,}", f"{row.seconds:.2f} s",
    ]  # fmt: skip


def joined(row: Sequence[str], markdown: bool) -> str:
    """One line of the table."""
    if markdown:
        return f"| {' | '.join(row)} |"
    return "  ".join(cell.rjust(width) for cell, width in zip(row, WIDTHS, strict=True))


def main(markdown: bool) -> None:
    """The table, line by line as it is found."""
    print(joined(HEADINGS, markdown))
    if markdown:
        print("|" + "---|" * len(HEADINGS))
    for name in catalogue.problems():
        if not name.startswith("lucas/"):
            continue
        print(joined(cells(problem(name)), markdown), flush=True)


if __name__ == "__main__":
    main("--markdown" in sys.argv[1:])
