"""Narrow levels find plays with few sweeps; what is proved stays what whole levels prove."""

from __future__ import annotations

import random

import pytest

from feasibility.base.limits import Limits
from feasibility.search.positions.question import of_pair
from feasibility.search.sweeps.fewest import Fewest, NotDecided, deepening, fewest_sweeps, sweeps_of
from feasibility.search.sweeps.narrow import Trial, narrow
from feasibility.text.reading import read_pair
from tests.search.sweeps.test_fewest import check_number
from tests.search.sweeps.test_weights import drawn


def test_the_answers_are_those_of_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feasibility.search.sweeps.fewest.MANY", 0)
    monkeypatch.setattr("feasibility.search.sweeps.narrow.LEAST", 3)
    monkeypatch.setattr("feasibility.search.sweeps.fewest.ENOUGH", 0)
    monkeypatch.setattr("feasibility.search.sweeps.learned.SAMPLED", 40)
    monkeypatch.setattr("feasibility.search.sweeps.learned.LEAST", 25)
    for seed in range(12):
        for pair, fewest in drawn(random.Random(seed)):
            check_number(pair, fewest)


def test_a_search_that_is_stopped_has_a_play_with_few_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """The English central game, stopped before 18 is proved: narrow levels have found one with 20 or less."""
    monkeypatch.setattr("feasibility.search.sweeps.fewest.MANY", 0)
    monkeypatch.setattr("feasibility.search.sweeps.narrow.LEAST", 1_000)
    asked = of_pair(read_pair("english33:-d4", "english33:+d4"))
    result = fewest_sweeps(asked, clock=Limits(work=1_500_000).start())
    assert isinstance(result, NotDecided) and result.proof.at_least < 18
    assert result.some is not None and 18 <= sweeps_of(result.some) <= 20


def test_a_play_with_as_many_sweeps_as_are_proved_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feasibility.search.sweeps.fewest.MANY", 0)
    result = fewest_sweeps(of_pair(read_pair("triangle:5:-a1", "triangle:5:+a1")))
    assert isinstance(result, Fewest) and sweeps_of(result.play) == result.sweeps == 10


def test_bounds_learned_on_the_way_change_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on very large levels: some play is sought before the levels are finished, too."""
    monkeypatch.setattr("feasibility.search.sweeps.fewest.MANY", 0)
    monkeypatch.setattr("feasibility.search.sweeps.fewest.FAR", 0)
    monkeypatch.setattr("feasibility.search.sweeps.narrow.FAR", 0)
    monkeypatch.setattr("feasibility.search.sweeps.narrow.LEAST", 5)
    for seed in range(12):
        for pair, fewest in drawn(random.Random(seed)):
            check_number(pair, fewest)


def test_narrow_levels_are_narrow_and_lead_to_a_play() -> None:
    """The triangle of side 6 from a2 in 9 sweeps, with bounds that are learned and without."""
    asked = of_pair(read_pair("triangle:6:-a2", None, pegs=1))
    search = deepening(asked, Limits().start())
    search.begin(9)
    for learned in (0, 4):
        search.narrow.begin(9, search.bounds)
        trial = Trial(600, learned, 0.5)
        common = narrow(search.narrow, search.from_behind(), 9, trial, search.watch)
        assert sweeps_of(next(search.plays(common, search.narrow))) == 9
        assert max(search.narrow.sizes[:-1]) == 600
        assert (search.narrow.bounds.bounds == tuple(search.bounds)) == (learned == 0)
