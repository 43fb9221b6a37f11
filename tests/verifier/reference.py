"""A slow solver written from the rules alone, and small boards to try everything on."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations

Jump = tuple[int, int, int]
Holes = tuple[tuple[int, int], ...]

STEPS = {
    "orthogonal": [(0, 1), (0, -1), (1, 0), (-1, 0)],
    "triangular": [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)],
    "diagonal": [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)],
}


def rectangle(rows: int, columns: int) -> Holes:
    return tuple((r, c) for r in range(rows) for c in range(columns))


def triangle(side: int) -> Holes:
    return tuple((r, c) for r in range(side) for c in range(r + 1))


def english() -> Holes:
    return tuple((r, c) for r, c in rectangle(7, 7) if 2 <= r <= 4 or 2 <= c <= 4)


@cache
def jumps_of(holes: Holes, geometry: str) -> tuple[Jump, ...]:
    """Every ordered triple of holes that lies on a line one step apart: no look-up, all triples."""
    found = []
    for i, a in enumerate(holes):
        for j, b in enumerate(holes):
            step = (b[0] - a[0], b[1] - a[1])
            if step in STEPS[geometry]:
                found += [(i, j, k) for k, c in enumerate(holes) if (c[0] - b[0], c[1] - b[1]) == step]
    return tuple(sorted(found))


@cache
def reachable(jumps: tuple[Jump, ...], start: frozenset[int]) -> frozenset[frozenset[int]]:
    found, open_ends = {start}, [start]
    while open_ends:
        pegs = open_ends.pop()
        for a, b, c in jumps:
            if a in pegs and b in pegs and c not in pegs:
                after = pegs - {a, b} | {c}
                if after not in found:
                    found.add(after)
                    open_ends.append(after)
    return frozenset(found)


def ends(
    jumps: tuple[Jump, ...], start: Iterable[int], pegs: Iterable[int], free: Iterable[int] = ()
) -> set[frozenset[int]]:
    """The reachable positions that match a pattern."""
    must, may = set(pegs), set(free)
    return {end for end in reachable(jumps, frozenset(start)) if must <= end and end - must <= may}


@cache
def fewest_sweeps(jumps: tuple[Jump, ...], start: frozenset[int]) -> dict[frozenset[int], int]:
    """For every position that is reached the fewest sweeps, breadth first by position and hole of the peg."""
    fewest, level = {start: 0}, {(start, -1)}
    known, sweeps = set(level), 0
    while level:
        moving, sweeps = [(pegs, -1) for pegs, _ in level], sweeps + 1
        level = set()
        while moving:
            pegs, at = moving.pop()
            for a, b, c in jumps:
                if at in (-1, a) and a in pegs and b in pegs and c not in pegs:
                    after = (pegs - {a, b} | {c}, c)
                    if after not in known:
                        known.add(after)
                        level.add(after)
                        moving.append(after)
                        fewest.setdefault(after[0], sweeps)
    return fewest


def longest_sweep(jumps: tuple[Jump, ...], start: frozenset[int], ends: frozenset[frozenset[int]]) -> int:
    """The most jumps that one peg makes in a row in any play that ends in one of these positions."""
    on_plays = {pegs for pegs in reachable(jumps, start) if reachable(jumps, pegs) & ends}

    def run(pegs: frozenset[int], at: int) -> int:
        longest = 0
        for a, b, c in jumps:
            if a == at and a in pegs and b in pegs and c not in pegs and pegs - {a, b} | {c} in on_plays:
                longest = max(longest, 1 + run(pegs - {a, b} | {c}, c))
        return longest

    return max((run(pegs, at) for pegs in on_plays for at in pegs), default=0)


def counts_in_plays(
    jumps: tuple[Jump, ...], start: frozenset[int], counted: tuple[Jump, ...]
) -> dict[frozenset[int], set[tuple[int, ...]]]:
    """For every position that is reached, how often these jumps occur together in the plays to it."""
    found: dict[frozenset[int], set[tuple[int, ...]]] = {start: {(0,) * len(counted)}}
    level = [start]
    while level:
        following = []
        for pegs in level:
            for a, b, c in jumps:
                if a in pegs and b in pegs and c not in pegs:
                    after = pegs - {a, b} | {c}
                    once = [(a, b, c) == jump for jump in counted]
                    if after not in found:
                        following.append(after)
                    more = {tuple(map(sum, zip(times, once))) for times in found[pegs]}
                    found.setdefault(after, set()).update(more)
        level = following
    return found


def positions(holes: Holes) -> list[tuple[int, ...]]:
    return [pegs for size in range(len(holes) + 1) for pegs in combinations(range(len(holes)), size)]


def certificate(
    holes: Holes,
    start: Iterable[int],
    target: Iterable[int] | dict[str, object],
    proof: dict[str, object],
    *,
    claim: str = "infeasible",
    geometry: str = "orthogonal",
    free: Iterable[int] = (),
) -> dict[str, object]:
    if not isinstance(target, dict):
        target = {"pegs": sorted(target), "free": sorted(free)}
    return {
        "format": "pegfeas-certificate",
        "version": 1,
        "board": {"name": "test", "geometry": geometry, "holes": [list(hole) for hole in holes]},
        "start": sorted(start),
        "target": target,
        "claim": claim,
        "proof": proof,
    }
