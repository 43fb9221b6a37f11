"""The longest sweep: sixteen jumps on the English board, none of them nor of fifteen in a play from d4.

The peg that sweeps goes from hole to hole of its playable class and takes each peg that it jumps over once.
So a sweep is a walk along the pairs of holes two apart, each at most once. Class A has sixteen such pairs, an
even number at each hole: there is a round through all (E. Harang 2001 asks how long sweeps of plays can be).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import feasibility
from feasibility.game.position import Pair, Target
from feasibility.game.symmetry import apply

BOARD = feasibility.board("english33")
Line = tuple[int, int, int]  # two holes of a class, and the hole between


def classes() -> list[list[int]]:
    """The playable classes: holes whose rows and columns agree modulo 2."""
    parts: dict[tuple[int, int], list[int]] = {}
    for i, (row, column) in enumerate(BOARD.holes):
        parts.setdefault((row % 2, column % 2), []).append(i)
    return sorted(parts.values(), key=len, reverse=True)


def lines(part: list[int]) -> list[Line]:
    """The pairs of holes of a class that one jump joins."""
    return sorted(
        {(min(j.start, j.landing), max(j.start, j.landing), j.over) for j in BOARD.jumps if j.start in part}
    )


def longest(part: list[int]) -> list[int]:
    """A walk that uses as many lines as any: here by trying all, deepest first."""
    near: dict[int, list[tuple[int, int]]] = {i: [] for i in part}
    for number, (a, b, _) in enumerate(lines(part)):
        near[a].append((b, number))
        near[b].append((a, number))
    best: list[int] = []

    def onward(way: list[int], used: int) -> bool:
        nonlocal best
        best = max(best, list(way), key=len)
        if len(best) == len(lines(part)) + 1:
            return True  # no walk is longer
        return any(
            onward([*way, there], used | 1 << number)
            for there, number in near[way[-1]]
            if not used >> number & 1
        )

    any(onward([i], 0) for i in part)
    return best


def before_long_sweeps(part: list[int], rest: list[int]) -> Iterator[tuple[int, Target]]:
    """What a position must be for a sweep of all lines, or of all but one; the last class is free.

    A walk along all lines but one begins at an end of that one. It lands on every hole of the class.
    """
    every = sum(1 << over for _, _, over in lines(part))
    for hole in part:
        yield len(lines(part)), Target(BOARD, every | 1 << hole, sum(1 << i for i in rest))
    for a, b, over in lines(part):
        for hole in (a, b):
            free = sum(1 << i for i in rest) | 1 << over
            yield len(lines(part)) - 1, Target(BOARD, every ^ 1 << over | 1 << hole, free)


def main() -> None:
    """The classes with their longest walks, and the positions before them, refuted one by one."""
    parts = classes()
    for part in parts:
        way = longest(part)
        names = "-".join(BOARD.called(i) for i in way)
        print(
            f"a class of {len(part):2} holes with {len(lines(part)):2} lines: {len(way) - 1:2} jumps, {names}"
        )

    start, seen = feasibility.read_pair("english33:-d4").start, set()
    asked: Counter[int] = Counter()
    for jumps, target in before_long_sweeps(parts[0], parts[-1]):
        images = [(apply(g, target.must), apply(g, target.free)) for g in BOARD.symmetries]
        if min(images) in seen:
            continue
        seen.add(min(images))
        verdict = feasibility.check(Pair(start, target), limits=60)
        proof = verdict.certificate
        if verdict.answer != "infeasible" or proof is None or not feasibility.verify(proof).valid:
            raise RuntimeError("not refuted")
        asked[jumps] += 1
    for jumps, number in asked.items():
        print(f"from d4 none of the {number} kinds of positions before a sweep of {jumps} jumps is reached")
    print("each has a certificate, which the verifier accepts")


if __name__ == "__main__":
    main()
