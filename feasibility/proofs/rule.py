"""A pruning rule that is written down: its parts, and the claim that what they prune has no play.

A pair is pruned when one of the parts prunes it. `to_json`: as it stands in a certificate, the parts of a
proof object beside its kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from feasibility.proofs.functional import Functional
from feasibility.proofs.written import Json, Written, written


class Inequality(Written):
    """start . (weights) + target . (weights) > above, all in integers."""

    start: tuple[int, ...]
    target: tuple[int, ...]
    above: int

    def holds(self, start: int, target: int) -> bool:
        total = sum(w for i, w in enumerate(self.start) if start >> i & 1)
        return total + sum(w for i, w in enumerate(self.target) if target >> i & 1) > self.above

    @property
    def holes(self) -> frozenset[int]:
        return frozenset(i for i, pair in enumerate(zip(self.start, self.target, strict=True)) if any(pair))


Clause: TypeAlias = tuple[Inequality, ...]  # prunes where all of them hold


class Combined(Written):
    """A clause that multiples of its inequalities and weights that no jump raises refute."""

    clause: Clause
    multipliers: tuple[int, ...]
    weights: tuple[int, ...]

    def to_json(self) -> Json:
        parts = {"all": self.clause, "multipliers": self.multipliers, "weights": self.weights}
        return {"kind": "inequalities", **{name: written(part) for name, part in parts.items()}}


class Window(Written):
    """A clause that looks at few holes: for each way to fill them the targets, as bits, that it prunes."""

    holes: tuple[int, ...]
    pruned: tuple[int, ...]

    def to_json(self) -> Json:
        return {"kind": "window", **super().to_json()}


class Weighed(Written):
    """Weights that separate start and target."""

    functional: Functional

    def to_json(self) -> Json:
        weights = list(self.functional.weights)
        if self.functional.modulus:
            return {"kind": "residue", "modulus": self.functional.modulus, "weights": weights}
        return {"kind": "pagoda", "weights": weights}


Part: TypeAlias = Combined | Window | Weighed


class Rule(Written):
    """No pair of the board that one of the parts prunes has a play."""

    parts: tuple[Part, ...]
    kind = "rule"
    claim = "sound"

    @property
    def kinds(self) -> Mapping[str, int]:
        names = [str(part.to_json()["kind"]) for part in self.parts]
        return {name: names.count(name) for name in dict.fromkeys(names)}
