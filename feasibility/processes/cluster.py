"""Many tasks on a Dask cluster: chunks go out, results stream back, lost chunks run again.

Dask itself runs a chunk again when its worker is lost, and gives up a chunk that was on several lost workers,
guilty or not; the tasks of such a chunk are run again one at a time while nothing else is under way, so that
only the guilty one fails.
"""

from __future__ import annotations

import concurrent.futures
import gc
import logging
import sys
from asyncio import CancelledError
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic, sleep
from typing import Any

from feasibility import __version__
from feasibility.base.errors import InputError, PegfeasError
from feasibility.base.plurals import plural
from feasibility.base.report import Report
from feasibility.processes.tasks import (
    Done,
    Function,
    StopRequest,
    Task,
    TaskFailure,
    TaskSource,
    attempt,
    ordered,
)

LARGEST_CHUNK = 64
CHUNK_SECONDS = 0.5  # of work in one chunk: long beside Dask's overhead per task, short for a person
AHEAD = 3  # chunks per core on their way
ANSWER = 6.0  # seconds in which a scheduler must answer
WORKERS = 20.0  # seconds in which it must have a worker
DESERTED = 300.0  # seconds without any worker, after which none is expected to come
FETCHED = 30.0  # seconds for the result of a chunk to come from its worker; then it is looked at again
POLL = 0.2
ADDRESS = "tcp://HOST:PORT of a running `dask scheduler`"
GONE = "the scheduler has gone; what it had not answered is lost"
INSTALL = "pip install 'pegfeas[distributed]'"

Numbered = list[tuple[int, Task]]


def _dask() -> Any:
    try:
        import distributed
    except ImportError:
        raise InputError("Dask is not installed", expected=INSTALL) from None
    return distributed


def versions() -> str:
    """What must agree between client and workers."""
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return f"pegfeas {__version__} with Python {python} and distributed {_dask().__version__}"


def run_chunk(function: Function, chunk: Numbered, wanted: str) -> tuple[list[Done], float]:
    """On a worker: the results of a chunk and the seconds they took."""
    if wanted != versions():
        raise PegfeasError(f"{wanted} here, {versions()} on a worker of the cluster")
    began = monotonic()
    done = [(number, result) for number, task in chunk for result in attempt(function, task)]
    return done, monotonic() - began


def on_cluster(
    function: Function,
    tasks: Iterable[Task | None],
    scheduler: str,
    *,
    in_order: bool = False,
    stop: StopRequest | None = None,
    report: Report | None = None,
) -> Iterator[Done]:
    """`function` of every task on the cluster at `scheduler`."""
    with _connected(scheduler) as client:
        if report is not None:
            report(f"dashboard of the scheduler: {client.dashboard_link}")
        run = _Run(client, function, TaskSource(tasks, in_order), stop or StopRequest(), report)
        yield from ordered(run.results()) if in_order else run.results()


@contextmanager
def _connected(scheduler: str) -> Iterator[Any]:
    """A client whose workers are known to fit; where nobody is left to hear its end, that is no error."""
    with _undisturbed():
        client = _connect(_dask(), scheduler)
    try:
        _meet(client, scheduler)
        yield client
    finally:
        with _undisturbed(), suppress(OSError):
            client.close()


def _meet(client: Any, scheduler: str) -> None:
    """Wait for a worker, and see whether all of them are of the versions of this process."""
    try:
        client.wait_for_workers(1, timeout=WORKERS)
    except TimeoutError:
        raise InputError(
            "the scheduler has no worker", source=scheduler, expected="a worker within a few seconds"
        ) from None
    for told in client.run(versions, on_error="return").values():
        # its modules do not load there, in one of many ways; OSError: a worker that is just going
        if isinstance(told, BaseException) and not isinstance(told, OSError):
            raise _mismatch(scheduler, f"a worker cannot run pegfeas: {told}")
        if isinstance(told, str) and told != versions():
            raise _mismatch(scheduler, f"{versions()} here, {told} on a worker")


@contextmanager
def _undisturbed() -> Iterator[None]:
    """No garbage collection for a while.

    The event loops of all clients share one lock: a forgotten client that is collected while another one
    starts or stops is closed then and there, and waits for that lock for ever.
    """
    gc.collect()
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _connect(distributed: Any, address: str) -> Any:
    for name in ("distributed", "distributed.client"):  # Dask gives the client a level of its own
        logging.getLogger(name).setLevel(logging.CRITICAL)  # it logs what is told as an error here
    try:
        # a client that cannot be made takes long, and complains at its end
        distributed.comm.get_address_host_port(address, strict=True)
        return distributed.Client(address, timeout=ANSWER, set_as_default=False)
    except (OSError, TimeoutError, ValueError, TypeError) as error:
        raise InputError(
            "no scheduler answers there",
            source=address or repr(""),
            seen=str(error).split("\n", 1)[0][:120] or type(error).__name__,
            expected=ADDRESS,
        ) from None


