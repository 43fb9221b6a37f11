"""Limits on time, memory and nodes, and the clock that keeps them."""

from __future__ import annotations

import errno
import os
from math import inf
from numbers import Real
from time import monotonic, perf_counter
from typing import Any, Literal

from feasibility.base.errors import InputError
from feasibility.base.report import Look, patient
from feasibility.base.stopped import Stopped, StoppedError
from feasibility.base.values import Value, replace

Reason = Literal["time", "memory", "disk", "work"]  # the limit that ended a search

STEPS_PER_SECOND = 1_000_000  # a step stands for about a microsecond of a usual machine


class Limits(Value):
    """What one question may cost; None means no limit of that kind.

    `seconds` is wall time, `memory` is bytes of resident memory of this process,
    `nodes` bounds every single tree of cases (branch and bound). `work` bounds steps, counted and not timed:
    with it, and without `seconds`, the answer is the same in every run, whatever else the machine does.
    """

    seconds: float | None = None
    memory: int | None = None
    nodes: int | None = None
    work: int | None = None

    def start(self) -> Clock:
        deadline = None if self.seconds is None else monotonic() + self.seconds
        return Clock(deadline, self, Meter(), self.work)


def as_limits(
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
    usual: float | None = None,
) -> Limits:
    """Limits, or seconds in their place, or the words of the commands: seconds, steps, gigabytes.

    `usual`: seconds where nothing is said.
    """
    words = {"time_limit": time_limit, "work_limit": work_limit, "memory_limit": memory_limit}
    said = [name for name, value in words.items() if value is not None]
    if limits is not None and said:
        raise InputError("limits, and words for them as well", seen=", ".join(said), expected="one of them")
    if isinstance(limits, Limits):
        return limits
    numbers: dict[str, Any] = {**words, "limits": limits}
    for name, value in numbers.items():
        number = isinstance(value, Real) and not isinstance(value, bool)
        if value is not None and not (number and value >= 0 and (value < inf or name != "memory_limit")):
            expected = "a finite number" if value == inf else "0 or more"
            raise InputError(f"not a number for {name}", seen=repr(value)[:40], expected=expected)
    if not said:
        return Limits(usual if limits is None else limits)
    return Limits(time_limit, None if memory_limit is None else int(memory_limit * 1e9), work=work_limit)


class Stats(Value):
    """What a question has cost so far: positions, seconds of wall time, the most memory of this process.

    `explored` counts every position that a search for plays has made, each time that it was made: by sweeps
    up to symmetry, by a dense closure when it is complete. `width`: positions of a level that a beam kept.
    """

    explored: int
    width: int | None
    seconds: float
    memory: int | None  # bytes; None where the system does not tell


class Needs(Value):
    """Seconds that work still needs, to its end or to where it knows more, by what it has seen so far."""

    least: float = 0.0
    most: float = inf

    def times(self, factor: float) -> Needs:
        return Needs(factor * self.least, factor * self.most)


class Meter:
    """The steps that were made so far, by all clocks of one question, and the positions.

    `after_end`: seconds of checks that could not wait, although the time was over.
    """

    def __init__(self) -> None:
        self.steps, self.after_end = 0, 0.0
        self.explored, self.width, self.began = 0, 0, perf_counter()  # told, and asked by no limit

    def saw(self, positions: int, width: int = 0) -> None:
        """A search has made so many positions, with levels of at most `width`."""
        self.explored += positions
        self.width = max(self.width, width)

    def stats(self) -> Stats:
        return Stats(self.explored, self.width or None, perf_counter() - self.began, peak_bytes() or None)


