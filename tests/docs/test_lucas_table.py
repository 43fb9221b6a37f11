"""The table of Lucas's problems: each play has the sweeps that it says, and some numbers are proved again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import feasibility
from feasibility.text import catalogue
from feasibility.text.document import pair_of
from feasibility.text.moves import join_sweeps, parse_jumps
from tests.docs.accepted import accepted

PAGE = Path(__file__).parents[2] / "docs/results/sweeps.md"
ROWS = re.findall(
    r"^\| (EL[0-9]{2}) \| ([0-9]+) \| ([0-9]+) \| ([0-9]+) \| ([0-9]+) \| `([^`]+)` \|$",
    PAGE.read_text(),
    re.M,
)
QUICK = ("EL01", "EL02", "EL03", "EL04", "EL07", "EL08", "EL13", "EL17", "EL20")


def test_each_play_ends_at_its_target() -> None:
    assert len(ROWS) == 30
    for name, pegs, jumps, his, fewest, moves in ROWS:
        document = catalogue.problem(f"lucas/{name}")
        pair = pair_of(document, name)
        play, lucas = parse_jumps(pair.board, moves), parse_jumps(pair.board, document.header("play") or "")
        assert pair.target.contains(pair.start.replay(play).mask)
        assert (pair.start.count, len(play), len(join_sweeps(lucas))) == (int(pegs), int(jumps), int(his))
        assert len(join_sweeps(play)) == int(fewest) <= int(his)


@pytest.mark.parametrize(
    "row", [pytest.param(row, marks=[pytest.mark.slow] * (row[0] not in QUICK), id=row[0]) for row in ROWS]
)
def test_no_play_has_fewer(row: tuple[str, ...]) -> None:
    solution = feasibility.solve(f"problem:lucas/{row[0]}", sweeps=True, limits=3600)
    assert solution.sweeps == solution.sweeps_at_least == int(row[4])
    assert accepted(solution)
