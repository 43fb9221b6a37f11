"""Levels and closures by numpy and by the standard library: the same answers, reasons and steps."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest
from hypothesis import strategies as st

from feasibility import verifier
from tests.amounts import amounts, examples
from tests.verifier.alone import run_many
from tests.verifier.hostile import explicit
from tests.verifier.reference import certificate, english, jumps_of, rectangle, triangle
from tests.verifier.test_certificates import FILES
from tests.verifier.test_near import honest, pagodas

Json = dict[str, object]
FORMS = (True, False)  # plain, or by numpy


@pytest.fixture(autouse=True)
def _few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, less in (("WORDS_AT_ONCE", 5), ("ALL_JUMPS_AT_ONCE", 3), ("MAX_WAITING", 7)):
        monkeypatch.setattr(verifier, name, less)


def answers(value: Json, **limits: int) -> tuple[list[str], list[int]]:
    """What both forms say, and the steps that they have spent."""
    said, spent = [], []
    for plain in FORMS:
        budget = verifier.Budget(time_limit=None, plain=plain, numpy_from=0, **limits)
        try:
            said.append(str(verifier._verify(value, budget)))
        except verifier.Refusal as refusal:
            said.append(f"{refusal.outcome}: {refusal}")
        spent.append(budget.work)
    return said, spent


def alike(value: Json, **limits: int) -> str:
    (plain, words), spent = answers(value, **limits)
    assert plain == words
    assert len(set(spent)) == 1 or plain.startswith(("too large", "not checked"))
    return plain


@pytest.mark.parametrize("folder", ["accepted", "rejected"])
def test_every_certificate_gets_the_same_answer(folder: str) -> None:
    for path in FILES[folder]:
        alike(json.loads(path.read_bytes()))


@pytest.mark.parametrize("folder", ["accepted", "rejected"])
def test_where_numpy_is_missing_nothing_changes(folder: str) -> None:
    paths = [path for path in FILES[folder] if path.stem.partition("-")[0] in ("search", "closure", "ends")]
    outcomes = run_many(paths, blocked=("numpy",))
    for path in paths:
        assert outcomes[path.stem] == json.loads(verifier.as_json(verifier.check(path)))


@pytest.mark.parametrize("geometry", ["orthogonal", "triangular", "diagonal"])
@amounts("tries", 60, 400)
def test_searches_of_random_pairs(geometry: str, tries: int) -> None:
    """Right levels, levels with one size changed, and levels by weights that prune."""
    rng, seen = random.Random(geometry), set[str]()
    for _ in range(tries):
        holes = rng.choice([rectangle(2, 4), rectangle(3, 3), rectangle(3, 4), triangle(4)])
        jumps = jumps_of(holes, geometry)
        start = frozenset(rng.sample(range(len(holes)), rng.randrange(3, len(holes))))
        target = frozenset(rng.sample(range(len(holes)), rng.randrange(1, len(start))))
        back, near = rng.randrange(len(start) - len(target) + 1), rng.randrange(3)
        found = pagodas(jumps, len(holes), rng)
        proof = honest(jumps, start, target, back, near, found)
        if proof is None:
            continue
        if rng.random() < 0.3:
            sizes = list(proof["forward"])  # type: ignore[call-overload]
            sizes[rng.randrange(len(sizes))] += rng.choice((-1, 1))
            proof["forward"] = sizes
        value = certificate(holes, start, target, proof, geometry=geometry)
        seen.add(alike(value).partition(":")[0])
        alike(value, max_positions=rng.randrange(1, 20))
        alike(value, max_work=rng.randrange(1, 40_000))
    assert {"rejected", "infeasible, proved by search"} <= seen


@pytest.mark.parametrize("small", [0, 10, 1 << 17], ids=["bit sets", "both", "sets"])
def test_closures_of_random_starts(small: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifier, "SMALL_SET", small)
    monkeypatch.setattr(verifier, "SPARSE", 1 << 10 if small else 1 << 60)
    rng, seen = random.Random(small), set[str]()
    for _ in range(60):
        holes, geometry = rng.choice([(rectangle(3, 4), "orthogonal"), (triangle(5), "triangular")])
        start = rng.sample(range(len(holes)), rng.randrange(1, len(holes)))
        size = len(verifier_reach(holes, geometry, start)) + rng.choice((0, 0, 0, -1, 1))
        pegs = rng.sample(range(len(holes)), rng.randrange(1, 4))
        free = [hole for hole in range(len(holes)) if hole not in pegs and rng.random() < 0.3]
        for target in ({"count": rng.randrange(1, 4)}, {"pegs": sorted(pegs), "free": free}):
            value = certificate(holes, start, target, {"kind": "closure", "size": size}, geometry=geometry)
            seen.add(alike(value).partition(":")[0])
    assert seen == {"rejected", "infeasible, proved by closure"}


def verifier_reach(holes: tuple[tuple[int, int], ...], geometry: str, start: Iterable[int]) -> set[int]:
    jumps = [sum(1 << hole for hole in jump) for jump in jumps_of(holes, geometry)]
    needed = [sum(1 << hole for hole in jump[:2]) for jump in jumps_of(holes, geometry)]
    found = level = {sum(1 << hole for hole in start)}
    while level:
        level = {p ^ j for p in level for j, pegs in zip(jumps, needed, strict=True) if p & j == pegs}
        found = found | level
    return found


# --- lanes ---


WEIGHT = st.integers(-(2**58) // 8, 2**58 // 8) | st.integers(-3, 3)
ROW = st.lists(WEIGHT, min_size=8, max_size=8)


@examples(40, 300, st.lists(st.tuples(ROW, st.integers(-(2**58), 2**58)), min_size=1, max_size=9))
def test_lanes_say_what_the_weights_say(bounds: Sequence[tuple[list[int], int]]) -> None:
    """All 256 positions of eight holes, by both forms, with weights up to what a word can hold."""
    value = certificate(rectangle(1, 8), [0], [1], {"kind": "closure", "size": 1})
    problem = verifier._read_problem(value, verifier.Budget(numpy_from=0))
    rows = [row for row, _ in bounds]
    weights = {p: [sum(w for i, w in enumerate(row) if p >> i & 1) for row in rows] for p in range(256)}
    enough = [p for p, w in weights.items() if all(a >= b for a, (_, b) in zip(w, bounds, strict=True))]
    for plain in FORMS:
        problem.budget.plain = plain
        sets = verifier.Form.of(problem, 256, rows).sets(problem, back=False)
        assert isinstance(sets, verifier.PlainSets if plain else verifier.WordSets)
        kept = sets.heavy(sets.of(range(256)), bounds)
        assert sorted(int(p) for p in kept) == enough
        least = [min(column) for column in zip(*weights.values(), strict=True)]
        assert sets.least(sets.of(range(256)), rows) == least


@pytest.mark.parametrize("most", [1, 20, 64, 4096])
def test_any_packing_of_lanes_is_the_same(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifier, "MAX_LANE_BITS", most)
    for path in FILES["accepted"]:
        if path.stem.startswith(("search", "ends")):
            alike(json.loads(path.read_bytes()))


def test_what_no_word_holds_is_left_to_the_plain_form() -> None:
    holes = rectangle(8, 8)
    value = certificate(holes, [0, 1], [0], {"kind": "closure", "size": 1})
    problem = verifier._read_problem(value, verifier.Budget(numpy_from=10))
    assert verifier.Form.of(problem, 10, [[1] * 64]).numpy is not None
    assert verifier.Form.of(problem, 9, [[1] * 64]).numpy is None
    assert verifier.Form.of(problem, 10, [[2**60] + [0] * 63]).numpy is None
    value = certificate(rectangle(5, 13), [0, 1], [0], {"kind": "closure", "size": 1})
    problem = verifier._read_problem(value, verifier.Budget(numpy_from=10))
    assert verifier.Form.of(problem, 10).numpy is None


def test_the_last_hole_of_a_word() -> None:
    """On 64 holes, with a jump into the last one."""
    pegs = [61, 62]
    search: Json = {"kind": "search", "pagodas": [], "residues": [], "forward": [1, 1]}
    value = explicit(64, [[61, 62, 63], [63, 62, 61]], pegs, [0], search)
    assert alike(value) == alike(value | {"target": {"pegs": [61], "free": []}})
    assert alike(value | {"target": {"pegs": [63], "free": []}}).startswith("rejected")
    assert alike(value | {"proof": {"kind": "closure", "size": 2}}).startswith("infeasible")
    assert alike(explicit(64, [], pegs, [0], {"kind": "closure", "size": 1})).startswith("infeasible")


# --- numbers that fall together in Python's sets ---


def test_salts_keep_positions_of_large_boards_apart() -> None:
    """Pegs in holes 0, 61, 122, ... weigh 1 each modulo 2**61 - 1, so a set saw few different positions."""
    holes = 61 * 12 + 1
    value = explicit(holes, [], list(range(0, holes, 61)), [0], {"kind": "closure", "size": 1})
    problem = verifier._read_problem(value, verifier.Budget())
    positions = [sum(1 << 61 * i for i in range(12) if some >> i & 1) for some in range(1 << 12)]
    assert len({hash(p) for p in positions}) == 13
    form = verifier.Form.plain(problem)
    sets = verifier.PlainSets(problem, form, back=False)
    made = sets.of(positions)
    assert len({hash(p) for p in made}) == len(made) == len(positions)
    assert {p & sets.ones for p in made} == set(positions)
    least = verifier.Wide(problem, form, (), (), back=False).least(positions)
    assert made == least, "both ends write a position in the same way"


def test_the_program_runs_where_numpy_is_broken(tmp_path: Path) -> None:
    """A numpy that ends in an error of any kind is as good as none."""
    (tmp_path / "numpy.py").write_text("raise AttributeError('broken')\n", encoding="utf-8")
    holes = english()
    start = [hole for hole in range(33) if hole not in (16, 17)]
    proof = {"kind": "search", "pagodas": [], "residues": [], "forward": [1, 200_000]}
    path = tmp_path / "one.json"
    path.write_text(json.dumps(certificate(holes, start, [0], proof)), encoding="utf-8")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import verifier; sys.exit(verifier.main())"
    folder = Path(verifier.__file__).parent
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], cwd=folder, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (1, "") and "the levels cover 1 jump" in done.stdout
