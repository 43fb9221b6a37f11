"""Narrow levels find plays with few sweeps; what is proved stays what whole levels prove."""

from __future__ import annotations

import random

import numpy as np
import pytest

from feasibility.base.limits import Limits
from feasibility.base.stopped import Stopped
from feasibility.engines.positions.question import of_pair, separating
from feasibility.engines.positions.words import pack, popcount
from feasibility.game.position import Pair, Position
from feasibility.game.symmetry import orbits
from feasibility.studies.sweeps.fewest import deepening, fewest_sweeps, sweeps_of
from feasibility.studies.sweeps.narrow import fewest as fewest_kept
from feasibility.systems.residues import generators
from feasibility.text.catalogue import board as named
from feasibility.text.references import read_pair
from tests.studies.sweeps.test_fewest import check_number
from tests.studies.sweeps.test_weights import drawn


def test_the_answers_are_those_of_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feasibility.studies.sweeps.fewest.ENOUGH", 0)
    monkeypatch.setattr("feasibility.studies.sweeps.narrow.SAMPLED", 40)
    monkeypatch.setattr("feasibility.studies.sweeps.narrow.WORTHWHILE", 25)
    for seed in range(12):
        for pair, fewest in drawn(random.Random(seed)):
            check_number(pair, fewest)


def test_plays_sought_before_levels_are_finished_change_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on very large levels, with bounds that are learned on the way."""
    monkeypatch.setattr("feasibility.studies.sweeps.fewest.FAR", 0)
    monkeypatch.setattr("feasibility.studies.sweeps.narrow.LEAST", 5)
    for seed in range(4):
        for pair, fewest in drawn(random.Random(seed)):
            check_number(pair, fewest)


@pytest.mark.full
def test_a_search_that_is_stopped_has_a_play_with_few_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """The English central game, stopped before 18 is proved: narrow levels have found one with 20 or less."""
    monkeypatch.setattr("feasibility.studies.sweeps.fewest.FAR", 0)
    monkeypatch.setattr("feasibility.studies.sweeps.narrow.LEAST", 400)
    question = of_pair(read_pair("english33:-d4", "english33:+d4"))
    result = fewest_sweeps(question, clock=Limits(work=12_000_000).start())
    assert isinstance(result, Stopped) and result.known.proof.at_least < 18
    assert result.known.some is not None and 18 <= sweeps_of(result.known.some) <= 20


WIDTH = 2_000


@pytest.mark.parametrize("names", (("triangle:5:-a1", None), ("english33:-d4", "english33:+d4")))
def test_narrow_levels_are_narrow_and_lead_to_a_play(names: tuple[str, str | None]) -> None:
    """10 sweeps on the triangle and 18 on the English board, which are the fewest."""
    question = of_pair(read_pair(*names, pegs=None if names[1] else 1))
    fewest = 18 if names[1] else 10
    search = deepening(question, Limits().start())
    search.begin(search.first)
    play = search.with_few(fewest, WIDTH)
    assert play is not None and sweeps_of(play) == fewest
    if names[1]:
        assert max(search.narrow.sizes[:-1]) == WIDTH and search.narrow.bounds.bounds != tuple(search.bounds)
    assert search.with_few(fewest - 1, WIDTH) is None


def test_plays_are_improved_until_none_has_fewer_sweeps() -> None:
    """From no play to the fewest sweeps, without a proof by levels."""
    search = deepening(of_pair(read_pair("triangle:6:-a2", None, pegs=1)), Limits().start())
    search.begin(search.first)
    search.improve(WIDTH)
    assert search.some is not None and sweeps_of(search.some) == 9 > search.proved.at_least


def test_the_best_of_each_price_are_kept() -> None:
    """All equals but for pegs and sweeps: few sweeps are kept for a low price, few pegs for a high one."""
    level = pack([(1 << pegs) - 1 << shift for pegs in range(1, 12) for shift in range(20)], 40)
    sweeps = 20.0 - 0.35 * popcount(level)
    some = fewest_kept(level, sweeps, 60, np.random.default_rng(1))
    assert len(some) == 60
    assert sorted(popcount(some)) == [1] * 20 + [10] * 20 + [11] * 20


@pytest.mark.slow
def test_side_ten_needs_seventeen_sweeps() -> None:
    """Of all vacancies and last holes of the triangle of side 10 that the residues leave."""
    board = named("triangle:10")
    residues = [(modulus, weights) for weights, modulus in generators(board, 0) if modulus]
    pairs = 0
    for vacancy, *_ in orbits(range(board.n), board.symmetries):
        for last in range(board.n):
            question = of_pair(
                Pair(Position(board, board.full ^ 1 << vacancy), Position(board, 1 << last)),
                residues=residues,
            )
            if separating(question) is None:
                pairs += 1
                assert deepening(question, Limits().start()).first == 17
    assert pairs == 6 * 18
