"""The pagoda functions that refute a pair, and what is right or wrong with a hand-made one.

Every proposal comes from a linear or integer program and is checked in integers before it is shown. A pair of
positions that any pagoda function refutes is refuted by an extreme one, the optimum of a linear program over
the functions whose jumps lose at most 1 in all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from feasibility.api.asking import BoardLike, PairLike, TargetLike, as_board, as_pair
from feasibility.base.errors import InputError
from feasibility.base.limits import Clock, Limits, as_limits
from feasibility.base.plurals import plural
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair, bits
from feasibility.proofs.functional import Functional
from feasibility.solvers.milp import Program
from feasibility.solvers.rounding import integer_candidates
from feasibility.studies.polyhedra.cone import are_extreme, dual_cone, tight_jumps
from feasibility.systems import facet_library
from feasibility.text.weights import LONGEST, read_weights

PagodaWeights = tuple[int, ...]
ZERO_ONE = "weights 0 and 1"
_BIG = 1_000  # makes the largest weight count more than the sum of all


@dataclass(frozen=True)
class Refuting:
    """A pagoda function that refutes a pair; `role` says why it is shown."""

    role: str
    weights: PagodaWeights
    margin: int
    extreme: bool

    @property
    def zero_one(self) -> bool:
        return all(w in (0, 1) for w in self.weights)


def is_extreme(board: Board, weights: Sequence[int]) -> bool:
    """Whether a pagoda function is an extreme ray, modulo what no jump changes."""
    cone = dual_cone(board)
    reduced = cone.reduce(np.array([weights], dtype=np.int64))
    return bool(reduced.any()) and bool(are_extreme(cone, tight_jumps(cone, reduced))[0])


def pagoda(
    start: PairLike,
    target: TargetLike | None = None,
    *,
    pegs: int | None = None,
    board: str | None = None,
    only_zero_one: bool = False,
    most: int = 1000,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
) -> tuple[Refuting, ...]:
    """Pagoda functions that refute a pair, as `pegfeas pagoda START TARGET` shows them.

    Empty: none was found. `only_zero_one`: up to `most` of all functions with weights 0 and 1.

    >>> pagoda("line:5:+a1+b1", "line:5:+e1")[0].weights
    (-1, 1, 0, 1, 1)
    """
    if type(most) is not int or most < 1:
        raise InputError("not a number of functions", seen=repr(most)[:40], expected="1 or more")
    clock = as_limits(limits, time_limit, work_limit, memory_limit).start()
    return refuting(as_pair(start, target, pegs, board), clock, only_zero_one, most)


def refuting(pair: Pair, clock: Clock, only_zero_one: bool, most: int) -> tuple[Refuting, ...]:
    """The same; whether a limit came before all were sought is for the clock to say."""
    sets = ((ZERO_ONE, weights) for weights in islice(zero_one(pair, clock), max(0, most)))
    chosen: dict[PagodaWeights, Refuting] = {}
    for role, weights in sets if only_zero_one else _proposals(pair, clock):
        functional = Functional(weights)
        margin = functional.margin(pair.start, pair.target)
        if weights not in chosen and functional.is_valid(pair.board) and margin > 0:
            chosen[weights] = Refuting(role, weights, margin, is_extreme(pair.board, weights))
    return tuple(chosen.values())


def _proposals(pair: Pair, clock: Clock) -> Iterator[tuple[str, PagodaWeights]]:
    """The smallest, a 0/1, an extreme one, and one of the board's library, as far as they are found."""
    stored = facet_library.refuting(pair)
    proposals = (
        ("smallest largest weight", _smallest(pair, clock)),
        (ZERO_ONE, next(zero_one(pair, clock), None)),
        ("extreme", _extreme(pair, clock)),
        ("in the board's library", None if stored is None else stored.weights),
    )
    return ((role, weights) for role, weights in proposals if weights is not None)


def _pagoda(board: Board) -> tuple[Program, list[int]]:
    """A program whose unknowns are the weights; no jump raises the total."""
    program = Program()
    weights = [program.unknown(None, None) for _ in range(board.n)]
    for s, o, t in board.jumps:
        program.row({t: 1, s: -1, o: -1}, None, 0)
    return program, weights


def _gain(pair: Pair, program: Program) -> dict[int, int]:
    """What the target has more than the start: weights, and the least that each free hole can add.

    Of a number of pegs each adds a weight like all others, and a hole what it weighs less.
    """
    must, start, each = pair.target.must, pair.start.mask, dict[int, int]()
    gain = {hole: (must >> hole & 1) - (start >> hole & 1) for hole in range(pair.board.n)}
    if pair.target.pegs is not None:
        alike = program.unknown(None, None)
        gain[alike], each = pair.target.pegs, {alike: 1}
    for hole in bits(pair.target.free):
        least = program.unknown(None, 0)
        program.row({least: 1, hole: -1, **each}, None, 0)
        gain[least] = 1
    return gain


def _losses(board: Board) -> dict[int, int]:
    """What all jumps together take away from a total, as coefficients of the weights."""
    return dict(enumerate((-board.incidence.sum(axis=1)).tolist()))


def _smallest(pair: Pair, clock: Clock) -> PagodaWeights | None:
    """The function with the smallest largest weight, then the least sum of absolute values."""
    program, weights = _pagoda(pair.board)
    program.row(_gain(pair, program), 1, None)
    largest = program.unknown(0, None, cost=_BIG)
    for weight in weights:
        size = program.unknown(0, None, cost=1)
        program.row({size: 1, largest: -1}, None, 0)
        for sign in (1, -1):
            program.row({weight: sign, size: -1}, None, 0)
    proposal = program.solve(None, clock, None)
    return None if proposal is None else proposal.integers[: pair.board.n]


