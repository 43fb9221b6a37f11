"""The frontier over disk partitions: published level sizes, the answers of the plain search, resumption."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from feasibility import verifier
from feasibility.base.errors import DiskLimitError, InputError, PegfeasError
from feasibility.base.limits import Clock, Limits
from feasibility.base.stopped import Stopped
from feasibility.cli import main
from feasibility.engines.frontier import partition_tasks
from feasibility.engines.frontier.dealing import hashed
from feasibility.engines.frontier.disk import DiskStore
from feasibility.engines.frontier.level_files import SentWriter
from feasibility.engines.frontier.partitions import RunTasks
from feasibility.engines.frontier.search import with_closed_pagodas
from feasibility.engines.frontier.sides import Side, SideWatch
from feasibility.engines.positions.question import PositionQuestion, of_pair
from feasibility.engines.positions.words import Symmetries, pack
from feasibility.engines.results import Exhausted, Found, Result
from feasibility.game.position import Pair, Position
from feasibility.many import engine
from feasibility.processes.tasks import TaskFailure
from feasibility.text import catalogue
from tests.amounts import amounts
from tests.engines.frontier.searching import search
from tests.many.strategies import pairs

# English centre game, positions up to symmetry from 32 pegs down: G. I. Bell, and recomputed by two programs.
CENTRE = (1, 1, 2, 8, 39, 171, 719, 2757, 9751, 31312, 89927, 229614, 517854)


def centre() -> PositionQuestion:
    board = catalogue.board("english33")
    middle = 1 << board.index[(3, 3)]
    return of_pair(Pair(Position(board, board.full ^ middle), Position(board, middle)))


def in_turn(function: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[Any]:
    """The simplest engine: here, one task after the other."""
    return map(function, tasks)


def search_partitioned(
    question: PositionQuestion,
    folder: Path,
    *,
    engine: RunTasks = in_turn,
    clock: Clock | None = None,
    **how: Any,
) -> Result:
    return search(question, clock=clock, store=DiskStore(folder, question, engine, **how))


def level_sizes(
    question: PositionQuestion, folder: Path, *, engine: RunTasks = in_turn, **how: Any
) -> Iterator[int]:
    """Level by level from the start: positions up to symmetry."""
    with closing(DiskStore(folder, question, engine, **how)) as store:
        symmetries, watch = (
            Symmetries(question.symmetries, question.holes),
            SideWatch(Limits().start(), 1, None),
        )
        side = Side("forward", with_closed_pagodas(question), symmetries, store)
        for number in range(question.length + 1):
            if number > side.depth:
                side.advance(watch)
            yield side.levels[number].size


def test_the_known_levels_of_the_centre_game(tmp_path: Path) -> None:
    question = centre()
    plain = {
        parts: islice(level_sizes(question, tmp_path / str(parts), alone=0, parts=parts), 10)
        for parts in (1, 5)
    }
    assert {parts: tuple(sizes) for parts, sizes in plain.items()} == {
        1: CENTRE[:10],
        5: CENTRE[:10],
    }


@pytest.mark.slow
def test_on_processes_and_with_spilled_runs(tmp_path: Path) -> None:
    sizes = level_sizes(centre(), tmp_path, alone=0, parts=3, engine=engine(jobs=2), budget=1 << 20)
    assert tuple(islice(sizes, 11)) == CENTRE[:11]


@pytest.mark.slow
def test_more_levels_of_the_centre_game(tmp_path: Path) -> None:
    sizes = level_sizes(centre(), tmp_path, alone=0, parts=8, engine=engine(jobs=2))
    assert tuple(islice(sizes, 13)) == CENTRE


@pytest.mark.slow
def test_on_a_dask_cluster_with_a_worker_killed(tmp_path: Path) -> None:
    import distributed

    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=50
    ) as cluster:
        sizes = level_sizes(
            centre(), tmp_path, alone=0, parts=6, engine=engine(scheduler=cluster.scheduler_address)
        )
        found = list(islice(sizes, 6))
        os.kill(next(iter(cluster.workers.values())).process.pid, signal.SIGKILL)
        found += list(islice(sizes, 4))
        sizes.close()  # type: ignore[attr-defined]
    assert tuple(found) == CENTRE[:10]


def test_the_answers_are_those_of_the_plain_search(tmp_path: Path) -> None:
    seen = set()
    for number, pair in enumerate(pairs(12, seed=9, boards=("rectangle:4x4", "triangle:5", "cross:1,1,1,1"))):
        question = of_pair(pair)
        plain, cut = (
            search(question),
            search_partitioned(question, tmp_path / str(number), parts=3, alone=100 * (number % 2)),
        )
        assert type(plain) is type(cut)
        seen.add(type(cut))
        if isinstance(cut, Found):
            jumps = [j for name in cut.play for j in pair.board.jumps if tuple(j) == name]
            assert pair.start.replay(jumps).matches(pair.target)
        elif isinstance(cut, Exhausted):
            assert cut == plain
    assert seen == {Found, Exhausted}


def test_many_partitions_share_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a file for each, and what each sent, 8,192 of them took twenty minutes for a small level."""
    for name, number in (("FILES", 4), ("SHARES", 2), ("SHARED", 1000)):
        monkeypatch.setattr(partition_tasks, name, number)
    sizes = level_sizes(centre(), tmp_path / "levels", alone=0, parts=16)
    assert tuple(islice(sizes, 10)) == CENTRE[:10]
    assert len(list((tmp_path / "levels" / "forward-008").glob("*.level"))) == 4
    for number, pair in enumerate(pairs(12, seed=9, boards=("rectangle:4x4", "triangle:5", "cross:1,1,1,1"))):
        question = of_pair(pair)
        plain = search(question)
        cut = search_partitioned(question, tmp_path / str(number), parts=16, alone=0)
        assert type(plain) is type(cut)
        assert not isinstance(plain, Exhausted) or cut == plain


