"""The table of jumps: each play is replayed and its jumps counted; the pass that finds them is tried."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import feasibility
from research.jumps_attained import Table

PAGE = Path(__file__).parents[2] / "docs" / "results" / "jumps.md"
ROWS = re.findall(r"\| (\w+) \| (\d+) \| (\d) \| (\d) \| `([^`]+)` \|", PAGE.read_text(encoding="utf-8"))


def test_the_plays_have_their_jumps() -> None:
    start = feasibility.read_pair("english33:-d4", "english33:+d4")
    said = Counter[str]()
    for name, orbit, limit, most, play in ROWS:
        jumps = feasibility.parse_jumps(start.board, play)
        assert start.start.replay(jumps).matches(start.target)
        (jump,) = feasibility.parse_jumps(start.board, name)
        assert jumps.count(jump) == int(most) <= int(limit)
        said["attained" if most == limit else "missed"] += int(orbit)
    assert said == {"attained": 44, "missed": 32}


def test_the_limits_are_those_that_are_proved() -> None:
    """As many of each as `pegfeas bounds` proves, which has a row of its own among the sources."""
    counted = Counter[str]()
    for _, orbit, limit, _, _ in ROWS:
        counted[limit] += int(orbit)
    assert counted == {"1": 32, "2": 12, "3": 16, "4": 16}


@pytest.mark.parametrize("vacancy", ["rectangle:3x4:-b1", "triangle:5:-a1"])
def test_the_pass_finds_what_all_plays_have(vacancy: str) -> None:
    table = Table(vacancy, vacancy.replace("-", "+"))
    plays = [Counter(play) for play in feasibility.plays(vacancy)]
    assert len(plays) in (488, 6816)
    for column, orbit in enumerate(table.orbits):
        most = max(play[orbit[0]] for play in plays)
        assert table.attained()[column] == most
        assert table.play(column).count(orbit[0]) == most
