"""A Python process with a channel: messages go to a function in it, and its messages come back."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Any

from feasibility.processes.child import Child

START = "import sys; sys.path[:] = {path!r}; from feasibility.processes.inside import main; main({entry!r})"
PATH_OF_ITS_OWN = "-P"  # the current folder is no place of modules; -I would shut out PYTHONPATH too
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


def python(code: str) -> list[str]:
    """The command that runs some lines of Python: each child of this kind is started by it."""
    return [sys.executable, PATH_OF_ITS_OWN, "-c", code]


class Worker(Child):
    """Runs `entry`, MODULE:FUNCTION of a channel, with the import path of this process."""

    def __init__(self, entry: str, *, ceiling: int | None = None, keep_errors: bool = False) -> None:
        path = [place or os.getcwd() for place in sys.path]
        super().__init__(
            python(START.format(path=path, entry=entry)),
            ceiling=ceiling,
            keep_errors=keep_errors,
            defaults=ONE_THREAD,
        )

    def say(self, message: Any) -> None:
        """Send a message; a worker that has died is noticed where it is heard."""
        with suppress(OSError, ValueError):
            self.outbound.write(pickle.dumps(message, pickle.HIGHEST_PROTOCOL))
            self.outbound.flush()

    def listen(self, heard: Callable[[Any], None]) -> None:
        """Call `heard` with every message, in a thread, and with None once nothing more comes."""
        Thread(target=self._listen, args=(heard,), daemon=True).start()

    def _listen(self, heard: Callable[[Any], None]) -> None:
        message: Any = ...
        while message is not None:
            try:
                message = pickle.load(self.inbound)
            except Exception:  # its end, or bytes that are no message: nothing more can be heard of it
                message = None
            heard(message)
