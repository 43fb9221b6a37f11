"""Plays of the page of sweeps are replayed; on triangles and the board of Wiegleb none beats its bound."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import feasibility
from feasibility.text.catalogue import board as named
from feasibility.text.moves import join_sweeps
from research.one_vacancy import pairs
from research.sweep_large import last_pegs, needed

RESULTS = Path(__file__).resolve().parents[2] / "docs" / "results"
ROW = re.compile(
    r"^\| (\w\d) \| (\w\d) \| (\d+) \| (\d*) \| [\d,]+ \| [\d.–]+ \| [\d.]+ \| `\w{16}` \|$", re.M
)


def test_the_plays_of_the_table() -> None:
    section = (RESULTS / "sweeps.md").read_text().partition("## Wiegleb's board")[2].partition("\n## ")[0]
    rows = {(vacancy, last): (int(least), played) for vacancy, last, least, played in ROW.findall(section)}
    assert set(rows) == {(pair.vacancy, pair.last) for pair in pairs("wiegleb45", Path())}
    lines = (RESULTS / "wiegleb45-sweeps.txt").read_text().splitlines()
    assert len(lines) == sum(played != "" for _, played in rows.values())
    for line in lines:
        vacancy, last, sweeps, *moves = line.replace(":", "").split()
        answer = feasibility.replay(f"wiegleb45:-{vacancy}", " ".join(moves), target=f"wiegleb45:+{last}")
        assert answer.reached
        least, played = rows[vacancy, last]
        assert len(join_sweeps(answer.jumps)) == int(sweeps) == int(played) >= least


def test_the_plays_of_triangles() -> None:
    section = (RESULTS / "sweeps.md").read_text().partition("## Triangles, by")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (\S+) \| (\w\d) \| (\d+) \| (\d+) \| .* `\w{16}` \|$", section, re.M)
    lines = (RESULTS / "triangle-sweeps.txt").read_text().splitlines()
    assert len(lines) == len(rows) == 30
    for line, (board, vacancy, least, played) in zip(lines, rows, strict=True):
        told, moves = line.split(": ")
        assert told == f"{board} {vacancy} {played}"
        answer = feasibility.replay(f"{board}:-{vacancy}", moves)
        assert answer.end.count == 1 and len(join_sweeps(answer.jumps)) == int(played) >= int(least)


@pytest.mark.slow
@pytest.mark.parametrize(("vacancy", "last"), [("a1", "b3"), ("b5", "d6"), ("c6", "g8")])
def test_one_last_hole_apart(vacancy: str, last: str) -> None:
    """With fewer positions than all last holes at once, which prove a sweep less."""
    board = named("triangle:9")
    (pair,) = (pair for called, pair in last_pegs(board, vacancy) if called == last)
    outcome = feasibility.verify(needed(pair, 17), time_limit=None)
    assert outcome.valid and "has at least 17 sweeps" in str(outcome)


def test_the_plays_of_all_boards() -> None:
    section = (RESULTS / "sweeps.md").read_text().partition("## Plays")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (\S+) \| (\w+) \| (\w+) \| (\d+) \| `([^`]+)` \|$", section, re.M)
    assert len(rows) == 16
    for board, vacancy, last, sweeps, moves in rows:
        answer = feasibility.replay(f"{board}:-{vacancy}", moves, target=f"{board}:+{last}")
        assert answer.reached and len(join_sweeps(answer.jumps)) == int(sweeps)
    (longest,) = (moves for _, _, _, sweeps, moves in rows if sweeps == "24")
    assert [number for number, sweep in enumerate(longest.split(), 1) if sweep.count("-") == 7] == [22]
