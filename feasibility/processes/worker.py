"""One worker process: tasks come in on a pipe, results go out on another.

Started by pool.py with the parent's import path. It ends when the parent does: the end of the incoming pipe
stops it even in the middle of a task.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, BinaryIO

from feasibility.processes.frames import receive, send
from feasibility.processes.tasks import Function, attempt


@dataclass(frozen=True)
class Setup:
    """The first message: what to do with every task, and the most memory the system shall give."""

    function: Function
    ceiling: int | None = None


class Drop:
    """The message that takes back all tasks that have not begun."""


def main() -> None:
    """Answers every task with (number, result), and `Drop` with the numbers that were dropped."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)  # nothing that a library prints may get between the messages
        inbox: SimpleQueue[Any] = SimpleQueue()
        threading.Thread(target=_listen, args=(sys.stdin.buffer, inbox), daemon=True).start()
        setup = inbox.get()
        if isinstance(setup, BaseException):
            raise setup
        _prepare(setup)
        send(out, os.getpid())
        _serve(out, inbox, setup.function)


def _serve(out: BinaryIO, inbox: SimpleQueue[Any], function: Function) -> None:
    waiting: deque[tuple[int, Any]] = deque()
    while True:
        while not waiting or not inbox.empty():
            message = inbox.get()
            if isinstance(message, Drop):
                send(out, [number for number, _ in waiting])
                waiting.clear()
            else:
                waiting.extend(message)
        number, task = waiting.popleft()
        send(out, (number, attempt(function, task)))


def _listen(pipe: BinaryIO, inbox: SimpleQueue[Any]) -> None:
    while True:
        try:
            inbox.put(receive(pipe))
        except EOFError:
            os._exit(0)
        except BaseException as error:  # a message that cannot be read: let the main thread end with it
            inbox.put(error)
            return


def _prepare(setup: Setup) -> None:
    """Where memory ends, this process shall be the one that the system takes, not its parent."""
    with suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
        file.write("600")
    if setup.ceiling is not None:
        with suppress(ImportError, ValueError, OSError):
            import resource

            resource.setrlimit(resource.RLIMIT_DATA, (setup.ceiling, setup.ceiling))


if __name__ == "__main__":
    main()
