"""The table of bounds on sweeps without search, for the pairs of the first table of docs/results/sweeps.md.

`python -m research.sweep_bounds` writes it into the page, between its two marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from feasibility.engines.positions.question import PositionQuestion, of_pair
from feasibility.engines.positions.words import pack
from feasibility.game.position import Pair, Position, Target
from feasibility.game.symmetry import orbits
from feasibility.studies.sweeps.regions import Regions, regions
from feasibility.studies.sweeps.weights import Pricing, asks_for
from feasibility.text.catalogue import board as named
from feasibility.text.references import read_pair
from research.one_vacancy import write

PAGE = Path(__file__).resolve().parents[1] / "docs" / "results" / "sweeps.md"
PAIR = re.compile(r"^\| ([\w]+), (\w+) to (\w+) \| ([^|]+) \|", re.M)
TRIANGLE = re.compile(r"^\| triangle of side (\d+)[^|]*\| ([^|]+) \|", re.M)
HEAD = "| board, vacancy to last peg | corners | regions | weights | both | proved |"
LINE = "|---|---:|---:|---:|---:|---:|"


def rows(page: str) -> Iterator[str]:
    """A row for each pair, and for each triangle."""
    for name, vacancy, last, proved in PAIR.findall(page):
        board = "rectangle:6x6" if name == "6x6" else name
        least = bounds(of_pair(read_pair(f"{board}:-{vacancy}", f"{board}:+{last}")))
        yield row(f"{name}, {vacancy} to {last}", least, proved)
    for side, proved in TRIANGLE.findall(page):
        every = [bounds(asked) for asked in of_triangle(int(side))]
        yield row(f"triangle of side {side}", [min(column) for column in zip(*every, strict=True)], proved)


def row(name: str, least: list[int], proved: str) -> str:
    return f"| {name} | {' | '.join(map(str, least))} | {proved.strip()} |"


def of_triangle(side: int) -> Iterator[PositionQuestion]:
    """From every vacancy up to symmetry to any one peg."""
    board = named(f"triangle:{side}")
    for vacancy, *_ in orbits(range(board.n), board.symmetries):
        yield of_pair(Pair(Position(board, board.full ^ 1 << vacancy), Target(board, 0, board.full, 1)))


def bounds(asked: PositionQuestion) -> list[int]:
    """By corners, disjoint regions, weights of holes, and weights of holes and regions."""
    known = Regions(asked)
    one_hole = [r for r in regions(asked.holes, (move.name for move in asked.moves)) if r.bit_count() == 1]
    stays = asked.target | asked.free if asked.pegs is None else 0
    corners = sum(1 for r in one_hole if r & asked.start and r & ~stays) - (asked.pegs or 0)
    disjoint = int(known.counted_in(pack([asked.start], asked.holes), False)[0]) - known.spared
    without = Regions(asked)
    without.masks = ()
    weighed = [(Pricing(asked, some).best(asked), some) for some in (without, known)]
    return [corners, disjoint, *(0 if w is None else asks_for(w, asked, some) for w, some in weighed)]


def table() -> list[str]:
    """All of it."""
    page = PAGE.read_text(encoding="utf-8").partition("<!-- bounds -->")[0]
    return [HEAD, LINE, *rows(page)]


if __name__ == "__main__":
    write(PAGE, "bounds", table())
