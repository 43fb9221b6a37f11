"""What runs inside a worker before its own work begins: standard output becomes a channel to the parent."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import traceback
from contextlib import suppress
from importlib import import_module
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, BinaryIO, NoReturn


class Channel:
    """Messages from the parent and to it. When the parent ends, so does this process, in whatever it does."""

    def __init__(self, inbound: BinaryIO, outbound: BinaryIO) -> None:
        self.inbound, self.outbound = inbound, outbound
        self.inbox: SimpleQueue[Any] = SimpleQueue()
        self.lock = Lock()
        Thread(target=self._listen, daemon=True).start()

    def receive(self) -> Any:
        """The next message; waits for it."""
        message = self.inbox.get()
        if isinstance(message, BaseException):
            raise message
        return message

    def waiting(self) -> bool:
        return not self.inbox.empty()

    def send(self, message: Any) -> None:
        """From any thread."""
        with self.lock:
            self.outbound.write(pickle.dumps(message, pickle.HIGHEST_PROTOCOL))
            self.outbound.flush()

    def _listen(self) -> None:
        while True:
            try:
                self.inbox.put(pickle.load(self.inbound))
            except (EOFError, pickle.UnpicklingError):  # its end, or a message that was cut off
                # with all that it has started: once this is gone the system watches over them no more
                if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
                    os.killpg(0, signal.SIGKILL)
                os._exit(0)
            except BaseException as error:  # a message that cannot be read: let the main thread end with it
                self.inbox.put(error)
                return


def main(entry: str) -> NoReturn:
    """Call the function with the channel; nothing that it prints or reads gets between the messages."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
    channel = Channel(os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb"))
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    module, _, name = entry.partition(":")
    code = 0
    try:
        getattr(import_module(module), name)(channel)
    except BrokenPipeError:
        pass  # the parent has gone, and nobody hears the answer
    except BaseException:
        traceback.print_exc()
        code = 1
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)  # an orderly end would wait for the thread that listens
