"""What the lattice of jumps says of a board: the group, its dual, and which one-vacancy games it admits.

Positions that differ by an integer combination of jumps lie in one residue class; the classes are the group
Z^n / LS (Avis, Deza, Onn 2000). A board whose full position lies in the class of the empty one is null-class
(Beasley 1985): there a position and its complement share a class where the group has exponent 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod

from feasibility.exact.hermite import Matrix, hermite
from feasibility.game.geometry import Board
from feasibility.systems.colourings import kernel
from feasibility.systems.linear import jump_columns
from feasibility.systems.residues import describe_group, generators, smith_form

ClassKey = tuple[int, ...]


@dataclass(frozen=True)
class ClassOfGames:
    """One residue class: the vacancies whose full board lies in it, and the single pegs that do."""

    vacancies: tuple[int, ...]
    pegs: tuple[int, ...]


@dataclass(frozen=True)
class LatticeReport:
    """`classes` None: infinitely many. `complements`: vacancies that can be the last peg's hole too."""

    board: Board
    diagonal: tuple[int, ...]
    free_rank: int
    group: str
    generators: tuple[tuple[ClassKey, int], ...]
    classes: int | None
    null_class: bool
    complements: tuple[int, ...]
    games: tuple[ClassOfGames, ...]
    rule_of_three_classes: int
    pairs: int
    rule_of_three_pairs: int

    @property
    def index(self) -> int | None:
        """Of the lattice in the kernel of phi, which holds it; None where it is infinite."""
        return None if self.classes is None else self.classes // self.rule_of_three_classes

    def basis(self) -> Matrix:
        """Of the lattice, a vector on a line, in Hermite form."""
        rows, _ = hermite([*zip(*_incidence(self.board), strict=True)])
        return tuple(row for row in rows if any(row))

    def transformations(self) -> tuple[Matrix, Matrix]:
        """Unimodular U and V with U.A.V the Smith form of the incidence matrix A.

        The columns of U.A span d1 Z + d2 Z + ..., whose only Hermite form is the Smith form.
        """
        left, columns = smith_form(self.board).left, [*zip(*_incidence(self.board), strict=True)]
        products = [[sum(u * a for u, a in zip(row, c, strict=True) if u) for row in left] for c in columns]
        return left, tuple(zip(*hermite(products)[1], strict=True))

    def __repr__(self) -> str:
        return f"<LatticeReport of {self.board.label}: group {self.group}>"


def _incidence(board: Board) -> list[list[int]]:
    columns = jump_columns(board)
    rows = [[0] * len(columns) for _ in range(board.n)]
    for j, column in enumerate(columns):
        for hole, change in column:
            rows[hole][j] = change
    return rows


def lattice_report(board: Board) -> LatticeReport:
    """All of it, for one board."""
    form, dual = smith_form(board), generators(board)
    full, by_vacancy, by_peg = _keys(board, dual)
    masks = kernel(board)
    parities = tuple((tuple(mask >> hole & 1 for hole in range(board.n)), 2) for mask in masks)
    _, even_vacancy, even_peg = _keys(board, parities)
    return LatticeReport(
        board=board,
        diagonal=form.diagonal,
        free_rank=form.free_rank,
        group=describe_group(board),
        generators=dual,
        classes=None if form.free_rank else prod(form.diagonal),
        null_class=not any(full),
        complements=tuple(h for h in range(board.n) if by_vacancy[h] == by_peg[h]),
        games=_games(by_vacancy, by_peg),
        rule_of_three_classes=1 << len(masks),
        pairs=_matches(by_vacancy, by_peg),
        rule_of_three_pairs=_matches(even_vacancy, even_peg),
    )


def _keys(
    board: Board, dual: Sequence[tuple[ClassKey, int]]
) -> tuple[ClassKey, list[ClassKey], list[ClassKey]]:
    """What tells classes apart: of the full board, of it less each hole, and of each peg alone."""

    def key(totals: Iterable[int]) -> ClassKey:
        return tuple(v % d if d else v for v, (_, d) in zip(totals, dual, strict=True))

    holes, tables = range(board.n), [weights for weights, _ in dual]
    by_vacancy = [key(sum(table) - table[hole] for table in tables) for hole in holes]
    by_peg = [key(table[hole] for table in tables) for hole in holes]
    return key(map(sum, tables)), by_vacancy, by_peg


def _games(by_vacancy: list[ClassKey], by_peg: list[ClassKey]) -> tuple[ClassOfGames, ...]:
    """The classes that hold a full board less one peg, and the single pegs in them."""
    games = []
    for key in dict.fromkeys(by_vacancy):
        vacancies = tuple(h for h, other in enumerate(by_vacancy) if other == key)
        games.append(ClassOfGames(vacancies, tuple(h for h, other in enumerate(by_peg) if other == key)))
    return tuple(games)


def _matches(left: list[ClassKey], right: list[ClassKey]) -> int:
    return sum(a == b for a in left for b in right)
