"""Narrow levels find plays with few sweeps; what is proved stays what whole levels prove."""

from __future__ import annotations

import random

import pytest

from feasibility.base.limits import Limits
from feasibility.search.positions.question import of_pair
from feasibility.search.sweeps.fewest import Fewest, NotDecided, fewest_sweeps, sweeps_of
from feasibility.text.reading import read_pair
from tests.search.sweeps.test_fewest import check_number
from tests.search.sweeps.test_weights import drawn


def test_the_answers_are_those_of_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feasibility.search.sweeps.fewest.MANY", 0)
    monkeypatch.setattr("feasibility.search.sweeps.narrow.LEAST", 3)
    monkeypatch.setattr("feasibility.search.sweeps.learned.ENOUGH", 0)
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
