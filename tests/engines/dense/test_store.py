"""Work directories: killed and resumed, corrupted, of another question, full disk."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from feasibility.base.errors import InputError
from feasibility.base.limits import Clock
from feasibility.base.stopped import Stopped
from feasibility.base.workdir import HEADER, SEAL, SIZE, owned
from feasibility.cli import main
from feasibility.engines.dense import closure as dense
from feasibility.engines.dense import store as dense_store
from feasibility.engines.dense.closure import DenseSet, backward_closure, closure
from feasibility.engines.dense.residue_class import residue_layout
from feasibility.engines.dense.store import SetFile, question_digest
from feasibility.native import binding
from feasibility.text.catalogue import board
from tests.engines.dense.boards import rectangle

BOARD = rectangle(4, 5)
START = (1 << 20) - 1 ^ 1 << 6


@pytest.fixture(autouse=True)
def save_every_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """And with small blocks, so that there are passes enough to stop between."""
    monkeypatch.setattr(dense_store, "PATIENCE", 0.0)
    monkeypatch.setattr(dense, "block_bits", lambda residue: 9)


def whole() -> DenseSet:
    found = closure(*BOARD, START)
    assert isinstance(found, DenseSet)
    return found


class Interrupted(Exception):
    pass


def pass_of(told: str) -> int:
    """The number of the pass that a closure tells of."""
    return int(told.removeprefix("pass ").partition(":")[0])


def interrupt_after(number: int, workdir: Path) -> None:
    """Stop a closure the way Ctrl-C does, after some passes."""

    def stop(told: str) -> None:
        if pass_of(told) > number:
            raise Interrupted

    with pytest.raises(Interrupted):
        closure(*BOARD, START, workdir=workdir, progress=stop)


def test_an_interrupted_closure_goes_on(tmp_path: Path) -> None:
    interrupt_after(2, tmp_path)
    passes: list[int] = []
    found = closure(*BOARD, START, workdir=tmp_path, progress=lambda told: passes.append(pass_of(told)))
    assert isinstance(found, DenseSet)
    assert passes[0] == 3
    assert np.array_equal(found.words, whole().words)
    passes.clear()
    again = closure(*BOARD, START, workdir=tmp_path, progress=lambda told: passes.append(pass_of(told)))
    assert isinstance(again, DenseSet) and not passes
    assert np.array_equal(again.words, found.words)


def test_both_directions_share_a_directory(tmp_path: Path) -> None:
    closure(*BOARD, START, workdir=tmp_path)
    closure(*BOARD, START, workdir=tmp_path)
    back = backward_closure(*BOARD, 1 << 6, workdir=tmp_path)
    plain = backward_closure(*BOARD, 1 << 6)
    assert isinstance(back, DenseSet) and isinstance(plain, DenseSet)
    assert np.array_equal(back.words, plain.words)


@pytest.mark.parametrize("spoil", ["byte", "short", "long", "empty", "head", "version"])
def test_corrupted_files_are_named(tmp_path: Path, spoil: str) -> None:
    interrupt_after(2, tmp_path)
    path = tmp_path / "dense-forward.bits"
    data = bytearray(path.read_bytes())
    if spoil == "byte":
        data[SIZE + 4000] ^= 4
    elif spoil == "short":
        del data[-8:]
    elif spoil == "long":
        data += b"\0"
    elif spoil == "empty":
        data.clear()
    else:
        data[0 if spoil == "head" else 8] ^= 1
    path.write_bytes(data)
    with pytest.raises(InputError, match=r"dense-forward\.bits: corrupted"):
        closure(*BOARD, START, workdir=tmp_path)


@pytest.mark.parametrize("byte", range(HEADER.size + SEAL))
def test_what_is_said_of_the_words_is_sealed(tmp_path: Path, byte: int) -> None:
    """A file that is complete only by its header would be a false refutation."""
    file = SetFile(tmp_path / "one.bits", "q")
    assert file.save(np.zeros(8, np.uint64), 3) is None
    data = bytearray(file.path.read_bytes())
    data[byte] ^= 1
    file.path.write_bytes(data)
    with pytest.raises(InputError, match=r"one\.bits: corrupted"):
        file.mapped(8)


@pytest.mark.parametrize("compiled", [True, False])
def test_a_stop_in_the_middle_of_a_pass_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled: bool
) -> None:
    """What is kept is part of the closure, and a run that begins with it ends with all of it."""
    if not compiled:
        monkeypatch.setattr(binding, "library", lambda: None)
    elif binding.library() is None:
        pytest.skip("no compiled kernels")
    looks = 0

    def expired(clock: Clock) -> bool:
        nonlocal looks
        looks += 1
        return looks > (3 if compiled else 200)  # in the second pass

    expected = whole()
    with monkeypatch.context() as patch:
        patch.setattr(Clock, "expired", expired)
        stopped = closure(*BOARD, START, workdir=tmp_path)
    assert isinstance(stopped, Stopped) and stopped.limit == "time"
    kept = np.zeros_like(expected.words)
    store = dense_store.SetFile(tmp_path / "dense-forward.bits", digest_in(tmp_path))
    passes, done = store.load(kept)
    assert f"in pass {passes + 1}" in stopped.reason and not done
    assert kept.any() and not np.any(kept & ~expected.words)
    found = closure(*BOARD, START, workdir=tmp_path)
    assert isinstance(found, DenseSet)
    assert np.array_equal(found.words, expected.words)


def test_a_stop_on_a_full_disk_names_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dense_store, "PATIENCE", 1e9)  # no save between the first pass and the stop

    def fill(told: str) -> None:
        done, blocks = re.findall(r"([\d,]+) (?:of|blocks)", told)
        if pass_of(told) == 2 and done == blocks:
            monkeypatch.setattr(os, "fsync", full)
            monkeypatch.setattr(Clock, "expired", lambda _: True)

    answer = closure(*BOARD, START, workdir=tmp_path, progress=fill)
    assert isinstance(answer, Stopped) and answer.limit == "time"
    assert "pass 3" in answer.reason and "No space left" in answer.reason
    assert [path.name for path in tmp_path.glob("*.bits*")] == ["dense-forward.bits"]


def digest_in(workdir: Path) -> str:
    """Of the question of a closure in this directory."""
    question = dense.ClosureQuestion(*BOARD, START, 0, START, False)
    return question_digest(question, residue_layout(*BOARD).through(START))


def test_any_part_of_a_closure_is_enough_to_go_on(tmp_path: Path) -> None:
    """Whatever bits a stop leaves behind: the first pass of the next run looks at every block."""
    expected = whole()
    interrupt_after(2, tmp_path)
    store = dense_store.SetFile(tmp_path / "dense-forward.bits", digest_in(tmp_path))
    chance = np.random.default_rng(3)
    for share in (0, 1, 2, 3):
        kept = expected.words.copy()
        for _ in range(share):
            kept &= chance.integers(0, 1 << 64, len(kept), np.uint64)
        assert store.save(kept, 1) is None
        found = closure(*BOARD, START, workdir=tmp_path)
        assert isinstance(found, DenseSet)
        assert np.array_equal(found.words, expected.words)


def test_ctrl_c_keeps_what_there_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dense_store, "PATIENCE", 1e9)  # one save after the first pass

    def interrupt(told: str) -> None:
        if pass_of(told) == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        closure(*BOARD, START, workdir=tmp_path, progress=interrupt)
    passes: list[int] = []
    found = closure(*BOARD, START, workdir=tmp_path, progress=lambda told: passes.append(pass_of(told)))
    assert isinstance(found, DenseSet) and passes[0] >= 4
    assert np.array_equal(found.words, whole().words)


def test_saves_are_as_far_apart_as_they_are_costly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dense_store, "PATIENCE", 4.0)
    monkeypatch.setattr(dense_store, "monotonic", lambda: clock[0])
    clock = [100.0]
    sync = os.fsync

    def slow(number: int) -> None:
        clock[0] += 1.0
        sync(number)

    monkeypatch.setattr(os, "fsync", slow)  # twice for each save: file and folder
    store = dense_store.SetFile(tmp_path / "dense-forward.bits", "q")
    words = np.zeros(8, np.uint64)
    times = []
    for _ in range(30):
        before = clock[0]
        assert store.keep(words, 1) is None
        times.append(clock[0] > before)
        clock[0] += 1.0
    assert [i for i, saved in enumerate(times) if saved] == [0, 8, 16, 24]


def test_another_question_is_refused(tmp_path: Path) -> None:
    interrupt_after(2, tmp_path)
    with pytest.raises(InputError, match="another search"):
        closure(*BOARD, START ^ 1 << 7, workdir=tmp_path)


def test_a_directory_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="file"):
        closure(*BOARD, START, workdir=tmp_path / "file" / "below")


def full(_: int) -> None:
    raise OSError(28, "No space left on device")


def test_a_full_disk_is_a_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", full)
    answer = closure(*BOARD, START, workdir=tmp_path)
    assert isinstance(answer, Stopped) and answer.limit == "disk" and "No space left" in answer.reason
    assert list(tmp_path.glob("*.bits*")) == []


def test_a_disk_that_fills_keeps_the_last_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_after(2, tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        answer = closure(*BOARD, START, workdir=tmp_path)
    assert isinstance(answer, Stopped) and answer.limit == "disk" and str(tmp_path) in answer.reason
    assert [path.name for path in tmp_path.glob("*.bits*")] == ["dense-forward.bits"]
    found = closure(*BOARD, START, workdir=tmp_path)
    assert isinstance(found, DenseSet)
    assert np.array_equal(found.words, whole().words)


CHILD = """
import sys, time
from pathlib import Path
from feasibility.engines.dense import closure as dense
from feasibility.engines.dense import store as dense_store
dense_store.PATIENCE, dense.block_bits = 0.0, lambda residue: 9
from feasibility.engines.dense.closure import closure
from tests.engines.dense.test_store import BOARD, START
print("begun", flush=True)
closure(*BOARD, START, workdir=Path(sys.argv[1]), progress=lambda p: time.sleep(0.03))
"""


@pytest.mark.full
def test_killed_ten_times_at_random_moments(tmp_path: Path) -> None:
    """kill -9 leaves a whole pass or nothing behind; the final set is the same."""
    pause = random.Random(5)
    for _ in range(10):
        command = [sys.executable, "-c", CHILD, str(tmp_path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
            assert child.stdout is not None
            assert child.stdout.readline() == b"begun\n"
            time.sleep(pause.uniform(0.0, 0.12))
            child.send_signal(signal.SIGKILL)
    found = closure(*BOARD, START, workdir=tmp_path)
    assert isinstance(found, DenseSet)
    assert np.array_equal(found.words, whole().words)


@pytest.mark.parametrize("method", ["dense"])
def test_a_directory_in_which_another_search_works_is_refused(
    method: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    question = [
        "solve",
        "rectangle:3x4:-b2",
        "rectangle:3x4:+b2",
        "--method",
        method,
        "--workdir",
        str(tmp_path),
    ]
    with owned(tmp_path / (method if binding.library() else "dense")):  # levels are a closure without kernels
        assert main(question) == 2
        assert "another search works in this directory" in capsys.readouterr().err
    assert main(question) in (0, 1)


def test_a_lie_in_a_work_directory_is_no_refutation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that says, with the right checksum, that nothing but the start can be reached."""
    question = ["solve", "triangle:5:-a1", "--pegs", "1", "--method", "dense", "--workdir", str(tmp_path)]
    assert main(question) == 0
    path, triangle = tmp_path / "dense" / "dense-forward.bits", board("triangle:5")
    start = triangle.full ^ 1
    residue = residue_layout(15, triangle.jumps).through(start)
    asked_of_set = dense.ClosureQuestion(15, triangle.jumps, start, 0, start, False)
    file = SetFile(path, question_digest(asked_of_set, residue))
    words = np.zeros((path.stat().st_size - SIZE) // 8, np.uint64)
    passes, _ = file.load(words)
    words[:] = 0
    words[residue.address(start) >> 6] = 1 << (residue.address(start) & 63)
    assert file.save(words, passes, done=True) is None
    capsys.readouterr()
    code = main(question)
    told = capsys.readouterr()
    assert code == 4 and "INFEASIBLE" not in told.out
