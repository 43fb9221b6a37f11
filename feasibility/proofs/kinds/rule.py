"""A pruning rule that is written down: its parts, and the claim that what they prune has no play.

A pair is pruned when one of the parts prunes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from feasibility.base.errors import InputError
from feasibility.proofs.kind import Kind
from feasibility.proofs.kinds.pagoda import Pagoda
from feasibility.proofs.kinds.residue import Residue
from feasibility.proofs.written import Json, Written, a_list, an_object


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
    kind = "inequalities"

    def to_json(self) -> Json:
        data = super().to_json()
        return {"all": data.pop("clause"), **data}

    @classmethod
    def from_json(cls, data: object) -> Combined:
        part = an_object(data, ("all", "multipliers", "weights"))
        return super().from_json({"clause": part.pop("all"), **part})


class Window(Written):
    """A clause that looks at few holes: for each way to fill them the targets, as bits, that it prunes."""

    holes: tuple[int, ...]
    pruned: tuple[int, ...]
    kind = "window"


RulePart: TypeAlias = Pagoda | Residue | Combined | Window
PARTS: dict[object, type[RulePart]] = {part.kind: part for part in (Pagoda, Residue, Combined, Window)}


class Rule(Kind):
    """No pair of the board that one of the parts prunes has a play."""

    parts: tuple[RulePart, ...]
    kind = "rule"
    claim = "sound"

    def to_json(self) -> Json:
        return {"parts": [{"kind": part.kind, **part.to_json()} for part in self.parts]}

    @classmethod
    def from_json(cls, data: object) -> Rule:
        return cls(tuple(map(_part, a_list(an_object(data, cls._fields)["parts"]))))

    @property
    def kinds(self) -> Mapping[str, int]:
        names = [part.kind for part in self.parts]
        return {name: names.count(name) for name in dict.fromkeys(names)}


def _part(data: object) -> RulePart:
    kind = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in PARTS:
        raise InputError("a part of a rule of no kind", seen=str(kind)[:40])
    return PARTS[kind].from_json(data)
