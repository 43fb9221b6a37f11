"""Dense closure against a slow reference, and the two engines against each other."""

from __future__ import annotations

import signal
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility.base.limits import Limits, _container_room
from feasibility.base.stopped import Stopped
from feasibility.engines.dense.closure import DenseSet, backward_closure, closure, dense_memory
from feasibility.engines.threads import in_threads
from feasibility.native import binding
from feasibility.text.references import read_pair
from tests.clocks import Held
from tests.engines.dense.boards import ENGLISH, SMALL, reachable, reaching, rectangle, triangle


def members(found: DenseSet | Stopped, n: int) -> set[int]:
    assert isinstance(found, DenseSet)
    return {position for position in range(1 << n) if position in found}


@pytest.fixture(params=["compiled", "numpy"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both engines; where nothing was compiled the first is the second again."""
    monkeypatch.setattr(binding, "CHOSEN", "1" if request.param == "compiled" else "0")
    return str(request.param)


@pytest.mark.parametrize("name", [name for name in SMALL if SMALL[name][0] <= 10])
def test_every_start_of_small_boards(name: str, engine: str) -> None:
    n, jumps = board = SMALL[name]
    for start in range(0, 1 << n, 1 if n < 8 else 13):
        assert members(closure(n, jumps, start), n) == reachable(board, start)


@pytest.mark.parametrize("name", ["1x7", "3x3", "3x4", "triangle 4", "torus 3x4", "two islands"])
def test_backward_to_single_targets(name: str, engine: str) -> None:
    n, jumps = board = SMALL[name]
    for target in [1, 3, 1 << n - 1, (1 << n) - 1, 0b1010]:
        expected = reaching(board, [target])
        assert members(backward_closure(n, jumps, target), n) == expected


@given(data=st.data())
@settings(max_examples=40)
def test_backward_to_patterns(data: st.DataObject) -> None:
    n, jumps = board = SMALL[data.draw(st.sampled_from(["3x3", "1x7", "triangle 4", "two islands"]))]
    holes = st.integers(0, (1 << n) - 1)
    start, free = data.draw(holes), data.draw(holes)
    must = data.draw(holes) & ~free
    found = backward_closure(n, jumps, must, free=free, start=start)
    targets = [p for p in range(1 << n) if p & ~free == must]
    assert isinstance(found, DenseSet)
    expected = {p for p in reaching(board, targets) if found.residue.contains(p)}
    assert members(found, n) == expected
    assert (start in found) == bool(reachable(board, start) & set(targets))


@pytest.mark.parametrize("name", ["3x4", "triangle 4", "two islands", "1x10"])
def test_both_engines_give_the_same_array(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    n, jumps = SMALL[name]
    for start in [(1 << n) - 2, (1 << n) - 1 ^ 16, 0b1101101]:
        arrays = []
        for switch in "01":
            monkeypatch.setattr(binding, "CHOSEN", switch)
            found = closure(n, jumps, start)
            assert isinstance(found, DenseSet)
            arrays.append(found.words)
        assert np.array_equal(arrays[0], arrays[1])


def test_many_blocks_and_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks far smaller than the array, so that most jumps lead from block to block."""
    n, jumps = rectangle(4, 5)
    start = (1 << n) - 1 ^ 1 << 6
    expected = reachable((n, jumps), start)
    for switch, bits in (("0", 10), ("1", 9), ("1", 12)):
        monkeypatch.setattr(binding, "CHOSEN", switch)
        monkeypatch.setattr("feasibility.engines.dense.closure.block_bits", lambda residue, bits=bits: bits)
        found = closure(n, jumps, start, threads=3)
        assert isinstance(found, DenseSet)
        assert len(found) == len(expected) and all(position in found for position in expected)


def test_memory_is_known_and_refused_before_it_is_taken() -> None:
    assert 64 << 20 <= dense_memory(*ENGLISH) <= 100 << 20
    answer = closure(*ENGLISH, 1, clock=Limits(memory=32 << 20).start())
    assert isinstance(answer, Stopped) and answer.limit == "memory"
    assert f"needs {dense_memory(*ENGLISH) >> 20} MiB more" in answer.reason
    n, jumps = rectangle(7, 9)
    answer = closure(n, jumps, 1)
    assert isinstance(answer, Stopped) and answer.limit == "memory"
    n, jumps = rectangle(8, 9)
    answer = closure(n, jumps, 1)
    assert isinstance(answer, Stopped) and answer.limit == "board"


@pytest.mark.parametrize("switch", "01")
def test_the_clock_is_kept(switch: str, monkeypatch: pytest.MonkeyPatch, held: Held) -> None:
    monkeypatch.setattr(binding, "CHOSEN", switch)
    held.tick = 1.0  # the third look is too late
    answer = closure(*ENGLISH, (1 << 33) - 1 ^ 1 << 16, clock=Limits(seconds=2.0).start())
    assert isinstance(answer, Stopped) and answer.limit == "time"


def test_progress_tells_every_pass() -> None:
    seen: list[str] = []
    found = closure(*triangle(5), (1 << 15) - 2, progress=lambda told: seen.append(told.partition(":")[0]))
    assert isinstance(found, DenseSet)
    assert seen == [f"pass {number}" for number in range(1, found.passes + 1)]


def test_the_limit_of_a_container_is_seen(tmp_path: Path) -> None:
    assert _container_room(str(tmp_path)) is None
    (tmp_path / "memory.current").write_text("3000\n")
    (tmp_path / "memory.stat").write_text("anon 2000\ninactive_file 700\n")
    (tmp_path / "memory.max").write_text("max\n")
    assert _container_room(str(tmp_path)) is None
    (tmp_path / "memory.max").write_text("10000\n")
    assert _container_room(str(tmp_path)) == 7700


def test_threads_lose_no_bit() -> None:
    """Many threads over the smallest blocks, over and over: always the same set."""
    n, jumps = rectangle(4, 5)
    start = (1 << n) - 1 ^ 1 << 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("feasibility.engines.dense.closure.block_bits", lambda residue: 9)
        expected = closure(n, jumps, start, threads=1)
        for _ in range(40):
            found = closure(n, jumps, start, threads=4)
            assert isinstance(found, DenseSet) and isinstance(expected, DenseSet)
            assert np.array_equal(found.words, expected.words)


def test_after_an_interrupt_no_kernel_runs() -> None:
    """The arrays are saved or given back then; a thread that still wrote to them would end the process."""
    ended, stop, seconds = [], np.zeros(1, np.int32), [0.1, 0.3]  # the first thread is the slow one

    def work() -> None:
        long = seconds.pop()
        if not seconds:  # both run
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        time.sleep(long)
        ended.append(True)

    with pytest.raises(KeyboardInterrupt):
        in_threads(2, work, Limits().start(), stop)
    assert len(ended) == 2 and stop[0] == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "vacancy"),
    [
        ("english33", "d4"),
        ("english33", "c1"),
        ("english33", "d1"),
        ("rectangle:5x6", "a3"),
        ("triangle:7", "c3"),
        ("rectangle:6x6", "c3"),
        ("french37", "d4"),
    ],
)
def test_larger_boards_bit_for_bit(name: str, vacancy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels of every level, with one thread and two, with 8 symmetries, fewer and none, against numpy.

    On boards of more than 33 holes, where numpy takes minutes, against the kernel of the lowest level.
    """
    start = read_pair(f"{name}:-{vacancy}").start
    monkeypatch.setattr(binding, "CHOSEN", "0" if start.board.n <= 33 else binding.levels()[0])
    expected = closure(start.board.n, start.board.jumps, start.mask, threads=1)
    assert isinstance(expected, DenseSet)
    for switch in binding.levels():
        monkeypatch.setattr(binding, "CHOSEN", switch)
        for threads in (1, 2):
            found = closure(start.board.n, start.board.jumps, start.mask, threads=threads)
            assert isinstance(found, DenseSet)
            assert np.array_equal(found.words, expected.words)
