"""Slow references for the searches, written from the rules and from the certificate format."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Jumps = Sequence[Sequence[int]]


def after(jumps: Jumps, mask: int) -> set[int]:
    """Positions that one legal jump reaches."""
    found = set()
    for start, over, landing in jumps:
        if mask >> start & 1 and mask >> over & 1 and not mask >> landing & 1:
            found.add(mask & ~(1 << start) & ~(1 << over) | 1 << landing)
    return found


def before(jumps: Jumps, mask: int) -> set[int]:
    """Positions from which one legal jump reaches this one."""
    found = set()
    for start, over, landing in jumps:
        if not mask >> start & 1 and not mask >> over & 1 and mask >> landing & 1:
            found.add(mask & ~(1 << landing) | 1 << start | 1 << over)
    return found


def reachable(jumps: Jumps, start: int) -> set[int]:
    """All positions that a start can become, itself included."""
    seen, todo = {start}, [start]
    while todo:
        for mask in after(jumps, todo.pop()):
            if mask not in seen:
                seen.add(mask)
                todo.append(mask)
    return seen


def weight(weights: Sequence[int], mask: int) -> int:
    """The total weight of the pegs."""
    return sum(w for i, w in enumerate(weights) if mask >> i & 1)


def forward_levels(
    jumps: Jumps, start: int, target: int, free: int, pagodas: Iterable[Sequence[int]], depth: int
) -> list[int]:
    """Level sizes as the certificate kind `search` defines them."""
    limits = [
        (w, weight(w, target) + sum(min(0, x) for i, x in enumerate(w) if free >> i & 1)) for w in pagodas
    ]
    level, sizes = {start}, [1]
    for _ in range(depth):
        level = {q for p in level for q in after(jumps, p) if all(weight(w, q) >= t for w, t in limits)}
        sizes.append(len(level))
    return sizes


def backward_levels(
    jumps: Jumps, start: int, target: int, pagodas: Iterable[Sequence[int]], depth: int
) -> list[int]:
    """The same from the target."""
    level, sizes = {target}, [1]
    for _ in range(depth):
        level = {
            q
            for p in level
            for q in before(jumps, p)
            if all(weight(w, q) <= weight(w, start) for w in pagodas)
        }
        sizes.append(len(level))
    return sizes


def legal(jumps: Jumps, start: int, play: Iterable[Sequence[int]]) -> int:
    """The last position of a play; raises where a jump is not legal."""
    allowed = {tuple(jump) for jump in jumps}
    for jump in play:
        s, o, to = jump
        if tuple(jump) not in allowed or not start >> s & 1 or not start >> o & 1 or start >> to & 1:
            raise ValueError(f"{jump} is not legal")
        start = start & ~(1 << s) & ~(1 << o) | 1 << to
    return start
