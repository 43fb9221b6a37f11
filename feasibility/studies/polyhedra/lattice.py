"""What the lattice of jumps says of a board: the group, its dual, and which one-vacancy games it admits.

Positions that differ by an integer combination of jumps lie in one residue class; the classes are the group
Z^n / LS (Avis, Deza, Onn 2000). A board whose full position lies in the class of the empty one is null-class
(Beasley 1985): there a position and its complement share a class where the group has exponent 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod

from feasibility.api.asking import BoardLike, as_board
from feasibility.exact.hermite import Matrix, hermite
from feasibility.game.geometry import Board
from feasibility.systems.colourings import kernel
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
        return tuple(row for row in hermite(_vectors(self.board))[0] if any(row))

    def transformations(self) -> tuple[Matrix, Matrix]:
        """Unimodular U and V with U.A.V the Smith form of the incidence matrix A.

        The columns of U.A span d1 Z + d2 Z + ..., whose only Hermite form is the Smith form.
        """
        left = smith_form(self.board).left
        products = [
            [sum(u * a for u, a in zip(row, column, strict=True) if u) for row in left]
            for column in _vectors(self.board)
        ]
        return left, tuple(zip(*hermite(products)[1], strict=True))

    def __repr__(self) -> str:
        return f"<LatticeReport of {self.board.label}: group {self.group}>"


def _vectors(board: Board) -> list[list[int]]:
    """What each jump changes, by holes."""
    holes = range(board.n)
    return [[(hole == t) - (hole in (s, o)) for hole in holes] for s, o, t in board.jumps]


def lattice(board: BoardLike) -> LatticeReport:
    """The residue classes of a board and what they allow, as `pegfeas lattice` reports them.

    >>> lattice("english33").group
    '(Z/2)^4'
    """
    board = as_board(board)
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
        games=tuple(
            ClassOfGames(_having(by_vacancy, key), _having(by_peg, key)) for key in dict.fromkeys(by_vacancy)
        ),
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


def _having(keys: list[ClassKey], key: ClassKey) -> tuple[int, ...]:
    return tuple(hole for hole, other in enumerate(keys) if other == key)


def _matches(left: list[ClassKey], right: list[ClassKey]) -> int:
    return sum(a == b for a in left for b in right)
