"""Levels in a work folder: what is accepted in memory is accepted, and nothing else, whatever disks do."""

from __future__ import annotations

import errno
import json
import random
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from weakref import WeakSet

import pytest

import feasibility.cli
from feasibility import verifier
from tests.amounts import amounts
from tests.verifier.hostile import explicit
from tests.verifier.reference import certificate, jumps_of, rectangle, triangle
from tests.verifier.test_certificates import FILES
from tests.verifier.test_charged_work import lines
from tests.verifier.test_forms import verifier_reach
from tests.verifier.test_near import honest, pagodas
from tests.verifier.test_one_form import false_sweeps

Json = dict[str, object]
STREAMED = ("search", "closure", "ends", "sweeps")


@pytest.fixture(autouse=True)
def _few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, less in (("WORDS_AT_ONCE", 5), ("ALL_JUMPS_AT_ONCE", 3), ("MAX_WAITING", 7), ("MAX_RUNS", 2)):
        monkeypatch.setattr(verifier, name, less)


def said(value: Json, **limits: Any) -> str:
    outcome = verifier.check(value, time_limit=None, numpy_from=0, **limits)
    return f"{outcome.outcome}: {outcome.reason or outcome.claim}"


def alike(value: Json, folder: Path, *sizes: int) -> str:
    """What is said in memory, and with levels on disk by both forms and any number of positions at once."""
    expected = said(value)
    for at_once in sizes or (2, 30):
        for plain in (True, False):
            assert said(value, plain=plain, workdir=folder, at_once=at_once) == expected, (at_once, plain)
    assert not list(folder.iterdir())
    return expected


def exhaustion() -> Json:
    """A right one: six lines of a jump each, of which the last one is to be empty and a dead hole full."""
    jumps, start = lines(6, 1)
    proof: Json = {"kind": "search", "pagodas": [], "residues": []}
    proof |= {"forward": [1, 6, 15, 20], "backward": [1, 5, 10, 10]}
    return explicit(19, jumps, start, [0, *range(3, 18, 3)], proof)


def test_levels_that_are_done_with_leave_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At each step the one before it is there, and the last of the other side."""
    there: WeakSet[verifier.LevelFile] = WeakSet()
    held: list[int] = []
    make, step = verifier.LevelFile.__init__, verifier.StreamedSets.next

    def made(self: verifier.LevelFile, *args: Any) -> None:
        there.add(self)
        make(self, *args)

    def counted(self: verifier.StreamedSets, *args: Any) -> Any:
        held.append(len(there))
        return step(self, *args)

    monkeypatch.setattr(verifier.LevelFile, "__init__", made)
    monkeypatch.setattr(verifier.StreamedSets, "next", counted)
    assert said(exhaustion(), workdir=tmp_path, at_once=2).startswith("valid")
    assert len(held) == 6 and max(held) <= 2


@pytest.mark.parametrize("folder", ["accepted", "rejected"])
@pytest.mark.parametrize("at_once", [2, 50])
def test_every_certificate_gets_the_same_answer(folder: str, at_once: int, tmp_path: Path) -> None:
    for path in FILES[folder]:
        if path.stem.startswith(STREAMED):
            alike(json.loads(path.read_bytes()), tmp_path, at_once)


@pytest.mark.parametrize("geometry", ["orthogonal", "triangular", "diagonal"])
@amounts("tries", 40, 300)
def test_searches_of_random_pairs(geometry: str, tries: int, tmp_path: Path) -> None:
    """Right levels, by weights that prune and near the ends, and levels with one size changed."""
    rng, seen = random.Random(geometry), set[str]()
    for _ in range(tries):
        holes = rng.choice([rectangle(2, 4), rectangle(3, 3), rectangle(3, 4), triangle(4)])
        jumps = jumps_of(holes, geometry)
        start = frozenset(rng.sample(range(len(holes)), rng.randrange(3, len(holes))))
        target = frozenset(rng.sample(range(len(holes)), rng.randrange(1, len(start))))
        back, near = rng.randrange(len(start) - len(target) + 1), rng.randrange(3)
        proof = honest(jumps, start, target, back, near, pagodas(jumps, len(holes), rng))
        if proof is None:
            continue
        if rng.random() < 0.3:
            sizes = list(proof["forward"])  # type: ignore[call-overload]
            sizes[rng.randrange(len(sizes))] += rng.choice((-1, 1))
            proof["forward"] = sizes
        value = certificate(holes, start, target, proof, geometry=geometry)
        seen.add(alike(value, tmp_path, rng.choice((1, 2, 5)), 20).partition(":")[0])
    assert seen >= {"rejected", "valid"}


@amounts("tries", 12, 200)
def test_closures_of_random_starts(tries: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the residue class is too large for bits they are levels."""
    monkeypatch.setattr(verifier, "MAX_BITSET_JUMPS", 0)
    rng, seen = random.Random(1), set[str]()
    for _ in range(tries):
        holes, geometry = rng.choice([(rectangle(3, 3), "diagonal"), (triangle(4), "triangular")])
        start = rng.sample(range(len(holes)), rng.randrange(1, len(holes)))
        size = len(verifier_reach(holes, geometry, start)) + rng.choice((0, 0, 0, -1, 1))
        pegs = rng.sample(range(len(holes)), rng.randrange(1, 4))
        free = [hole for hole in range(len(holes)) if hole not in pegs and rng.random() < 0.3]
        for target in ({"count": rng.randrange(1, 4)}, {"pegs": sorted(pegs), "free": free}):
            value = certificate(holes, start, target, {"kind": "closure", "size": size}, geometry=geometry)
            seen.add(alike(value, tmp_path, 2, 30).partition(":")[0])
    assert seen == {"rejected", "valid"}


