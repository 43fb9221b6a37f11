"""The line of progress: what is told too early is shown when it is due, as wide as its own terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from feasibility.cli.terminal import QUIET, ProgressLine
from feasibility.studies.counting import graph
from feasibility.text.references import read_pair

WIDE = 150


@contextmanager
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Standard error is a terminal of its own; no fixture, since pytest puts its own back between the two."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, WIDE, 0, 0))
    monkeypatch.delenv("COLUMNS", raising=False)
    with open(theirs, "w") as stderr:
        monkeypatch.setattr("sys.stderr", stderr)
        yield ours
    os.close(ours)


def test_what_was_told_early_is_shown_when_it_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    with terminal(monkeypatch) as screen:
        line = ProgressLine()
        line.show("early")
        line.show("later " + "x" * 200)
        time.sleep(1.5 * QUIET)
        shown = os.read(screen, 1000).decode()
        line.clear()
    assert shown == "\r\x1b[K" + ("later " + "x" * 200)[: WIDE - 1]


def test_nothing_is_shown_after_the_line_was_cleared(monkeypatch: pytest.MonkeyPatch) -> None:
    with terminal(monkeypatch) as screen:
        line = ProgressLine()
        line.show("early")
        line.clear()
        time.sleep(1.5 * QUIET)
        print("end", end="", file=sys.stderr, flush=True)
        assert os.read(screen, 1000) == b"end"


def test_a_graph_tells_how_far_it_is() -> None:
    told: list[str] = []
    pair = read_pair("triangle:4:-a2", "triangle:4:+b2")
    graph.graph(pair, report=told.append)
    assert told[0].startswith("9 pegs: 0 of 1 expanded, 1 positions, ")
    assert told[-1].startswith("1 peg: 0 of 1 expanded, ")
