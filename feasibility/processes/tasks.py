"""What every engine for many tasks shares: results that may be failures, their order, and a way to stop."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

Task = Any  # whatever the function takes; both cross process boundaries by pickle
Function = Callable[[Any], Any]

ORDER_SPAN = 1024  # results that may wait for an earlier one when the input's order is kept


@dataclass(frozen=True)
class Failure:
    """No result for one task: why, and whether another attempt may help."""

    reason: str
    retry: bool = False


Done = tuple[int, Any]  # number of the task, and its result or a Failure


class Stop:
    """Asked once: nothing new begins, what runs is finished."""

    def __init__(self) -> None:
        self.asked = False

    def ask(self) -> None:
        """From a signal handler or another thread."""
        self.asked = True


def attempt(function: Function, task: Task) -> Any:
    """The result, or a Failure for what must not take the other tasks down."""
    try:
        return function(task)
    except MemoryError:
        return Failure("out of memory", retry=True)
    except Exception as error:
        traceback.print_exc(file=sys.stderr)
        return Failure(f"internal error: {type(error).__name__}: {error}"[:500])


def ordered(results: Iterable[Done]) -> Iterator[Done]:
    """The same results by number; they must come as 0, 1, 2, ... in some order."""
    waiting: dict[int, Any] = {}
    number = 0
    for index, result in results:
        waiting[index] = result
        while number in waiting:
            yield number, waiting.pop(number)
            number += 1
    yield from sorted(waiting.items())  # a stopped run may have gaps
