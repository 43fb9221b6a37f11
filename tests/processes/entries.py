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


def listening(channel: Channel) -> None:
    """Starts a process of its own and waits, so that it hears when the parent goes."""
    channel.send((os.getpid(), subprocess.Popen(["sleep", "600"]).pid))
    channel.receive()


def breaks(channel: Channel) -> None:
    """Fails."""
    channel.receive()
    raise ValueError("on purpose")


def daemon(channel: Channel) -> None:
    """Leaves a process behind that keeps the channel open, in a session and an environment of its own."""
    kept = channel.outbound.fileno()
    left = subprocess.Popen(["sleep", "600"], env={}, start_new_session=True, pass_fds=(kept,))
    channel.send(left.pid)
    channel.receive()
