"""What workers are asked to do in the tests; at module level, so that it travels."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Dies:
    """Doubles numbers, but kills its own process on some of them."""

    on: frozenset[int] = frozenset()

    def __call__(self, number: int) -> int:
        if number in self.on:
            os.kill(os.getpid(), signal.SIGKILL)
        return 2 * number


@dataclass(frozen=True)
class DiesOnce:
    """Kills its own process the first time that it sees a number, and notes every answer."""

    folder: str
    on: int

    def __call__(self, number: int) -> int:
        time.sleep(0.01)
        mark = Path(self.folder, f"died-{number}")
        if number == self.on and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return 2 * number


def misbehaves(task: Any) -> Any:
    """Every way in which a task can go wrong without killing its process."""
    match task:
        case "raise":
            raise ValueError("on purpose")
        case "memory":
            raise MemoryError
        case "print":
            print("this must not get between the messages", flush=True)
        case "sleep":
            time.sleep(60)
        case "fill":
            held = [bytearray(1 << 26) for _ in range(1 << 10)]
            return len(held)
        case float():
            time.sleep(task)
    return task


def yields(task: Any) -> Iterator[Any]:
    """Each of many results, slowly; it goes wrong in the ways of `misbehaves`."""
    for one in task:
        time.sleep(0.02)
        yield misbehaves(one)


def pid(task: Any) -> int:
    """Which process answers."""
    time.sleep(0.02)
    return os.getpid()
