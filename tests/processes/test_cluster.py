"""Many tasks on a real Dask cluster of several processes: nothing lost, nothing doubled, clear errors."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

import feasibility
from feasibility import Limits
from feasibility.base.errors import ExitCode, InputError, PegfeasError
from feasibility.cli import main
from feasibility.processes import cluster as many_cluster
from feasibility.processes.cluster import on_cluster
from feasibility.processes.tasks import StopRequest, TaskFailure, TaskPart
from feasibility.proofs.verdict import Verdict
from tests.many.strategies import json_line, pairs
from tests.processes.functions import Dies, DiesOnce, misbehaves, pid, yields

pytestmark = pytest.mark.xdist_group("cluster")


@contextmanager
def two_workers() -> Iterator[Any]:
    import dask
    import distributed

    with dask.config.set({"distributed.scheduler.allowed-failures": 1}):
        cluster = distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=50
        )
        try:
            yield cluster
        finally:
            with suppress(AssertionError):  # of Dask, on a worker that it was about to start again
                cluster.close()


class Lasting:
    """A cluster for several tests, made anew where a worker that was killed does not come back."""

    def __init__(self) -> None:
        self.open = ExitStack()
        self.cluster: Any = None

    def whole(self) -> Any:
        deadline = time.monotonic() + 5
        while self.cluster is not None and len(self.cluster.scheduler.workers) < 2:
            if time.monotonic() > deadline:  # on a busy machine Dask gives up to start one again
                self.open.close()
                self.cluster = None
            time.sleep(0.1)
        if self.cluster is None:
            self.cluster = self.open.enter_context(two_workers())
        return self.cluster


@pytest.fixture(name="lasting", scope="module")
def _lasting() -> Iterator[Lasting]:
    lasting = Lasting()
    with lasting.open:
        yield lasting


@pytest.fixture(name="cluster")
def _cluster(lasting: Lasting) -> Any:
    return lasting.whole()


@pytest.fixture(name="address")
def _address(cluster: Any) -> str:
    return str(cluster.scheduler_address)


def pids(cluster: Any) -> list[int]:
    return [nanny.process.pid for nanny in cluster.workers.values()]


def test_every_task_is_answered_once(address: str) -> None:
    found = list(on_cluster(Dies(), range(500), address))
    assert len(found) == 500
    assert dict(found) == {n: 2 * n for n in range(500)}


def test_what_a_task_yields(address: str) -> None:
    assert list(on_cluster(yields, ["ab"], address)) == [(0, TaskPart("a")), (0, TaskPart("b")), (0, None)]


def test_the_order_of_the_input_on_request(address: str) -> None:
    delays = [0.3, 0.0, 0.05, 0.0, 0.1, 0.0]
    assert list(on_cluster(misbehaves, delays, address, in_order=True)) == list(enumerate(delays))


def test_work_is_done_by_the_workers_of_the_cluster(cluster: Any, address: str) -> None:
    assert {result for _, result in on_cluster(pid, range(40), address)} == set(pids(cluster))


def test_a_worker_killed_in_the_middle_loses_and_doubles_nothing(cluster: Any, address: str) -> None:
    found = []
    results = on_cluster(misbehaves, [0.01 * (n % 3) for n in range(300)], address)
    for index, result in results:
        found.append((index, result))
        if len(found) == 50:
            os.kill(pids(cluster)[0], signal.SIGKILL)
    assert sorted(found) == [(n, 0.01 * (n % 3)) for n in range(300)]


def test_the_chunk_of_a_worker_that_died_is_run_again(address: str, tmp_path: Path) -> None:
    found = list(on_cluster(DiesOnce(str(tmp_path), 77), range(150), address))
    assert sorted(found) == [(n, 2 * n) for n in range(150)]
    assert (tmp_path / "died-77").exists()


@pytest.mark.full
def test_a_task_that_kills_every_worker_costs_itself_alone() -> None:
    """On a cluster of its own: not all workers come back after that, and new ones take their place."""
    with two_workers() as cluster:

        def man(told: str) -> None:
            if told.startswith("no worker") and len(cluster.worker_spec) < 6:
                cluster.scale(len(cluster.worker_spec) + 2)

        found = list(on_cluster(Dies(frozenset({5})), range(12), cluster.scheduler_address, report=man))
    assert len(found) == 12
    results = dict(found)
    assert isinstance(results[5], TaskFailure)
    assert results[5].retry
    assert all(results[n] == 2 * n for n in range(12) if n != 5)


class _Lost:
    """A future that was done, and whose result went with its worker."""

    status = "finished"

    def result(self, timeout: float | None = None) -> object:
        assert timeout is not None, "it would be waited for for ever"
        raise TimeoutError


@pytest.mark.parametrize("alone", [True, False])
def test_a_result_that_went_with_its_worker_is_waited_for_again(alone: bool) -> None:
    run = many_cluster._Run(cast(Any, None), pid, iter(()), False, StopRequest())
    run.alone, lost, chunk = alone, _Lost(), [(7, 7)]
    assert list(run._collect(lost, chunk)) == []
    assert run.under_way == {lost: chunk} and run.alone is alone


def test_errors_are_results(address: str) -> None:
    found = dict(on_cluster(misbehaves, ["a", "raise", "memory", "b"], address))
    assert (found[0], found[3]) == ("a", "b")
    assert found[1] == TaskFailure("internal error: ValueError: on purpose")
    assert found[2] == TaskFailure("out of memory", retry=True)


def test_an_endless_input_and_a_stop(address: str) -> None:
    stop = StopRequest()
    results = on_cluster(misbehaves, (0.01 for _ in count()), address, stop=stop)
    found = [next(results) for _ in range(30)]
    stop.ask()
    found += results
    assert sorted(index for index, _ in found) == list(range(len(found)))


def test_none_means_ask_again(address: str) -> None:
    assert dict(on_cluster(Dies(), [None, 1, None, 2, None], address)) == {0: 2, 1: 4}


def test_verdicts_are_those_of_the_processes_here(address: str) -> None:
    asked = pairs(30)
    there = dict(feasibility.check_many(asked, scheduler=address, limits=Limits(work=20_000_000)))
    here = dict(feasibility.check_many(asked, jobs=1, limits=Limits(work=20_000_000)))
    for number in range(30):
        one, other = there[number], here[number]
        assert isinstance(one, Verdict)
        assert isinstance(other, Verdict)
        assert (one.answer, one.decided_by, one.pair) == (other.answer, other.decided_by, other.pair)


def test_a_worker_with_several_threads_gives_the_same_verdicts() -> None:
    """Its threads check at the same time, each with a session of its own."""
    import distributed

    asked, limits = pairs(60), Limits(work=20_000_000)
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=4, processes=True, dashboard_address=":0", silence_logs=50
    ) as cluster:
        there = dict(feasibility.check_many(asked, scheduler=cluster.scheduler_address, limits=limits))
    for number, pair in enumerate(asked):
        verdict, here = there[number], feasibility.check(pair, limits=limits)
        assert isinstance(verdict, Verdict)
        assert (verdict.answer, verdict.decided_by) == (here.answer, here.decided_by)


def test_batch_on_a_cluster(address: str, tmp_path: Path) -> None:
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    path.write_text("".join(json_line(n, pair) for n, pair in enumerate(pairs(30))))
    assert main(["batch", str(path), "--output", str(out), "--scheduler", address, "--ordered"]) == 0
    assert [json.loads(line)["id"] for line in out.read_text().splitlines()] == list(range(30))


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:9", "nonsense", "ftp://127.0.0.1:9", "tcp://127.0.0.1:x"]
)
def test_a_scheduler_that_is_not_there_is_an_error_in_seconds(
    address: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(many_cluster, "ANSWER", 2.0)
    path = tmp_path / "in.jsonl"
    path.write_text('{"id": 1, "start": "xx."}\n')
    began = time.monotonic()
    assert main(["batch", str(path), "--scheduler", address]) == ExitCode.USAGE
    assert time.monotonic() - began < 60
    told = capsys.readouterr().err
    assert f"{address}: no scheduler answers there" in told
    assert "Traceback" not in told


def test_versions_that_differ_are_told(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many_cluster, "__version__", "99.0")
    monkeypatch.setattr(many_cluster, "_Run", None)  # nothing is sent
    with pytest.raises(InputError, match=r"do not match: pegfeas 99\.0 .* here, pegfeas 1.* on a worker"):
        list(on_cluster(Dies(), [1], address))


def test_a_worker_of_another_version_that_joins_later_is_told(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(many_cluster, "_meet", lambda client, scheduler: None)
    monkeypatch.setattr(many_cluster, "__version__", "99.0")
    with pytest.raises(InputError, match=r"do not match: pegfeas 99\.0 with .* here"):
        list(on_cluster(Dies(), [1], address))


def test_a_scheduler_without_workers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    import distributed

    monkeypatch.setattr(many_cluster, "WORKERS", 0.5)
    with (
        distributed.LocalCluster(n_workers=0, processes=True, dashboard_address=":0") as empty,
        pytest.raises(InputError, match="the scheduler has no worker"),
    ):
        list(on_cluster(Dies(), [1], empty.scheduler_address))


@pytest.mark.slow
def test_that_no_worker_is_alive_is_told_while_it_lasts() -> None:
    """All workers go in the middle of a run; the run says so, and ends when there are workers again."""
    import distributed

    told = []
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as cluster:

        def report(text: str) -> None:
            told.append(text)
            if text.startswith("no worker"):
                cluster.scale(1)

        delays = [0.2] * 40
        results = on_cluster(misbehaves, delays, cluster.scheduler_address, report=report)
        answered = [next(results)]
        cluster.scale(0)
        answered += results
    assert sorted(answered) == list(enumerate(delays))
    assert any(re.match("no worker of the cluster is alive; [0-9]+ tasks? sent to it", text) for text in told)


def test_a_cluster_without_workers_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    import distributed

    monkeypatch.setattr(many_cluster, "DESERTED", 1.0)
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as cluster:
        results = on_cluster(misbehaves, [0.1] * 40, cluster.scheduler_address)
        assert next(results)[1] == 0.1
        cluster.scale(0)
        with pytest.raises(PegfeasError, match=r"no worker of the cluster has been alive for 1 s; \d+ tasks"):
            list(results)


def test_a_worker_without_pegfeas_is_told() -> None:
    import distributed

    code = (
        "import sys; sys.modules['feasibility'] = None; from distributed.cli.dask_worker import main; main()"
    )
    with distributed.LocalCluster(n_workers=0, processes=True, dashboard_address=":0") as bare:
        words = [bare.scheduler_address, "--no-nanny", "--no-dashboard", "--nthreads", "1"]
        with subprocess.Popen([sys.executable, "-c", code, *words], stderr=subprocess.DEVNULL) as worker:
            try:
                with pytest.raises(InputError, match="a worker cannot run pegfeas"):
                    list(on_cluster(Dies(), [1], bare.scheduler_address))
            finally:
                worker.kill()


def test_a_scheduler_that_goes_away_is_an_error() -> None:
    import distributed

    with distributed.LocalCluster(
        n_workers=1, processes=True, dashboard_address=":0", silence_logs=50
    ) as lost:
        results = on_cluster(misbehaves, [0.1] * 1000, lost.scheduler_address)
        next(results)
        assert not logging.getLogger("distributed.client").isEnabledFor(logging.ERROR)  # it has a traceback
        lost.close()
        with pytest.raises(PegfeasError, match="the scheduler has gone"):
            list(results)


@pytest.mark.parametrize("status", ["running", "closed"])
def test_a_scheduler_that_does_not_say_how_many_workers_it_has(status: str) -> None:
    """It may be busy; if the client has ended for that, it has gone."""

    def silent() -> dict[str, int]:
        raise OSError("timed out")

    client = SimpleNamespace(status=status, nthreads=silent)
    chunks = many_cluster._Run(client, misbehaves, iter(()), False, StopRequest())
    if status == "running":
        chunks._count()
        assert chunks.cores == 1
    else:
        with pytest.raises(PegfeasError, match="the scheduler has gone"):
            chunks._count()


def test_without_dask_the_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match=r"pip install 'pegfeas\[distributed\]'"):
        list(on_cluster(Dies(), [1], "tcp://127.0.0.1:9"))


@pytest.mark.slow
def test_a_forgotten_client_does_not_stop_another_from_starting() -> None:
    """A client that nobody closed, in a cycle of garbage, while others start and fail to reach anybody."""
    import gc

    threshold = gc.get_threshold()
    gc.set_threshold(1)  # collect as often as possible
    try:
        for _ in range(2):
            with pytest.raises(InputError, match="no scheduler answers there"):
                list(on_cluster(Dies(), [1], "tcp://127.0.0.1:9"))
    finally:
        gc.set_threshold(*threshold)


@pytest.mark.parametrize(
    "address", ["foo", "ftp://foo:1", "tcp://foo", "foo:bar", "foo:99999", "tcp://", "", "a b:1"]
)
def test_what_is_no_address_is_told_before_a_client_is_made(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("distributed.Client")
    with pytest.raises(InputError, match="no scheduler answers there"):
        list(on_cluster(Dies(), range(2), address))
