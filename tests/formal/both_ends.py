"""Makes `ends` proofs on small boards: pairs are expanded at either end and refuted by a closure at last."""

from __future__ import annotations

from collections import deque
from random import Random
from typing import Any

from tests.verifier.reference import Jump, reachable

Pair = tuple[frozenset[int], frozenset[int]]


def first_jumps(jumps: tuple[Jump, ...], start: frozenset[int]) -> list[Jump]:
    return [j for j in jumps if {j[0], j[1]} <= start and j[2] not in start]


def last_jumps(jumps: tuple[Jump, ...], target: frozenset[int]) -> list[Jump]:
    return [j for j in jumps if j[2] in target and j[0] not in target and j[1] not in target]


def ends_proof(jumps: tuple[Jump, ...], pair: Pair, expansions: int, random: Random) -> dict[str, Any]:
    """A proof for an infeasible pair; equal pairs share a node."""
    number, order, waiting = {pair: 0}, [pair], deque([pair])
    nodes: dict[int, dict[str, Any]] = {}
    while waiting:
        start, target = here = waiting.popleft()
        if len(nodes) >= expansions or start == target:
            size = len(reachable(jumps, start))
            nodes[number[here]] = {"proof": {"kind": "closure", "size": size}}
            continue
        side = random.choice(("start", "target"))
        moves = []
        for jump in first_jumps(jumps, start) if side == "start" else last_jumps(jumps, target):
            lost, won = {jump[0], jump[1]}, {jump[2]}
            child = (start - lost | won, target) if side == "start" else (start, target - won | lost)
            if child not in number or number[child] <= number[here]:
                number[child] = len(order)
                order.append(child)
                waiting.append(child)
            moves.append([list(jump), number[child]])
        nodes[number[here]] = {"side": side, "moves": moves}
    return {"kind": "ends", "nodes": [nodes[i] for i in range(len(order))]}
