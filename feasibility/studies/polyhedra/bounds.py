"""How often each jump can occur, at most and at least: over the cone (real) and over the integer cone.

Every play is a point of both, so the bounds hold for plays too. The real optimum comes with integer
weights: q x_j <= w.b for all x >= 0 with A x = b. The integer one comes with a tree of cases that refutes one
more, and a point that attains it. Kiyomi and Matsui (2001) took 16 minutes for the 76 maxima of the English
centre game. What is required of a play is written `e3c3>=3`, `d2d4<=1`, `46-44=2`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING

import numpy as np

from feasibility.base.errors import InputError
from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.base.report import Report, silent
from feasibility.exact.box import BoxSystem
from feasibility.exact.tree import Branch, Leaf, Node
from feasibility.game.automorphism import Permutation
from feasibility.game.drawn import Tabled
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair
from feasibility.game.symmetry import apply_to_jump, jump_orbits, pair_stabiliser
from feasibility.proofs.accept import passed
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.bound import JumpBound, bound
from feasibility.proofs.kinds.tree import Tree
from feasibility.proofs.nodes import as_node
from feasibility.solvers.branch import CertifyingTree, IntegerPoint, branch_and_bound
from feasibility.solvers.highs import HotModel
from feasibility.solvers.rounding import integer_candidates, same
from feasibility.systems.linear import cone_system, too_deep
from feasibility.text.moves import format_jump, parse_jumps

if TYPE_CHECKING:
    from feasibility.render.scene import Scene

_FORM = r"(?P<jump>.*?)\s*(?P<sign><=|>=|=)\s*(?P<times>[0-9]{1,9})\s*"


@dataclass(frozen=True)
class Extreme:
    """One side of a range: `real` is proved by weights, `whole` by the certificate; None: not decided."""

    real: Fraction | None = None
    whole: int | None = None
    certificate: Certificate | None = None


@dataclass(frozen=True)
class Range:
    """The range of a jump, the same for all jumps of its orbit."""

    orbit: tuple[Jump, ...]
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
        """Each jump, with the ranges of its orbit."""
        for number, one in enumerate(self.ranges):
            row: dict[str, object] = {"orbit": number, "most": one.most.whole, "least": one.least.whole}
            row |= {"most_real": one.most.real, "least_real": one.least.real}
            for jump in one.orbit:
                yield {"jump": format_jump(self.pair.board, jump), **row}

    def scenes(self) -> list[Scene]:
        from feasibility.render.pictures import pair

        return [pair(self.pair)]

    def __repr__(self) -> str:
        known = plural(len(self.ranges), "orbit") + " of jumps" if self.ranges else "nothing: "
        if not self.ranges:
            known += "a limit came first" if self.empty is None else "no numbers of jumps reach the target"
        return f"<Ranges of {known}, on {self.pair.board.label}>"


def ranges(
    pair: Pair,
    clock: Clock,
    report: Report = silent,
    given: tuple[JumpBound, ...] = (),
) -> Ranges:
    """The ranges of all jumps where what is given holds, one for each orbit under symmetries that keep it."""
    if not pair.board.jumps:
        raise InputError(f"{pair.board.label} has no jumps", expected="a board with jumps")
    system = within(pair, cone_system(pair), given)
    tree_model, bound_model = HotModel(system.matrix), HotModel(system.matrix)
    first = branch_and_bound(system, model=tree_model, clock=clock)
    if not isinstance(first, IntegerPoint):
        proofs = contradiction(pair, first, given) if isinstance(first, CertifyingTree) else ()
        return Ranges(pair, (), True if proofs else None, given, proofs)
    bound_model.load(system)
    bounded = []
    orbits = jump_orbits(pair.board, [g for g in pair_stabiliser(pair) if keeps(g, given)])
    for number, orbit in enumerate(orbits):
        report(f"orbit {number + 1} of {len(orbits)}")
        column = pair.board.jump_index[orbit[0]]
        question = _Question(pair, system, column, bound_model, tree_model, clock, given)
        bounded.append(Range(orbit, question.extreme(1), question.extreme(-1)))
    return Ranges(pair, tuple(bounded), given=given)


def within(pair: Pair, system: BoxSystem, given: Sequence[JumpBound]) -> BoxSystem:
    """The system in which what is given holds."""
    for one in given:
        low, high = (0, one.times) if one.at_most else (one.times, None)
        system = boxed(system, pair.board.jump_index[one.jump], low, high)
    return system


def boxed(system: BoxSystem, column: int, low: int, high: int | None) -> BoxSystem:
    """The system with a column also within these limits."""
    low, highs = max(low, system.lower[column]), [h for h in (high, system.upper[column]) if h is not None]
    return system.with_bounds([(column, low, min(highs, default=None))])


def keeps(symmetry: Permutation, given: Sequence[JumpBound]) -> bool:
    """Whether a symmetry leaves what is given as it is."""
    moved = {replace(one, jump=apply_to_jump(symmetry, one.jump)) for one in given}
    return moved == set(given)


def requirement(board: Board, text: str) -> tuple[JumpBound, ...]:
    """One bound, or both that `=` stands for."""
    match = re.fullmatch(_FORM, text)
    jumps = parse_jumps(board, match["jump"]) if match else ()
    if match is None or len(jumps) != 1:
        raise InputError("not a requirement", seen=repr(text[:40]), expected="a jump, as e3c3>=3")
    times, sides = int(match["times"]), {"<=": [True], ">=": [False], "=": [True, False]}
    return tuple(JumpBound(jumps[0], at_most, times) for at_most in sides[match["sign"]])


def required(board: Board, given: JumpBound) -> str:
    """As it is written."""
    return f"{format_jump(board, given.jump)}{'<=' if given.at_most else '>='}{given.times}"


@dataclass(frozen=True, eq=False)
class _Question:
    pair: Pair
    system: BoxSystem
    column: int
    bound_model: HotModel
    tree_model: HotModel
    clock: Clock
    given: tuple[JumpBound, ...]

    def extreme(self, sign: int) -> Extreme:
        """The maximum (sign 1) or minimum (-1): from beyond the real one nearer, while trees refute it."""
        real = self._real(sign)
        if real is None:
            return Extreme()
        times = floor(real) + 1 if sign == 1 else max(0, ceil(real) - 1)
        proof: Node | None = None
        while times >= 0:
            found = self._reach(sign, times)
            if not isinstance(found, Leaf | Branch):
                return Extreme(real, None if found is None else times, self._certificate(sign, times, proof))
            proof, times = found, times - sign
        return Extreme(real, None, self._certificate(sign, times, proof))

    def _real(self, sign: int) -> Fraction | None:
        """The real maximum (sign 1) or minimum (-1), or a proved bound near it."""
        costs = np.zeros(self.system.matrix.width)
        costs[self.column] = -sign
        self.bound_model.set_costs(costs)
        answer = self.bound_model.solve(self.clock.timeout())
        if answer.objective is None:
            return None
        best: Fraction | None = None
        every_jump_takes_a_peg = (-1,) * self.system.matrix.rows
        proposed = integer_candidates(self.bound_model.duals()[0].tolist())
        for weights in (every_jump_takes_a_peg, *proposed):
            for signed in (weights, tuple(-w for w in weights)):
                bound = real_bound(self.system, self.column, sign, signed)
                if bound is not None and (best is None or sign * bound < sign * best):
                    best = bound
            if best is not None and same(float(best), -sign * answer.objective):
                return best
        least = Fraction(self.system.lower[self.column])
        return best if sign == 1 else max(least, least if best is None else best)

    def _reach(self, sign: int, times: int) -> IntegerPoint | Node | None:
        """A point with the jump so often or more (sign 1), or less (-1), or the tree that refutes one."""
        low, high = (times, None) if sign == 1 else (0, times)
        box = boxed(self.system, self.column, low, high)
        result = branch_and_bound(box, model=self.tree_model, clock=self.clock)
        if isinstance(result, CertifyingTree):
            return result.root
        return result if isinstance(result, IntegerPoint) else None

    def _certificate(self, sign: int, times: int, root: Node | None) -> Certificate | None:
        if root is None:
            return None
        jump = self.pair.board.jumps[self.column]
        return passed(bound(self.pair, JumpBound(jump, sign == 1, times), root, self.given))


def contradiction(
    pair: Pair, tree: CertifyingTree, given: Sequence[JumpBound] = ()
) -> tuple[Certificate, ...]:
    """Accepted proofs that no numbers of jumps do what is asked: none where the tree is too deep for one.

    The last of what is given is impossible beside the others. A number of pegs has no tree of its own: then
    two bounds on one jump contradict each other.
    """
    if too_deep(tree.root):
        return ()
    asks = [one for one in given if one.at_most or one.times > 0]
    if not asks and pair.target.pegs is None:
        return (passed(Certificate(pair, Tree(as_node(pair.board, tree.root, 1)))),)
    first = pair.board.jumps[0]
    claims = [JumpBound(first, True, 0), JumpBound(first, False, 1)]
    if asks:
        last = asks.pop()
        claims = [JumpBound(last.jump, not last.at_most, last.times + (1 if last.at_most else -1))]
    return tuple(passed(bound(pair, claim, tree.root, tuple(asks))) for claim in claims)


def real_bound(system: BoxSystem, column: int, sign: int, weights: Sequence[int]) -> Fraction | None:
    """The bound on a column that these weights prove over the real box, from above (sign 1) or below (-1).

    With v = w.M: v_j x_j = w.rhs - (rest), and the least the rest can be gives the greatest v_j x_j.
    """
    products = system.matrix.weigh(weights)
    factor = sign * products[column]
    if factor <= 0:
        return None
    total = sum(w * b for w, b in zip(weights, system.rhs, strict=True))
    for j, (value, low, high) in enumerate(zip(products, system.lower, system.upper, strict=True)):
        if j == column or value == 0:
            continue
        if value > 0:
            total -= value * low
        elif high is None:
            return None
        else:
            total -= value * high
    return Fraction(sign * total, factor)
