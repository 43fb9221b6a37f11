"""Levels in a work directory: equal answers, resumption after any death, distrust of what is found."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility.base.errors import ExitCode, InputError
from feasibility.base.limits import Limits
from feasibility.base.stopped import Stopped
from feasibility.decide import Plan, check
from feasibility.decide import search as decide
from feasibility.decide.engines import Effort
from feasibility.engines.frontier.disk import BUDGET, DiskStore
from feasibility.engines.frontier.level_files import LevelCollector, LevelWriter, read_level
from feasibility.engines.frontier.search import with_closed_pagodas
from feasibility.engines.frontier.sides import Side, SideWatch
from feasibility.engines.positions.question import PositionQuestion, of_masks, of_pair
from feasibility.engines.positions.words import Symmetries, pack, unpack
from feasibility.engines.results import Exhausted, Found
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.verdict import Outcome
from feasibility.text.catalogue import board as named
from tests.engines.frontier.searching import complete_levels, search

SCRIPT = """
import sys
from pathlib import Path
from tests.engines.frontier.test_disk import hopeless
from tests.engines.frontier.searching import search
from feasibility.engines.frontier.disk import DiskStore
asked = hopeless()
print("begun", flush=True)
print(search(asked, store=DiskStore(Path(sys.argv[1]), asked)))
"""


def hopeless() -> PositionQuestion:
    """A pair of the 5x6 board without a play, about a second of search."""
    return of_masks(30, named("rectangle:5x6").jumps, 0x34FBFFEF, 0x100C10C)


SOME = Limits(work=50_000)  # of the 1.4 million steps of that search: some levels of both sides


def sampled(name: str, count: int) -> list[tuple[PositionQuestion, bool]]:
    board = named(name)
    chance = random.Random(name)
    found = []
    for _ in range(count):
        start, target = chance.randrange(board.full), chance.randrange(board.full)
        if target.bit_count() < start.bit_count():
            question = of_pair(Pair(Position(board, start), Position(board, target)))
            found.append((question, isinstance(search(question), Found)))
    return found


def test_disk_and_memory_agree(tmp_path: Path) -> None:
    for i, (question, _) in enumerate(sampled("cross:1,1,1,1", 30)):
        store = DiskStore(tmp_path / str(i), question, parts=3, alone=100 * (i % 2), budget=1)
        assert search(question, store=store) == search(question)


def test_a_board_of_many_words(tmp_path: Path) -> None:
    board = named("defi-plateau16")
    start = board.mask([(4, c) for c in range(4)] + [(3, 4), (2, 5)]) | 1 << board.n - 1
    question = of_masks(board.n, board.jumps, start, 1 << 70)
    assert search(question, store=DiskStore(tmp_path, question)) == search(question)


def finished(folder: Path) -> int:
    return len(list(folder.glob("*.level")))


@pytest.mark.slow
def test_killed_ten_times(tmp_path: Path) -> None:
    expected = repr(search(hopeless()))
    assert expected.startswith("Exhausted")
    chance = random.Random(1)
    command = [sys.executable, "-c", SCRIPT, str(tmp_path)]
    levels = [0]
    for _ in range(10):
        with subprocess.Popen(command, stdout=subprocess.PIPE) as run:
            assert run.stdout is not None
            assert run.stdout.readline() == b"begun\n"
            time.sleep(chance.random() / 3)
            run.send_signal(signal.SIGKILL)
        levels.append(finished(tmp_path))
    assert levels == sorted(levels)
    assert levels[-1] > 1
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split("\n", 1)[1].strip() == expected


def test_a_stopped_search_goes_on(tmp_path: Path) -> None:
    question = hopeless()
    first = search(question, clock=SOME.start(), store=DiskStore(tmp_path, question))
    assert isinstance(first, Stopped)
    assert finished(tmp_path) == sum(complete_levels(first))
    second = search(question, store=DiskStore(tmp_path, question))
    assert isinstance(second, Exhausted)
    assert second == search(question)


def prepared(folder: Path) -> tuple[PositionQuestion, Path]:
    """A finished search in a directory, and one of its level files."""
    question, _ = sampled("rectangle:3x4", 40)[0]
    search(question, store=DiskStore(folder, question))
    return question, max(folder.glob("forward*.level"))


@pytest.mark.parametrize("byte", [0, 9, 20, 70, 80, -1])
def test_a_changed_byte_is_found_and_the_file_named(tmp_path: Path, byte: int) -> None:
    question, path = prepared(tmp_path)
    raw = bytearray(path.read_bytes())
    raw[byte] ^= 1
    path.write_bytes(raw)
    with pytest.raises(InputError, match="corrupted file of a search") as caught:
        search(question, store=DiskStore(tmp_path, question))
    assert caught.value.source == str(path)


def test_a_cut_file_is_found(tmp_path: Path) -> None:
    question, path = prepared(tmp_path)
    path.write_bytes(path.read_bytes()[:-8])
    with pytest.raises(InputError, match="corrupted"):
        search(question, store=DiskStore(tmp_path, question))


def test_a_file_of_another_question_is_found(tmp_path: Path) -> None:
    question, path = prepared(tmp_path / "one")
    other, _ = sampled("rectangle:3x4", 40)[1]
    search(other, store=DiskStore(tmp_path / "two", other))
    path.write_bytes((tmp_path / "two" / "forward-000.level").read_bytes())
    with pytest.raises(InputError, match="another question"):
        search(question, store=DiskStore(tmp_path / "one", question))


@pytest.mark.parametrize("other", ["forward-001", "backward-000"])
def test_a_file_of_another_place_is_found(tmp_path: Path, other: str) -> None:
    question = hopeless()
    search(question, clock=SOME.start(), store=DiskStore(tmp_path, question))
    path = tmp_path / "forward-002.level"
    shutil.copy(tmp_path / f"{other}.level", path)
    with pytest.raises(InputError, match="another question, side or level") as caught:
        search(question, store=DiskStore(tmp_path, question))
    assert caught.value.source == str(path)


def test_a_level_follows_the_level_it_was_made_from(tmp_path: Path) -> None:
    """As if a program that prunes differently had written it: the same question, side and number."""
    question = hopeless()
    search(question, clock=SOME.start(), store=DiskStore(tmp_path, question))
    store = DiskStore(tmp_path, question)
    thinner = store.collector("forward", 2)
    thinner.add(store.load("forward")[2].block(0, 1))
    thinner.finish()
    store.close()
    with pytest.raises(InputError, match="follows another") as caught:
        search(question, store=DiskStore(tmp_path, question))
    assert caught.value.source == str(tmp_path / "forward-003.level")


def through(question: PositionQuestion, folder: Path, dual: bool) -> None:
    """All levels of the question, of both sides if asked: files that other runs or hands brought together."""
    store = DiskStore(folder, question)
    sides = {"forward": question, "backward": question.dual()} if dual else {"forward": question}
    for name, of_side in sides.items():
        side = Side(
            name, with_closed_pagodas(of_side), Symmetries(question.symmetries, question.holes), store
        )
        while side.depth < question.length:
            side.advance(SideWatch(Limits().start(), 1, None))
    store.close()


@pytest.mark.parametrize("target", ["position", "complement", "pattern"])
def test_more_levels_than_a_search_needs(tmp_path: Path, target: str) -> None:
    """Last levels that overlap have nothing in common, and a match may be in an earlier level."""
    board = named("triangle:5")
    start = Position(board, board.full ^ 1)
    second = start.replay([Jump(3, 1, 0), Jump(5, 4, 3)]).mask
    free = second & -second
    ends: dict[str, Target] = {
        "position": Target(board, 1 << 12),
        "complement": Target(board, 1),
        "pattern": Target(board, second ^ free, free),
    }
    question = of_pair(Pair(start, ends[target]))
    assert isinstance(search(question), Found)
    through(question, tmp_path, dual=target == "position")
    assert isinstance(search(question, store=DiskStore(tmp_path, question)), Found)


def test_directories_of_others_are_refused(tmp_path: Path) -> None:
    prepared(tmp_path)
    other, _ = sampled("rectangle:3x4", 40)[1]
    with pytest.raises(InputError, match="another search"):
        search(other, store=DiskStore(tmp_path, other))


def test_files_of_another_version_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("feasibility.base.workdir.VERSION", 2)
        question, _ = prepared(tmp_path)
    with pytest.raises(InputError, match="another version"):
        search(question, store=DiskStore(tmp_path, question))


def test_one_search_per_directory(tmp_path: Path) -> None:
    question, _ = prepared(tmp_path)
    store = DiskStore(tmp_path, question)
    with pytest.raises(InputError, match="another search"):
        DiskStore(tmp_path, question)
    store.close()
    DiskStore(tmp_path, question).close()


def test_a_directory_that_cannot_be_made(tmp_path: Path) -> None:
    question, _ = sampled("rectangle:3x4", 40)[0]
    blocker = tmp_path / "file"
    blocker.write_text("")
    with pytest.raises(InputError, match="cannot keep the search on disk"):
        DiskStore(blocker / "below", question)


def fill_disk(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """The disk takes so many files more."""
    real = os.fsync
    calls = 0

    def full(number: int) -> None:
        nonlocal calls
        calls += 1
        if calls > after:
            raise OSError(28, "No space left on device")
        real(number)

    monkeypatch.setattr(os, "fsync", full)


@pytest.mark.parametrize("budget", [1, BUDGET])
def test_a_full_disk_keeps_what_was_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, budget: int
) -> None:
    question = hopeless()
    store = DiskStore(tmp_path, question)
    store.budget = budget  # a small one: the disk is full in the middle of a level
    with monkeypatch.context() as patch:
        fill_disk(patch, 20)
        full = search(question, store=store)
    assert isinstance(full, Stopped)
    assert full.limit == "disk"
    assert "No space left" in full.reason and str(tmp_path) in full.reason
    assert not [*tmp_path.glob("*.partial"), *tmp_path.glob("*.run")]
    kept = finished(tmp_path)
    assert kept == sum(complete_levels(full)) >= 5
    stopped = search(question, clock=Limits(seconds=0).start(), store=DiskStore(tmp_path, question))
    assert isinstance(stopped, Stopped)
    assert sum(complete_levels(stopped)) == kept


def test_a_disk_that_is_full_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    question = hopeless()
    fill_disk(monkeypatch, 0)
    full = search(question, store=DiskStore(tmp_path, question))
    assert isinstance(full, Stopped)
    assert full == Stopped("disk", full.reason, so_far=full.so_far, by_levels=True)
    assert complete_levels(full) == (0, 0)
    assert not list(tmp_path.glob("*.level"))


def test_a_full_disk_leaves_the_verdict_unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = named("rectangle:4x4")
    pair = Pair(Position(board, board.full ^ 1), Position(board, 1))
    for engine in ("dense", "frontier"):
        with monkeypatch.context() as patch:
            fill_disk(patch, 0)
            finding = decide(pair, Effort(Limits().start(), workdir=tmp_path / engine), engine)
        assert finding.outcome is Outcome.UNDECIDED
        assert "disk limit" in finding.summary and str(tmp_path / engine) in finding.summary
        again = decide(pair, Effort(Limits().start(), workdir=tmp_path / engine), engine)
        assert again.proof is not None


def test_a_disk_that_takes_no_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "mkdir", full)
    board = named("rectangle:4x4")
    pair = Pair(Position(board, board.full ^ 1), Position(board, 1))
    for engine in ("dense", "frontier"):
        finding = decide(pair, Effort(Limits().start(), workdir=tmp_path / engine), engine)
        assert finding.outcome is Outcome.UNDECIDED
        assert "disk limit" in finding.summary and "No space left" in finding.summary


def test_one_peg_anywhere_on_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The question is then put hole by hole: searches that must not get into each other's way."""
    board = named("rectangle:3x3")
    pair = Pair(Position(board, board.full ^ 1), Target.with_pegs(board, 1))
    fill_disk(monkeypatch, 0)
    verdict = check(pair, Limits(), Plan((), workdir=tmp_path, engine="frontier"))
    assert verdict.exit_code is ExitCode.UNKNOWN
    assert "disk limit" in verdict.findings[-1].summary


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.sets(st.integers(0, 2**70), max_size=60), min_size=1, max_size=5),
    st.sampled_from([64, 128]),
)
def test_a_level_is_read_as_it_was_collected(
    tmp_path_factory: pytest.TempPathFactory, sets: list[set[int]], holes: int
) -> None:
    collector = LevelCollector(tmp_path_factory.mktemp("level") / "all.level", holes // 64, b"q" * 16, len)
    for masks in sets:
        collector.add(pack(sorted({m % 2**holes for m in masks}), holes))
    level = collector.finish()
    expected = sorted({m % 2**holes for masks in sets for m in masks})
    assert unpack(level.block(0, level.size)) == expected
    again = read_level(level.path, holes // 64, b"q" * 16)
    assert again.size == again.positions == len(expected)
    sought = [*expected, *(m ^ 1 for m in expected)]
    if sought:
        assert again.holds(pack(sought, holes)).tolist() == [m in set(expected) for m in sought]


def test_large_level_is_found_by_pieces(tmp_path: Path) -> None:
    rows = np.arange(0, 300_000, 3, dtype=np.uint64)[:, None]
    writer = LevelWriter(tmp_path / "l.level", 1, b"q" * 16)
    for low in range(0, len(rows), 7001):
        writer.put(part := rows[low : low + 7001], len(part))
    level = writer.finish()
    assert (read_level(level.path, 1, b"q" * 16).index == level.index).all()
    few = np.array([0, 1, 2, 3, 299_997, 299_998, 400_000], dtype=np.uint64)[:, None]
    assert level.holds(few).tolist() == [True, False, False, True, True, False, False]
    many = np.random.default_rng(0).permutation(300_100).astype(np.uint64)[:, None]
    assert (level.holds(many) == ((many[:, 0] % 3 == 0) & (many[:, 0] < 300_000))).all()
