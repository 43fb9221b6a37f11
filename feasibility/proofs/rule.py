"""A pruning rule that is written down: its parts, and the claim that what they prune has no play.

A pair is pruned when one of the parts prunes it. `to_json`: as it stands in a certificate, the parts of a
proof object beside its kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from feasibility.proofs.functional import Functional
from feasibility.proofs.nodes import Json


@dataclass(frozen=True)
class Inequality:
    """start . (weights) + target . (weights) > above, all in integers."""

    start: tuple[int, ...]
    target: tuple[int, ...]
    above: int

    def holds(self, start: int, target: int) -> bool:
        """For one pair of masks."""
        total = sum(w for i, w in enumerate(self.start) if start >> i & 1)
        return total + sum(w for i, w in enumerate(self.target) if target >> i & 1) > self.above

    @property
    def holes(self) -> frozenset[int]:
        return frozenset(i for i, pair in enumerate(zip(self.start, self.target, strict=True)) if any(pair))

    def to_json(self) -> Json:
        return {"start": list(self.start), "target": list(self.target), "above": self.above}


Clause: TypeAlias = tuple[Inequality, ...]  # prunes where all of them hold


@dataclass(frozen=True)
class Combined:
    """A clause that multiples of its inequalities and weights that no jump raises refute."""

    clause: Clause
    multipliers: tuple[int, ...]
    weights: tuple[int, ...]

    def to_json(self) -> Json:
        asked = [one.to_json() for one in self.clause]
        multipliers, weights = list(self.multipliers), list(self.weights)
        return {"kind": "inequalities", "all": asked, "multipliers": multipliers, "weights": weights}


@dataclass(frozen=True)
class Window:
    """A clause that looks at few holes: for each way to fill them the targets, as bits, that it prunes."""

    holes: tuple[int, ...]
    pruned: tuple[int, ...]

    def to_json(self) -> Json:
        return {"kind": "window", "holes": list(self.holes), "pruned": list(self.pruned)}


@dataclass(frozen=True)
class Weighed:
    """Weights that separate start and target."""

    functional: Functional

    def to_json(self) -> Json:
        weights = list(self.functional.weights)
        if self.functional.modulus:
            return {"kind": "residue", "modulus": self.functional.modulus, "weights": weights}
        return {"kind": "pagoda", "weights": weights}


Part: TypeAlias = Combined | Window | Weighed


@dataclass(frozen=True)
class Rule:
    """No pair of the board that one of the parts prunes has a play."""

    parts: tuple[Part, ...]
    kind = "rule"
    claim = "sound"

    def to_json(self) -> Json:
        return {"parts": [part.to_json() for part in self.parts]}

    @property
    def kinds(self) -> Mapping[str, int]:
        names = [str(part.to_json()["kind"]) for part in self.parts]
        return {name: names.count(name) for name in dict.fromkeys(names)}
