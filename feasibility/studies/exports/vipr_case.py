"""One case of a proof in the format VIPR: a play cut into legs, what is known of it, and why it cannot be.

The program has a variable for the count of each jump on each leg, for each hole of a position in between, and
for each free hole of the target. A row for each leg and hole says what the jumps of the leg change there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from feasibility.base.errors import SoundnessError
from feasibility.proofs.cut import Cut, Jump, Unknown
from feasibility.proofs.written import Json
from feasibility.studies.exports.vipr_file import Goal, ViprFile


@dataclass(frozen=True)
class Extra:
    """One more constraint that a leaf may use: its number, its multiplier, its terms and its constant."""

    number: int
    times: int
    terms: dict[Unknown, int]
    value: int


Bounds = dict[Unknown, tuple[int, int, int | None, int]]  # low, its constraint, high, its constraint


class Case:
    """Derivations for the nodes of a tree, over a program in which an unknown is a sum of variables."""

    file: ViprFile
    columns: dict[Unknown, tuple[int, ...]]  # the variables that add up to an unknown
    bounds: Bounds
    row_of: dict[tuple[int, int], int]  # the constraint of each leg and hole
    pegs_row: int | None  # the constraint that counts the pegs at the end

    def __init__(self, cut: Cut) -> None:
        self.cut, self.problem = cut, cut.problem
        legs = range(len(cut.separators) + 1)
        self.rows = {(leg, hole): self._row(leg, hole) for leg in legs for hole in range(self.problem.holes)}
        free = sorted(self.problem.free)
        self.pegs = {Unknown("y", 0, hole): 1 for hole in free}, self.problem.count or 0

    def _row(self, leg: int, hole: int) -> tuple[dict[Unknown, int], int]:
        """What jumps change in the hole on the leg, minus its end, plus its beginning."""
        problem, last = self.problem, len(self.cut.separators)
        terms: dict[Unknown, int] = {}
        for i, jump in enumerate(problem.jumps):
            if hole in jump:
                terms[Unknown("x", leg, i)] = change(jump, hole)
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
            value -= change(problem.jumps[self.cut.separators[leg - 1]], hole)
        return terms, value

    def spread(self, terms: dict[Unknown, int] | dict[Unknown, Fraction]) -> dict[int, int | Fraction]:
        """The same sum over the variables of the program."""
        return {v: value for unknown, value in terms.items() for v in self.columns[unknown]}

    def jump(self, leg: int, jump: Sequence[int]) -> Unknown:
        """How often this jump occurs on the leg."""
        start, over, landing = jump
        return Unknown("x", leg, self.problem.jumps.index((start, over, landing)))

    def goal(self, bound: Json) -> Goal:
        """A bound on a jump or on the pegs at the end as one on a sum of variables."""
        upper = "at_most" in bound or "pegs_at_most" in bound
        side = "most" if upper else "least"
        if "jump" in bound:
            return Goal(upper, self.spread({self.jump(0, bound["jump"]): 1}), bound[f"at_{side}"])
        return Goal(upper, self.spread(self.pegs[0]), bound[f"pegs_at_{side}"] - len(self.problem.pegs))

    def branch(
        self, bounds: Bounds, unknown: Unknown, low: int | None = None, high: int | None = None
    ) -> tuple[int, Bounds]:
        """One of two cases by an unknown: its assumption, and the bounds with it."""
        sense, value = ("G", low) if low is not None else ("L", high)
        assumed = self.file.assume(sense, value or 0, self.spread({unknown: 1}))
        least, below, most, above = bounds[unknown]
        if low is not None and low > least:
            least, below = low, assumed
        if high is not None and (most is None or high < most):
            most, above = high, assumed
        return assumed, {**bounds, unknown: (least, below, most, above)}

    def contradiction(self, bounds: Bounds, unknown: Unknown) -> int:
        """A lower bound of an unknown above its upper bound."""
        _, below, _, above = bounds[unknown]
        return self.file.absurd({below: 1, above: -1})

    def leaf(self, bounds: Bounds, weights: list[list[int]], extra: Extra | None = None) -> int:
        """The rows times their weights, and bounds that cancel what is left of each unknown."""
        left: dict[Unknown, int] = defaultdict(int)
        multipliers: dict[int, int | Fraction] = {}
        right = 0
        sums = [
            Extra(self.row_of[leg, hole], weights[leg][hole], *row) for (leg, hole), row in self.rows.items()
        ]
        for part in [*sums, *([extra] if extra else [])]:
            if part.times:
                multipliers[part.number] = part.times
                right += part.times * part.value
                for unknown, coefficient in part.terms.items():
                    left[unknown] += part.times * coefficient
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


class CaseFile(Case):
    """The file of one cut: a program of its own, in which every unknown is a variable."""

    def __init__(self, cut: Cut) -> None:
        super().__init__(cut)
        unknowns = cut.unknowns()
        self.columns = {unknown: (i,) for i, unknown in enumerate(unknowns)}
        self.file = ViprFile([self._name(unknown) for unknown in unknowns])
        self.bounds = {}
        for i, unknown in enumerate(unknowns):
            low, high = cut.interval(unknown)
            below = self.file.bound(i, "G", low)
            above = -1 if high is None else self.file.bound(i, "L", high)
            self.bounds[unknown] = (low, below, high, above)
        self.row_of = {place: self._add(*row) for place, row in self.rows.items()}
        self.pegs_row = None if self.problem.count is None else self._add(*self.pegs)

    def _name(self, unknown: Unknown) -> str:
        if unknown.letter == "x":
            return f"x{unknown.at + 1}_" + "_".join(map(str, self.problem.jumps[unknown.i]))
        return f"r{unknown.at + 1}_{unknown.i}" if unknown.letter == "r" else f"y_{unknown.i}"

    def _add(self, terms: dict[Unknown, int], value: int) -> int:
        return self.file.row(self.spread(terms), value)


def change(jump: Jump, hole: int) -> int:
    """What the jump adds to the hole."""
    return (hole == jump[2]) - (hole == jump[0]) - (hole == jump[1])
