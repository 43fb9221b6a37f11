"""The pairs that the nodes of a proof from both ends stand for."""

from __future__ import annotations

from collections.abc import Sequence

from feasibility.game.geometry import Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.certificate import Followed, Refutation


def pairs_of(pair: Pair, nodes: Sequence[Followed | Refutation]) -> list[Pair]:
    """The pair that each node stands for."""
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
