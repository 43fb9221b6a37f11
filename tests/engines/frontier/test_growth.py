"""How much of a search is left, told from the levels that it has made."""

from __future__ import annotations

import pytest

from feasibility import read_pair
from feasibility.base.limits import Limits, Needs
from feasibility.engines.frontier.search import (
    LEAST,
    MANY,
    TELLING,
    USUAL,
    FrontierSearch,
    ahead,
    seconds_each,
)
from feasibility.engines.positions.question import of_pair
from feasibility.engines.results import Exhausted

SEARCHED = (
    ("rectangle:5x5:-a1-b2-c3", "rectangle:5x5:+e1+a5+c3"),
    ("triangle:6:-a1", "triangle:6:+a1+c3"),
    ("english33:-d4-d5", "english33:+d3+c4+e5+g4+a4+d1"),
)


def test_a_side_goes_on_as_it_grew() -> None:
    """Levels of 1, 10, 100 grow by 9.5, then by 9.025, ..."""
    assert ahead([[1, 10, 100]], 1) == 100
    assert ahead([[1, 10, 100]], 2) == pytest.approx(100 + 950)
    assert ahead([[1, 10, 100]], 3) == pytest.approx(100 + 950 + 950 * 9.025)
    assert ahead([[1, 10, 100], [1, 2, 4]], 2) == pytest.approx(4 + 4 * 2 * 0.95)  # the smaller side
    assert ahead([[1, 10, 100]], 0) == 0
    assert ahead([[10, 5, 1]], 100) < 3  # dies out
    assert ahead([[10, 0, 0]], 5) == 0
    assert MANY < ahead([[1, 50, 2500]], 1000) < 100 * MANY


def test_a_position_takes_what_positions_took() -> None:
    assert seconds_each(10, 5.0) == USUAL
    assert seconds_each(10 * TELLING, 2.0) == 2.0 / (10 * TELLING)


@pytest.mark.parametrize("ends", SEARCHED)
def test_what_is_told_half_way_is_near_to_what_follows(ends: tuple[str, str]) -> None:
    """By searches that end, cut off in thought after each of their levels."""
    question = of_pair(read_pair(*ends))
    search = FrontierSearch(question)
    assert search.needs() == Needs()
    result = search.run(Limits().start())
    assert isinstance(result, Exhausted) or search.sides
    sizes = [[level.size for level in side.levels] for side in search.sides]
    whole = sum(sum(side[:-1]) for side in sizes)
    assert whole > 1000
    half = [side[: max(LEAST, (len(side) + 3) // 2)] for side in sizes]
    left = sum(len(side) for side in sizes) - sum(len(side) for side in half)
    follows = whole - sum(sum(side[:-1]) for side in half)
    assert follows / 20 < ahead(half, left) < 20 * follows


def test_a_search_says_what_it_needs() -> None:
    search = FrontierSearch(of_pair(read_pair("english33:-d4", "english33:+a4+g4+d1+c3")))
    search.run(Limits(work=30_000).start())
    needs = search.needs()
    assert needs.least == needs.most and 0.01 < needs.most < 1000
