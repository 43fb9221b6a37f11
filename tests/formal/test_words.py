"""Levels in words: what the program takes on trust for speed judges as exact numbers and verifier.py do."""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from feasibility import verifier
from feasibility.studies.exports import formal
from tests.verifier.reference import certificate, ends, jumps_of, reachable, rectangle
from tests.verifier.test_near import honest, pagodas


def judged(program: Path, value: Any, folder: Path) -> bool:
    """What the program says, with both kinds of numbers."""
    path = folder / "plain"
    path.write_text(formal.plain(value))
    codes = {
        subprocess.run([program, *option, path], capture_output=True, check=False).returncode
        for option in ((), ("--exact",))
    }
    assert codes in ({0}, {1}), codes
    return codes == {0}


# Boards of one word, of just one, of two and of three, with the pegs about where a word ends.
BOARDS = [(6, 9, 30), (2, 31, 20), (7, 9, 39), (9, 9, 45), (16, 9, 110)]


@pytest.mark.parametrize(("rows", "columns", "first"), BOARDS)
def test_closures_and_searches(rows: int, columns: int, first: int, program: Path, tmp_path: Path) -> None:
    holes = rectangle(rows, columns)
    jumps, random, seen = jumps_of(holes, "orthogonal"), Random(rows), Counter[tuple[str, bool]]()
    for _ in range(400):
        if min(seen[kind, said] for kind in ("closure", "search") for said in (True, False)) >= 3:
            break
        start = frozenset(random.sample(range(first, first + 24), 7))
        found = sorted(map(sorted, reachable(jumps, start)))
        target = frozenset(random.sample(range(first, first + 24), random.randrange(3, 7)))
        if ends(jumps, start, target):
            continue
        size = len(found) + random.choice((0, 0, 1, -1))
        proofs: list[dict[str, Any]] = [{"kind": "closure", "size": size}]
        near = random.randrange(2)
        back = random.randrange(len(start) - len(target) + 1)
        proof = honest(jumps, start, target, back, near, pagodas(jumps, len(holes), random))
        if proof is not None:
            proofs.append(proof | random.choice([{}, {"near": near + 1}, {"pagodas": []}]))
        for proof in proofs:
            value = certificate(holes, sorted(start), sorted(target), proof)
            valid = verifier.check(value).valid
            assert judged(program, value, tmp_path) == valid, value
            seen[proof["kind"], valid] += 1
    assert min(seen.values()) >= 3 and len(seen) == 4, seen


def test_weights_too_great_for_words(program: Path, tmp_path: Path) -> None:
    """Sums beyond 2^60 are made exactly, whatever the machine."""
    holes, weights = rectangle(1, 6), (-1, 3, 2, 2, 2, 0)
    for times in (1, 2**57, 2**58, 2**59, 2**60, 2**62, 2**63, 2**64, 10**30):
        for sizes, right in (([1, 1, 0], True), ([1, 1, 1], False)):
            proof = {"kind": "search", "near": 1, "pagodas": [[times * weight for weight in weights]]}
            proof |= {"residues": [], "forward": sizes, "backward": []}
            value = certificate(holes, [1, 3, 4, 5], [5], proof)
            assert judged(program, value, tmp_path) == verifier.check(value).valid == right


# As one bit for each member of a residue class: where at least one in 64 is reached, from 256 positions on.
DENSE = [("orthogonal", 4, 4), ("orthogonal", 3, 5), ("triangular", 3, 4), ("triangular", 3, 5)]


@pytest.mark.parametrize(("geometry", "rows", "columns"), DENSE)
def test_closures_of_dense_boards(
    geometry: str, rows: int, columns: int, program: Path, tmp_path: Path
) -> None:
    holes = rectangle(rows, columns)
    jumps, random, seen = jumps_of(holes, geometry), Random(rows * columns), Counter[bool]()
    for _ in range(400):
        if min(seen[True], seen[False]) >= 4:
            break
        start = frozenset(random.sample(range(len(holes)), len(holes) - random.randrange(1, 4)))
        found = sorted(map(sorted, reachable(jumps, start)))
        if len(found) < 256:
            continue
        pegs = set(random.choice(found) if random.random() < 0.5 else random.sample(range(len(holes)), 3))
        free = set(random.sample(range(len(holes)), random.choice((0, 1, 6))))
        size = len(found) + random.choice((0, 0, 0, 1, -1))
        proof = {"kind": "closure", "size": size}
        value = certificate(
            holes, sorted(start), sorted(pegs - free), proof, geometry=geometry, free=sorted(free)
        )
        valid = verifier.check(value).valid
        assert judged(program, value, tmp_path) == valid, value
        seen[valid] += 1
    assert min(seen[True], seen[False]) >= 4, seen


@pytest.mark.parametrize(("geometry", "rows", "columns"), DENSE)
def test_longest_sweeps_of_dense_boards(
    geometry: str, rows: int, columns: int, program: Path, tmp_path: Path
) -> None:
    """From 0 jumps up to the first number that is right, which is refused with one jump less."""
    holes = rectangle(rows, columns)
    jumps, random, longest = jumps_of(holes, geometry), Random(rows + columns), Counter[int]()
    for _ in range(8):
        start = frozenset(random.sample(range(len(holes)), len(holes) - random.randrange(3, 6)))
        end = set(random.choice(sorted(map(sorted, reachable(jumps, start)))))
        free = set(random.sample(range(len(holes)), random.choice((0, 3, len(holes)))))
        for most in range(len(holes)):
            proof = {"kind": "longest", "at_most": most}
            value = certificate(
                holes, sorted(start), sorted(end - free), proof, geometry=geometry, free=sorted(free)
            )
            value["claim"] = "longest-sweep"
            valid = verifier.check(value).valid
            assert judged(program, value, tmp_path) == valid, value
            if valid:
                longest[most] += 1
                break
    assert longest.total() == 8 and max(longest) >= 3, longest
