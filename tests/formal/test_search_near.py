"""Both checkers on searches whose functionals are weighed near the ends."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

from feasibility import verifier
from feasibility.studies.exports import formal
from tests.verifier.reference import certificate, jumps_of, rectangle
from tests.verifier.test_near import honest, pagodas

HOLES = rectangle(2, 4)


def test_both_checkers_agree(program: Path) -> None:
    jumps, rng, seen = jumps_of(HOLES, "diagonal"), random.Random(1), Counter[bool]()
    while sum(seen.values()) < 120:
        start = frozenset(rng.sample(range(8), rng.randrange(4, 8)))
        length = rng.randrange(1, len(start))
        target = frozenset(rng.sample(range(8), len(start) - length))
        back, near = rng.randrange(length + 1), rng.randrange(3)
        proof = honest(jumps, start, target, back, near, pagodas(jumps, 8, rng))
        if proof is None:
            continue
        changed = proof | rng.choice([{}, {"near": rng.randrange(4)}, {"pagodas": []}])
        value = certificate(HOLES, tuple(sorted(start)), tuple(sorted(target)), changed, geometry="diagonal")
        valid = verifier.check(value).valid
        assert formal.judge(value, program).accepted == valid, value
        seen[valid] += 1
    assert min(seen.values()) > 20, seen
