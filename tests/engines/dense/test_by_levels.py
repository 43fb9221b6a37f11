"""One level of pegs at a time: tiles by brute force, levels against closures, runs that were stopped."""

from __future__ import annotations

import errno
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility.base.errors import InputError
from feasibility.base.limits import Limits, resident_bytes
from feasibility.base.stopped import Stopped
from feasibility.decide.engines import Effort, dense, levels
from feasibility.engines.dense import by_levels, tiles
from feasibility.engines.dense.closure import closure
from feasibility.engines.dense.levels import level_counts, members
from feasibility.engines.dense.store import SetFile
from feasibility.engines.dense.tile_jumps import Stepper
from feasibility.engines.dense.tiles import LevelSet, Tiling, tiled_layout
from feasibility.engines.results import Exhausted, Found
from feasibility.game.geometry import Board, Geometry, Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.native import binding
from feasibility.text import catalogue
from feasibility.text.catalogue import board
from feasibility.text.reading import read_pair

BOARDS = ("line:3", "line:8", "rectangle:2x3", "rectangle:3x4", "rectangle:4x4", "triangle:4", "torus:3x4")
pytestmark = pytest.mark.skipif(binding.library() is None, reason="no compiled kernels")


def tiling_of(here: Board, start: int) -> Tiling:
    return Tiling(tiled_layout(here.n, here.jumps).through(start))


def levels_of(here: Board, start: int, threads: int = 2) -> Iterator[LevelSet]:
    """The levels from the start down, as long as they hold anything."""
    tiling = tiling_of(here, start)
    stepper, level = Stepper(tiling, here.jumps), LevelSet(tiling, start.bit_count())
    level.add(start)
    while len(level):
        yield level
        if not level.pegs:
            return
        made = stepper.below(level, Limits().start(), threads, lambda share: None)
        assert made is not None
        level = made


def sizes_of(here: Board, start: int) -> list[int]:
    return [len(level) for level in levels_of(here, start)]


def by_closure(here: Board, start: int) -> list[int]:
    found = closure(here.n, here.jumps, start)
    assert not isinstance(found, Stopped)
    counts = level_counts(found)[: start.bit_count() + 1]
    return [size for size in reversed(counts) if size]


def effort(workdir: Path | None = None, limits: Limits | None = None) -> Effort:
    return Effort((limits or Limits(60)).start(), workdir=workdir)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("columns", [1, 18])
