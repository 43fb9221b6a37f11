"""Limits on time, memory and nodes, and the clock that keeps them."""

from __future__ import annotations

import errno
from dataclasses import dataclass
from time import monotonic
from typing import Literal

Reason = Literal["time", "memory", "disk"]  # the limit that ended a search


@dataclass(frozen=True)
class Limits:
    """What one question may cost; None means no limit of that kind.

    `seconds` is wall time, `memory` is bytes of resident memory of this process,
    `nodes` bounds every single tree of cases (branch and bound).
    """

    seconds: float | None = None
    memory: int | None = None
    nodes: int | None = 20_000

    def start(self) -> Clock:
        """The clock of a question that begins now."""
        deadline = None if self.seconds is None else monotonic() + self.seconds
        return Clock(deadline, self)


@dataclass(frozen=True)
class Clock:
    """A running question: when it must end, and the limits it was given."""

    deadline: float | None
    limits: Limits

    def remaining(self) -> float | None:
        """Seconds left, never below 0; None without a limit."""
        return None if self.deadline is None else max(0.0, self.deadline - monotonic())

    def expired(self) -> bool:
        """Whether the time is over."""
        return self.deadline is not None and monotonic() >= self.deadline

    def reached(self, ahead: int = 0) -> Reason | None:
        """The limit that is reached, of memory already where `ahead` more bytes would break it."""
        if self.expired():
            return "time"
        memory = self.limits.memory
        return "memory" if memory is not None and resident_bytes() + ahead > memory else None

    def within(self, seconds: float) -> Clock:
        """A clock that ends after `seconds` or with this one, whichever is earlier."""
        end = monotonic() + seconds
        return Clock(end if self.deadline is None else min(end, self.deadline), self.limits)


def out_of_room(error: OSError) -> bool:
    """Whether the system says that a disk, the user's share of it, or what a file may hold is full."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def resident_bytes() -> int:
    """Resident memory of this process now, in bytes; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            pages = int(file.read().split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    import os

    return pages * os.sysconf("SC_PAGE_SIZE")


def available_memory() -> int | None:
    """Bytes that the machine and the container still give; None where the system does not tell."""
    known = [room for room in (_machine_room(), _container_room()) if room is not None]
    return min(known) if known else None


def _machine_room() -> int | None:
    import os

    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            for line in file:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) << 10
    except (OSError, ValueError, IndexError):
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return None


def _container_room(folder: str = "/sys/fs/cgroup") -> int | None:
    """What the control group leaves; file pages that it would drop count as free."""
    try:
        with open(f"{folder}/memory.max", encoding="ascii") as file:
            limit = int(file.read())  # "max" is no number: no limit
        with open(f"{folder}/memory.current", encoding="ascii") as file:
            used = int(file.read())
        with open(f"{folder}/memory.stat", encoding="ascii") as file:
            stat = dict(line.split() for line in file)
        return max(0, limit - used + int(stat.get("inactive_file", 0)))
    except (OSError, ValueError):
        return None
