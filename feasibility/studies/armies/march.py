"""Armies on finite boards: the fewest pegs that send one of them to the goal, their play, and the proof.

Whether so many pegs are enough is one integer program, decided by branch and bound: a tree of cases, or
numbers of jumps, which are then put in order. Jumps near the goal are branched on first. The last jump
decides most: once it is whole, real numbers of the others need 123 pegs for level 8 with diagonals, not 98.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from feasibility.base.errors import InputError
from feasibility.base.limits import Clock
from feasibility.base.report import Report, silent
from feasibility.base.stopped import Stopped
from feasibility.engines.plans.ordering import Ordering
from feasibility.exact.box import BoxSystem, IntMatrix
from feasibility.game.geometry import MOST_HOLES, Board, Geometry, Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.bound import PegBound, bound
from feasibility.solvers.branch import CertifyingTree, IntegerPoint, branch_and_bound
from feasibility.solvers.highs import HotModel, box_of
from feasibility.solvers.trust import at_least
from feasibility.studies.armies.army import distance
from feasibility.systems.linear import jump_columns

ArmyPlan = tuple[Position, Counter[Jump]]  # an army, and how often each jump is made
_NEARER = 3.0  # times as important as one step further from the goal


def finite_pair(geometry: Geometry, level: int, width: int, depth: int) -> Pair:
    """A board of this width, with this many rows of pegs below the line; the target is a peg in mid-top."""
    if width < 1 or depth < 1 or level < 1:
        raise InputError("not a size of a board", seen=f"{width}x{depth}", expected="at least 1x1")
    if width * (level + depth) > MOST_HOLES:
        expected = f"at most {MOST_HOLES:,} holes, with the {level} rows beyond the line"
        raise InputError("not a size of a board", seen=f"{width}x{depth}", expected=expected)
    left = width // 2
    lean = [row // 2 if geometry is Geometry.TRIANGULAR else 0 for row in range(level + depth)]
    holes = [(row, column - left + lean[row]) for row in range(level + depth) for column in range(width)]
    board = Board(holes, geometry, name=f"level {level}")
    start = Position(board, board.mask(hole for hole in board.holes if hole[0] >= level))
    goal = board.mask([(0, -min(column for _, column in holes))])
    return Pair(start, Target(board, goal, board.full & ~goal))


def march(
    geometry: Geometry, level: int, width: int, depth: int, clock: Clock, report: Report = silent
) -> tuple[Position, tuple[Jump, ...]] | None:
    """The smallest army on a board of this size, by an integer program, and its play; None: none was found.

    The program counts jumps and knows no order; its optimum has been a play in every case that was tried.
    """
    pair = finite_pair(geometry, level, width, depth)
    proposal = _smallest(pair, clock, report)
    if proposal is None or clock.expired():
        return None
    army, counts = proposal
    report(f"{army.count} pegs, in which order do they jump?")
    jumps = arrange(army, counts, clock)
    if jumps is None or not army.replay(jumps).matches(pair.target):
        return None
    return army, jumps


def _smallest(pair: Pair, clock: Clock, report: Report) -> ArmyPlan | None:
    """The first number of pegs, from a bound of real numbers on, that is not refuted, with its jumps."""
    pegs = _bound_by_last_jump(pair, clock)
    while pegs is not None and pegs <= pair.start.count and not clock.expired():
        report(f"are {pegs} pegs enough?")
        result = _at_most(pair, pegs, clock)
        if isinstance(result, IntegerPoint):
            return _plan(pair, result.point)
        if not isinstance(result, CertifyingTree):
            return None
        pegs += 1
    return None


def _plan(pair: Pair, point: Sequence[int | Fraction]) -> ArmyPlan:
    """The army and its jumps; a zone hole with a peg at the end of the dual play had none at first."""
    board = pair.board
    jumps = {jump: int(times) for jump, times in zip(board.jumps, point, strict=False) if times}
    ends = point[len(board.jumps) :]
    army = sum(1 << hole for hole in pair.start.pegs if not ends[hole])
    return Position(board, army), Counter(jumps)


def _bound_by_last_jump(pair: Pair, clock: Clock) -> int | None:
    """A number of pegs that fewer than it are refuted soon: the least over the jumps into the goal, each in
    turn made at least once, of what real numbers of jumps need. It is only where to begin.
    """
    board, goal = pair.board, pair.target.must.bit_length() - 1
    system = _system(pair, pair.start.count)
    model = HotModel(system.matrix)
    model.load(system)
    ends = slice(len(board.jumps), len(board.jumps) + board.n)
    zone = np.array([pair.start.mask >> i & 1 for i in range(board.n)], dtype=float)
    costs = np.zeros(system.matrix.width)
    costs[ends] = -zone
    model.set_costs(costs)
    lower, upper = box_of(system)
    needed = []
    for j, jump in enumerate(board.jumps):
        if jump.landing == goal:
            once = lower.copy()
            once[j] = 1
            model.set_bounds(once, upper)
            point = model.solve(clock.timeout()).point
            if point is not None:
                needed.append(pair.start.count - float(zone @ point[ends]))
    return max(1, at_least(min(needed))) if needed else None


def arrange(start: Position, counts: Counter[Jump], clock: Clock) -> tuple[Jump, ...] | None:
    """An order in which the jumps can be played, each as often as given; None: no order, or no time left."""
    board = start.board
    plan = [board.jump_index[jump] for jump in counts.elements()]
    order = Ordering(board).order(start.mask, plan, clock, nodes=None)
    return None if order is None else tuple(board.jumps[j] for j in order)


def fewest_on_board(pair: Pair, pegs: int, clock: Clock) -> Certificate | None:
    """The proof, on the dual pair, that no smaller army will do; None: a limit came first, or one does."""
    result = _at_most(pair, pegs - 1, clock)
    if not isinstance(result, CertifyingTree):
        return None
    most = pair.board.n - pegs
    return bound(_dual(pair), PegBound(most, at_most=True), result.root)


def _dual(pair: Pair) -> Pair:
    """Backwards and with pegs and holes exchanged, the play starts with all holes full but the goal and
    leaves at most n - pegs of them, all holes above the line among them.
    """
    board, zone = pair.board, pair.start.mask
    return Pair(Position(board, board.full & ~pair.target.must), Target(board, board.full & ~zone, zone))


def _system(pair: Pair, pegs: int) -> BoxSystem:
    """The dual play leaves n - pegs pegs or more: numbers of jumps, pegs at its end, and what is over."""
    board, zone = pair.board, pair.start.mask
    above = board.full & ~zone
    ends = [[(i, -1), (board.n, 1)] if zone >> i & 1 else [(i, -1)] for i in range(board.n)]
    matrix = IntMatrix.from_columns(board.n + 1, [*jump_columns(board), *ends, [(board.n, -1)]])
    upper = (*((None,) * len(board.jumps)), *(zone >> i & 1 for i in range(board.n)), None)
    rhs = (*_dual(pair).difference, board.n - pegs - above.bit_count())
    return BoxSystem(matrix, rhs, (0,) * matrix.width, upper)


def _at_most(pair: Pair, pegs: int, clock: Clock) -> CertifyingTree | IntegerPoint | Stopped:
    """Whether numbers of jumps exist with which so many pegs are enough."""
    system = _system(pair, pegs)
    width = system.matrix.width
    importance = _importance(pair, width)
    return branch_and_bound(system, integral=range(width - 1), clock=clock, importance=importance)


def _importance(pair: Pair, width: int) -> NDArray[np.float64]:
    """Which columns decide most: jumps that land near the goal, a third as much for each step away."""
    board = pair.board
    goal = board.holes[pair.target.must.bit_length() - 1]
    near = [
        _NEARER ** -distance(board.geometry, (row - goal[0], column - goal[1])) for row, column in board.holes
    ]
    result = np.ones(width)
    result[: len(board.jumps)] = [near[jump.landing] for jump in board.jumps]
    result[len(board.jumps) : len(board.jumps) + board.n] = near
    return result
