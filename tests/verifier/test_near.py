"""Searches whose functionals are weighed near the ends, against sets written from the certificate format."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from feasibility import verifier
from tests.verifier.reference import Jump, certificate, jumps_of, rectangle

Place = frozenset[int]
BOARDS = ((rectangle(2, 4), "diagonal"), (rectangle(3, 3), "orthogonal"), (rectangle(1, 8), "orthogonal"))


def ahead(jumps: tuple[Jump, ...], level: set[Place]) -> set[Place]:
    return {p - {a, b} | {c} for p in level for a, b, c in jumps if {a, b} <= p and c not in p}


def behind(jumps: tuple[Jump, ...], level: set[Place]) -> set[Place]:
    return {p - {c} | {a, b} for p in level for a, b, c in jumps if c in p and not {a, b} & p}


def pagodas(jumps: tuple[Jump, ...], holes: int, rng: random.Random) -> list[list[int]]:
    """Some weights that no jump raises: drawn ones, mended over the hole that is jumped over."""
    found = []
    for _ in range(3):
        weights = [rng.choice((-1, 0, 0, 1)) for _ in range(holes)]
        for _ in range(20):
            for a, b, c in jumps:
                weights[b] = max(weights[b], weights[c] - weights[a])
        if all(weights[c] <= weights[a] + weights[b] for a, b, c in jumps):
            found.append(weights)
    return found


def honest(
    jumps: tuple[Jump, ...], start: Place, target: Place, back: int, near: int, found: list[list[int]]
) -> dict[str, object] | None:
    """The sizes of all levels; None where no position is so near an end."""

    def total(weights: list[int], position: Place) -> int:
        return sum(weights[hole] for hole in position)

    goals, sources = {target}, {start}
    for _ in range(near):
        goals, sources = behind(jumps, goals), ahead(jumps, sources)
    if not goals or not sources:
        return None
    least = [min(total(w, q) for q in goals) for w in found]
    most = [max(total(w, q) for q in sources) for w in found]
    forward, backward = [{start}], [{target}]
    for _ in range(len(start) - len(target) - back):
        further = ahead(jumps, forward[-1])
        forward.append(
            {p for p in further if all(total(w, p) >= x for w, x in zip(found, least, strict=True))}
        )
    for _ in range(back):
        further = behind(jumps, backward[-1])
        backward.append(
            {p for p in further if all(total(w, p) <= x for w, x in zip(found, most, strict=True))}
        )
    sizes = {"forward": [len(x) for x in forward], "backward": [len(x) for x in backward]}
    return {"kind": "search", "pagodas": found, "residues": [], "near": near, **sizes}


@pytest.mark.parametrize(("board", "tries"), [(board, 400) for board in BOARDS])
def test_searches_near_the_ends_are_accepted_exactly_on_infeasible_pairs(
    board: tuple[tuple[tuple[int, int], ...], str], tries: int
) -> None:
    holes, geometry = board
    jumps, rng, seen = jumps_of(holes, geometry), random.Random(0), Counter[str]()
    for _ in range(tries):
        pegs = rng.sample(range(len(holes)), rng.randrange(3, len(holes)))
        start, level = frozenset(pegs), {frozenset(pegs)}
        length = rng.randrange(1, len(pegs))
        for _ in range(length):
            level = ahead(jumps, level)
        target = frozenset(rng.sample(range(len(holes)), len(pegs) - length))
        if level and rng.random() < 0.4:
            target = rng.choice(sorted(level, key=sorted))
        near, back = rng.randrange(0, 3), rng.randrange(length + 1)
        proof = honest(jumps, start, target, back, near, pagodas(jumps, len(holes), rng))
        if proof is None:
            continue
        value = certificate(holes, tuple(sorted(start)), tuple(sorted(target)), proof, geometry=geometry)
        fits = near + max(back, length - back) <= length
        outcome = verifier.check(value)
        assert outcome.valid == (target not in level and (fits or not near)), (value, outcome.reason)
        seen[f"{outcome.valid} {near > 0}"] += 1
        wrong = certificate(
            holes, tuple(sorted(start)), tuple(sorted(target)), proof | {"near": near + 1}, geometry=geometry
        )
        assert not verifier.check(wrong).valid or target not in level
    assert min(seen[key] for key in ("True True", "True False", "False True", "False False")) > 5, seen


def test_positions_near_an_end_are_charged_and_bounded() -> None:
    holes = rectangle(6, 6)
    start, target = tuple(range(1, 36)), (0,)
    proof = {"kind": "search", "pagodas": [], "residues": [], "forward": [1, 0], "near": 17}
    outcome = verifier.check(certificate(holes, start, target, proof), max_positions=1000)
    assert (outcome.outcome, outcome.exit_code) == ("too large", 3)
    outcome = verifier.check(certificate(holes, start, target, proof), max_work=10_000)
    assert outcome.outcome == "not checked"
    huge = verifier.check(certificate(holes, start, target, proof | {"near": 10**500}))
    assert huge.outcome == "rejected"
