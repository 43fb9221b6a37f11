"""The problems of planners: the table beside the problems that come along, published costs, sweeps again."""

from __future__ import annotations

import re

import pytest

import feasibility
from feasibility.game.position import Pair
from feasibility.studies.exports.planning_problem import write_problem
from feasibility.text.references import read_pair
from research.planners import FIRST, FOUND, LAST, LEAST, PAGE, Instance, instances
from research.problem_files import parse_problem
from tests.docs.accepted import accepted

TEXT = PAGE.read_text(encoding="utf-8")
INSTANCES = {one.name: one for one in instances()}


def rows(text: str) -> dict[str, list[str]]:
    """The cells of the rows of a table, by their first."""
    lines = [line.split("|")[1:-1] for line in text.split("\n") if line.startswith("|")]
    return {first.strip(): [cell.strip() for cell in cells] for first, *cells in lines[2:]}


TABLE = rows(TEXT.partition(FIRST)[2].partition(LAST)[0])
SWEEPS = {name: int(cells[3]) for name, cells in TABLE.items()}
LIBRARY = rows(TEXT.partition("\n## CSPLib")[2])
SAMPLE = {"07", "24", "opt11-01"}


def pair_of(one: Instance) -> Pair:
    return read_pair(one.reference)


def test_the_rows_are_the_problems_that_come_along() -> None:
    assert list(TABLE) == list(INSTANCES) and len(TABLE) == 36
    for name, (title, pegs, *_) in TABLE.items():
        assert (title, int(pegs)) == (INSTANCES[name].title, pair_of(INSTANCES[name]).start.count)


def test_each_track_has_its_problems_once() -> None:
    numbers: dict[str, list[int]] = {}
    for one in INSTANCES.values():
        for track, number in one.tracks.items():
            numbers.setdefault(track, []).append(number)
    assert {track: sorted(listed) for track, listed in numbers.items()} == {
        "2008": list(range(1, 31)),
        "2011 optimal": list(range(1, 21)),
        "2011 satisficing": list(range(1, 21)),
    }
    assert all(name in (f"{one.tracks.get('2008', 0):02}", f"opt11-{one.tracks.get('2011 optimal', 0):02}")
               for name, one in INSTANCES.items())  # fmt: skip


def test_the_problems_differ_and_end_in_the_centre() -> None:
    pairs = [pair_of(one) for one in INSTANCES.values()]
    assert len({pair.start for pair in pairs}) == len(pairs)
    assert all(pair.board.name == "english33" and str(pair.exact) == str(pairs[0].exact) for pair in pairs)
    assert pairs[0].exact.pegs == (pairs[0].board.by_name["d4"],)


@pytest.mark.parametrize("name", INSTANCES)
def test_a_problem_is_read_again_from_its_planning_problem(name: str) -> None:
    pair = pair_of(INSTANCES[name])
    assert parse_problem(write_problem(pair, name, costs=True)) == pair


def test_published_costs_agree_and_plans_cost_no_less() -> None:
    """ferroplan 0.19.0, as research/planners.py cites it."""
    least = {name: one.told(LEAST) for name, one in INSTANCES.items()}
    assert [name for name in least if least[name] == "–"] == ["28", "29", "30"]
    assert all(int(cost) == SWEEPS[name] for name, cost in least.items() if cost != "–")
    plans = {name: int(cost) for name, one in INSTANCES.items() if (cost := one.told(FOUND)) != "–"}
    assert all(plans[name] >= SWEEPS[name] for name in plans)
    assert sum(plans[name] > SWEEPS[name] for name in plans) == 12
    assert {name: TABLE[name][4:6] for name in TABLE} == {
        name: [least[name], str(plans.get(name, "–"))] for name in TABLE
    }


def test_the_centre_game_has_its_known_number() -> None:
    """Played by E. Bergholt in 1912, least by J. D. Beasley."""
    assert pair_of(INSTANCES["30"]) == read_pair("problem:csplib/central")
    assert SWEEPS["30"] == 18


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name not in SAMPLE)) for name in INSTANCES]
)
def test_no_play_has_fewer_sweeps(name: str) -> None:
    solution = feasibility.solve(INSTANCES[name].reference, sweeps=True, limits=3600)
    assert solution.sweeps == solution.sweeps_at_least == SWEEPS[name]
    assert accepted(solution)


@pytest.mark.parametrize("name", LIBRARY)
def test_the_problems_of_the_library(name: str) -> None:
    pegs, answer, decider, sweeps, _ = LIBRARY[name]
    pair = read_pair(f"problem:{name}")
    assert pegs == f"{pair.start.count} to {pair.exact.count}"
    verdict = feasibility.check(pair, plan=feasibility.Plan(first=True))
    assert (str(verdict.answer), verdict.decided_by) == (answer, decider)
    assert accepted(verdict)
    if sweeps and name != "csplib/central":  # that is problem 30
        assert feasibility.solve(pair, sweeps=True).sweeps == int(sweeps)


def test_the_dead_end_of_the_library_has_no_jump() -> None:
    pair = read_pair("problem:csplib/fool")
    assert not pair.exact.legal_jumps() and pair.jumps_needed == 6
    assert re.search(r"\| csplib/fool \|.*\| 6 \| seven moves \|", TEXT)
