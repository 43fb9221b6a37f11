"""How a command ends by a signal: SIGTERM and SIGHUP as Ctrl-C, and none of them in the middle of its end."""

from __future__ import annotations

import _thread
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from time import sleep
from types import CodeType, FrameType
from typing import Any

from feasibility.base import scratch

NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
SOON = 0.01  # seconds from an interrupt that was lost or came too early to the next
IMPORTS = "<frozen importlib._bootstrap>"  # where Python imports a module

Handler = Callable[[int, FrameType | None], Any] | int | None


class Ending:
    """The handlers of a command while it runs; `came` is the last signal that interrupted it."""

    def __init__(self) -> None:
        self.came: int | None = None
        self.over = False
        self.before: dict[int, Handler] = {}
        self.unheard = sys.unraisablehook
        self.thread = _thread.get_ident()
        self.caller: CodeType | None = None

    def begin(self) -> None:
        """What dead runs have left is swept away; from now on signals interrupt."""
        scratch.sweep()
        self.caller = sys._getframe(1).f_code
        sys.unraisablehook = self._lost
        for name in NAMES:
            number = getattr(signal, name, None)  # not every system has all
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:  # nohup stays nohup
                foreign = name == "SIGINT" and signal.getsignal(number) is not signal.default_int_handler
                self._set(number, signal.getsignal(number) if foreign else self._end)

    def _set(self, number: int, handler: Handler) -> None:
        with suppress(ValueError):  # signals belong to the main thread
            before = signal.signal(number, handler)
            self.before.setdefault(number, before)

    def _end(self, number: int, frame: FrameType | None) -> None:
        if self.over:
            return
        self.came = number
        if self._imports(frame):
            _thread.start_new_thread(self._again, (number,))
        else:
            raise KeyboardInterrupt

    def _imports(self, frame: FrameType | None) -> bool:
        """Whether a module is just imported: libraries take an interrupt there for a part that is not
        installed, and go on without it. It comes again, when that is over."""
        while frame is not None and frame.f_code is not self.caller:
            if frame.f_code.co_filename == IMPORTS:
                return True
            frame = frame.f_back
        return False

    def _lost(self, what: sys.UnraisableHookArgs) -> None:
        """Python prints and forgets what is raised where nothing can hear it, as in a finalizer. An interrupt
        comes again, when that is over."""
        if what.exc_type is KeyboardInterrupt and self.came is not None:
            _thread.start_new_thread(self._again, (self.came,))
        else:
            self.unheard(what)

    def _again(self, number: int) -> None:
        """To whoever hears signals by then, as the server of the page, but not to a caller that goes on."""
        sleep(SOON)
        if signal.getsignal(number) not in (signal.SIG_IGN, self.before.get(number)):
            wake = getattr(signal, "pthread_kill", None)  # not every system has it
            _thread.interrupt_main(signal.Signals(number)) if wake is None else wake(self.thread, number)

    def finish(self) -> None:
        """Nothing interrupts what is left to do: tidying up, and the last words."""
        self.over = True  # a signal may come between two of the lines below
        for number in self.before:
            self._set(number, signal.SIG_IGN)
        sys.unraisablehook = self.unheard
        scratch.remove()
        exec("")  # Python remembers an interrupt inside of exec (of dataclasses) and would end by SIGINT

    def restore(self) -> None:
        """For a caller that goes on."""
        for number, handler in self.before.items():
            with suppress(ValueError):
                signal.signal(number, handler)
