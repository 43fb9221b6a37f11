"""The pool of processes: order, bounds, workers that die, tasks that go wrong, stopping."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from itertools import count

import pytest

from feasibility.base.errors import PegfeasError
from feasibility.processes.pool import WINDOW, in_processes
from feasibility.processes.tasks import StopRequest, TaskFailure, TaskPart, ordered
from tests.processes.functions import Dies, DiesOnce, misbehaves, pid, yields


def test_every_task_is_answered_once() -> None:
    found = dict(in_processes(Dies(), range(500), jobs=2))
    assert found == {n: 2 * n for n in range(500)}


def test_the_order_of_the_input_on_request() -> None:
    delays = [0.2, 0.0, 0.05, 0.0, 0.1, 0.0]
    found = list(in_processes(misbehaves, delays, jobs=2, in_order=True))
    assert found == list(enumerate(delays))


def test_ordered_waits_for_the_missing_number() -> None:
    assert list(ordered([(1, "b"), (0, "a"), (2, "c")])) == [(0, "a"), (1, "b"), (2, "c")]
    assert list(ordered([(3, "d"), (0, "a")])) == [(0, "a"), (3, "d")]


def test_two_jobs_are_two_processes_that_are_not_this_one() -> None:
    found = {result for _, result in in_processes(pid, range(20), jobs=2)}
    assert len(found) == 2
    assert os.getpid() not in found


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_dying_worker_costs_one_task(jobs: int) -> None:
    deadly = frozenset({0, 7, 8, 40})
    found = list(in_processes(Dies(deadly), range(100), jobs=jobs))
    assert len(found) == 100
    results = dict(found)
    assert {n for n, r in results.items() if isinstance(r, TaskFailure)} == deadly
    assert all(results[n] == 2 * n for n in range(100) if n not in deadly)
    assert all("SIGKILL" in results[n].reason and results[n].retry for n in deadly)


def test_what_failed_may_succeed_when_tried_again(tmp_path: object) -> None:
    function = DiesOnce(str(tmp_path), 3)
    first = dict(in_processes(function, range(6), jobs=2))
    assert isinstance(first[3], TaskFailure)
    assert dict(in_processes(function, [3], jobs=1)) == {0: 6}


def test_errors_are_results_and_prints_go_elsewhere(capfd: pytest.CaptureFixture[str]) -> None:
    tasks = ["a", "raise", "memory", "print", "b"]
    found = dict(in_processes(misbehaves, tasks, jobs=1))
    assert (found[0], found[3], found[4]) == ("a", "print", "b")
    assert found[1] == TaskFailure("internal error: ValueError: on purpose")
    assert found[2] == TaskFailure("out of memory", retry=True)
    shown = capfd.readouterr()
    assert shown.out == ""
    assert "this must not" in shown.err
    assert "ValueError" in shown.err


def test_the_ceiling_turns_a_flood_into_a_failure() -> None:
    found = dict(in_processes(misbehaves, ["fill", "after"], jobs=1, ceiling=1 << 30))
    assert found == {0: TaskFailure("out of memory", retry=True), 1: "after"}


def test_a_task_without_end_is_given_up_with_its_worker() -> None:
    found = dict(in_processes(misbehaves, ["a", "sleep", "b"], jobs=1, patience=0.5))
    assert (found[0], found[2]) == ("a", "b")
    assert isinstance(found[1], TaskFailure)
    assert "given up" in found[1].reason


def test_an_endless_input_is_read_only_as_far_as_needed() -> None:
    taken = 0

    def endless() -> Iterator[int]:
        nonlocal taken
        while True:
            yield taken
            taken += 1

    results = in_processes(Dies(), endless(), jobs=2)
    for _ in range(300):
        next(results)
    results.close()  # type: ignore[attr-defined]
    assert taken <= 300 + 2 * 2 * WINDOW


def test_none_means_ask_again() -> None:
    def slow() -> Iterator[int | None]:
        yield from (None, 1, None, None, 2, None)

    assert dict(in_processes(Dies(), slow(), jobs=2)) == {0: 2, 1: 4}


def test_no_task_no_process() -> None:
    assert list(in_processes(Dies(), [], jobs=2)) == []


def test_after_a_stop_only_what_has_begun_is_finished() -> None:
    stop = StopRequest()
    results = in_processes(misbehaves, [0.05] * 1000, jobs=2, stop=stop)
    found = [next(results)]
    stop.ask()
    found += results
    assert 1 <= len(found) < 50
    assert len({number for number, _ in found}) == len(found)


def test_what_a_task_yields_comes_at_once() -> None:
    found = list(in_processes(yields, [["a", "b"], ["c", "raise", "d"], []], jobs=1))
    wrong = TaskFailure("internal error: ValueError: on purpose")
    assert found == [
        (0, TaskPart("a")),
        (0, TaskPart("b")),
        (0, None),
        (1, TaskPart("c")),
        (1, wrong),
        (2, None),
    ]


def test_after_a_stop_a_task_that_yields_ends_with_the_result_at_hand() -> None:
    stop = StopRequest()
    results = in_processes(yields, [range(10_000)] * 3, jobs=2, stop=stop)
    found = [next(results)]
    stop.ask()
    found += results
    for task in {number for number, _ in found}:
        own = [result for number, result in found if number == task]
        assert own == [*map(TaskPart, range(len(own) - 1)), None] and len(own) < 1000


def test_workers_are_gone_when_the_results_are_no_longer_wanted() -> None:
    results = in_processes(pid, count(), jobs=2)
    pids = {next(results)[1] for _ in range(20)}
    results.close()  # type: ignore[attr-defined]
    for number in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)


def test_workers_end_with_their_parent() -> None:
    """Even a parent that is killed leaves no worker behind, busy or not."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        for _, worker in in_processes(pid, count(), jobs=1):
            os.write(writer, f"{worker}\n".encode())
            os.kill(os.getpid(), 9)
    os.waitpid(child, 0)
    worker = int(os.read(reader, 20).split()[0])
    os.close(reader)
    os.close(writer)
    for _ in range(100):
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("the worker lives on")


def test_workers_that_cannot_start_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feasibility.processes.worker.START", "raise SystemExit(3) # {path!r} {entry!r}")
    with pytest.raises(PegfeasError, match="die while they start"):
        list(in_processes(Dies(), [1, 2, 3], jobs=2))
