"""What workers do in the tests of one child."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

from feasibility.processes.inside import Channel


def echo(channel: Channel) -> None:
    """Says every message back, and prints beside it."""
    while True:
        message: Any = channel.receive()
        print("noise", flush=True)
        channel.send((message, sys.stdin.read()))


def stubborn(channel: Channel) -> None:
    """Starts a process of its own, then holds Python's lock for ever."""
    other = subprocess.Popen(["sleep", "600"])
    channel.send((os.getpid(), other.pid))
    import ctypes

    ctypes.PyDLL(None).pause()  # a call that keeps the lock


def breaks(channel: Channel) -> None:
    """Fails."""
    channel.receive()
    raise ValueError("on purpose")
