"""One file of the format VIPR 1.0: a program in integers, and constraints that follow from it one by one.

Source of the format: K. K. H. Cheung, A. Gleixner, D. E. Steffy, Verifying Integer Programming Results,
IPCO 2017, and the specification of version 1.0 that its authors publish with their checker.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

Terms = Mapping[int, int | Fraction]  # by the number of a variable, or of a constraint
NOTHING: Terms = {}


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
    ) -> int:
        """Each case, with its assumption, says at least this, and one of the two assumptions is true."""
        numbers = " ".join(map(str, (*low, *high)))
        return self._derive(f"{sense} {value} {_listed(terms)}", f"uns {numbers}")

    def _derive(self, constraint: str, reason: str) -> int:
        number = self._next()
        self._derived.append(f"D{number} {constraint} {{ {reason} }} -1")
        return number

    def text(self, says: str, *, objective: str = "min", terms: Terms = NOTHING, proved: str = "") -> str:
        """The whole file; `says` is its comment, `proved` the range of the objective, if not: infeasible."""
        size = len(self.names)
        return "\n".join(
            [
                *(f"% {line}" for line in says.splitlines()),
                "VER 1.0",
                f"VAR {size}", *self.names,
                f"INT {size}", " ".join(map(str, range(size))),
                f"OBJ {objective}", _listed(terms),
                f"CON {len(self._program)} {self._bounds}", *self._program,
                f"RTP range {proved}" if proved else "RTP infeas",
                "SOL 0",
                f"DER {len(self._derived)}", *self._derived,
                "",
            ]
        )  # fmt: skip


def _listed(terms: Terms) -> str:
    kept = {number: value for number, value in terms.items() if value}
    return " ".join([str(len(kept)), *(f"{number} {value}" for number, value in kept.items())])
