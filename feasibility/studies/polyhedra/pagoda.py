"""The pagoda functions that refute a pair, and what is right or wrong with a hand-made one.

Every proposal comes from a linear or integer program and is checked in integers before it is shown. A pair of
positions that any pagoda function refutes is refuted by an extreme one, the optimum of a linear program over
the functions whose jumps lose at most 1 in all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.exact.box import IntMatrix
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair, bits
from feasibility.proofs.functional import Functional
from feasibility.solvers.milp import Proposal, solve_milp
from feasibility.solvers.rounding import integer_candidates
from feasibility.studies.polyhedra.cone import dual_cone
from feasibility.studies.polyhedra.rays import are_extreme, tight_jumps
from feasibility.systems import facet_library
from feasibility.systems.small_weights import simplest

Weights = tuple[int, ...]
_BIG = 1_000  # makes the largest weight count more than the sum of all


@dataclass(frozen=True)
class Refuting:
    """A pagoda function that refutes a pair; `role` says why it is shown."""

    role: str
    weights: Weights
    margin: int
    extreme: bool

    @property
    def zero_one(self) -> bool:
        """Whether all weights are 0 or 1."""
        return all(w in (0, 1) for w in self.weights)


def is_extreme(board: Board, weights: Sequence[int]) -> bool:
    """Whether a pagoda function is an extreme ray, modulo what no jump changes."""
    cone = dual_cone(board)
    reduced = cone.reduce(np.array([weights], dtype=np.int64))
    return bool(reduced.any()) and bool(are_extreme(cone, tight_jumps(cone, reduced))[0])


def refuting(pair: Pair, clock: Clock) -> tuple[Refuting, ...]:
    """The simplest, the smallest, a 0/1, an extreme one and the one with the largest margin, each once."""
    programs = pair.target.pegs is None  # a number of pegs has none
    proposals = (
        ("smallest largest weight", _smallest(pair, clock) if programs else None),
        ("narrowest range of weights", _weights(simplest(pair, clock))),
        ("weights 0 and 1", next(zero_one(pair, clock), None)),
        ("extreme", _extreme(pair, clock) if programs else None),
        ("largest margin for its largest weight", _widest(pair, clock) if programs else None),
        ("in the board's library", _stored(pair)),
    )
    chosen: dict[Weights, Refuting] = {}
    for role, weights in proposals:
        if weights is None:
            continue
        functional = Functional(weights)
        if weights in chosen or not functional.is_valid(pair.board):
            continue
        margin = functional.margin(pair.start, pair.target)
        if margin > 0:
            chosen[weights] = Refuting(role, weights, margin, is_extreme(pair.board, weights))
    return tuple(chosen.values())


def _weights(functional: Functional | None) -> Weights | None:
    return None if functional is None else functional.weights


def _stored(pair: Pair) -> Weights | None:
    return _weights(facet_library.refuting(pair))


def _optimum(
    pair: Pair, clock: Clock, row: Sequence[int] = (), limit: int = 0, *, largest: int | None = None,
    smallest: bool = False,
) -> Proposal | None:  # fmt: skip
    """The weights by which the pair gains most, or the smallest integers, with row.(w, m) at most `limit`.

    The variables are weights w, least totals m_i <= w_i of free holes, absolute values a_i <= M, and M, which
    is at most `largest`.
    """
    board, free = pair.board, bits(pair.target.free)
    n, first = board.n, board.n + len(free)
    rows = _rises(board)
    rows += [{n + p: 1, i: -1} for p, i in enumerate(free)]
    rows += [{i: sign, first + i: -1} for i in range(n) for sign in (1, -1)]
    rows += [{first + i: 1, first + n: -1} for i in range(n)]
    limits = [0] * len(rows)
    if row:
        rows.append({i: v for i, v in enumerate(row) if v})
        limits.append(limit)
    costs = [0] * first + [1] * n + [_BIG] if smallest else [-v for v in _gain(pair)] + [0] * (n + 1)
    low, high = [None] * first + [0] * (n + 1), [None] * n + [0] * len(free) + [largest] * (n + 1)
    return _least(costs, rows, limits, low, high, clock, integral=smallest)


def _rises(board: Board) -> list[dict[int, int]]:
    """What each jump adds to a total, as coefficients of the weights."""
    return [{j.landing: 1, j.start: -1, j.over: -1} for j in board.jumps]


def _gain(pair: Pair) -> list[int]:
    """What the target has more than the start, as coefficients of weights and least totals of free holes."""
    return [*pair.difference, *(1 for _ in bits(pair.target.free))]


def _losses(board: Board) -> list[int]:
    """What all jumps together take away from a total, as coefficients of the weights."""
    losses: list[int] = (-board.incidence.sum(axis=1)).tolist()
    return losses


def _least(
    costs: Sequence[int], rows: Sequence[dict[int, int]], limits: Sequence[int],
    low: Sequence[int | None], high: Sequence[int | None], clock: Clock, *, integral: bool = True,
) -> Proposal | None:  # fmt: skip
    """The point v of least cost with rows.v <= limits and low <= v <= high."""
    columns: list[list[tuple[int, int]]] = [[] for _ in costs]
    for r, row in enumerate(rows):
        for column, value in row.items():
            columns[column].append((r, value))
    matrix = IntMatrix.from_columns(len(rows), columns)
    upward = [None] * len(rows), limits
    return solve_milp(costs, matrix, upward, (low, high), None if integral else (), clock=clock)


def _smallest(pair: Pair, clock: Clock) -> Weights | None:
    """The function with the smallest largest weight, then the least sum of absolute values."""
    proposal = _optimum(pair, clock, [-v for v in _gain(pair)], -1, smallest=True)
    return None if proposal is None else proposal.integers[: pair.board.n]


def _widest(pair: Pair, clock: Clock) -> Weights | None:
    """The function whose margin is greatest compared with its largest weight."""
    return _scaled(pair, _optimum(pair, clock, largest=1), False)


def _extreme(pair: Pair, clock: Clock) -> Weights | None:
    """An extreme function: the optimum where the losses of all jumps add up to at most 1."""
    return _scaled(pair, _optimum(pair, clock, _losses(pair.board), 1), True)


def _scaled(pair: Pair, proposal: Proposal | None, extreme: bool) -> Weights | None:
    """The first integer multiple of a proposal that refutes, if it is extreme where that is asked."""
    if proposal is None:
        return None
    for weights in integer_candidates(proposal.values[: pair.board.n]):
        functional = Functional(weights)
        if functional.is_valid(pair.board) and functional.separates(pair.start, pair.target):
            return None if extreme and not is_extreme(pair.board, weights) else weights
    return None


def zero_one(pair: Pair, clock: Clock) -> Iterator[Weights]:
    """All pagoda functions with weights 0 and 1 that refute the pair, by cases on one hole after the other.

    Such a function is a set of holes that no jump enters from outside: landing in it, so start or over is.
    """
    board = pair.board
    stack = [(0, 0)]
    while stack and not clock.expired():
        ones, zeros = stack.pop()
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

    weights: Weights
    breaks: tuple[tuple[Jump, int], ...]
    extreme: bool
    tight: int
    mended: Weights | None

    def __repr__(self) -> str:
        kind = f"raised by {plural(len(self.breaks), 'jump')}" if self.breaks else "a pagoda function"
        return f"<Diagnosis of {plural(len(self.weights), 'weight')}: {kind}{', extreme' * self.extreme}>"

    @property
    def valid(self) -> bool:
        """Whether it is a pagoda function."""
        return not self.breaks


def diagnose(board: Board, weights: Sequence[int], clock: Clock) -> Diagnosis:
    """Whether the weights are a pagoda function, whether an extreme one, and a repair if they are not."""
    functional = Functional(tuple(weights))
    broken = tuple((jump, functional.change(jump)) for jump in functional.breaks(board))
    tight = sum(functional.change(jump) == 0 for jump in board.jumps)
    extreme = not broken and bool(board.jumps) and is_extreme(board, weights)
    mended = mend(board, weights, clock) if broken else None
    return Diagnosis(functional.weights, broken, extreme, tight, mended)


def mend(board: Board, weights: Sequence[int], clock: Clock) -> Weights | None:
    """The pagoda function that some jump lowers and that differs least, by the sum of absolute differences.

    None at the time limit.
    """
    n, rows = board.n, _rises(board)
    limits = [0] * len(rows)
    for i, w in enumerate(weights):
        rows += [{i: 1, n + i: -1}, {i: -1, n + i: -1}]
        limits += [w, -w]
    rows.append({i: -v for i, v in enumerate(_losses(board)) if v})
    limits.append(-1)  # else all weights 0 would do
    costs = [0] * n + [1] * n
    proposal = _least(costs, rows, limits, [None] * n + [0] * n, [None] * (2 * n), clock)
    if proposal is None or not Functional(proposal.integers[:n]).is_valid(board):
        return None
    return proposal.integers[:n]
