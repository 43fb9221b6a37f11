"""How often each jump can occur, at most and at least: over the cone (real) and over the integer cone.

Every play is a point of both, so the bounds hold for plays too. The real optimum comes with integer
weights: q x_j <= w.b for all x >= 0 with A x = b. The integer one comes with a tree of cases that refutes one
more, and a point that attains it. Kiyomi and Matsui (2001) took 16 minutes for the 76 maxima of the English
centre game. A sum of jumps is one more column of the system, and so is what is required of one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor

import numpy as np

from feasibility.api.asking import PairLike, TargetLike, as_pair
from feasibility.base.cached import cached_property
from feasibility.base.errors import InputError
from feasibility.base.limits import Clock, Limits, as_limits
from feasibility.base.plurals import plural
from feasibility.base.report import Report, silent
from feasibility.base.stopped import Stopped
from feasibility.exact.box import BoxSystem, gap
from feasibility.game.automorphism import Permutation
from feasibility.game.drawn import Tabled
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair
from feasibility.game.symmetry import apply_to_jump, jump_orbits, pair_stabiliser
from feasibility.proofs.accept import passed
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.bound import JumpBound, JumpSum, alone, bound
from feasibility.proofs.kinds.tree import Tree
from feasibility.proofs.nodes import as_node
from feasibility.render.scene import Scene
from feasibility.solvers.branch import CertifyingTree, IntegerPoint, branch_and_bound
from feasibility.solvers.highs import HotModel
from feasibility.solvers.prove import BelievedPoint
from feasibility.solvers.rounding import integer_candidates, same
from feasibility.studies.polyhedra.sums import format_sum, parse_condition, parse_sum
from feasibility.systems.linear import Cone, cone_system, too_deep
from feasibility.systems.residues import separate
from feasibility.text.moves import format_jump

MOST = 64  # times that a jump is counted or taken back where no play has them
JumpNumbers = tuple[tuple[int | Fraction, Jump], ...]  # that add up to target - start, without zeros


@dataclass(frozen=True)
class Extreme:
    """One side of a range: `real` is proved by weights, `whole` by the certificate; None: not decided."""

    real: Fraction | None = None
    whole: int | None = None
    certificate: Certificate | None = None


@dataclass(frozen=True)
class Range:
    """The range of a sum of jumps: of one, the same for all of its orbit, or of what was asked about."""

    of: JumpSum
    orbit: tuple[Jump, ...]  # none where a sum was asked about
    most: Extreme
    least: Extreme


@dataclass(frozen=True)
class Ranges(Tabled):
    """All ranges; `empty` where already the integer cone (or a time limit: None) leaves nothing to bound."""

    pair: Pair
    ranges: tuple[Range, ...]
    empty: bool | None = False
    given: tuple[JumpBound, ...] = ()  # the ranges are those of the plays in which these hold
    contradiction: tuple[Certificate, ...] = ()  # why there is nothing

    def records(self) -> Iterator[dict[str, object]]:
        """Each jump, with the ranges of its orbit, or the sum."""
        for number, one in enumerate(self.ranges):
            row: dict[str, object] = {"orbit": number, "most": one.most.whole, "least": one.least.whole}
            row |= {"most_real": one.most.real, "least_real": one.least.real}
            for name in self.names(one):
                yield {"jump": name, **row}

    def names(self, one: Range) -> list[str]:
        """The jumps of an orbit, or the sum."""
        board = self.pair.board
        return [format_jump(board, jump) for jump in one.orbit] or [format_sum(board, one.of)]

    def scenes(self) -> list[Scene]:
        from feasibility.render.pictures import pair

        return [pair(self.pair)]

    def __repr__(self) -> str:
        known = plural(len(self.ranges), "orbit") + " of jumps" if self.ranges else "nothing: "
        if self.ranges and not self.ranges[0].orbit:
            known = format_sum(self.pair.board, self.ranges[0].of)
        if not self.ranges:
            known += "a limit came first" if self.empty is None else "no numbers of jumps reach the target"
        return f"<Ranges of {known}, on {self.pair.board.label}>"


def bounds(
    start: PairLike,
    target: TargetLike | None = None,
    *,
    pegs: int | None = None,
    board: str | None = None,
    require: str | Sequence[str] = (),
    objective: str | None = None,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
    report: Report = silent,
) -> Ranges:
    """How often each jump can occur between two positions, with proofs, as `pegfeas bounds` has it.

    `require`: only in plays in which these hold, as "e3c3>=3" or "2*e3c3-d4b4<=1". `objective`: how great and
    how small a sum can be, as "e3c3+2*c3e3", in place of each jump.

    >>> [(side.most.whole, side.least.whole) for side in bounds("line:4:+a1+b1", "line:4:+c1").ranges]
    [(1, 1), (0, 0), (0, 0), (0, 0)]
    """
    clock = as_limits(limits, time_limit, work_limit, memory_limit).start()
    pair = as_pair(start, target, pegs, board)
    texts = [require] if isinstance(require, str) else require
    given = tuple(one for text in texts for one in parse_condition(pair.board, text))
    asked = None if objective is None else parse_sum(pair.board, objective)
    if not pair.board.jumps:
        raise InputError(f"{pair.board.label} has no jumps", expected="a board with jumps")
    return _Question(pair, within(pair, cone_system(pair), given), clock, given).ranges(asked, report)


def within(pair: Pair, system: BoxSystem, given: Sequence[JumpBound]) -> BoxSystem:
    """The system in which what is given holds: limits of a column, or one more."""
    column_of = pair.board.jump_index
    for one in given:
        if one.single is not None:
            side = {"high" if one.at_most else "low": one.times}
            system = system.narrowed(column_of[one.single], **side)
        else:
            sign = -1 if one.at_most else 1
            terms = {column_of[jump]: sign * factor for factor, jump in one.terms}
            system = system.with_sum(terms, sign * one.times)
    return system


def keeps(symmetry: Permutation, given: Sequence[JumpBound]) -> bool:
    """Whether a symmetry leaves what is given as it is."""
    told = {(frozenset(one.terms), one.at_most, one.times) for one in given}
    return told == {
        (frozenset((factor, apply_to_jump(symmetry, jump)) for factor, jump in terms), at_most, times)
        for terms, at_most, times in told
    }


@dataclass(frozen=True, eq=False)
class _Question:
    pair: Pair
    system: BoxSystem
    clock: Clock
    given: tuple[JumpBound, ...]

    @cached_property
    def models(self) -> tuple[HotModel, HotModel]:
        """One for trees, one for bounds."""
        return HotModel(self.system.matrix), HotModel(self.system.matrix)

    def solve(self, system: BoxSystem) -> IntegerPoint | CertifyingTree | Stopped:
        """A point, a tree, or a limit. Where jumps and pegs are whole numbers, so are sums."""
        whole = range(cone_system(self.pair).matrix.width)
        return branch_and_bound(system, integral=whole, model=self.models[0], clock=self.clock)

    def ranges(self, objective: JumpSum | None, report: Report) -> Ranges:
        """Of all jumps, one for each orbit under symmetries that keep what is given; or of a sum alone."""
        pair, first = self.pair, self.solve(self.system)
        if not isinstance(first, IntegerPoint):
            proofs = contradiction(pair, first, self.given)
            return Ranges(pair, (), True if proofs else None, self.given, proofs)
        if objective is not None:
            jump = alone(objective)
            asked = self.of_sum(objective, first) if jump is None else self.of_jumps((jump,), first)
            return Ranges(pair, (asked,), given=self.given)
        bounded = []
        orbits = jump_orbits(pair.board, [g for g in pair_stabiliser(pair) if keeps(g, self.given)])
        for number, orbit in enumerate(orbits, 1):
            report(f"orbit {number} of {len(orbits)}")
            bounded.append(self.of_jumps(orbit, first))
        return Ranges(pair, tuple(bounded), given=self.given)

    def of_jumps(self, orbit: tuple[Jump, ...], known: IntegerPoint) -> Range:
        """The range of each jump of an orbit; `known`: a point of the system."""
        terms, column = ((1, orbit[0]),), self.pair.board.jump_index[orbit[0]]
        times = int(known.point[column])
        most, least = (self._extreme(terms, column, sign, sign, sign * times) for sign in (1, -1))
        return Range(terms, orbit, most, least)

    def of_sum(self, terms: JumpSum, known: IntegerPoint) -> Range:
        """The range of a sum: the maxima of a column that is the sum, and of one that is minus it."""
        column_of, sides = self.pair.board.jump_index, []
        total = sum(factor * int(known.point[column_of[jump]]) for factor, jump in terms)
        for sign in (1, -1):
            columns = {column_of[jump]: sign * factor for factor, jump in terms}
            lowest = self.pair.start.count * min(0, *columns.values())  # every jump takes a peg
            more = replace(self, system=self.system.with_sum(columns, lowest))
            sides.append(more._extreme(terms, self.system.matrix.width, 1, sign, sign * total))
        return Range(terms, (), *sides)

    def _extreme(self, terms: JumpSum, column: int, way: int, sign: int, known: int) -> Extreme:
        """The greatest `way` times the column, which is `sign` times the sum, and `known` at some point.

        From the real one down in growing steps, as long as trees refute that it is reached.
        """
        real = self._real(terms, column, way, sign)
        if real is None:
            return Extreme()
        most, step, root, whole = floor(real), 1, None, None
        trivial = way == -1 and most == 0  # no jump occurs less than 0 times
        while known < most or (root is None and not trivial):
            tried = max(known + 1, most - step + 1) if known < most else most + 1
            side = {"low" if way == 1 else "high": way * tried}
            found = self.solve(self.system.narrowed(column, **side))
            if isinstance(found, CertifyingTree):
                most, step, root = tried - 1, 2 * step, found.root
            elif isinstance(found, IntegerPoint):
                known, step = way * int(found.point[column]), max(1, step // 2)
            else:
                break
        else:
            whole = sign * most
        claim = JumpBound(terms, sign == 1, sign * most)
        proof = None if root is None else passed(bound(self.pair, claim, root, self.given))
        return Extreme(sign * real, whole, proof)

    def _real(self, terms: JumpSum, column: int, way: int, sign: int) -> Fraction | None:
        """The real maximum of `way` times the column, or a proved bound near it."""
        _, model = self.models
        model.load(self.system)
        costs = np.zeros(self.system.matrix.width)
        costs[column] = -way
        model.set_costs(costs)
        answer = model.solve(self.clock.timeout())
        if answer.objective is None:
            return None
        limit = (self.system.upper if way == 1 else self.system.lower)[column]  # what is required may be one
        best = None if limit is None else Fraction(way * limit)
        for weights in (self._by_pegs(terms, column, sign), *integer_candidates(model.duals()[0].tolist())):
            for signed in (weights, tuple(-w for w in weights)):
                bound = real_bound(self.system, column, way, signed)
                if bound is not None and (best is None or way * bound < best):
                    best = way * bound
            if best is not None and same(float(best), -answer.objective):
                break
        return best

    def _by_pegs(self, terms: JumpSum, column: int, sign: int) -> tuple[int, ...]:
        """Weights for which every jump counts as the heaviest and takes a peg: a bound, if a poor one."""
        heaviest, cone = max(0, *(sign * factor for factor, _ in terms)), cone_system(self.pair).matrix
        sums = [0] * (self.system.matrix.rows - cone.rows)
        if column >= cone.width:
            sums[-1] = -1
        return (*(-heaviest,) * cone.rows, *sums)


def contradiction(
    pair: Pair, found: CertifyingTree | Stopped, given: Sequence[JumpBound] = ()
) -> tuple[Certificate, ...]:
    """Accepted proofs that no numbers of jumps do what is asked: none at a limit, or by a tree too deep.

    The last of what is given is impossible beside the others. A number of pegs has no tree of its own: then
    two bounds on one jump contradict each other.
    """
    if isinstance(found, Stopped) or too_deep(found.root):
        return ()
    asks = [one for one in given if one.single is None or one.at_most or one.times > 0]
    if not asks and pair.target.pegs is None:
        return (passed(Certificate(pair, Tree(as_node(pair.board, found.root, 1)))),)
    first = ((1, pair.board.jumps[0]),)
    claims = [asks.pop().opposite()] if asks else [JumpBound(first, True, 0), JumpBound(first, False, 1)]
    return tuple(passed(bound(pair, claim, found.root, tuple(asks))) for claim in claims)


def real_bound(system: BoxSystem, column: int, sign: int, weights: Sequence[int]) -> Fraction | None:
    """The bound on a column that these weights prove over the real box, from above (sign 1) or below (-1).

    With v = w.M: v_j x_j = w.rhs - (rest), and the least the rest can be gives the greatest v_j x_j.
    """
    factor = sign * system.matrix.weigh(weights)[column]
    if factor <= 0:
        return None
    above = gap(system.with_bounds([(column, 0, 0)]), [-w for w in weights])
    return None if above is None else Fraction(-sign * above, factor)


def real_numbers(pair: Pair, clock: Clock) -> JumpNumbers | None:
    """Real numbers of jumps, none negative, exact; None where none were found."""
    found = Cone(pair).run(clock)
    if not isinstance(found, BelievedPoint) or found.exact is None:
        return None
    return _named(pair.board, found.exact)


def whole_numbers(pair: Pair, clock: Clock) -> JumpNumbers | None:
    """Whole numbers of jumps, also negative ones; None where none were found."""
    system = cone_system(pair)
    most = 1 if pair.exact is not None and separate(pair) is None else MOST + 1
    while most <= MOST and not clock.expired():
        low, high = (-most,) * system.matrix.width, (most,) * system.matrix.width
        found = branch_and_bound(BoxSystem(system.matrix, system.rhs, low, high), clock=clock)
        if isinstance(found, IntegerPoint):
            return _named(pair.board, [int(x) for x in found.point])
        most *= 2
    return None


def _named(board: Board, numbers: Sequence[int | Fraction]) -> JumpNumbers:
    jumps = zip(board.jumps, numbers, strict=False)  # what follows the jumps are free holes
    return tuple((number, jump) for jump, number in jumps if number)
