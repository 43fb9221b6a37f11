"""The reachable set as a bit set over the residue class, against plain sets and published counts."""

from __future__ import annotations

import json
import random
from itertools import product
from pathlib import Path

import pytest

from feasibility import verifier
from tests.amounts import amounts
from tests.verifier.alone import run_many
from tests.verifier.reference import (
    Holes,
    certificate,
    ends,
    english,
    jumps_of,
    reachable,
    rectangle,
    triangle,
)

BOARDS: list[tuple[Holes, str]] = [
    (rectangle(1, 3), "orthogonal"),
    (rectangle(1, 8), "orthogonal"),
    (rectangle(2, 4), "orthogonal"),
    (rectangle(3, 4), "orthogonal"),
    (rectangle(4, 4), "orthogonal"),
    (triangle(4), "triangular"),
    (triangle(5), "triangular"),
    (rectangle(3, 3), "diagonal"),
    (((0, 0), (0, 1), (0, 2), (5, 5), (9, 9), (9, 10)), "orthogonal"),
]


@pytest.fixture
def only_bit_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifier, "SMALL_SET", 0)
    monkeypatch.setattr(verifier, "SPARSE", 1 << 60)


@pytest.mark.usefixtures("only_bit_sets")
@pytest.mark.parametrize(("holes", "geometry"), BOARDS)
@pytest.mark.parametrize("blocks", [True, False], ids=["many blocks", "one block"])
@amounts("many", 2, 6)
def test_bit_sets_agree_with_the_reference(
    holes: Holes, geometry: str, blocks: bool, many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verifier, "BLOCK_BITS", 3 if blocks else 16)
    rng, jumps = random.Random(len(holes)), jumps_of(holes, geometry)
    for _ in range(many):
        start = [h for h in range(len(holes)) if rng.random() < 0.75]
        found = reachable(jumps, frozenset(start))
        proof = {"kind": "closure", "size": len(found)}
        targets = [rng.choice(sorted(map(sorted, found))) for _ in range(3)]
        targets += [[h for h in range(len(holes)) if rng.random() < 0.4] for _ in range(3)]
        for target in targets:
            free = [h for h in range(len(holes)) if h not in target and rng.random() < rng.choice([0, 0.5])]
            wanted = not ends(jumps, start, target, free)
            value = certificate(holes, start, target, proof, geometry=geometry, free=free)
            assert verifier.check(value).valid == wanted
        for count in range(len(holes) + 1):
            value = certificate(holes, start, {"count": count}, proof, geometry=geometry)
            assert verifier.check(value).valid == all(len(end) != count for end in found)
        wrong = certificate(holes, start, [], {"kind": "closure", "size": len(found) + 1}, geometry=geometry)
        assert verifier.check(wrong).exit_code == 1


@pytest.mark.usefixtures("only_bit_sets")
def test_a_board_given_by_its_jumps() -> None:
    """A 4x4 torus: every line is a ring of four."""
    holes = rectangle(4, 4)
    steps = [(0, 1), (0, -1), (1, 0), (-1, 0)]
    jumps = [
        tuple(((r + k * a) % 4) * 4 + (c + k * b) % 4 for k in range(3)) for r, c in holes for a, b in steps
    ]  # fmt: skip
    board = {
        "name": "torus",
        "geometry": "explicit",
        "holes": [list(h) for h in holes],
        "jumps": list(map(list, jumps)),
    }
    start = list(range(9))
    found = reachable(tuple(jumps), frozenset(start))  # type: ignore[arg-type]
    for target in ([0], [5], [0, 1]):
        value = certificate(holes, start, target, {"kind": "closure", "size": len(found)}) | {"board": board}
        assert verifier.check(value).valid == (frozenset(target) not in found)


def test_a_class_beyond_the_limit_is_neither_accepted_nor_rejected() -> None:
    holes = rectangle(4, 5)
    value = certificate(holes, range(1, 20), [0, 19], {"kind": "closure", "size": 1 << 19})
    assert verifier.check(value, max_positions=100).exit_code == 3
    many = [list(triple) for triple in product(range(20), repeat=3) if len(set(triple)) == 3]
    board = {"name": "all triples", "geometry": "explicit", "holes": [list(h) for h in holes], "jumps": many}
    outcome = verifier.check(value | {"board": board}, max_positions=1 << 14)
    assert outcome.exit_code == 3 and "--max-positions" in str(outcome.reason)


def test_a_class_with_too_many_bits_is_left_to_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What memory does not hold is refused with the way out, which is then taken."""
    for limit, value in {"SMALL_SET": 16, "MAX_SET": 16, "WHOLE_BITS": 4}.items():
        monkeypatch.setattr(verifier, limit, value)
    holes = triangle(5)
    size = len(reachable(jumps_of(holes, "triangular"), frozenset(range(1, 15))))
    value = certificate(
        holes, range(1, 15), [0, 1, 2], {"kind": "closure", "size": size}, geometry="triangular"
    )
    outcome = verifier.check(value, max_positions=1 << 40)
    assert outcome.exit_code == 3 and "--workdir" in str(outcome.reason)
    assert verifier.check(value, workdir=tmp_path, at_once=8).valid
    wrong = value | {"proof": {"kind": "closure", "size": size - 1}}
    assert verifier.check(wrong, workdir=tmp_path, at_once=8).exit_code == 1


def test_one_closure_serves_all_cases() -> None:
    holes = triangle(5)
    start = [h for h in range(15) if h != 0]
    jumps = jumps_of(holes, "triangular")
    found = reachable(jumps, frozenset(start))
    last = {next(iter(end)) for end in found if len(end) == 1}
    part = {"kind": "closure", "size": len(found)}
    cases = [{"hole": h, "proof": part} for h in range(15)]
    value = certificate(holes, start, {"count": 1}, {"kind": "cases", "cases": cases}, geometry="triangular")
    outcome = verifier.check(value)
    assert outcome.exit_code == 1 and str(outcome.reason).startswith(f"case of hole {min(last)}")
    assert verifier.check(value, max_work=3 * outcome_work(value)).exit_code == 1


def outcome_work(value: dict[str, object]) -> int:
    """Steps that the closure of the same start needs by itself."""
    budget = verifier.Budget()
    problem = verifier._read_problem(value, budget)
    verifier._reach(problem, 1 << 40)
    return budget.work


@pytest.mark.slow
def test_english_centre_game(tmp_path: Path) -> None:
    """187,636,299 positions (several programs agree); the centre is a last peg, the hole beside it is not."""
    holes = english()
    centre = holes.index((3, 3))
    start = [h for h in range(33) if h != centre]
    proof = {"kind": "closure", "size": 187_636_299}
    wanted = {"beside": [centre + 1], "centre": [centre]}
    paths = []
    for name, target in wanted.items():
        paths.append(tmp_path / f"{name}.json")
        paths[-1].write_text(json.dumps(certificate(holes, start, target, proof)), encoding="utf-8")
    outcomes = run_many(paths)
    assert outcomes["beside"]["outcome"] == "valid"
    assert "matches the target" in str(outcomes["centre"]["reason"])
