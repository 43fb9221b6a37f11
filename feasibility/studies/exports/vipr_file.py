"""One file of the format VIPR 1.0: a program in integers, and constraints that follow from it one by one.

Source of the format: K. K. H. Cheung, A. Gleixner, D. E. Steffy, Verifying Integer Programming Results,
IPCO 2017, and the specification of version 1.0 that its authors publish with their checker.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

Terms = Mapping[int, int | Fraction]  # by the number of a variable, or of a constraint
NOTHING: Terms = {}


@dataclass(frozen=True)
class Goal:
    """A bound on an objective that a file proves, from above or from below."""

    upper: bool
    terms: Terms
    limit: int


class ViprFile:
    """A file in the making; constraints are numbered from 0 as they come, those of the program first."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = list(names)
        self._program: list[str] = []
        self._bounds = 0
        self._derived: list[str] = []

    def _next(self) -> int:
        return len(self._program) + len(self._derived)

    def bound(self, variable: int, sense: str, value: int) -> int:
        """A bound of the program on one variable; all bounds come before the rows."""
        self._bounds += 1
        return self._state(f"{sense} {value} 1 {variable} 1")

    def row(self, terms: Terms, value: int, sense: str = "E") -> int:
        """A row of the program: terms = value, or at most or at least."""
        return self._state(f"{sense} {value} {_listed(terms)}")

    def _state(self, constraint: str) -> int:
        number = self._next()
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

    def unsplit(
        self,
        low: tuple[int, int],
        high: tuple[int, int],
        sense: str = "G",
        value: int = 1,
        terms: Terms = NOTHING,
        *,
        objective: bool = False,
    ) -> int:
        """Each case, with its assumption, says at least this, and one of the two assumptions is true.

        Terms that are the objective are named by its keyword: newer checkers look for it in the last line.
        """
        numbers = " ".join(map(str, (*low, *high)))
        what = "OBJ" if objective else _listed(terms)
        return self._derive(f"{sense} {value} {what}", f"uns {numbers}")

    def _derive(self, constraint: str, reason: str) -> int:
        number = self._next()
        self._derived.append(f"D{number} {constraint} {{ {reason} }} -1")
        return number

    def head(self, goal: Goal | None = None) -> list[str]:
        """The lines that state the program and what is proved of it: a bound, or that it is infeasible."""
        size = len(self.names)
        proved = (
            "infeas"
            if goal is None
            else f"range -inf {goal.limit}"
            if goal.upper
            else f"range {goal.limit} inf"
        )
        return [
            "VER 1.0",
            f"VAR {size}", *self.names,
            f"INT {size}", " ".join(map(str, range(size))),
            f"OBJ {'max' if goal is not None and goal.upper else 'min'}",
            _listed(NOTHING if goal is None else goal.terms),
            f"CON {len(self._program)} {self._bounds}", *self._program,
            f"RTP {proved}",
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
