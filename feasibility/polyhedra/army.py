"""Conway's army (1961): how far can pegs below a line send one of them beyond it, and with how few?

A hole weighs s^d, s = (sqrt 5 - 1) / 2, d its distance from the goal in steps of the geometry. As s^2 =
1 - s, no jump raises the total, and all values are a + b s with integers a and b. The half-plane bounds what
any army can do, the k heaviest holes what k pegs can do. An integer program proposes the smallest armies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from feasibility.base.errors import InputError
from feasibility.base.limits import Clock
from feasibility.exact.box import BoxSystem, IntMatrix
from feasibility.exact.tree import shrink
from feasibility.game.geometry import Board, Geometry, Hole, Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.certificate import Certificate, HalfPlane, bound
from feasibility.proofs.claims import Army, PegBound
from feasibility.search.plans.ordering import Ordering
from feasibility.systems.linear import jump_columns

Golden = tuple[int, int]
HIGHEST = 60
_BENDS = {Geometry.ORTHOGONAL: 0, Geometry.TRIANGULAR: 1, Geometry.DIAGONAL: 2}
_ATTEMPTS = 20
_PEG = 10_000


def distance(geometry: Geometry, hole: Hole) -> int:
    """Steps from the goal (0, 0)."""
    row, column = hole
    if geometry is Geometry.DIAGONAL:
        return max(abs(row), abs(column))
    if geometry is Geometry.TRIANGULAR:
        return max(abs(row), abs(column), abs(row - column))
    return abs(row) + abs(column)


@cache
def power(exponent: int) -> Golden:
    """s^exponent: s (a + b s) = b + (a - b) s, and 1 / s = 1 + s."""
    if exponent == 0:
        return (1, 0)
    if exponent > 0:
        a, b = power(exponent - 1)
        return (b, a - b)
    a, b = power(exponent + 1)
    return (a + b, a)


def plus(x: Golden, y: Golden, times: int = 1) -> Golden:
    """x + times y."""
    return (x[0] + times * y[0], x[1] + times * y[1])


def positive(x: Golden) -> bool:
    """Whether a + b s > 0, by comparing squares: 2a - b > -b sqrt 5."""
    left, right = 2 * x[0] - x[1], -x[1]
    if right <= 0:
        return left > 0 or (right < 0 and left * left < 5 * right * right)
    return left > 0 and left * left > 5 * right * right


def half_plane(geometry: Geometry, level: int) -> Golden:
    """The weight of all holes at least `level` rows from the goal.

    Row k has e k + 1 holes at distance k and then two at each greater distance; 1 / (1 - s) = s^-2.
    """
    bend = _BENDS[geometry]
    first = power(level - 2)
    total = (first[0] * (bend * level + 1), first[1] * (bend * level + 1))
    return plus(total, power(level - 3), bend + 2)


def out_of_reach(geometry: Geometry, level: int) -> Certificate | None:
    """The proof that no finite army reaches the level, where the half-plane weighs at most 1."""
    total = half_plane(geometry, level)
    if positive(plus(total, (1, 0), -1)):
        return None
    return Certificate(HalfPlane(str(geometry)), Army(level, total))


def least_pegs(geometry: Geometry, level: int) -> int | None:
    """How many of the heaviest holes weigh 1 or more: no smaller army will do. None: no finite one will."""
    if out_of_reach(geometry, level) is not None:
        return None
    total, pegs, away = (0, 0), 0, level
    while True:
        for _ in range(_BENDS[geometry] * away + 1 + 2 * (away - level)):
            total, pegs = plus(total, power(away)), pegs + 1
            if not positive(plus((1, 0), total, -1)):
                return pegs
        away += 1


@dataclass(frozen=True)
class March:
    """An army on a finite board and the play that brings a peg to the goal."""

    pair: Pair
    jumps: tuple[Jump, ...]

    @property
    def pegs(self) -> int:
        """Size of the army."""
        return self.pair.start.count


def finite_pair(geometry: Geometry, level: int, width: int, depth: int) -> Pair:
    """A board of this width, with this many rows of pegs below the line; the target is a peg in mid-top."""
    if width < 1 or depth < 1 or level < 1:
        raise InputError("not a size of a board", seen=f"{width}x{depth}", expected="at least 1x1")
    left = width // 2
    lean = [row // 2 if geometry is Geometry.TRIANGULAR else 0 for row in range(level + depth)]
    holes = [(row, column - left + lean[row]) for row in range(level + depth) for column in range(width)]
    board = Board(holes, geometry, name=f"level {level}")
    start = Position(board, board.mask(hole for hole in board.holes if hole[0] >= level))
    goal = board.mask([(0, -min(column for _, column in holes))])
    return Pair(start, Target(board, goal, board.full & ~goal))


def march(
    geometry: Geometry,
    level: int,
    width: int,
    depth: int,
    clock: Clock,
    report: Callable[[str], None] = lambda text: None,
) -> March | None:
    """The smallest army on a board of this size, by an integer program, with its play; None: none was found.

    The program counts jumps and knows no order, so a few of its optima are tried.
    """
    pair = finite_pair(geometry, level, width, depth)
    for attempt in range(_ATTEMPTS):
        which = f"army {attempt + 1} of at most {_ATTEMPTS}"
        report(f"{which}: integer program for the fewest pegs")
        proposal = _program(pair, attempt, clock)
        if proposal is None or clock.expired():
            return None
        army, counts = proposal
        report(f"{which}: {army.count} pegs, in which order do they jump?")
        jumps = arrange(army, counts, clock)
        if jumps is not None:
            smaller = Pair(army, pair.target)
            return March(smaller, jumps) if army.replay(jumps).matches(pair.target) else None
    return None


def _program(pair: Pair, attempt: int, clock: Clock) -> tuple[Position, Counter[Jump]] | None:
    """The fewest pegs y below the line, and jumps x, with A x + y = the goal alone."""
    from feasibility.solvers.milp import solve_milp

    board, zone = pair.board, pair.start.pegs
    matrix = IntMatrix.from_columns(board.n, [*jump_columns(board), *([(i, 1)] for i in zone)])
    goal = [pair.target.must >> i & 1 for i in range(board.n)]
    count = len(board.jumps)
    # the costs of jumps only choose among armies of one size: their sum stays below that of one peg
    costs = [0.0 if attempt == 0 else (2654435761 * (j + attempt * count) >> 12) % 8 for j in range(count)]
    proposal = solve_milp(
        [*costs, *(float(_PEG) for _ in zone)],
        matrix,
        (goal, goal),
        ([0] * matrix.width, [None] * count + [1] * len(zone)),
        clock=clock,
    )
    if proposal is None:
        return None
    army = sum(1 << hole for hole, peg in zip(zone, proposal.integers[count:], strict=True) if peg)
    jumps = zip(board.jumps, proposal.integers[:count], strict=True)
    return Position(board, army), Counter({jump: times for jump, times in jumps if times})


def arrange(start: Position, counts: Counter[Jump], clock: Clock) -> tuple[Jump, ...] | None:
    """An order in which the jumps can be played, each as often as given; None: no order, or no time left."""
    board = start.board
    plan = [board.jump_index[jump] for jump in counts.elements()]
    order = Ordering(board).order(start.mask, plan, clock, nodes=None)
    return None if order is None else tuple(board.jumps[j] for j in order)


@dataclass(frozen=True)
class LeastArmy:
    """No smaller army reaches the goal on this finite board; proved on the dual pair (pegs are holes)."""

    pegs: int
    certificate: Certificate


def fewest_on_board(pair: Pair, pegs: int, clock: Clock) -> LeastArmy | None:
    """The proof that an army below the line needs so many pegs; None: a limit came first, or it needs fewer.

    Backwards and with pegs and holes exchanged, the play starts with all holes full but the goal and leaves
    at most n - pegs of them, all holes above the line among them.
    """
    from feasibility.solvers.branch import Tree, branch_and_bound

    board, zone = pair.board, pair.start.mask
    above = board.full & ~zone
    dual = Pair(Position(board, board.full & ~pair.target.must), Target(board, above, zone))
    most = board.n - pegs  # refute one more
    ends = [[(i, -1), (board.n, 1)] if zone >> i & 1 else [(i, -1)] for i in range(board.n)]
    matrix = IntMatrix.from_columns(board.n + 1, [*jump_columns(board), *ends, [(board.n, -1)]])
    upper = (*((None,) * len(board.jumps)), *(zone >> i & 1 for i in range(board.n)), None)
    rhs = (*dual.difference, most + 1 - above.bit_count())
    system = BoxSystem(matrix, rhs, (0,) * matrix.width, upper)
    result = branch_and_bound(system, integral=range(matrix.width - 1), clock=clock)
    if not isinstance(result, Tree):
        return None
    return LeastArmy(pegs, bound(dual, PegBound(most, at_most=True), shrink(system, result.root)))
