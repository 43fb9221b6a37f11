"""Families of pairs on one board, one of every orbit under the symmetries acting on both ends."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb

from feasibility.base.errors import InputError, UsageError
from feasibility.base.plurals import plural
from feasibility.game.automorphism import Permutation
from feasibility.game.geometry import Board, Geometry
from feasibility.game.position import Pair, Position
from feasibility.game.symmetry import apply, stabiliser
from feasibility.systems.colourings import kernel, phi
from feasibility.text.document import position_of
from feasibility.text.references import read_start

KINDS = ("single", "complement", "targets:START", "all")
MOST_PAIRS = 200_000


@dataclass(frozen=True)
class Start:
    """A start with its targets in the family."""

    board: Board
    start: int
    targets: tuple[int, ...]

    def pair(self, target: int) -> Pair:
        return Pair(Position(self.board, self.start), Position(self.board, target))


@dataclass(frozen=True)
class PairFamily:
    """The pairs of a survey, by their starts; `name` says which they are."""

    board: Board
    name: str
    starts: tuple[Start, ...]

    @property
    def size(self) -> int:
        return sum(len(start.targets) for start in self.starts)

    def without(self, known: Collection[tuple[int, int]]) -> PairFamily:
        """The family of the other pairs, each a start and a target."""
        starts = (
            replace(start, targets=tuple(t for t in start.targets if (start.start, t) not in known))
            for start in self.starts
        )
        return replace(self, starts=tuple(start for start in starts if start.targets))


def family(board: Board, kind: str = "single", pegs: int = 1) -> PairFamily:
    """The family of that kind; `pegs` bounds the pegs of targets (of starts for `all`)."""
    if not 1 <= pegs <= board.n:
        raise UsageError("not a number of pegs", seen=str(pegs), expected=f"1 to {board.n}")
    if kind == "single":
        empty = _least(_up_to(board, 1), board.symmetries)
        starts = [_to(board, board.full ^ hole, _up_to(board, 1)) for hole in empty]
        return PairFamily(board, "single vacancy to single peg", tuple(starts))
    if kind == "complement":
        _refuse_many(board, pegs, 1)
        ends = _least(_up_to(board, pegs), board.symmetries)
        starts = [Start(board, board.full ^ mask, (mask,)) for mask in ends]
        return PairFamily(board, f"up to {plural(pegs, 'vacant hole')} to their complement", tuple(starts))
    if kind == "all":
        if pegs < 2:
            raise UsageError("no pair has so few pegs", seen=str(pegs), expected="2 or more")
        _refuse_many(board, pegs, 2)
        begun = [mask for mask in _least(_up_to(board, pegs), board.symmetries) if mask & mask - 1]
        starts = [_to(board, mask, _up_to(board, mask.bit_count() - 1)) for mask in begun]
        return PairFamily(board, f"all pairs from up to {pegs} pegs to fewer", tuple(starts))
    if kind.startswith("targets:"):
        return _targets(board, kind.removeprefix("targets:"), pegs)
    raise UsageError("no such family", seen=repr(kind), expected=", ".join(KINDS))


def from_start(start: Position, pegs: int = 1, name: str = "the start") -> PairFamily:
    """One start to all targets of up to that many pegs, fewer than it has."""
    board, mask, pegs = start.board, start.mask, min(pegs, start.count - 1)
    chosen = _to(board, mask, _up_to(board, pegs))
    return PairFamily(board, f"{name} to up to {plural(pegs, 'peg')}", (chosen,))


def same_residues(board: Board, start: int, target: int) -> bool:
    """Whether the rule of three of the literature allows the pair: the diagonal colourings agree.

    On boards without such colourings all parities that jumps keep must agree.
    """
    if board.geometry is Geometry.ORTHOGONAL:
        return phi(board, start) == phi(board, target)
    if board.geometry is Geometry.TRIANGULAR:  # one set of diagonals runs along a line of jumps
        return phi(board, start)[0] == phi(board, target)[0]
    return all((row & (start ^ target)).bit_count() % 2 == 0 for row in kernel(board))


def _targets(board: Board, reference: str, pegs: int) -> PairFamily:
    _refuse_many(board, pegs, 1)
    chosen = read_start(reference, like=board)
    if chosen.board != board or chosen.start.free:
        raise UsageError(
            "not a start on this board", seen=repr(reference), expected="holes, as -d4 or +d4+e4"
        )
    start = position_of(chosen, reference)
    if start.count < 2:
        raise UsageError("no jump begins there", seen=repr(reference), expected="a start of 2 pegs or more")
    return from_start(start, pegs, reference)


def _refuse_many(board: Board, pegs: int, ends: int) -> None:
    """Before anything is listed: the pairs up to symmetry are at least all pairs over the group's order."""
    positions = sum(comb(board.n, k) for k in range(1, pegs + 1))
    if positions**ends // len(board.symmetries) > MOST_PAIRS:
        raise InputError(
            "the family is too large",
            seen=f"{positions:,} positions",
            expected=f"at most {MOST_PAIRS:,} pairs",
        )


def _up_to(board: Board, pegs: int) -> Iterator[int]:
    for count in range(1, pegs + 1):
        for holes in combinations(range(board.n), count):
            yield sum(1 << hole for hole in holes)


def _to(board: Board, start: int, targets: Iterable[int]) -> Start:
    """The start with one target of every orbit."""
    return Start(board, start, tuple(_least(targets, stabiliser(Position(board, start)))))


def _least(masks: Iterable[int], group: Sequence[Permutation]) -> list[int]:
    """The least mask of every orbit, in the order of the masks."""
    return [mask for mask in masks if all(apply(g, mask) >= mask for g in group)]