def _mismatch(scheduler: str, why: str) -> InputError:
    return InputError(
        f"client and workers do not match: {why[:300]}",
        source=scheduler,
        expected="the same pegfeas, Python and distributed on all machines",
    )


class _Run:
    """The chunks on their way and what comes back of them."""

    def __init__(
        self, client: Any, function: Function, source: TaskSource, stop: StopRequest, report: Report | None
    ) -> None:
        self.client, self.function, self.source = client, function, source
        self.stop, self.report = stop, report
        self.wanted = versions()
        self.under_way: dict[Any, Numbered] = {}
        self.suspects: deque[Numbered] = deque()
        self.alone = False  # a suspect runs, and nothing beside it
        self.mean = CHUNK_SECONDS
        self.cores, self.counted, self.manned = 1, 0.0, monotonic()

    def results(self) -> Iterator[Done]:
        """Every task once, in the order in which chunks end."""
        wait = _dask().wait
        while True:
            self._send()
            if not self.under_way and self.source.ended and not self.suspects:
                return
            if not self.under_way:  # the input has nothing right now
                sleep(POLL / 10)
                continue
            try:
                with self.client.as_current():
                    done = wait(list(self.under_way), timeout=POLL, return_when="FIRST_COMPLETED").done
            except TimeoutError:
                continue
            except (CancelledError, concurrent.futures.CancelledError):
                raise PegfeasError(GONE) from None
            for future in done:
                yield from self._collect(future, self.under_way.pop(future))

    def _send(self) -> None:
        if self.stop.asked:
            self.source.ended = True
        if monotonic() - self.counted > 2.0:  # workers come and go
            self._count()
        if self.suspects or self.alone:
            if not self.under_way:
                self.alone = True
                self._submit(self.suspects.popleft())
            return
        while len(self.under_way) < AHEAD * self.cores and (chunk := self._chunk()):
            self._submit(chunk)

    def _count(self) -> None:
        """Wait no longer than a worker needs to come back: Dask does not always start one again."""
        now = self.counted = monotonic()
        try:
            alive = sum(self.client.nthreads().values())
        except OSError:  # a busy scheduler may answer later; one that has gone ends the client
            if self.client.status in ("closing", "closed"):
                raise PegfeasError(GONE) from None
            return
        self.cores = max(1, alive)
        if alive:
            self.manned = now
            return
        waiting = plural(sum(map(len, self.under_way.values())), "task")
        if now - self.manned > DESERTED:
            raise PegfeasError(
                f"no worker of the cluster has been alive for {DESERTED:.0f} s; {waiting} not answered"
            )
        if self.report is not None:
            self.report(f"no worker of the cluster is alive; {waiting} sent to it")

    def _submit(self, chunk: Numbered) -> None:
        future = self.client.submit(run_chunk, self.function, chunk, self.wanted, pure=False)
        self.under_way[future] = chunk

    def _chunk(self) -> Numbered:
        size = max(1, min(LARGEST_CHUNK, int(CHUNK_SECONDS / max(self.mean, 1e-6))))
        out = [numbers[0][0] for numbers in self.under_way.values()]
        chunk: Numbered = []
        while len(chunk) < size and (task := self.source.take(out)) is not None:
            chunk.append(task)
        return chunk

    def _collect(self, future: Any, chunk: Numbered) -> Iterator[Done]:
        if future.status in ("pending", "lost"):  # its result went with a worker: Dask makes it again
            self.under_way[future] = chunk
            return
        alone, self.alone = self.alone, False
        try:
            done, seconds = future.result(timeout=FETCHED)
        except TimeoutError:  # the worker that had it went just now: without another one nobody would answer
            self.under_way[future], self.alone = chunk, alone
            return
        except (CancelledError, concurrent.futures.CancelledError):
            raise PegfeasError(GONE) from None
        except PegfeasError as error:
            raise _mismatch(self.client.scheduler.address, str(error)) from None
        except Exception as error:  # Dask's own, of several kinds: the chunk was on workers that died
            if alone:
                reason = f"it took its workers with it: {type(error).__name__}"
                yield chunk[0][0], TaskFailure(reason, retry=True)
            else:
                self.suspects.extend([entry] for entry in chunk)
            return
        self.mean = 0.7 * self.mean + 0.3 * seconds / len(chunk)
        yield from done
