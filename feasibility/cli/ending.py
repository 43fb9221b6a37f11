"""How a command ends by a signal: SIGTERM and SIGHUP as Ctrl-C, and none of them in the middle of its end."""

from __future__ import annotations

import signal
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any

from feasibility.base import scratch

NAMES = ("SIGINT", "SIGTERM", "SIGHUP")

Handler = Callable[[int, FrameType | None], Any] | int | None


class Ending:
    """The handlers of a command while it runs; `came` is the signal that ended it, if it was not Ctrl-C."""

    def __init__(self) -> None:
        self.came: int | None = None
        self.before: dict[int, Handler] = {}

    def begin(self) -> None:
        """What dead runs have left is swept away; from now on signals interrupt."""
        scratch.sweep()
        for name in NAMES:
            number = getattr(signal, name, None)  # not every system has all
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:  # nohup stays nohup
                self._set(number, self._end if name != "SIGINT" else signal.getsignal(number))

    def _set(self, number: int, handler: Handler) -> None:
        with suppress(ValueError):  # signals belong to the main thread
            before = signal.signal(number, handler)
            self.before.setdefault(number, before)

    def _end(self, number: int, frame: FrameType | None) -> None:
        self.came = number
        raise KeyboardInterrupt

    def finish(self) -> None:
        """Nothing interrupts what is left to do: tidying up, and the last words."""
        for number in self.before:
            self._set(number, signal.SIG_IGN)
        scratch.remove()
        exec("")  # Python remembers an interrupt inside of exec (of dataclasses) and would end by SIGINT

    def restore(self) -> None:
        """For a caller that goes on."""
        for number, handler in self.before.items():
            with suppress(ValueError):
                signal.signal(number, handler)
