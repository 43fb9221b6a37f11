"""The shape of measurements: medians, ratios to the baseline of the same case, and the table."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks import measuring
from benchmarks.__main__ import MARK
from benchmarks.groups import all_groups, plain_breadth_first, plain_games
from benchmarks.measuring import Group, Subject, compared, kept, machine, measure, spread, table
from feasibility import Limits, Position, board
from feasibility.native import binding
from feasibility.studies.counting.counting import count
from tests.docs.console import DOCS

ROOT = DOCS.parent


@pytest.fixture
def wait(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """A clock that moves only by waiting."""
    now = [0.0]

    def pass_time(seconds: float) -> None:
        now[0] += seconds

    monkeypatch.setattr(measuring, "perf_counter", lambda: now[0])
    return pass_time


def test_ratios_are_those_of_the_times(wait: Callable[[float], None]) -> None:
    subjects = (Subject("slow", lambda t: wait(4 * t)), Subject("quick", wait))
    slow, quick = measure(Group("waiting", [2.0, 1.0, 3.0, 2.0, 2.0], subjects))
    assert slow.ratio is None
    assert quick.ratio == pytest.approx(4)
    assert len(slow.seconds) == len(quick.seconds) == 5
    assert spread(quick.seconds) == (1.5, 2.0, 2.5)
    lines = table([slow, quick]).splitlines()
    assert len(lines) == 4
    assert lines[2].startswith("| waiting | slow | 5 | ")
    assert lines[3].startswith("|  | quick | 5 | ")


def test_two_versions_are_compared_case_by_case(wait: Callable[[float], None], tmp_path: Path) -> None:
    """As pyperf keeps them; what the other version did not measure is said to be missing."""
    cases, path = [2.0, 1.0, 3.0], tmp_path / "old.json"
    kept(measure(Group("waiting", cases, (Subject("a", lambda t: wait(2 * t)),)))).dump(str(path))
    new = measure(Group("waiting", cases, (Subject("a", wait), Subject("b", wait))))
    first, second = compared(new, str(path)).splitlines()[2:]
    assert first == "| waiting: a | 2.00 | 2.00 to 2.00 |"
    assert "waiting: b | not in" in second


@pytest.mark.parametrize("switch", ["0", "1"])
def test_a_program_says_when_it_measures_numpy(switch: str) -> None:
    """All that are run by `python -m` import the package."""
    environment = {**os.environ, binding.SWITCH: switch, "PYTHONPATH": str(ROOT)}
    program = [sys.executable, "-c", "import benchmarks"]
    done = subprocess.run(program, env=environment, capture_output=True, text=True, check=True)
    compiled = switch == "1" and bool(binding.levels())
    assert ("kernels are not compiled" in done.stderr) == (not compiled) and done.stdout == ""


def test_a_group_without_a_baseline_has_no_ratios(wait: Callable[[float], None]) -> None:
    rows = measure(Group("alone", [0.001], (Subject("a", wait), Subject("b", wait)), compared=False))
    assert [row.ratio for row in rows] == [None, None]


def test_baselines_count_the_same_as_the_program() -> None:
    triangle = board("triangle:4")
    start = Position(triangle, triangle.full & ~2)
    counts = count(start, None, Limits().start())
    assert plain_games(start) == counts.games  # type: ignore[union-attr]
    assert plain_breadth_first(start) == counts.positions


def test_the_page_holds_a_table_of_every_group_with_its_date_and_machine() -> None:
    text = (DOCS / "results" / "timings.md").read_text(encoding="utf-8")
    before, _, measured = text.partition(MARK)
    assert before.startswith("# Timings")
    assert re.search(r"Measured \d{4}-\d\d-\d\d, .*Python 3", measured)
    rows = [line for line in measured.splitlines() if line.startswith("| ")]
    titles = {line.split("|")[1].strip() for line in rows} - {""}
    assert len(titles) >= len(list(all_groups(quick=True)))


def test_the_machine_names_its_versions() -> None:
    assert "scipy" in machine()
