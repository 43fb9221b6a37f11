"""What people ask of a board: which vacancies can be solved to one peg, and where that peg can end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from feasibility.game.geometry import Board
from feasibility.game.position import Position, bits
from feasibility.game.symmetry import apply, stabiliser
from feasibility.render.tables import Table
from feasibility.studies.surveys.decide import Settled
from feasibility.studies.surveys.families import Family

LEGEND = (
    ("*", "can be solved to one peg, also in the same hole"),
    ("x", "can be solved to one peg, in another hole"),
    ("?", "not known"),
    ("-", "not in the same hole (proved), otherwise not known"),
    (".", "cannot be solved to one peg (proved)"),
)


class Ends(NamedTuple):
    """The holes where the last peg can be left from a start, and those of which it is not known."""

    start: int
    ends: tuple[int, ...]
    unknown: tuple[int, ...]


class Vacancy(NamedTuple):
    """A hole that is empty at the start, with those like it, and where the last peg can be left."""

    hole: int
    like: tuple[int, ...]
    ends: tuple[int, ...]
    unknown: tuple[int, ...]

    @property
    def mark(self) -> str:
        """How it is drawn."""
        if self.hole in self.ends:
            return "*"
        if self.ends:
            return "x"
        if self.unknown:
            return "?" if self.hole in self.unknown else "-"
        return "."


def ends(family: Family, rows: Sequence[Settled]) -> tuple[Ends, ...]:
    """Of each start that was surveyed with single pegs as targets, in the family's order.

    Where the family has only some of them, as that of complements, the others are not known.
    """
    known = {(row.start, row.target): row.verdict for row in rows}
    ends_of_starts = []
    for start in family.starts:
        single = [target for target in start.targets if target.bit_count() == 1]
        if single:
            answers = {target: known.get((start.start, target), "unknown") for target in single}
            fixing = stabiliser(Position(family.board, start.start))
            last, lost = (_holes(answers, word, fixing) for word in ("feasible", "infeasible"))
            open_ = tuple(hole for hole in range(family.board.n) if hole not in {*last, *lost})
            ends_of_starts.append(Ends(start.start, last, open_))
    return tuple(ends_of_starts)


def _holes(answers: dict[int, str], wanted: str, group: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The holes of the single pegs with that answer, and of their images."""
    masks = (mask for mask, answer in answers.items() if answer == wanted)
    return tuple(sorted({bits(apply(g, mask))[0] for mask in masks for g in group}))


def vacancies(family: Family, rows: Sequence[Settled]) -> tuple[Vacancy, ...]:
    """One of each orbit of the vacancies that were surveyed to single pegs, in hole order; none elsewhere."""
    board, made = family.board, []
    for start, last, unknown in ends(family, rows):
        empty = board.full ^ start
        if empty.bit_count() == 1:
            like = {bits(apply(g, empty))[0] for g in board.symmetries}
            made.append(Vacancy(bits(empty)[0], tuple(sorted(like)), last, unknown))
    return tuple(sorted(made))


def picture(board: Board, vacancies: Sequence[Vacancy]) -> str:
    """The board with a mark in each hole: what becomes of a game that begins with that hole empty."""
    marks = [" "] * board.n
    for vacancy in vacancies:
        for hole in vacancy.like:
            marks[hole] = vacancy.mark
    told = [f"  {mark}  {words}" for mark, words in LEGEND if mark in marks]
    return "\n".join(["Begin with this hole alone empty:", "", board.draw(marks, " "), "", *told])


def ends_picture(board: Board, name: str, ends: Ends) -> str:
    """The board with the holes where the last peg can be left."""
    marks = ["x" if i in ends.ends else "?" if i in ends.unknown else "." for i in range(board.n)]
    unknown = ["  ?  not known"] if ends.unknown else []
    told = ["  x  a single peg can be left here", *unknown, "  .  it cannot (proved)"]
    return "\n".join([f"From {name}:", "", board.draw(marks, " "), "", *told])


def table(board: Board, vacancies: Sequence[Vacancy]) -> Table:
    """A line for each orbit of vacancies."""
    made = Table(("vacancy", "like it", "to one peg", "to itself", "the last peg can be left at"))
    for vacancy in vacancies:
        answer = "yes" if vacancy.ends else "unknown" if vacancy.unknown else "no"
        open_ = vacancy.hole in vacancy.unknown
        itself = "yes" if vacancy.hole in vacancy.ends else "unknown" if open_ else "no"
        names = " ".join(map(board.called, vacancy.ends))
        open_ends = " ".join(board.called(hole) for hole in vacancy.unknown)
        if len(vacancy.unknown) >= board.n - 1:
            open_ends = "all others"
        rest = f"unknown: {open_ends}" if open_ends else ""
        others = " ".join(board.called(hole) for hole in vacancy.like if hole != vacancy.hole)
        made.add(board.called(vacancy.hole), others, answer, itself, "; ".join(filter(None, (names, rest))))
    return made


def as_json(board: Board, vacancies: Sequence[Vacancy]) -> list[dict[str, Any]]:

    def names(holes: Sequence[int]) -> list[str]:
        return [board.called(hole) for hole in holes]

    return [
        {
            "vacancy": board.called(vacancy.hole),
            "like_it": names(vacancy.like),
            "ends": names(vacancy.ends),
            "unknown": names(vacancy.unknown),
        }
        for vacancy in vacancies
    ]