class Clock(Value):
    """A running question: when it must end, and the limits it was given.

    Where work is limited, shares of the time are shares of the work: `deadline` alone looks at the time.
    """

    deadline: float | None
    limits: Limits
    meter: Meter
    last: int | None = None  # the number of steps at which it ends

    def spend(self, steps: int) -> None:
        self.meter.steps += steps

    def now(self) -> float:
        """Seconds on this clock; those that the steps stand for where work is limited."""
        return monotonic() if self.limits.work is None else self.meter.steps / STEPS_PER_SECOND

    def remaining(self) -> float | None:
        """Seconds left on this clock, never below 0; None without a limit."""
        if self.limits.work is None or self.last is None:
            return self.timeout()
        return max(0, self.last - self.meter.steps) / STEPS_PER_SECOND

    def timeout(self) -> float | None:
        """Seconds of wall time left, never below 0; None without a limit of time."""
        return None if self.deadline is None else max(0.0, self.deadline - monotonic())

    def rest(self) -> Limits:
        """Limits that allow what is left."""
        left = self.limits.work
        if left is not None and self.last is not None:
            left = max(0, self.last - self.meter.steps)
        return replace(self.limits, seconds=self.timeout(), work=left)

    def over(self) -> Literal["time", "work"] | None:
        """Which of the two is used up."""
        if self.last is not None and self.meter.steps >= self.last:
            return "work"
        return "time" if self.deadline is not None and monotonic() >= self.deadline else None

    def expired(self) -> bool:
        return self.over() is not None

    def reached(self, ahead: int = 0) -> Reason | None:
        """The limit that is reached, of memory already where `ahead` more bytes would break it."""
        over = self.over()
        if over is not None:
            return over
        memory = self.limits.memory
        return "memory" if memory is not None and resident_bytes() + ahead > memory else None

    def stopped(self) -> Stopped | None:
        limit = self.reached()
        return None if limit is None else Stopped(limit)

    def within(self, seconds: float) -> Clock:
        """A clock that ends after `seconds` or with this one, whichever is earlier."""
        if self.limits.work is not None:
            return self.working(seconds)
        end = monotonic() + seconds
        sooner = end if self.deadline is None else min(end, self.deadline)
        return Clock(sooner, self.limits, self.meter, self.last)

    def sparing(self, seconds: float) -> Clock:
        """A clock that leaves so much wall time for what follows, where that is at most half of it."""
        left = self.timeout()
        if self.deadline is None or left is None or 2 * seconds > left:
            return self
        return Clock(self.deadline - seconds, self.limits, self.meter, self.last)

    def bounded(self, seconds: float) -> Clock:
        """A clock that ends after so many seconds, and after the steps that they stand for."""
        return self.within(seconds).working(seconds)

    def working(self, seconds: float) -> Clock:
        """A clock that ends after the steps that so many seconds stand for, whatever they take."""
        end = self.meter.steps + int(seconds * STEPS_PER_SECOND)
        sooner = end if self.last is None else min(end, self.last)
        return Clock(self.deadline, self.limits, self.meter, sooner)

    def look(self) -> None:
        """StoppedError where it is over."""
        over = self.over()
        if over is not None:
            raise StoppedError(over)

    def look_in_words(self) -> None:
        """The same, where nobody else says what ended it."""
        over = self.over()
        if over is not None:
            raise StoppedError(over, self.ended())

    def stop(self, where: str) -> Stopped:
        """What ended it, and where that was."""
        return Stopped(self.over() or "time", f"{self.ended()} {where}".rstrip())

    def ended(self) -> str:
        """Which limit ended it, as a sentence says it."""
        return "the work limit was reached" if self.over() == "work" else "time ran out"


def look_of(clock: Clock | None) -> Look:
    """What long work calls again and again: StoppedError where the clock is over."""
    return patient if clock is None else clock.look


def out_of_room(error: OSError) -> bool:
    """Whether the system says that a disk, the user's share of it, or what a file may hold is full."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def peak_bytes() -> int:
    """The most resident memory that this process has had, in bytes; 0 where the system does not tell."""
    try:
        with open("/proc/self/status", encoding="ascii", errors="replace") as file:
            return next((int(line.split()[1]) << 10 for line in file if line.startswith("VmHWM:")), 0)
    except (OSError, ValueError, IndexError):
        return 0


def resident_bytes() -> int:
    """Resident memory of this process now, in bytes; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            pages = int(file.read().split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def available_memory() -> int | None:
    """Bytes that the machine and the container still give; None where the system does not tell."""
    known = [room for room in (_machine_room(), _container_room()) if room is not None]
    return min(known) if known else None


def _machine_room() -> int | None:
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
