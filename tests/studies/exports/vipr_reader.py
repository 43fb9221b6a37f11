"""A small reader and checker of VIPR 1.0, in fractions, written from the published specification alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

Terms = dict[int, Fraction]
SENSES = {"E": 0, "L": -1, "G": 1}


class Wrong(Exception):
    """The file is malformed, or something in it does not follow."""


@dataclass(frozen=True)
class Constraint:
    """terms >= value (sense 1), = (0) or <= (-1); `assumed`: the assumptions that it rests on."""

    sense: int
    value: Fraction
    terms: Terms
    assumed: frozenset[int] = frozenset()

    @property
    def absurd(self) -> bool:
        return not self.terms and {1: self.value > 0, 0: self.value != 0, -1: self.value < 0}[self.sense]

    def dominates(self, other: Constraint) -> bool:
        if self.absurd:
            return True
        if self.terms != other.terms or self.sense not in (other.sense, 0):
            return False
        if other.sense == 0:
            return self.value == other.value
        return self.value >= other.value if other.sense > 0 else self.value <= other.value


class Reader:
    """Reads one file from its first word to its last."""

    def __init__(self, text: str) -> None:
        lines = text.split("\n")
        while lines and lines[0].startswith("%"):
            lines.pop(0)
        self.words: Iterator[str] = iter(" ".join(lines).split())
        self.constraints: list[Constraint] = []

    def word(self) -> str:
        try:
            return next(self.words)
        except StopIteration:
            raise Wrong("the file ends too early") from None

    def expect(self, *wanted: str) -> None:
        for want in wanted:
            if (found := self.word()) != want:
                raise Wrong(f"expected {want}, got {found}")

    def number(self, below: int | None = None) -> int:
        word = self.word()
        if not word.isdecimal() or (below is not None and int(word) >= below):
            raise Wrong(f"no index below {below}: {word}")
        return int(word)

    def value(self) -> Fraction:
        word = self.word()
        try:
            return Fraction(word)
        except (ValueError, ZeroDivisionError):
            raise Wrong(f"not a number: {word}") from None

    def pairs(self, below: int) -> Terms:
        return self.rest_of_pairs(self.number(), below)

    def rest_of_pairs(self, size: int, below: int) -> Terms:
        found = [(self.number(below), self.value()) for _ in range(size)]
        if len(dict(found)) != size:
            raise Wrong("an index is listed twice")
        return {index: value for index, value in found if value}

    def constraint(self) -> Constraint:
        self.word()
        sense = self.word()
        if sense not in SENSES:
            raise Wrong(f"no sense: {sense}")
        value, first = self.value(), self.word()
        self.by_keyword = first == "OBJ"
        if self.by_keyword:
            return Constraint(SENSES[sense], value, self.objective)
        if not first.isdecimal():
            raise Wrong(f"no number of terms: {first}")
        return Constraint(SENSES[sense], value, self.rest_of_pairs(int(first), self.size))

    def combination(self, below: int) -> Constraint:
        multipliers = self.pairs(below)
        senses = {
            self.constraints[i].sense * (1 if times > 0 else -1) for i, times in multipliers.items()
        } - {0}
        if len(senses) > 1:
            raise Wrong("multipliers of both signs")
        terms: Terms = {}
        value, assumed = Fraction(0), frozenset[int]()
        for i, times in multipliers.items():
            part = self.constraints[i]
            value += times * part.value
            assumed |= part.assumed
            for variable, coefficient in part.terms.items():
                terms[variable] = terms.get(variable, Fraction(0)) + times * coefficient
        kept = {variable: coefficient for variable, coefficient in terms.items() if coefficient}
        return Constraint(senses.pop() if senses else 0, value, kept, assumed)

    def whole(self, constraint: Constraint) -> bool:
        return all(i in self.integers and value.denominator == 1 for i, value in constraint.terms.items())

    def rounded(self, constraint: Constraint) -> Constraint:
        if constraint.sense == 0 or not self.whole(constraint):
            raise Wrong("this cannot be rounded")
        value = ceil(constraint.value) if constraint.sense > 0 else floor(constraint.value)
        return Constraint(constraint.sense, Fraction(value), constraint.terms, constraint.assumed)

    def unsplit(self, stated: Constraint, below: int) -> frozenset[int]:
        first, one, second, other = (self.number(below) for _ in range(4))
        low, high = sorted((self.constraints[one], self.constraints[other]), key=lambda part: part.sense)
        apart = (low.sense, high.sense) == (-1, 1) and low.terms == high.terms and self.whole(low)
        if not apart or low.value.denominator != 1 or high.value != low.value + 1:
            raise Wrong("these two are no split")
        for number in (first, second):
            if not self.constraints[number].dominates(stated):
                raise Wrong("a side of the split says less")
        return (self.constraints[first].assumed - {one}) | (self.constraints[second].assumed - {other})

    def derive(self) -> None:
        below = len(self.constraints)
        stated = self.constraint()
        self.expect("{")
        reason = self.word()
        if reason == "asm":
            assumed = frozenset([below])
        elif reason == "uns":
            assumed = self.unsplit(stated, below)
        elif reason in ("lin", "rnd"):
            found = self.combination(below)
            found = self.rounded(found) if reason == "rnd" else found
            if not found.dominates(stated):
                raise Wrong("the combination says less")
            assumed = found.assumed
        else:
            raise Wrong(f"no such reason here: {reason}")
        self.expect("}")
        self.expect("-1")
        self.constraints.append(Constraint(stated.sense, stated.value, stated.terms, assumed))

    def check(self) -> str:
        """What the file proves: `infeasible`, or `at least 3` and the like for its objective."""
        self.expect("VER", "1.0", "VAR")
        self.size = self.number()
        self.names = [self.word() for _ in range(self.size)]
        self.expect("INT")
        self.integers = {self.number(self.size) for _ in range(self.number())}
        self.expect("OBJ")
        sense = self.word()
        if sense not in ("min", "max"):
            raise Wrong(f"no sense of an objective: {sense}")
        self.objective = self.pairs(self.size)
        self.expect("CON")
        rows, bounds = self.number(), self.number()
        self.constraints = [self.constraint() for _ in range(rows)]
        if any(len(part.terms) != 1 for part in self.constraints[:bounds]):
            raise Wrong("a bound is on one variable")
        self.rows = list(self.constraints)
        self.expect("RTP")
        goal = self.goal(sense)
        self.expect("SOL", "0", "DER")
        for _ in range(self.number()):
            self.derive()
        if next(self.words, None) is not None:
            raise Wrong("words after the end")
        last = self.constraints[-1]
        if goal and not self.by_keyword:
            raise Wrong("a bound on the objective is stated by OBJ: newer checkers take nothing else")
        if (
            last.assumed
            or not last.dominates(goal or Constraint(1, Fraction(1), {}))
            or (not goal and not last.absurd)
        ):
            raise Wrong("the last constraint is not what is to be proved")
        return f"at {'least' if sense == 'min' else 'most'} {goal.value}" if goal else "infeasible"

    def goal(self, sense: str) -> Constraint | None:
        kind = self.word()
        if kind == "infeas":
            return None
        if kind != "range":
            raise Wrong(f"no relation to prove: {kind}")
        low, high = self.word(), self.word()
        if sense == "min" and high == "inf":
            return Constraint(1, Fraction(low), self.objective)
        if sense == "max" and low == "-inf":
            return Constraint(-1, Fraction(high), self.objective)
        raise Wrong("nothing to prove")


def check(text: str) -> str:
    """What a file proves, or Wrong."""
    return Reader(text).check()
