"""One case of a proof in the format VIPR: a play cut into legs, what is known of it, and why it cannot be.

The program has a variable for the count of each jump on each leg, for each hole of a position in between, and
for each free hole of the target. A row for each leg and hole says what the jumps of the leg change there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from feasibility.base.errors import SoundnessError
from feasibility.game.geometry import Jump
from feasibility.proofs.cut import Cut
from feasibility.proofs.kinds.bound import JumpBound, JumpSum, PegBound
from feasibility.proofs.nodes import Unknown
from feasibility.proofs.written import Weights
from feasibility.studies.exports.vipr_file import Goal, Terms, ViprFile

UnknownSum = Mapping[Unknown, int | Fraction]
UnknownBounds = dict[Unknown, tuple[int, int, int | None, int]]  # low, its constraint, high, its constraint


class Constraint(NamedTuple):
    """A constraint that a proof may add up: its number, its terms and its constant."""

    number: int
    terms: dict[Unknown, int]
    value: int


class CaseFile:
    """The file of one cut: its program, and derivations for the nodes of a tree."""

    def __init__(self, cut: Cut) -> None:
        self.cut, self.problem = cut, cut.problem
        self.columns = {unknown: i for i, unknown in enumerate(cut.unknowns())}
        self.file = ViprFile([self._name(unknown) for unknown in self.columns])
        self.bounds: UnknownBounds = {}
        for unknown, i in self.columns.items():
            low, high = cut.interval(unknown)
            below = self.file.bound(i, "G", low)
            above = -1 if high is None else self.file.bound(i, "L", high)
            self.bounds[unknown] = (low, below, high, above)
        legs, holes = range(len(cut.separators) + 1), range(self.problem.holes)
        self.rows = {(leg, hole): self._add(*self._change(leg, hole)) for leg in legs for hole in holes}
        self.open = {Unknown("y", 0, hole): 1 for hole in sorted(self.problem.free)}
        self.pegs = None if self.problem.count is None else self._add(self.open, self.problem.count)

    def _name(self, unknown: Unknown) -> str:
        letter, at, of = unknown
        if isinstance(of, Jump):
            return f"x{at + 1}_" + "_".join(map(str, of))
        return f"r{at + 1}_{of}" if letter == "r" else f"y_{of}"

    def _add(self, terms: dict[Unknown, int], value: int) -> Constraint:
        return Constraint(self.file.row(self.spread(terms), value), terms, value)

    def _change(self, leg: int, hole: int) -> tuple[dict[Unknown, int], int]:
        """What jumps change in the hole on the leg, minus its end, plus its beginning."""
        problem, last = self.problem, len(self.cut.separators)
        terms: dict[Unknown, int] = {}
        for jump in problem.jumps:
            if hole in jump:
                terms[Unknown("x", leg, jump)] = change(jump, hole)
        value = 0
        if leg == last:
            value += hole in problem.pegs
            if hole in problem.free:
                terms[Unknown("y", 0, hole)] = -1
        else:
            terms[Unknown("r", leg, hole)] = -1
        if leg == 0:
            value -= hole in problem.start
        else:
            terms[Unknown("r", leg - 1, hole)] = 1
            value -= change(self.cut.separators[leg - 1], hole)
        return terms, value

    def spread(self, terms: UnknownSum) -> Terms:
        """The same sum over the variables of the program."""
        return {self.columns[unknown]: value for unknown, value in terms.items()}

    def goal(self, bound: JumpBound | PegBound) -> Goal:
        """A bound on a jump or on the pegs at the end as one on a sum of variables."""
        if isinstance(bound, JumpBound):
            return Goal(bound.at_most, self.spread(summed(bound.terms)), bound.times)
        return Goal(bound.at_most, self.spread(self.open), bound.pegs - len(self.problem.pegs))

    def branch(
        self, bounds: UnknownBounds, unknown: Unknown, low: int | None = None, high: int | None = None
    ) -> tuple[int, UnknownBounds]:
        """One of two cases by an unknown: its assumption, and the bounds with it."""
        sense, value = ("G", low) if low is not None else ("L", high)
        assumed = self.file.assume(sense, value or 0, self.spread({unknown: 1}))
        least, below, most, above = bounds[unknown]
        if low is not None and low > least:
            least, below = low, assumed
        if high is not None and (most is None or high < most):
            most, above = high, assumed
        return assumed, {**bounds, unknown: (least, below, most, above)}

    def contradiction(self, bounds: UnknownBounds, unknown: Unknown) -> int:
        """A lower bound of an unknown above its upper bound."""
        _, below, _, above = bounds[unknown]
        return self.file.absurd({below: 1, above: -1})

    def leaf(self, bounds: UnknownBounds, weights: tuple[Weights, ...], *more: tuple[int, Constraint]) -> int:
        """The rows times their weights, and bounds that cancel what is left of each unknown."""
        rows = ((weights[leg][hole], row) for (leg, hole), row in self.rows.items())
        multipliers, left, right = added([*rows, *more])
        for unknown, coefficient in left.items():
            low, below, high, above = bounds[unknown]
            if coefficient > 0 and high is not None:
                multipliers[above] = -coefficient
                right -= coefficient * high
            elif coefficient < 0:
                multipliers[below] = -coefficient
                right -= coefficient * low
            elif coefficient:
                raise SoundnessError("a leaf that the verifier accepts has a jump without bound")
        if right <= 0:
            raise SoundnessError("a leaf that the verifier accepts adds up to nothing")
        return self.file.absurd(multipliers)


def added(
    parts: Iterable[tuple[int | Fraction, Constraint]],
) -> tuple[dict[int, int | Fraction], UnknownSum, int | Fraction]:
    """Rows times their multipliers: these by the rows' numbers, the terms and the constant of the sum."""
    multipliers: dict[int, int | Fraction] = {}
    terms: dict[Unknown, int | Fraction] = defaultdict(int)
    right: int | Fraction = 0
    for times, row in parts:
        if times:
            multipliers[row.number] = times
            right += times * row.value
            for unknown, coefficient in row.terms.items():
                terms[unknown] += times * coefficient
    return multipliers, terms, right


def summed(terms: JumpSum) -> dict[Unknown, int]:
    """A sum of jumps of a play that is not cut."""
    factors: dict[Unknown, int] = defaultdict(int)
    for factor, jump in terms:
        factors[Unknown("x", 0, jump)] += factor
    return factors


def by_order(cut: Cut, leg: int, jumps: Sequence[Jump], order: str) -> list[Cut]:
    """No jump of a set occurs on a leg, or each of them may be the first (last)."""
    return [cut.without(leg, jumps), *(cut.split(leg, jumps, order, jump) for jump in jumps)]


def change(jump: Jump, hole: int) -> int:
    """What the jump adds to the hole."""
    return (hole == jump[2]) - (hole == jump[0]) - (hole == jump[1])
