"""Pairs from both ends, each followed or refuted."""

from __future__ import annotations

from collections.abc import Sequence

from feasibility.game.geometry import Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.kind import Refutation, proof_json
from feasibility.proofs.kinds import refutation_from
from feasibility.proofs.written import Json, Movable, a_list, an_object


class Followed(Movable):
    """Every jump that can be the first (side start) or last (side target), and the node of what is left."""

    side: str
    moves: tuple[tuple[Jump, int], ...]


class Ends(Refutation):
    """Infeasible: every way to begin or to end leads to a pair that is refuted; node 0 is the pair itself."""

    nodes: tuple[Followed | Refutation, ...]
    kind = "ends"

    def to_json(self) -> Json:
        parts = (n.to_json() if isinstance(n, Followed) else {"proof": proof_json(n)} for n in self.nodes)
        return {"nodes": list(parts)}

    @classmethod
    def from_json(cls, data: object) -> Ends:
        return cls(tuple(map(_node, a_list(an_object(data, cls._fields)["nodes"]))))

    def visited(self) -> int:
        return sum(node.visited() for node in self.nodes if not isinstance(node, Followed))

    def forecast(self) -> float:
        return sum(node.forecast() for node in self.nodes if not isinstance(node, Followed))

    def to_close(self) -> int | None:
        """An end without any jump is a case."""
        numbers = [not n.moves if isinstance(n, Followed) else n.to_close() for n in self.nodes]
        known = [number for number in numbers if number is not None]
        return sum(known) if len(known) == len(numbers) else None


def _node(data: object) -> Followed | Refutation:
    if isinstance(data, dict) and "proof" in data:
        return refutation_from(an_object(data, ("proof",))["proof"])
    return Followed.from_json(data)


def pairs_of(pair: Pair, nodes: Sequence[Followed | Refutation]) -> list[Pair]:
    """The pair that each node of a proof from both ends stands for."""
    pairs = {0: pair}
    for k, node in enumerate(nodes):
        if isinstance(node, Followed):
            for jump, child in node.moves:
                pairs[child] = _left(pairs[k], node.side, jump)
    return [pairs[k] for k in range(len(nodes))]


def _left(pair: Pair, side: str, jump: Jump) -> Pair:
    change = 1 << jump.start | 1 << jump.over | 1 << jump.landing
    if side == "start":
        return Pair(Position(pair.board, pair.start.mask ^ change), pair.target)
    return Pair(pair.start, Target(pair.board, pair.target.must ^ change, pair.target.free))
