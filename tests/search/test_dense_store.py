"""Work directories: killed and resumed, corrupted, of another question, full disk."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from feasibility.errors import InputError
from feasibility.search import dense, dense_store
from feasibility.search.dense import DenseSet, backward_closure, closure
from feasibility.search.dense_run import Progress, Refused
from tests.search.dense_boards import rectangle

BOARD = rectangle(4, 5)
START = (1 << 20) - 1 ^ 1 << 6


@pytest.fixture(autouse=True)
def save_every_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """And with small blocks, so that there are passes enough to stop between."""
    monkeypatch.setattr(dense_store, "SAVE_EVERY", 0.0)
    monkeypatch.setattr(dense, "BLOCK_BITS", 9)
    monkeypatch.setattr(dense, "NUMPY_BLOCK_BITS", 9)


def whole() -> DenseSet:
    found = closure(*BOARD, START)
    assert isinstance(found, DenseSet)
    return found


class Interrupted(Exception):
    pass


def interrupt_after(number: int, workdir: Path) -> None:
    """Stop a closure the way Ctrl-C does, after some passes."""

    def stop(progress: Progress) -> None:
        if progress.number > number:
            raise Interrupted

    with pytest.raises(Interrupted):
        closure(*BOARD, START, workdir=workdir, progress=stop)


def test_an_interrupted_closure_goes_on(tmp_path: Path) -> None:
    interrupt_after(2, tmp_path)
    passes: list[int] = []
    found = closure(*BOARD, START, workdir=tmp_path, progress=lambda p: passes.append(p.number))
    assert isinstance(found, DenseSet)
    assert passes[0] == 3
    assert np.array_equal(found.words, whole().words)
    passes.clear()
    again = closure(*BOARD, START, workdir=tmp_path, progress=lambda p: passes.append(p.number))
    assert isinstance(again, DenseSet) and not passes
    assert np.array_equal(again.words, found.words)


def test_both_directions_share_a_directory(tmp_path: Path) -> None:
    closure(*BOARD, START, workdir=tmp_path)
    closure(*BOARD, START, workdir=tmp_path)
    back = backward_closure(*BOARD, 1 << 6, workdir=tmp_path)
    plain = backward_closure(*BOARD, 1 << 6)
    assert isinstance(back, DenseSet) and isinstance(plain, DenseSet)
    assert np.array_equal(back.words, plain.words)


@pytest.mark.parametrize("spoil", ["byte", "short", "long", "head", "format", "fields"])
def test_corrupted_files_are_named(tmp_path: Path, spoil: str) -> None:
    interrupt_after(2, tmp_path)
    path = tmp_path / "dense-forward.bits"
    data = bytearray(path.read_bytes())
    line = data.index(b"\n")
    if spoil == "byte":
        data[line + 1 + 4000] ^= 4
    elif spoil == "short":
        del data[-8:]
    elif spoil == "long":
        data += b"\0"
    elif spoil == "head":
        data[0] = 0
    else:
        head = json.loads(data[:line])
        head.pop("format" if spoil == "format" else "checksum")
        data[:line] = json.dumps(head).encode()
    path.write_bytes(data)
    with pytest.raises(InputError, match=r"dense-forward\.bits.*corrupted"):
        closure(*BOARD, START, workdir=tmp_path)


def test_another_question_or_version_is_refused(tmp_path: Path) -> None:
    interrupt_after(2, tmp_path)
    with pytest.raises(InputError, match="another search"):
        closure(*BOARD, START ^ 1 << 7, workdir=tmp_path)
    path = tmp_path / "dense-forward.bits"
    line, rest = path.read_bytes().split(b"\n", 1)
    path.write_bytes(line.replace(b'"version": 1', b'"version": 99') + b"\n" + rest)
    with pytest.raises(InputError, match="version 99"):
        closure(*BOARD, START, workdir=tmp_path)


def test_a_directory_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="file"):
        closure(*BOARD, START, workdir=tmp_path / "file" / "below")


def test_a_full_disk_is_a_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    answer = closure(*BOARD, START, workdir=tmp_path)
    assert isinstance(answer, Refused) and answer.limit == "disk" and "No space left" in answer.reason
    assert list(tmp_path.iterdir()) == []


CHILD = """
import sys, time
from pathlib import Path
from feasibility.search import dense, dense_store
dense_store.SAVE_EVERY, dense.BLOCK_BITS, dense.NUMPY_BLOCK_BITS = 0.0, 9, 9
from feasibility.search.dense import closure
from tests.search.test_dense_store import BOARD, START
print("begun", flush=True)
closure(*BOARD, START, workdir=Path(sys.argv[1]), progress=lambda p: time.sleep(0.03))
"""


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
