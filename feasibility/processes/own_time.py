"""The time that a child has had for itself, which other work on the machine does not use up.

A limit on an answer is about the child: while it and what it started would run and have no processor, the
time passes for others. Where the system does not tell, all time is its own.
"""

from __future__ import annotations

import os
from contextlib import suppress
from time import monotonic

from feasibility.processes.child import Child, processes

RUNS = (b"R", b"D")  # states of a process that has work, or waits for a disk
LONGEST_SLEEP = 1.0  # seconds between two looks: in more it may have waited for a processor, too


class OwnTime:
    """A stopwatch for one answer of a child."""

    def __init__(self, child: Child) -> None:
        self.session = child.process.pid
        self.at, self.ran, _ = self._see()
        self.had = 0.0

    def look(self) -> float:
        """The seconds so far: what it used of a processor, and when it slept, what passed."""
        at, ran, runs = self._see()
        passed = max(0.0, at - self.at)
        used = min(passed, max(0.0, ran - self.ran))
        self.had += used if runs else max(used, min(passed, LONGEST_SLEEP))
        self.at, self.ran = at, ran
        return self.had

    def _see(self) -> tuple[float, float, bool]:
        """When, how many seconds of a processor were used until then, and whether anything would run."""
        told = [one for process in processes() if (one := _stat(process, self.session)) is not None]
        return monotonic(), sum(ran for ran, _ in told), any(runs for _, runs in told)


def _stat(process: int, session: int) -> tuple[float, bool] | None:
    """Seconds of processor of a process of the session, with those of its children that have ended."""
    with suppress(OSError, ValueError, IndexError), open(f"/proc/{process}/stat", "rb") as file:
        words = file.read().rpartition(b")")[2].split()
        if int(words[3]) == session:
            ticks = sum(map(int, words[11:15]))
            return ticks / os.sysconf("SC_CLK_TCK"), words[0] in RUNS
    return None
