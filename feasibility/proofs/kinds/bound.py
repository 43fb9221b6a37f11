"""A bound on all plays of a pair."""

from __future__ import annotations

from typing import Any, TypeAlias

from feasibility.exact import tree
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair
from feasibility.proofs import nodes
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kind import Kind
from feasibility.proofs.written import Json, Written, a_jump, a_list, an_object, numbers, read, written

JumpSum: TypeAlias = tuple[tuple[int, Jump], ...]  # factors and jumps: a sum of how often each occurs


def alone(terms: JumpSum) -> Jump | None:
    """The jump, if a sum is of one, once."""
    return terms[0][1] if len(terms) == 1 and terms[0][0] == 1 else None


class JumpBound(Written):
    """In every play of the pair the terms add up to `times` at most (or at least).

    One jump by itself is written as such, and bounds the box; of another sum the leaves have multipliers.
    """

    terms: JumpSum
    at_most: bool
    times: int

    @property
    def single(self) -> Jump | None:
        return alone(self.terms)

    def to_json(self) -> Json:
        of: Json = {"sum": [[factor, list(jump)] for factor, jump in self.terms]}
        if self.single is not None:
            of = {"jump": list(self.single)}
        return of | {"at_most" if self.at_most else "at_least": self.times}

    @classmethod
    def from_json(cls, data: object) -> JumpBound:
        keys = data.keys() if isinstance(data, dict) else ()
        most, of = "at_most" in keys, "sum" if "sum" in keys else "jump"
        part = an_object(data, (of, "at_most" if most else "at_least"))
        (times,) = numbers([part["at_most" if most else "at_least"]])
        terms: Any = ((1, a_jump(part["jump"])),) if of == "jump" else read(JumpSum, part["sum"])
        return cls(terms, most, times)

    def opposite(self) -> JumpBound:
        return JumpBound(self.terms, not self.at_most, self.times + (1 if self.at_most else -1))


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

    Its ends have a multiplier where the bound is one of pegs, or the target a number of them, and multipliers
    of the sums: of those given, then of the bound.
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
        claimed = JumpBound if isinstance(bound, dict) and {"jump", "sum"} & bound.keys() else PegBound
        listed = tuple(map(JumpBound.from_json, a_list(given)))
        return cls(claimed.from_json(bound), nodes.from_json(part["root"], "tree"), listed)


def bound(
    pair: Pair, claimed: JumpBound | PegBound, root: tree.Node, given: tuple[JumpBound, ...] = ()
) -> Certificate:
    """The certificate of a bound on all plays, or on those in which what is given holds."""
    sums = sum(isinstance(one, JumpBound) and one.single is None for one in (*given, claimed))
    sign = 1 if isinstance(claimed, PegBound) else -1
    return Certificate(pair, Bound(claimed, nodes.as_node(pair.board, root, 1, sign, sums), given))