def _extreme(pair: Pair, clock: Clock) -> PagodaWeights | None:
    """An extreme function: the optimum where the losses of all jumps add up to at most 1."""
    program, weights = _pagoda(pair.board)
    for unknown, gain in _gain(pair, program).items():
        program.costs[unknown] = -gain
    program.row(_losses(pair.board), None, 1)
    proposal = program.solve((), clock, None)
    for candidate in () if proposal is None else integer_candidates(proposal.values[: len(weights)]):
        functional = Functional(candidate)
        if functional.is_valid(pair.board) and functional.separates(pair.start, pair.target):
            return candidate if is_extreme(pair.board, candidate) else None
    return None


def zero_one(pair: Pair, clock: Clock) -> Iterator[PagodaWeights]:
    """All pagoda functions with weights 0 and 1 that refute the pair, by cases on one hole after the other.

    Such a function is a set of holes that no jump enters from outside: landing in it, so start or over is.
    """
    board = pair.board
    stack = [(0, 0)]
    while stack and not clock.expired():
        ones, zeros = stack.pop()
        clock.spend(len(board.jumps))
        settled = _propagate(board, ones, zeros)
        if settled is None or not _can_refute(pair, *settled):
            continue
        ones, zeros = settled
        left = board.full & ~(ones | zeros)
        if left:
            hole = left & -left
            stack += [(ones, zeros | hole), (ones | hole, zeros)]
        else:
            yield tuple(ones >> i & 1 for i in range(board.n))


def _propagate(board: Board, ones: int, zeros: int) -> tuple[int, int] | None:
    """What follows from the holes that are settled; None where a jump would enter the set from outside."""
    while True:
        before = ones, zeros
        for start, over, landing in board.jumps:
            s, o, t = 1 << start, 1 << over, 1 << landing
            if zeros & s and zeros & o:
                zeros |= t
            elif ones & t:
                if zeros & s:
                    ones |= o
                elif zeros & o:
                    ones |= s
        if ones & zeros:
            return None
        if (ones, zeros) == before:
            return before


def _can_refute(pair: Pair, ones: int, zeros: int) -> bool:
    """Whether some way to settle the rest gives the target more than the start."""
    start, target, rest = pair.start.mask, pair.target, pair.board.full & ~(ones | zeros)
    if target.pegs is not None:
        return target.pegs - zeros.bit_count() > (start & ones).bit_count()
    best = (target.must & (ones | rest)).bit_count() - (start & ones).bit_count()
    return best - (target.must & start & rest).bit_count() > 0


@dataclass(frozen=True)
class Diagnosis:
    """A hand-made table: the jumps that raise its total and by how much, is it extreme, and a repair."""

    weights: PagodaWeights
    breaks: tuple[tuple[Jump, int], ...]
    extreme: bool
    tight: int
    mended: PagodaWeights | None

    def __repr__(self) -> str:
        kind = f"raised by {plural(len(self.breaks), 'jump')}" if self.breaks else "a pagoda function"
        return f"<Diagnosis of {plural(len(self.weights), 'weight')}: {kind}{', extreme' * self.extreme}>"

    @property
    def valid(self) -> bool:
        return not self.breaks


def diagnose(
    board: BoardLike,
    weights: Sequence[int] | str,
    *,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
) -> Diagnosis:
    """What is right and wrong with a table of weights, as `pegfeas pagoda BOARD --check WEIGHTS` tells it.

    >>> diagnose("line:3", "1 0 2").breaks
    ((Jump(start=0, over=1, landing=2), 1),)
    """
    clock, board = as_limits(limits, time_limit, work_limit, memory_limit).start(), as_board(board)
    table = read_weights(weights, board) if isinstance(weights, str) else tuple(map(_weight, weights))
    if len(table) != board.n:
        what = f"not a weight for each hole of {board.label}"
        raise InputError(what, seen=plural(len(table), "weight"), expected=str(board.n))
    functional = Functional(table)
    broken = tuple((jump, functional.change(jump)) for jump in functional.breaks(board))
    tight = sum(functional.change(jump) == 0 for jump in board.jumps)
    extreme = not broken and bool(board.jumps) and is_extreme(board, table)
    return Diagnosis(table, broken, extreme, tight, mend(board, table, clock) if broken else None)


def _weight(value: object) -> int:
    """An integer, of numpy too, as long as one that is read."""
    if not isinstance(value, int | np.integer) or abs(value) >= 10**LONGEST:
        expected = f"integers of at most {LONGEST} digits"
        raise InputError("not a weight", seen=repr(value)[:40], expected=expected)
    return int(value)


def mend(board: Board, weights: Sequence[int], clock: Clock) -> PagodaWeights | None:
    """The pagoda function that some jump lowers and that differs least, by the sum of absolute differences.

    None at the time limit.
    """
    program, unknowns = _pagoda(board)
    for unknown, weight in zip(unknowns, weights, strict=True):
        change = program.unknown(0, None, cost=1)
        program.row({unknown: 1, change: -1}, None, weight)
        program.row({unknown: -1, change: -1}, None, -weight)
    program.row(_losses(board), 1, None)  # else all weights 0 would do
    proposal = program.solve(None, clock, None)
    mended = None if proposal is None else proposal.integers[: board.n]
    return None if mended is None or not Functional(mended).is_valid(board) else mended