def test_a_pair_on_processes(tmp_path: Path) -> None:
    board = catalogue.board("triangle:5")
    pair = Pair(Position(board, board.full ^ 1), Position(board, 1))
    found = search_partitioned(of_pair(pair), tmp_path, parts=4, engine=engine(jobs=2))
    assert isinstance(found, Found)
    assert len(found.play) == 13


@pytest.fixture
def cluster() -> Iterator[str]:
    """The address of a cluster of two processes."""
    import distributed

    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as made:
        yield made.scheduler_address


@amounts("parts", 4, 64)
@pytest.mark.parametrize(
    "by", [("--jobs", "2"), pytest.param(("--scheduler", "cluster"), marks=pytest.mark.slow)]
)
@pytest.mark.parametrize(("words", "code", "kind"), [("-b3", 1, "search"), ("-a1", 0, "play")])
def test_a_command_makes_the_levels_elsewhere(
    words: str,
    code: int,
    kind: str,
    by: tuple[str, str],
    parts: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    """The verdict has a certificate like any other; the second run finds the levels."""
    monkeypatch.setitem(DiskStore.__init__.__kwdefaults__, "parts", parts)
    monkeypatch.setattr("feasibility.engines.frontier.disk.WORTH", 64 // parts)
    if by[1] == "cluster":
        by = "--scheduler", request.getfixturevalue("cluster")
    proof, folder = tmp_path / "proof.json", tmp_path / "levels"
    pair = ["triangle:5:" + words, "--certificate", str(proof), "--workdir", str(folder), *by]
    for command in (["solve", "--method", "frontier"], ["check", "--criteria", "search"]):
        assert main([command[0], *pair, *command[1:]]) == code
        certificate = json.loads(proof.read_text())
        assert certificate["proof"]["kind"] in (kind, "play", "closure") and verifier.check(certificate).valid
    assert any(folder.glob("frontier/**/part-*.level"))


@pytest.mark.slow
def test_a_command_that_is_killed_at_random_moments_goes_on(tmp_path: Path) -> None:
    """Whole process groups die, the leader and its workers; the last run ends with a certified play."""
    rng, proof = random.Random(21), tmp_path / "proof.json"
    words = [
        "solve",
        "english33:-d4",
        "--method",
        "frontier",
        "--workdir",
        str(tmp_path / "w"),
        "--jobs",
        "2",
    ]
    command = [sys.executable, "-m", "feasibility", *words, "--certificate", str(proof)]
    killed = 0
    for _ in range(6):
        with subprocess.Popen(command, start_new_session=True, stdout=-3, stderr=-3) as process:
            try:
                process.wait(rng.uniform(1, 4))
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                killed += 1
    assert killed
    assert (
        "\nFEASIBLE: a play of 31"
        in subprocess.run(command, check=True, capture_output=True, text=True).stdout
    )
    assert verifier.check(json.loads(proof.read_text())).valid
    assert any((tmp_path / "w").glob("frontier/**/part-*.level"))


def test_levels_made_by_others_need_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "triangle:5:-b3", "--jobs", "2"]) == 2
    assert "--jobs and --scheduler need --workdir" in capsys.readouterr().err
    assert main(["check", "triangle:5:-b3", "--jobs", "0", "--workdir", "w"]) == 2


