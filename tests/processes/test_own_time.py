"""The time that a child has for itself: asleep or at work it passes, for want of a processor it does not."""

from __future__ import annotations

import sys

import pytest

from feasibility.processes import own_time
from feasibility.processes.child import Child
from feasibility.processes.own_time import OwnTime


def child(code: str) -> Child:
    return Child([sys.executable, "-c", code])


@pytest.mark.parametrize(
    ("seen", "had"),
    [
        ([(0, 3, True), (90, 3, True)], 0.0),  # it would run, and others do
        ([(0, 3, True), (90, 5, True)], 2.0),
        ([(0, 3, True), (1, 7, True)], 1.0),  # four threads
        ([(0, 3, False), (0.5, 3, False), (1, 3, False)], 1.0),  # it sleeps
        ([(0, 3, False), (90, 3, False)], own_time.LONGEST_SLEEP),
        ([(0, 3, False), (90, 8, False)], 5.0),
        ([(0, 3, True), (1, 2, True)], 0.0),  # what it started has ended
    ],
)
def test_what_counts(
    monkeypatch: pytest.MonkeyPatch, seen: list[tuple[float, float, bool]], had: float
) -> None:
    looks = iter(seen)
    monkeypatch.setattr(OwnTime, "_see", lambda own: next(looks))
    with child("") as process:
        own = OwnTime(process)
        told = [own.look() for _ in seen[1:]]
    assert told[-1] == had


@pytest.mark.parametrize(
    "code",
    [
        "import time; time.sleep(600)",
        "while True: pass",
        "import subprocess, sys; subprocess.run([sys.executable, '-c', 'while True: pass'])",
    ],
)
def test_a_child_that_sleeps_or_works_comes_to_its_limit(code: str) -> None:
    with child(code) as process:
        own = OwnTime(process)
        while own.look() < 0.3:
            pass