def test_sweeps_that_an_engine_proves(tmp_path: Path) -> None:
    """Regions, bounds, symmetries both sides; and the same with a size or the number changed."""
    found = feasibility.solve("triangle:5:-a1", sweeps=True).certificate
    assert found is not None
    value: Any = json.loads(json.dumps(found.to_json()))
    assert value["claim"] == "sweeps" and len(value["proof"]["forward"]) > 2
    assert alike(value, tmp_path, 40).startswith("valid")
    value["proof"]["forward"][-1] += 1
    assert "not" in alike(value, tmp_path, 40).removeprefix("rejected: forward level")
    value["proof"]["forward"][-1] -= 1
    value["proof"]["at_least"] += 1
    assert alike(value, tmp_path, 40).startswith("rejected")


def numbers(value: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places of all whole numbers of a proof."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    here = [place] if type(value) is int else []
    return here + [found for key, part in items for found in numbers(part, (*place, key))]


@amounts("tries", 60, 2000)
def test_mutants(tries: int, tmp_path: Path) -> None:
    """One number or two of a proof changed: regions, bounds, sizes, symmetries, weights."""
    rng, seen = random.Random(5), set[str]()
    kinds, costly = ("sweeps", "search", "closure"), ("sweeps-triangle5", "sweeps-weights-english")
    right = [p for p in FILES["accepted"] if p.stem.startswith(kinds) and p.stem not in costly]
    for _ in range(tries):
        value = json.loads(rng.choice(right).read_bytes())
        for place in rng.choices(numbers(value["proof"]), k=rng.choice((1, 1, 2))):
            part = value["proof"]
            for key in place[:-1]:
                part = part[key]
            part[place[-1]] += rng.choice((-2, -1, 1, 2))
        seen.add(alike(value, tmp_path, rng.choice((2, 7, 40))).partition(":")[0])
    assert seen >= {"rejected", "valid"}


@pytest.mark.parametrize("holes", [59, 60, 61, 63, 64, 65])
def test_sweeps_meet_on_both_sides_of_a_word(holes: int, tmp_path: Path) -> None:
    assert "share a position" in alike(false_sweeps(holes), tmp_path, 1)


def test_numpy_follows_sweeps_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So the tests here are about both forms."""
    followed: list[int] = []
    swept = verifier.SweptWords._swept
    monkeypatch.setattr(verifier.SweptWords, "_swept", lambda *a: followed.append(1) or swept(*a))
    path = next(path for path in FILES["accepted"] if path.stem == "sweeps-triangle5")
    for plain in (True, False):
        assert bool(followed) is False
        said(json.loads(path.read_bytes()), plain=plain, workdir=tmp_path, at_once=1)
    assert followed


@pytest.mark.parametrize("dead", [0, 44, 46, 47, 100, 600])
def test_boards_on_both_sides_of_a_word(dead: int, tmp_path: Path) -> None:
    """Up to 64 holes eight bytes hold a position; above, as many as it takes."""
    jumps, start = lines(6, dead)
    everything: Json = {"kind": "closure", "size": 64}
    assert alike(explicit(18 + dead, jumps, start, {"count": 1}, everything), tmp_path).startswith("valid")
    assert alike(explicit(18 + dead, jumps, start, {"count": 7}, everything), tmp_path).startswith("rejected")
    search: Json = {"kind": "search", "pagodas": [], "residues": [], "forward": [1, 6, 15, 20, 15, 6, 1, 0]}
    free: Json = {"pegs": [dead], "free": [dead + 1]}
    assert alike(explicit(18 + dead, jumps, start, free, search), tmp_path).startswith("valid")
    all_landed = [hole + dead for hole in range(2, 18, 3)]
    assert alike(explicit(18 + dead, jumps, start, all_landed, everything), tmp_path).startswith("rejected")


def test_more_positions_than_memory_holds_are_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verifier, "MAX_SET", 8)
    monkeypatch.setattr(verifier, "FIRST_LEVELS", 5)
    value = exhaustion()
    assert said(value).startswith("too large")
    assert said(value, workdir=tmp_path, at_once=8).startswith("valid")
    assert "more than 14 (" in said(value, workdir=tmp_path, at_once=8, max_positions=14)


# --- the folder ---


class Disk:
    """A file of a work folder by which something goes wrong after so many calls."""

    calls = 0

    def __init__(self, file: Any, fault: str, after: int) -> None:
        self.file, self.fault, self.after = file, fault, after

    def fails(self, fault: str) -> bool:
        if fault != self.fault:
            return False
        Disk.calls += 1
        return Disk.calls > self.after

    def write(self, data: bytes) -> int:
        if self.fails("full"):
            raise OSError(errno.ENOSPC, "No space left on device")
        if self.fails("partly"):
            return int(self.file.write(data[:-1]))
        if self.fails("forged"):  # another position, and its order may be right
            data = data[:-1] + bytes([data[-1] ^ 0]) if len(data) < 2 else bytes([data[0] ^ 1]) + data[1:]
        return int(self.file.write(data))

    def seek(self, place: int) -> int:
        return int(self.file.seek(place))

    def read(self, size: int) -> bytes:
        data: bytes = self.file.read(size)
        if self.fails("lost"):
            raise OSError(errno.EIO, "Input/output error")
        if self.fails("short"):
            return data[:-8]
        return bytes([data[0] ^ 1]) + data[1:] if self.fails("damaged") and data else data


FAULTS = {"full": "too large", "partly": "too large", "forged": "not checked", "lost": "not checked",
          "short": "not checked", "damaged": "not checked"}  # fmt: skip


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize("fault", FAULTS)
def test_whatever_the_disk_does_nothing_is_accepted_or_rejected_by_it(
    fault: str, plain: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At any moment, of a right certificate and of one that is wrong by one position."""
    made, value = tempfile.TemporaryFile, exhaustion()
    assert alike(value, tmp_path, 9).startswith("valid")
    for after in range(0, 60, 3):
        monkeypatch.setattr(Disk, "calls", 0)
        monkeypatch.setattr(
            tempfile, "TemporaryFile", lambda after=after, **how: Disk(made(**how), fault, after)
        )
        answer = said(value, plain=plain, workdir=tmp_path, at_once=9)
        assert answer.startswith(FAULTS[fault]) or Disk.calls <= after, (after, answer)
        assert Disk.calls > 0


def test_a_folder_that_is_none_is_told_at_once(tmp_path: Path) -> None:
    play = json.loads(FILES["accepted"][0].read_bytes())
    (tmp_path / "file").write_text("")
    for place, why in (
        ("file", "File exists"),
        ("file/in", "Not a directory"),
        ("a\0b", "not a usable name"),
    ):
        outcome = verifier.check(play, workdir=tmp_path / place)
        assert outcome.outcome == "not checked" and why in str(outcome.reason)


def test_an_interrupt_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    append = verifier.LevelFile.append

    def stop(level: verifier.LevelFile, words: Any) -> None:
        append(level, words)
        if len(level.chunks) > 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(verifier.LevelFile, "append", stop)
    with pytest.raises(KeyboardInterrupt):
        verifier.check(exhaustion(), workdir=tmp_path, at_once=2)
    assert not list(tmp_path.iterdir())


def test_checks_share_a_folder(tmp_path: Path) -> None:
    right = exhaustion()
    wrong = right | {"proof": right["proof"] | {"forward": [1, 6, 15, 21]}}  # type: ignore[operator]
    asked = [right, wrong] * 20
    with ThreadPoolExecutor(8) as pool:
        answers = [*pool.map(lambda value: said(value, workdir=tmp_path, at_once=3), asked)]
    assert {answer.partition(":")[0] for answer in answers[::2]} == {"valid"}
    assert set(answers[1::2]) == {"rejected: forward level 3 has 20 positions, not 21"}


def test_progress_tells_what_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifier, "BETWEEN_REPORTS", -1.0)
    monkeypatch.setattr(verifier, "FIRST_LEVELS", 20)
    told: list[str] = []
    assert verifier.check(exhaustion(), workdir=tmp_path, at_once=3, progress=told.append).valid
    assert [line.partition(",")[0] for line in told] == [
        f"{done} of 68 positions" for done in (22, 42, 43, 48, 58, 68)
    ]


