"""A file of the format VIPR 1.0: a program in integers, and constraints that follow from it one by one.

Source of the format: K. K. H. Cheung, A. Gleixner, D. E. Steffy, Verifying Integer Programming Results,
IPCO 2017, and the specification of version 1.0 that its authors publish with their checker.

A file is about one case of a proof: a play cut into legs, what is known of it, and why it cannot be. The
program has a variable for the count of each jump on each leg, for each hole of a position in between, and for
each free hole of the target. A row for each leg and hole says what the jumps of the leg change there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from feasibility.base.errors import SoundnessError
from feasibility.game.geometry import Jump
from feasibility.proofs.cut import Cut
from feasibility.proofs.kinds.bound import JumpBound, JumpSum, PegBound
from feasibility.proofs.nodes import Unknown
from feasibility.proofs.written import Weights

Terms = Mapping[int, int | Fraction]  # by the number of a variable, or of a constraint
NOTHING: Terms = {}
UnknownSum = Mapping[Unknown, int | Fraction]
UnknownBounds = dict[Unknown, tuple[int, int, int | None, int]]  # low, its constraint, high, its constraint


@dataclass(frozen=True)
class Goal:
    """A bound on an objective that a file proves, from above or from below."""

    upper: bool
    terms: Terms
    limit: int

    @property
    def sense(self) -> str:
        return "L" if self.upper else "G"

    def __str__(self) -> str:
        return f"range -inf {self.limit}" if self.upper else f"range {self.limit} inf"


class ViprFile:
    """A file in the making; constraints are numbered from 0 as they come, those of the program first."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = list(names)
        self._program: list[str] = []
        self._bounds = 0
        self._derived: list[str] = []

    def bound(self, variable: int, sense: str, value: int) -> int:
        """A bound of the program on one variable; all bounds come before the rows."""
        self._bounds += 1
        return self._state(f"{sense} {value} 1 {variable} 1")

    def row(self, terms: Terms, value: int, sense: str = "E") -> int:
        """A row of the program: terms = value, or at most or at least."""
        return self._state(f"{sense} {value} {_listed(terms)}")

    def _state(self, constraint: str) -> int:
        number = len(self._program)
        self._program.append(f"C{number} {constraint}")
        return number

    def assume(self, sense: str, value: int, terms: Terms) -> int:
        """A constraint that holds in one of two cases; a later `unsplit` takes it back."""
        return self._derive(f"{sense} {value} {_listed(terms)}", "asm")

    def combine(self, sense: str, value: int | Fraction, terms: Terms, multipliers: Terms) -> int:
        """What the sum of earlier constraints times their multipliers says."""
        return self._derive(f"{sense} {value} {_listed(terms)}", f"lin {_listed(multipliers)}")

    def round(self, sense: str, value: int, terms: Terms, number: int) -> int:
        """An earlier constraint with its constant rounded to the next integer that its terms can be."""
        return self._derive(f"{sense} {value} {_listed(terms)}", f"rnd 1 {number} 1")

    def absurd(self, multipliers: Terms) -> int:
        """The sum of earlier constraints times their multipliers says that 0 is at least 1."""
        return self.combine("G", 1, NOTHING, multipliers)

    def unsplit(self, low: tuple[int, int], high: tuple[int, int], goal: Goal | None = None) -> int:
        """Each case, with its assumption, is absurd or says the goal, and one of the two assumptions is true.

        The objective is named by its keyword: newer checkers look for it in the last line.
        """
        says = "G 1 0" if goal is None else f"{goal.sense} {goal.limit} OBJ"
        return self._derive(says, f"uns {' '.join(map(str, (*low, *high)))}")

    def _derive(self, constraint: str, reason: str) -> int:
        number = len(self._program) + len(self._derived)
        self._derived.append(f"D{number} {constraint} {{ {reason} }} -1")
        return number

    def head(self, goal: Goal | None = None) -> list[str]:
        """The lines that state the program and what is proved of it: a bound, or that it is infeasible."""
        size = len(self.names)
        return [
            "VER 1.0",
            f"VAR {size}", *self.names,
            f"INT {size}", " ".join(map(str, range(size))),
            f"OBJ {'max' if goal is not None and goal.upper else 'min'}",
            _listed(NOTHING if goal is None else goal.terms),
            f"CON {len(self._program)} {self._bounds}", *self._program,
            f"RTP {'infeas' if goal is None else goal}",
            "SOL 0",
        ]  # fmt: skip

    def text(self, says: str, goal: Goal | None = None) -> str:
        """The whole file; `says` is its comment."""
        comment = (f"% {line}" for line in says.splitlines())
        derived = f"DER {len(self._derived)}", *self._derived
        return "\n".join([*comment, *self.head(goal), *derived, ""])


def _listed(terms: Terms) -> str:
    kept = {number: value for number, value in terms.items() if value}
    return " ".join([str(len(kept)), *(f"{number} {value}" for number, value in kept.items())])


class Constraint(NamedTuple):
    """A constraint that a proof may add up: its number, its terms and its constant."""

    number: int
    terms: dict[Unknown, int]
    value: int


SignedRow = tuple[int, Constraint]  # a row, and what the multipliers of a proof are times to be its own


class CaseFile:
    """The file of one cut: its program, and derivations for the nodes of a tree."""

    def __init__(self, cut: Cut, given: Sequence[JumpBound] = ()) -> None:
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
        self.sums: list[SignedRow] = []
        for one in given:  # a bound on one jump is one of its variable, which no leaf has to name
            row = self._add(summed(one.terms), one.times, "L" if one.at_most else "G")
            if one.single is None:
                self.sums.append((-1 if one.at_most else 1, row))
            else:
                side = {"high" if one.at_most else "low": one.times}
                self.bounds = narrowed(self.bounds, Unknown("x", 0, one.single), row.number, **side)

    def _name(self, unknown: Unknown) -> str:
        letter, at, of = unknown
        if isinstance(of, Jump):
            return f"x{at + 1}_" + "_".join(map(str, of))
        return f"r{at + 1}_{of}" if letter == "r" else f"y_{of}"

    def _add(self, terms: dict[Unknown, int], value: int, sense: str = "E") -> Constraint:
        return Constraint(self.file.row(self.spread(terms), value, sense), terms, value)

    def _change(self, leg: int, hole: int) -> tuple[dict[Unknown, int], int]:
        """What jumps change in the hole on the leg, minus its end, plus its beginning."""
        problem, last = self.problem, len(self.cut.separators)
        terms = {Unknown("x", leg, jump): change(jump, hole) for jump in problem.jumps if hole in jump}
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
        return assumed, narrowed(bounds, unknown, assumed, low, high)

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


def narrowed(
    bounds: UnknownBounds, unknown: Unknown, number: int, low: int | None = None, high: int | None = None
) -> UnknownBounds:
    """The bounds with those that a constraint puts on one unknown, as far as they say more."""
    least, below, most, above = bounds[unknown]
    if low is not None and low > least:
        least, below = low, number
    if high is not None and (most is None or high < most):
        most, above = high, number
    return {**bounds, unknown: (least, below, most, above)}


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
