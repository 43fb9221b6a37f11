"""A small pool of worker processes in which a dying worker costs one task.

Every worker has its own pipes and its own short queue of tasks, and answers one by one; so when it dies, the
first task without an answer is the one it died on, and the others go to the next worker. (The pool of
concurrent.futures breaks as a whole when one of its processes dies.)
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, TypeAlias

from feasibility.base.errors import PegfeasError
from feasibility.processes import tasks as protocol
from feasibility.processes.child import words
from feasibility.processes.tasks import Done, Function, StopRequest, Task, TaskFailure, TaskSource, ordered
from feasibility.processes.worker import Worker

WINDOW = 64  # tasks that one worker may hold
WINDOW_SECONDS = 0.1  # and about how much work they may be
POLL = 0.1

Events: TypeAlias = "SimpleQueue[tuple[_Member, Any]]"


def cores() -> int:
    """The cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


def in_processes(
    function: Function,
    tasks: Iterable[Task | None],
    *,
    jobs: int | None = None,
    in_order: bool = False,
    ceiling: int | None = None,
    patience: float | None = None,
    stop: StopRequest | None = None,
) -> Iterator[Done]:
    """`function` of every task, in `jobs` processes; a bounded number of tasks is under way.

    A task None means: none right now, ask again. `ceiling` is the most memory (bytes) that the system gives
    to a worker, `patience` the seconds after which a task that does not end is given up with its worker.
    """
    pool = _Pool(
        function,
        TaskSource(tasks, in_order),
        cores() if jobs is None else jobs,
        ceiling,
        patience,
        StopRequest() if stop is None else stop,
    )
    return ordered(pool.run()) if in_order else pool.run()


class _Member(Worker):
    """One process of a pool: what it was given and has not answered."""

    def __init__(self, function: Function, ceiling: int | None, events: Events) -> None:
        super().__init__("feasibility.processes.tasks:serve", ceiling=ceiling)
        self.given: deque[tuple[int, Task]] = deque()
        self.ready = False
        self.given_up: str | None = None
        self.window = 1
        self.mean = WINDOW_SECONDS
        self.since = monotonic()
        self.say(function)
        self.listen(lambda message: events.put((self, message)))

    def give(self, tasks: list[tuple[int, Task]]) -> None:
        if not self.given:
            self.since = monotonic()
        self.given.extend(tasks)
        self.say(tasks)

    def answered(self, number: int) -> None:
        """Every answer teaches how many tasks are worth sending at once."""
        now = monotonic()
        self.mean = 0.8 * self.mean + 0.2 * (now - self.since)
        self.since = now
        self.window = max(1, min(WINDOW, int(WINDOW_SECONDS / max(self.mean, 1e-6))))
        if self.given and self.given[0][0] == number:
            self.given.popleft()


@dataclass(eq=False)
class _Pool:
    """The workers, the tasks that wait for one, and the events that come back."""

    function: Function
    source: TaskSource
    jobs: int
    ceiling: int | None
    patience: float | None
    stop: StopRequest
    backlog: deque[tuple[int, Task]] = field(default_factory=deque)
    open: set[int] = field(default_factory=set)  # numbers that were taken from the input and are not answered
    events: Events = field(default_factory=SimpleQueue)
    workers: list[_Member] = field(default_factory=list)
    stillborn: int = 0
    dropping: bool = False
    looked: float = field(default_factory=monotonic)

    def run(self) -> Iterator[Done]:
        """Until the input is at its end and everything is answered, or a stop has been asked for."""
        try:
            while True:
                if self.stop.asked:
                    self._drop()
                self._feed()
                if self.source.ended and not self.open:
                    return
                yield from self._hear()
        finally:
            for worker in self.workers:
                worker.end()

    def _feed(self) -> None:
        """Give the workers tasks; start a worker only when there is one to give."""
        for worker in self.workers:
            self._fill(worker)
        while len(self.workers) < self.jobs and (task := self._take()) is not None:
            self.backlog.appendleft(task)
            self.workers.append(_Member(self.function, self.ceiling, self.events))
            self._fill(self.workers[-1])

    def _fill(self, worker: _Member) -> None:
        if len(worker.given) * 2 > worker.window:
            return
        chunk: list[tuple[int, Task]] = []
        while len(worker.given) + len(chunk) < worker.window and (task := self._take()) is not None:
            chunk.append(task)
        if chunk:
            worker.give(chunk)

    def _take(self) -> tuple[int, Task] | None:
        """The next task for a worker, with its number."""
        if self.backlog:
            return self.backlog.popleft()
        task = self.source.take(self.open)
        if task is not None:
            self.open.add(task[0])
        return task

    def _hear(self) -> Iterator[Done]:
        """Waits for a short time, and returns what the workers have reported."""
        if monotonic() - self.looked > POLL:
            self._lose_patience()
        try:
            worker, message = self.events.get(timeout=POLL)
        except Empty:
            return
        match message:
            case None:
                yield from self._died(worker)
            case protocol.READY:
                worker.ready = True
                worker.since = monotonic()
                self.stillborn = 0
            case list():  # tasks that it has dropped
                self.open.difference_update(message)
                worker.given = deque(entry for entry in worker.given if entry[0] not in message)
            case (number, protocol.TaskPart()):
                yield message
            case (number, result):
                worker.answered(number)
                self.open.discard(number)
                yield number, result

    def _died(self, worker: _Member) -> Iterator[Done]:
        code = worker.end(patience=1.0)  # so that its own exit code is seen
        self.workers.remove(worker)
        if not worker.ready:
            self.stillborn += 1
            if self.stillborn > self.jobs + 2:
                raise PegfeasError("worker processes die while they start; see their messages above")
        elif worker.given:
            number, _ = worker.given.popleft()
            self.open.discard(number)
            why = _cause(code) if worker.given_up is None else worker.given_up
            yield number, TaskFailure(why, retry=True)
        self.backlog.extendleft(reversed(worker.given))
        if self.dropping:
            self._forget()

    def _lose_patience(self) -> None:
        self.looked = monotonic()
        for worker in self.workers:
            late = self.patience is not None and monotonic() - worker.since > self.patience
            if late and worker.ready and worker.given:
                worker.given_up = f"given up: no end after {self.patience:.0f} s, far beyond the time limit"
                worker.kill()

    def _drop(self) -> None:
        """Only what has begun is still waited for."""
        if not self.dropping:
            self.dropping = self.source.ended = True
            self._forget()
            for worker in self.workers:
                worker.say(protocol.DROP)

    def _forget(self) -> None:
        self.open.difference_update(number for number, _ in self.backlog)
        self.backlog.clear()


def _cause(code: int) -> str:
    """How a worker ended, in words."""
    if code >= 0:
        return f"the worker process ended with {words(code)}"
    hint = ", as the system does when memory runs out" if -code == signal.SIGKILL else ""
    return f"the worker process died of {words(code)}{hint}"