def test_both_programs_take_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "right.json"
    path.write_text(json.dumps(exhaustion()), encoding="utf-8")
    for program in (verifier.main, lambda words: feasibility.cli.main(["verify", *words])):
        for folder in (tmp_path, tmp_path / "not" / "yet"):
            assert program([str(path), "--workdir", str(folder)]) == 0
            assert "VALID: infeasible" in capsys.readouterr().out
        assert program([str(path), "--workdir", str(path)]) == 3
        said = capsys.readouterr()
        assert "NOT CHECKED: the work folder" in said.out + said.err
        assert "cannot be used: File exists" in said.out + said.err


def test_sweeps_are_followed_by_numpy_where_they_are_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a folder and without one, from so many positions on that numpy is worth its import."""
    monkeypatch.setattr(verifier, "SWEPT_FEW", 0)
    found = feasibility.solve("triangle:5:-a1", sweeps=True).certificate
    assert found is not None
    value: Any = json.loads(json.dumps(found.to_json()))
    made = list[object]()
    images = verifier.SweptWords.images
    monkeypatch.setattr(
        verifier.SweptWords, "images", lambda self, *more: made.append(self) or images(self, *more)
    )
    size = sum(value["proof"]["forward"]) + sum(value["proof"].get("backward", []))
    worth = size * verifier.SWEPT_AS_MADE
    for folder in (tmp_path, None):
        for numpy_from, plain in ((worth + 1, False), (0, True)):
            assert verifier.check(value, numpy_from=numpy_from, workdir=folder, plain=plain).valid
            assert not made
        assert verifier.check(value, numpy_from=worth, workdir=folder).valid
        assert made
        made.clear()


@pytest.mark.parametrize("plain", [False, True])
def test_what_a_level_leads_to_has_its_share_of_memory(
    plain: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Runs are merged where there are many, and are refused where they are too many even so; not on disk."""
    found = feasibility.solve("triangle:5:-a1", sweeps=True).certificate
    assert found is not None
    value: Any = json.loads(json.dumps(found.to_json()))
    monkeypatch.setattr(verifier, "SWEPT_FEW", 0)
    most, runs, merged = 0, verifier.Runs._flush, verifier.Shelf.merged

    def flushed(self: verifier.Runs) -> None:
        nonlocal most
        runs(self)
        most = max(most, sum(map(len, self.files)))

    monkeypatch.setattr(verifier.Runs, "_flush", flushed)
    limits: Any = {"numpy_from": 0, "plain": plain, "at_once": 64}
    assert verifier.check(value, **limits).valid
    many, most, joined = most, 0, list[int]()
    monkeypatch.setattr(
        verifier.Shelf, "merged", lambda self, *files: joined.append(len(files)) or merged(self, *files)
    )
    for words, outcome in ((many - 1, "valid"), (10, "too large")):
        joined.clear()
        monkeypatch.setattr(verifier, "MAX_RUN_BYTES", words * 8)
        refused = verifier.check(value, **limits)
        assert refused.outcome == outcome and max(joined) > 1
    assert "--workdir" in refused.reason
    assert verifier.check(value, **limits, workdir=tmp_path).valid
