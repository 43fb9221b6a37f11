"""Work in several threads: a compiled kernel until the time is over, or one piece of work after the other."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from feasibility.base.limits import Clock

if TYPE_CHECKING:
    from numpy.typing import NDArray

POLL = 0.05  # seconds between two looks at the clock while the kernel runs
Item = TypeVar("Item")
Threaded = TypeVar("Threaded")


def in_threads(
    threads: int,
    work: Callable[[], None],
    clock: Clock,
    stop: NDArray[Any],
    look: Callable[[], None] | None = None,
) -> None:
    """Run a kernel in several threads; `stop` is set when the time is over or on an interrupt.

    However it ends, none of them runs any more: the arrays are theirs till then. Each tells its end itself:
    an interrupt in the middle of `Thread.join` makes Python 3.11 take a running thread for one that ended.
    """
    start, given_up = threading.Event(), threading.Event()
    ends = [threading.Event() for _ in range(threads)]

    def run(ended: threading.Event) -> None:
        start.wait()
        try:
            if not given_up.is_set():
                work()
        finally:
            ended.set()

    try:
        for ended in ends:
            threading.Thread(target=run, args=(ended,), daemon=True).start()
        start.set()
        for ended in ends:
            while not ended.is_set():
                left = clock.timeout()
                if left == 0.0:
                    stop[0] = 1
                ended.wait(POLL if left is None or left > POLL else max(left, 0.001))
                if look is not None and not ended.is_set():
                    look()
    except BaseException:
        stop[0] = 1
        if start.is_set():
            _wait_for(ends)
        given_up.set()
        start.set()
        raise


def _wait_for(ends: Sequence[threading.Event]) -> None:
    """The kernels look at `stop` between two blocks; one more interrupt changes nothing."""
    for ended in ends:
        while not ended.is_set():
            with suppress(KeyboardInterrupt):
                ended.wait(POLL)


def in_order(
    function: Callable[[Item], Threaded],
    items: Iterable[Item],
    threads: int,
    end: Callable[[], None] = lambda: None,
) -> Iterator[Threaded]:
    """What a function makes of the items, in their order; threads work a few items ahead.

    However it ends, it waits for what is under way; `end` may tell that to end.
    """
    from concurrent.futures import Future, ThreadPoolExecutor

    if threads < 2:
        yield from map(function, items)
        return
    waiting: deque[Future[Threaded]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for item in items:
                waiting.append(pool.submit(function, item))
                if len(waiting) > threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            end()
            for future in waiting:
                future.cancel()
