"""What every engine for many tasks shares: results that may be failures, their order, and a way to stop."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from feasibility.base.values import Value

if TYPE_CHECKING:
    from feasibility.processes.inside import Channel

Task = Any  # whatever the function takes; both cross process boundaries by pickle
Function = Callable[[Any], Any]

READY = "ready"  # the message of a worker that takes tasks
DROP = "drop"  # the message that takes back all tasks that have not begun
ORDER_SPAN = 1024  # results that may wait for an earlier one when the input's order is kept


class TaskFailure(Value):
    """No result for one task: why, and whether another attempt may help."""

    reason: str
    retry: bool = False


class TaskPart(Value):
    """One result of a task whose function yields them; after the last comes None."""

    result: Any


Done = tuple[int, Any]  # number of the task, and its result, a TaskPart or a TaskFailure


class StopRequest:
    """Asked once: nothing new begins, what runs is finished, or ends with the part at hand."""

    def __init__(self) -> None:
        self.asked = False

    def ask(self) -> None:
        """From a signal handler or another thread."""
        self.asked = True


class TaskSource:
    """Where tasks come from; numbers them as they are taken. `ended`: none will come any more."""

    def __init__(self, tasks: Iterable[Task | None], in_order: bool) -> None:
        self.tasks, self.in_order = iter(tasks), in_order
        self.number = 0
        self.ended = False

    def take(self, unanswered: Iterable[int]) -> tuple[int, Task] | None:
        """The next task, if there is one now, and its result need not wait too long for one that is out."""
        oldest = min(unanswered, default=self.number) if self.in_order else self.number
        if self.ended or self.number - oldest >= ORDER_SPAN:
            return None
        task = next(self.tasks, self)
        self.ended = task is self
        if self.ended or task is None:
            return None
        self.number += 1
        return self.number - 1, task


def attempt(function: Function, task: Task) -> Iterator[Any]:
    """The result or its parts, or a TaskFailure for what must not take the other tasks down."""
    try:
        result = function(task)
        if isinstance(result, Iterator):
            yield from map(TaskPart, result)
            result = None
        yield result
    except MemoryError:
        yield TaskFailure("out of memory", retry=True)
    except Exception as error:
        import traceback  # which a process that answers at once need not load

        traceback.print_exc(file=sys.stderr)
        yield TaskFailure(f"internal error: {type(error).__name__}: {error}"[:500])


def serve(channel: Channel) -> None:
    """In a worker of a pool: a function comes first, then tasks; answers are (number, result)."""
    function = channel.receive()
    channel.send(READY)
    waiting: deque[tuple[int, Task]] = deque()
    while True:
        while not waiting or channel.waiting():
            _hear(channel, waiting)
        number, task = waiting.popleft()
        for result in attempt(function, task):
            channel.send((number, result))
            messages = iter(channel.waiting, False)
            if isinstance(result, TaskPart) and any(_hear(channel, waiting) for _ in messages):
                channel.send((number, None))
                break


def _hear(channel: Channel, waiting: deque[tuple[int, Task]]) -> bool:
    """Takes a message; whether it is the one that takes back what waits."""
    message = channel.receive()
    if message != DROP:
        waiting.extend(message)
        return False
    channel.send([number for number, _ in waiting])
    waiting.clear()
    return True


def ordered(results: Iterable[Done]) -> Iterator[Done]:
    """Results sorted by number; they must come as 0, 1, 2, ... in some order."""
    waiting: dict[int, Any] = {}
    number = 0
    for index, result in results:
        waiting[index] = result
        while number in waiting:
            yield number, waiting.pop(number)
            number += 1
    yield from sorted(waiting.items())  # a stopped run may have gaps
