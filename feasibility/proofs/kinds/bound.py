"""A bound on all plays of a pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feasibility.game.geometry import Jump
from feasibility.game.position import Pair
from feasibility.proofs import nodes
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kind import Kind
from feasibility.proofs.written import Json, Written, a_jump, a_list, an_object, numbers, written

if TYPE_CHECKING:
    from feasibility.exact import tree


class JumpBound(Written):
    """In every play of the pair the jump occurs `at_most` (or at least) `times` times."""

    jump: Jump
    at_most: bool
    times: int

    def to_json(self) -> Json:
        return {"jump": list(self.jump), "at_most" if self.at_most else "at_least": self.times}

    @classmethod
    def from_json(cls, data: object) -> JumpBound:
        most = isinstance(data, dict) and "at_most" in data
        part = an_object(data, ("jump", "at_most" if most else "at_least"))
        jump, (times,) = a_jump(part.pop("jump")), numbers([*part.values()])
        return cls(jump, most, times)


class PegBound(Written):
    """Every play of the pair leaves at least (or at most) so many pegs."""

    pegs: int
    at_most: bool = False

    def to_json(self) -> Json:
        return {"pegs_at_most" if self.at_most else "pegs_at_least": self.pegs}

    @classmethod
    def from_json(cls, data: object) -> PegBound:
        most = isinstance(data, dict) and "pegs_at_most" in data
        part = an_object(data, ("pegs_at_most" if most else "pegs_at_least",))
        (pegs,) = numbers([*part.values()])
        return cls(pegs, most)


class Bound(Kind):
    """A bound with the tree of cases that refutes its opposite. `given`: of the plays in which these hold.

    Its ends have a multiplier where the bound is one of pegs, or the target a number of them.
    """

    bound: JumpBound | PegBound
    root: nodes.CaseNode
    given: tuple[JumpBound, ...] = ()
    kind = claim = "bound"

    def to_json(self) -> Json:
        data: Json = {"bound": self.bound.to_json(), "root": nodes.to_json(self.root, "tree")}
        return data | ({"given": written(self.given)} if self.given else {})

    @classmethod
    def from_json(cls, data: object) -> Bound:
        part = an_object(data, cls._fields, ("given",))
        bound, given = part["bound"], part.get("given", [])
        claimed = JumpBound if isinstance(bound, dict) and "jump" in bound else PegBound
        listed = tuple(map(JumpBound.from_json, a_list(given)))
        return cls(claimed.from_json(bound), nodes.from_json(part["root"], "tree"), listed)


def bound(
    pair: Pair, claimed: JumpBound | PegBound, root: tree.Node, given: tuple[JumpBound, ...] = ()
) -> Certificate:
    """The certificate of a bound on all plays, or on those in which what is given holds."""
    sign = 1 if isinstance(claimed, PegBound) and claimed.at_most else -1
    return Certificate(pair, Bound(claimed, nodes.as_node(pair.board, root, 1, sign), given))
