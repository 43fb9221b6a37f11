"""The linear systems behind a pair: jumps as unknowns, the free holes of a pattern as further ones.

A x - y = target - start, x >= 0 counts the jumps, 0 <= y <= 1 are pegs in free holes.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from feasibility.base.limits import Clock
from feasibility.exact import tree
from feasibility.exact.box import BoxSystem, IntMatrix, satisfies
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Kind, Pair
from feasibility.proofs.nodes import FreeBranch, JumpBranch, Leaf, MiddleBranch, Node
from feasibility.systems.session import current

if TYPE_CHECKING:
    from feasibility.solvers.prove import Empty, Point, Undecided

Entries = list[tuple[int, int]]

_EXACT_SECONDS = 2.0


def jump_columns(board: Board, offset: int = 0) -> list[Entries]:
    """The columns of the incidence matrix, rows moved by `offset`."""
    return [[(s + offset, -1), (o + offset, -1), (t + offset, 1)] for s, o, t in board.jumps]


@lru_cache(maxsize=64)
def cone_matrix(board: Board, kind: Kind) -> IntMatrix:
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


def prove_cone(pair: Pair, clock: Clock) -> Empty | Point | Undecided:
    """Whether the real cone separates the pair; a Point is confirmed in fractions."""
    from feasibility.solvers.prove import Undecided, prove_empty

    session = current()
    known = session.decided(pair)
    if known is not None:
        return known
    session.begin()
    system = cone_system(pair)
    model = session.model(system.matrix, "cone")
    model.start_inside()
    result = prove_empty(system, model=model, clock=clock)
    if not isinstance(result, Undecided):
        result = _confirmed(system, result, clock)
    if not isinstance(result, Undecided):
        session.keep(pair, result)
    return result


def _confirmed(system: BoxSystem, result: Empty | Point, clock: Clock) -> Empty | Point | Undecided:
    """The point in exact fractions; where none fits, the answer of the exact simplex, if there is time."""
    from feasibility.solvers.prove import Empty, Point, exact_answer
    from feasibility.solvers.rounding import fractions

    if isinstance(result, Empty) or result.exact is not None:
        return result
    for candidate in fractions(result.floats.tolist()):
        if satisfies(system, candidate):
            return Point(result.floats, tuple(candidate))
    return exact_answer(system, clock.within(_EXACT_SECONDS))


@lru_cache(maxsize=64)
def turn_matrix(board: Board, kind: Kind) -> IntMatrix:
    """Two legs, middle position R: A x - R = -start and A z + R - y = target - jump; columns x, z, R, y."""
    n = board.n
    columns = jump_columns(board) + jump_columns(board, n) + [[(i, -1), (n + i, 1)] for i in range(n)]
    if kind == "pattern":
        columns += [[(n + i, -1)] for i in range(n)]
    return IntMatrix.from_columns(2 * n, columns)


def without(system: BoxSystem, jumps: Iterable[int], offset: int = 0) -> BoxSystem:
    """The system in which these columns (moved by `offset`) are 0."""
    return system.with_bounds((offset + j, 0, 0) for j in jumps)


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


# A node is one JSON object inside another; readers of certificates stop at some depth.
DEEPEST = 200


def too_deep(root: tree.Node) -> bool:
    """Whether a tree is too deep to be written down as a certificate."""
    depth: int = tree.fold(root, lambda leaf: 0, lambda node, low, high: 1 + max(low, high))
    return depth > DEEPEST


def as_node(board: Board, root: tree.Node, legs: int) -> Node:
    """A tree over columns as a node of a certificate; columns stand as in cone_matrix or turn_matrix."""
    jumps, n = len(board.jumps), board.n
    middles = legs - 1
    match root:
        case tree.Leaf(weights):
            return Leaf(tuple(tuple(weights[i * n : i * n + n]) for i in range(legs)))
        case tree.Branch(column, at_most, low, high):
            below, above = as_node(board, low, legs), as_node(board, high, legs)
            if column < legs * jumps:
                return JumpBranch(board.jumps[column % jumps], at_most, below, above, column // jumps)
            hole = column - legs * jumps
            if hole < middles * n:
                return MiddleBranch(hole // n, hole % n, below, above)
            return FreeBranch(hole - middles * n, below, above)