def without_room(function: Callable[[Any], Any], task: Any) -> Any:
    """A task on a disk that is full."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SentWriter, "seal", no_room)
        return function(task)


def no_room(*_: object) -> None:
    raise DiskLimitError("cannot be written (No space left on device)", source="part")


def test_a_full_disk_in_a_worker_is_a_limit(tmp_path: Path) -> None:
    def full(function: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[Any]:
        return engine(jobs=1)(partial(without_room, function), tasks)

    found = search_partitioned(centre(), tmp_path, parts=2, alone=0, engine=full)
    assert isinstance(found, Stopped) and found.limit == "disk"
    assert found.reason == "part: cannot be written (No space left on device)"


class BrokenError(Exception):
    """Ends a search in the middle."""


def breaking(after: int) -> RunTasks:
    """An engine that breaks down after so many tasks, and counts them."""
    done = 0

    def work(function: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[Any]:
        nonlocal done
        for result in in_turn(function, tasks):
            done += 1
            if done > after:
                raise BrokenError
            yield result

    return work


@pytest.mark.parametrize("after", [1, 8, 30])
def test_a_search_that_broke_down_goes_on(tmp_path: Path, after: int) -> None:
    question = centre()
    with pytest.raises(BrokenError):
        list(islice(level_sizes(question, tmp_path, alone=0, parts=4, engine=breaking(after)), 9))
    assert tuple(islice(level_sizes(question, tmp_path, alone=0, parts=4), 9)) == CENTRE[:9]
    again = tuple(islice(level_sizes(question, tmp_path, alone=0, parts=4, engine=breaking(0)), 9))
    assert again == CENTRE[:9]  # from the files alone: no task is run


def test_a_task_that_runs_twice_changes_nothing(tmp_path: Path) -> None:
    def twice(function: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[Any]:
        for task in tasks:
            function(task)
            yield function(task)

    sizes = islice(level_sizes(centre(), tmp_path, alone=0, parts=3, engine=twice), 8)
    assert tuple(sizes) == CENTRE[:8]


def test_limits_stop_it_with_what_is_known(tmp_path: Path) -> None:
    found = search_partitioned(centre(), tmp_path, parts=2, clock=Limits(0.0).start())
    assert isinstance(found, Stopped)
    assert found.limit == "time"


def test_a_folder_belongs_to_one_question(tmp_path: Path) -> None:
    list(islice(level_sizes(centre(), tmp_path, alone=0, parts=2), 3))
    with pytest.raises(InputError, match="belongs to another"):
        list(level_sizes(centre(), tmp_path, alone=0, parts=3))


def test_corrupted_files_are_noticed(tmp_path: Path) -> None:
    list(islice(level_sizes(centre(), tmp_path, alone=0, parts=2), 6))
    victim = max(tmp_path.rglob("part-*.level"), key=lambda path: path.stat().st_size)
    data = bytearray(victim.read_bytes())
    data[-3] ^= 1
    victim.write_bytes(data)
    with pytest.raises(InputError, match="corrupted file of a search"):
        list(islice(level_sizes(centre(), tmp_path, alone=0, parts=2), 6))


def test_small_levels_take_one_file_each_and_no_task(tmp_path: Path) -> None:
    board = catalogue.board("triangle:5")
    pair = Pair(Position(board, board.full ^ 1), Position(board, 1))
    found = search_partitioned(of_pair(pair), tmp_path, parts=64, engine=breaking(0))
    assert isinstance(found, Found)
    assert len(list(tmp_path.rglob("*.level"))) == len(list(tmp_path.iterdir())) - 1  # the lock


@pytest.mark.parametrize("alone", [(0, 100, 0), (100, 0, 1000)])
def test_levels_in_one_file_and_in_partitions_follow_each_other(
    tmp_path: Path, alone: tuple[int, ...]
) -> None:
    for most, levels in zip(alone, (4, 6, 8), strict=True):
        sizes = level_sizes(centre(), tmp_path, parts=3, alone=most)
        assert tuple(islice(sizes, levels)) == CENTRE[:levels]


def test_a_corrupted_level_in_one_file_is_named(tmp_path: Path) -> None:
    list(islice(level_sizes(centre(), tmp_path, parts=2), 6))
    victim = tmp_path / "forward-004.level"
    victim.write_bytes(victim.read_bytes()[:-1])
    with pytest.raises(InputError, match=r"forward-004\.level: corrupted file of a search"):
        list(islice(level_sizes(centre(), tmp_path, parts=2), 6))


@pytest.mark.parametrize("other", ["forward-002/part-00000.level", "forward-003/part-00001.level"])
def test_files_of_another_place_are_noticed(tmp_path: Path, other: str) -> None:
    list(islice(level_sizes(centre(), tmp_path, parts=2, alone=0), 5))
    victim = tmp_path / "forward-003" / "part-00000.level"
    shutil.copy(tmp_path / other, victim)
    with pytest.raises(InputError, match="another question, side or level") as caught:
        list(islice(level_sizes(centre(), tmp_path, parts=2, alone=0), 5))
    assert caught.value.source == str(victim)


def test_levels_that_nobody_sought_a_match_in(tmp_path: Path) -> None:
    """Counting makes all levels; a search in the same folder must not take them for searched."""
    board = catalogue.board("triangle:5")
    question = of_pair(Pair(Position(board, board.full ^ 1), Position(board, 1)))
    list(level_sizes(question, tmp_path, parts=2))
    assert isinstance(search_partitioned(question, tmp_path, parts=2), Found)


@pytest.mark.parametrize("after", [0, 20])
def test_a_full_disk_is_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    real = os.fsync
    calls = iter(range(10**9))

    def full(number: int) -> None:
        if next(calls) >= after:
            raise OSError(28, "No space left on device")
        real(number)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        found = search_partitioned(centre(), tmp_path, parts=2)
    assert isinstance(found, Stopped)
    assert found.limit == "disk"
    assert "No space left" in found.reason
    assert tuple(islice(level_sizes(centre(), tmp_path, parts=2), 5)) == CENTRE[:5]


@pytest.mark.parametrize("left", [0, 50, -3])
def test_what_was_sent_and_is_not_on_the_disk_is_made_once_more(tmp_path: Path, left: int) -> None:
    """Sent files are not synced: after a crash of the machine a name may stand for an empty file."""
    with pytest.raises(BrokenError):
        list(islice(level_sizes(centre(), tmp_path, parts=4, alone=100, engine=breaking(6)), 8))
    sent = sorted(tmp_path.rglob("*.sent"))
    assert sent
    for path in sent[::2]:
        path.write_bytes(path.read_bytes()[:left])
    sizes = level_sizes(centre(), tmp_path, parts=4, alone=100)
    assert tuple(islice(sizes, 8)) == CENTRE[:8]


def test_lost_tasks_are_done_again(tmp_path: Path) -> None:
    lost = iter([False, True, True, False, True])

    def losing(function: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[Any]:
        for task in tasks:
            yield TaskFailure("it died", retry=True) if next(lost, False) else function(task)

    sizes = level_sizes(centre(), tmp_path, alone=0, parts=3, engine=losing)
    assert tuple(islice(sizes, 6)) == CENTRE[:6]
    assert not any(lost)


def killed(_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_an_engine_that_keeps_failing_is_an_error(tmp_path: Path) -> None:
    def dead(_: object, tasks: Iterable[Any]) -> Iterator[Any]:
        return engine(jobs=1)(killed, tasks)

    def broken(_: object, tasks: Iterable[Any]) -> Iterator[Any]:
        return (TaskFailure("it is broken") for _ in tasks)

    for name, failing in ("died of SIGKILL", dead), ("it is broken", broken):
        with pytest.raises(PegfeasError, match=f"a task of the search failed: .*{name}"):
            search_partitioned(centre(), tmp_path, parts=2, alone=0, engine=failing)


def test_partitions_are_even_also_on_boards_of_several_words() -> None:
    rng = random.Random(4)
    for holes in (33, 150):
        words = pack([rng.getrandbits(holes) for _ in range(20_000)], holes)
        counts = np.bincount(hashed(words, 16), minlength=16)
        assert counts.min() > 1000
        assert counts.max() < 1500
