"""The linear systems behind a pair: jumps as unknowns, the free holes of a pattern as further ones.

A x - y = target - start, x >= 0 counts the jumps, 0 <= y <= 1 are pegs in free holes.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from feasibility.base.limits import Clock
from feasibility.base.stopped import Stopped
from feasibility.base.values import replace
from feasibility.exact.box import BoxSystem, IntMatrix, satisfies
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair, TargetKind

if TYPE_CHECKING:
    from feasibility.exact import tree
    from feasibility.exact.simplex import Simplex
    from feasibility.solvers.branch import IntegerPoint
    from feasibility.solvers.prove import BelievedPoint, Empty

ColumnTerms = list[tuple[int, int]]


def jump_columns(board: Board, offset: int = 0) -> list[ColumnTerms]:
    """The columns of the incidence matrix, rows moved by `offset`."""
    return [[(s + offset, -1), (o + offset, -1), (t + offset, 1)] for s, o, t in board.jumps]


@lru_cache(maxsize=64)
def cone_matrix(board: Board, kind: TargetKind) -> IntMatrix:
    """The matrix of the cone: a column -e_i per hole that may be free, and a row for a number of pegs."""
    columns = jump_columns(board)
    if kind == "pattern":
        columns += [[(i, -1)] for i in range(board.n)]
    elif kind == "number of pegs":
        columns += [[(i, -1), (board.n, 1)] for i in range(board.n)]
    return IntMatrix.from_columns(board.n + (kind == "number of pegs"), columns)


def cone_system(pair: Pair) -> BoxSystem:
    """The system whose solutions are the real (or integer) combinations of jumps from start to target."""
    board, target = pair.board, pair.target
    matrix = cone_matrix(board, target.kind)
    jumps = len(board.jumps)
    gain = tuple((target.must >> i & 1) - v for i, v in enumerate(pair.start.vector))
    rhs = gain if target.pegs is None else (*gain, target.pegs)
    free = tuple(target.free >> i & 1 for i in range(matrix.width - jumps))
    return BoxSystem(matrix, rhs, (0,) * matrix.width, (None,) * jumps + free)


class Cone:
    """Whether the real cone separates a pair, in turns. A point is confirmed in fractions, or exactly."""

    def __init__(self, pair: Pair) -> None:
        self.pair, self.system = pair, cone_system(pair)
        self.exactly: Simplex | None = None

    def run(self, clock: Clock) -> Empty | BelievedPoint | Stopped:
        """One turn: a linear program, then the exact simplex where no fractions fit its point."""
        from feasibility.exact.simplex import Simplex
        from feasibility.solvers.prove import exact_turn
        from feasibility.systems.session import current

        result = self.proposed(clock) if self.exactly is None else None
        if result is None:
            self.exactly = self.exactly or Simplex(self.system)
            result = exact_turn(self.exactly, clock)
        if not isinstance(result, Stopped):
            current().keep(self.pair, result)
        return result

    def proposed(self, clock: Clock) -> Empty | BelievedPoint | Stopped | None:
        """What the program says and integers or fractions confirm; None for a point that they do not."""
        from feasibility.solvers.prove import Empty, prove_empty
        from feasibility.systems.session import current

        session = current()
        known = session.decided(self.pair)
        if known is not None:
            return known
        session.begin()
        model = session.model(self.system.matrix, "cone")
        model.start_inside()
        result = prove_empty(self.system, model=model, clock=clock)
        if isinstance(result, Stopped):
            return result
        answer = result if isinstance(result, Empty) else self._in_fractions(result)
        if answer is not None:
            session.keep(self.pair, answer)
        return answer

    def _in_fractions(self, point: BelievedPoint) -> BelievedPoint | None:
        """The point as it is exact, or in fractions that fit."""
        from feasibility.solvers.prove import BelievedPoint
        from feasibility.solvers.rounding import fractions

        if point.exact is not None:
            return point
        candidates = map(tuple, fractions(point.floats.tolist()))
        fitting = next((c for c in candidates if satisfies(self.system, c)), None)
        return None if fitting is None else BelievedPoint(point.floats, fitting)


@lru_cache(maxsize=64)
def turn_matrix(board: Board, kind: TargetKind) -> IntMatrix:
    """Two legs, middle position R: A x - R = -start and A z + R - y = target - jump; columns x, z, R, y."""
    n = board.n
    columns = jump_columns(board) + jump_columns(board, n) + [[(i, -1), (n + i, 1)] for i in range(n)]
    if kind == "pattern":
        columns += [[(n + i, -1)] for i in range(n)]
    return IntMatrix.from_columns(2 * n, columns)


def without(system: BoxSystem, jumps: Iterable[int]) -> BoxSystem:
    """The system in which these columns are 0."""
    return system.with_bounds((j, 0, 0) for j in jumps)


def case_system(pair: Pair, jump: Jump, off_before: Iterable[int], off_after: Iterable[int]) -> BoxSystem:
    """A play whose first leg avoids some jumps, then has this jump, then a second leg that avoids others."""
    board, target = pair.board, pair.target
    if target.pegs is not None:
        raise ValueError("a number of pegs has no two-leg system")
    matrix = turn_matrix(board, target.kind)
    m, n = len(board.jumps), board.n
    rhs = [-v for v in pair.start.vector] + [target.must >> i & 1 for i in range(n)]
    for hole, change in zip(jump, (-1, -1, 1), strict=True):
        rhs[n + hole] -= change
    free = [target.free >> i & 1 for i in range(matrix.width - 2 * m - n)]
    upper: list[int | None] = [*[None] * (2 * m), *[1] * n, *free]
    lower = [0] * matrix.width
    for j in off_before:
        upper[j] = 0
    for j in off_after:
        upper[m + j] = 0
    lower[2 * m + jump.start] = lower[2 * m + jump.over] = 1
    upper[2 * m + jump.landing] = 0
    return BoxSystem(matrix, tuple(rhs), tuple(lower), tuple(upper))


def split_system(pair: Pair, when: str, jumps: Iterable[int], jump: Jump) -> BoxSystem:
    """A play of which this jump is the first (last) one of a set."""
    return case_system(pair, jump, *((jumps, ()) if when == "first" else ((), jumps)))


def by_cases(system: BoxSystem, clock: Clock, nodes: int | None) -> tree.Node | IntegerPoint | None:
    """A tree of at most so many nodes that refutes it, if it can be written down, or a point; None: open."""
    from feasibility.solvers.branch import IntegerPoint, branch_and_bound
    from feasibility.systems.session import current

    most = min((n for n in (nodes, clock.limits.nodes) if n is not None), default=None)
    brief = replace(clock, limits=replace(clock.limits, nodes=most))
    result = branch_and_bound(system, model=current().model(system.matrix, "tree"), clock=brief)
    if isinstance(result, Stopped | IntegerPoint):
        return None if isinstance(result, Stopped) else result
    return None if too_deep(result.root) else result.root


# A node is one JSON object inside another; readers of certificates stop at some depth.
DEEPEST = 200


def too_deep(root: tree.Node) -> bool:
    """Whether a tree is too deep to be written down as a certificate."""
    from feasibility.exact import tree

    depth: int = tree.fold(root, lambda leaf: 0, lambda node, low, high: 1 + max(low, high))
    return depth > DEEPEST