def test_every_member_has_its_own_bit(name: str, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiles, "columns_of", lambda bits: min(bits, columns))
    here = board(name)
    start = here.full ^ 2
    tiling = tiling_of(here, start)
    members = [tiling.residue.position(address) for address in range(1 << tiling.residue.bits)]
    places = {(p.bit_count(), *tiling.place(p)) for p in members}
    assert len(places) == len(members)
    for pegs in range(here.n + 1):
        assert 64 * tiling.words(pegs) >= sum(p.bit_count() == pegs for p in members)
    for position in members[:: 1 + len(members) // 10]:
        level = LevelSet(tiling, position.bit_count())
        level.add(position)
        assert position in level and len(level) == 1
        assert [p for p in members if p in level] == [position]
        low, high, row, column = tiling.place(position)
        assert row < tiling.high.sizes[high] and column < tiling.low.sizes[low]
        assert tiling.pegs[low, high] == position.bit_count()


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("columns", [4, 9, 18])
def test_levels_of_a_closure(name: str, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiles, "columns_of", lambda bits: min(bits, columns))
    here = board(name)
    for hole in range(min(here.n, 3)):
        start = here.full ^ (1 << hole)
        assert sizes_of(here, start) == by_closure(here, start)


def odd_board(holes: int, jumps: Iterable[tuple[int, int, int]]) -> Board:
    """Some jumps among many holes, most of which follow from the others or are touched by none."""
    return Board([(0, hole) for hole in range(holes)], Geometry.EXPLICIT, [Jump(*jump) for jump in jumps])


@pytest.mark.parametrize("holes", [1, 3, 12, 17, 26, 40, 56])
def test_boards_with_few_jumps(holes: int) -> None:
    """Also without any; the holes that follow from the others are more than the bits of a short word."""
    chance = random.Random(holes)
    for number in (0, 1, 2, 6) if holes > 2 else (0,):
        here = odd_board(holes, {tuple(chance.sample(range(holes), 3)) for _ in range(number)})
        for start in (here.full ^ 1, chance.getrandbits(holes), here.full):
            assert sizes_of(here, start) == by_closure(here, start)


def test_too_many_kinds_of_positions_are_refused() -> None:
    """Lines of three holes apart: each combination of parities would be a kind."""
    islands = [(3 * i + end, 3 * i + 1, 3 * i + 2 - end) for i in range(21) for end in (0, 2)]
    here = odd_board(63, islands)
    pair = Pair(Position(here, here.full ^ 1), Target.with_pegs(here, 1))
    stopped = levels(pair, effort())
    assert isinstance(stopped, Stopped) and stopped.limit == "board"


@pytest.mark.parametrize(
    "name",
    [
        "torus:4x4",
        "line:12",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("triangle:5", "rectangle:4x4")),
    ],
)
def test_every_kernel_makes_the_same_bits(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the closure, position by position."""
    here = board(name)
    start = here.full ^ 1
    monkeypatch.setattr(tiles, "columns_of", lambda bits: min(bits, 8))  # rows of several words
    found = closure(here.n, here.jumps, start)
    assert not isinstance(found, Stopped)
    for switch in binding.levels():
        monkeypatch.setenv(binding.SWITCH, switch)
        for threads in (1, 2):
            for level in levels_of(here, start, threads):
                reached = [int(mask) for chunk in members(found, level.pegs) for mask in chunk]
                assert len(level) == len(reached) and all(mask in level for mask in reached)


def test_without_kernels_it_is_the_closure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same answer, found at once and kept in the same work directory."""
    pair = read_pair("triangle:5:-b3", "triangle:5:+b3")
    found = levels(pair, effort())
    monkeypatch.setenv(binding.SWITCH, "0")
    without = levels(pair, effort(tmp_path))
    assert isinstance(found, Exhausted) and isinstance(without, Exhausted)
    assert without.closure == found.closure and (tmp_path / "dense").is_dir()


@settings(max_examples=25)
@given(st.integers(0, 2**16 - 1), st.integers(0, 2**16 - 1), st.integers(0, 2**16 - 1))
def test_any_start_on_any_shape(holes: int, more: int, pegs: int) -> None:
    shape = [(i // 4, i % 4) for i in range(16) if (holes | more) >> i & 1]
    if not shape or not Board(shape).jumps:
        return
    here = Board(shape)
    start = pegs & here.full
    assert sizes_of(here, start) == by_closure(here, start)


@settings(max_examples=50)
@given(st.integers(0, 2**12 - 1), st.integers(0, 2**12 - 1), st.integers(0, 2**12 - 1), st.booleans())
def test_every_answer_is_that_of_the_closure(start: int, must: int, free: int, exact: bool) -> None:
    """Exact targets and patterns; plays are replayed by the arbiter, and closures have the same size."""
    here = board("rectangle:3x4")
    pair = Pair(
        Position(here, start), Target(here, must & ~free if not exact else must, 0 if exact else free)
    )
    ours, theirs = levels(pair, effort()), dense(pair, effort())
    assert type(ours) is type(theirs)
    if isinstance(ours, Found):
        end = pair.start.replay([Jump(*names) for names in ours.play])
        assert end.matches(pair.target)
    else:
        assert isinstance(ours, Exhausted) and isinstance(theirs, Exhausted)
        assert ours.closure == theirs.closure


@pytest.mark.parametrize("pegs", range(1, 9))
def test_any_position_with_so_many_pegs(pegs: int) -> None:
    here = board("rectangle:3x4")
    for hole in range(here.n):
        pair = Pair(Position(here, here.full ^ (1 << hole)), Target(here, 0, here.full, pegs))
        assert type(levels(pair, effort())) is type(dense(pair, effort()))


class Killed(BaseException):
    pass


def killing(after: int) -> Callable[..., Stopped | None]:
    whole, saves = SetFile.save, count()

    def save(file: SetFile, *arguments: object, **named: object) -> Stopped | None:
        if next(saves) == after:
            Path(f"{file.path}.partial").write_bytes(b"half of a")  # what a kill may leave
            raise Killed
        return whole(file, *arguments, **named)  # type: ignore[arg-type]

    return save


@pytest.mark.parametrize("target", ["triangle:5:+b3", "triangle:5:+a1+c3"])
def test_a_killed_run_goes_on(target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pair = read_pair("triangle:5:-b3", target)
    expected = levels(pair, effort())
    for after in (0, 3, 5):
        with monkeypatch.context() as patched, pytest.raises(Killed):
            patched.setattr(SetFile, "save", killing(after))
            levels(pair, effort(tmp_path))
    made = len(list((tmp_path / "levels").glob("*.bits")))
    assert made == 8
    with monkeypatch.context() as patched:
        saved = count()
        whole = SetFile.save
        patched.setattr(SetFile, "save", lambda *a, **k: (next(saved), whole(*a, **k))[1])
        found = levels(pair, effort(tmp_path))
        assert next(saved) == len(list((tmp_path / "levels").glob("*.bits"))) - made
    assert type(found) is type(expected)
    assert not isinstance(expected, Exhausted) or found == expected
    assert levels(pair, effort(tmp_path)) == found


@pytest.mark.parametrize("asked", [8, 7, 1])
def test_a_level_that_was_changed_is_refused(asked: int, tmp_path: Path) -> None:
    """In its header and its length always, in its words where they are read."""
    pair = read_pair("triangle:5:-b3", "triangle:5:+b3")
    levels(pair, effort(tmp_path))
    reading = read_pair("triangle:5:-b3", pegs=asked) if asked > 1 else pair
    path = tmp_path / "levels" / "level-08.bits"
    whole = path.read_bytes()
    flipped = whole[:-1] + bytes([whole[-1] ^ 1])
    for odd in (whole[:-8], whole + b"\0", b"", b"p" + whole[1:], flipped):
        path.write_bytes(odd)
        if odd == flipped and asked == 1:
            assert levels(reading, effort(tmp_path)) == levels(reading, effort())
            continue
        with pytest.raises(InputError):
            levels(reading, effort(tmp_path))
    for place in (16, 24):  # the number of words, and that of passes
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 2]) + whole[place + 1 :])
        with pytest.raises(InputError):
            levels(reading, effort(tmp_path))
    path.write_bytes((tmp_path / "levels" / "level-09.bits").read_bytes())
    with pytest.raises(InputError, match="another search"):
        levels(reading, effort(tmp_path))
    path.write_bytes(whole)
    assert isinstance(levels(pair, effort(tmp_path)), Exhausted)
    with pytest.raises(InputError, match="another search"):
        levels(read_pair("triangle:5:-c3"), effort(tmp_path))


def test_a_full_disk_is_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pair = read_pair("triangle:5:-b3", "triangle:5:+b3")

    def full(source: object, target: object) -> None:
        if "level-09" in str(target):
            raise OSError(errno.ENOSPC, "No space left on device")
        whole(source, target)  # type: ignore[arg-type]

    whole = os.replace
    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", full)
        found = levels(pair, effort(tmp_path))
    assert isinstance(found, Stopped) and found.limit == "disk" and "level-09" in found.reason
    assert not (tmp_path / "levels" / "level-09.bits.partial").exists()
    assert isinstance(levels(pair, effort(tmp_path)), Exhausted)


@pytest.mark.parametrize("more", [1 << 20, 100 << 20])
def test_too_little_memory_is_told_before_the_work(more: int) -> None:
    limits = Limits(60, memory=resident_bytes() + more)
    found = levels(read_pair("french37:-d4", "french37:+d1"), effort(limits=limits))
    assert isinstance(found, Stopped) and found.limit == "memory" and not found.forward


@pytest.mark.parametrize(
    ("name", "share"), [("english33", 0.36), ("rectangle:6x6", 0.28), ("french37", 0.28)]
)
def test_far_less_memory_than_a_closure(name: str, share: float) -> None:
    """Two levels of pegs against one bit for every position of the residue class."""
    here = board(name)
    tiling = tiling_of(here, here.full ^ 1)
    stepper = Stepper(tiling, here.jumps)
    levels = by_levels.needed(stepper, here.n - 1) - stepper.table_bytes
    assert levels < share * 2**tiling.residue.bits / 8
    assert stepper.table_bytes < 8 << 20


def test_levels_that_were_not_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With no room for them a play cannot be read; the work directory has them."""
    pair = read_pair("triangle:5:-a1")
    assert isinstance(levels(pair, effort()), Found)
    asked = count()  # twice before the work, then for each level
    refusal = Stopped("memory", "no room")
    with monkeypatch.context() as patched:
        patched.setattr(by_levels, "memory_refusal", lambda *_: None if next(asked) < 2 else refusal)
        found = levels(pair, effort())
    assert isinstance(found, Stopped) and "it can be reached" in found.reason
    assert isinstance(levels(pair, effort(tmp_path)), Found)


def test_the_time_is_kept(tmp_path: Path) -> None:
    """What was finished stays, and the next run begins there."""
    pair, before = read_pair("french37:-d4", "french37:+d1"), resident_bytes()
    found = levels(pair, effort(tmp_path, Limits(0.6)))
    assert isinstance(found, Stopped) and found.limit == "time" and found.forward[:1] == (1,)
    assert found.so_far.startswith("positions by level: 1")
    assert resident_bytes() - before < 1 << 29
    kept = len(list((tmp_path / "levels").glob("level-*")))
    assert kept == len(found.forward)
    again = levels(pair, effort(tmp_path, Limits(0.3)))
    assert isinstance(again, Stopped) and again.forward[:kept] == found.forward[: len(again.forward)]


CHILD = """
import sys, time
from pathlib import Path
from feasibility.engines.dense.store import SetFile
from tests.engines.dense.test_by_levels import SLOW_PAIR, effort, levels, read_pair
whole = SetFile.save
SetFile.save = lambda *a, **k: (time.sleep(0.02), whole(*a, **k))[1]
print("begun", flush=True)
levels(read_pair(*SLOW_PAIR), effort(Path(sys.argv[1])))
"""
SLOW_PAIR = "triangle:5:-b3", "triangle:5:+b3"


@pytest.mark.parametrize("times", [1, pytest.param(4, marks=pytest.mark.slow)])
def test_killed_at_random_moments(times: int, tmp_path: Path) -> None:
    """kill -9 leaves whole levels behind; the answer is that of a run that was let be."""
    pause, pair = random.Random(7), read_pair(*SLOW_PAIR)
    for _ in range(times):
        command = [sys.executable, "-c", CHILD, str(tmp_path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
            assert child.stdout is not None
            assert child.stdout.readline() == b"begun\n"
            time.sleep(pause.uniform(0.0, 0.15))
            child.send_signal(signal.SIGKILL)
    assert levels(pair, effort(tmp_path)) == levels(pair, effort())


FULL = """
import resource, signal, sys
from pathlib import Path
from tests.engines.dense.test_by_levels import SLOW_PAIR, effort, levels, read_pair
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
found = levels(read_pair(*SLOW_PAIR), effort(Path(sys.argv[1])))
print(type(found).__name__, getattr(found, "limit", ""), len(getattr(found, "forward", ())))
"""


def test_a_disk_that_takes_no_more(tmp_path: Path) -> None:
    """The system refuses the larger levels; those before are whole, and the search goes on from them."""
    pytest.importorskip("resource")
    command = [sys.executable, "-c", FULL, str(tmp_path), "2500"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    files = sorted(path.name for path in (tmp_path / "levels").glob("level-*"))
    assert told[:2] == ["Stopped", "disk"] and len(files) == int(told[2]) - 1 > 2
    assert all(name.endswith(".bits") for name in files)
    assert levels(read_pair(*SLOW_PAIR), effort(tmp_path)) == levels(read_pair(*SLOW_PAIR), effort())


def test_memory_holds_one_level_where_the_disk_holds_the_others() -> None:
    here = board("diamond41")
    tiling = tiling_of(here, here.full ^ 1)
    stepper = Stepper(tiling, here.jumps)
    two, one = (by_levels.needed(stepper, here.n - 1, held) for held in (2, 1))
    tables = stepper.table_bytes
    assert 1.9 * (one - tables) < two - tables < 2 * (one - tables) and two < 4.1 * 2**30


SHIPPED = [*(name for name in catalogue.names() if board(name).n <= 37), "rectangle:5x7", "triangle:8"]


@pytest.mark.slow
@pytest.mark.parametrize("name", dict.fromkeys(SHIPPED))
def test_the_levels_of_a_closure_on_all_boards_up_to_37_holes(name: str) -> None:
    here = board(name)
    start = here.full ^ 1 << here.n // 2
    sizes = sizes_of(here, start)
    assert sizes == by_closure(here, start)
    if name == "english33":  # several programs agree
        assert sum(sizes) == 187_636_299


def test_a_board_whose_tables_alone_are_too_large_is_refused_before_they_are_made() -> None:
    pair = read_pair("rectangle:7x7:-a1", "rectangle:7x7:+c3")
    result = by_levels.search_by_levels(pair, Limits(work=1).start())
    assert isinstance(result, Stopped) and result.limit == "board" and "2^45" in result.reason
