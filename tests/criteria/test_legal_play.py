"""Legal play is never refuted, by any criterion, on any board."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from feasibility.base.limits import Limits
from feasibility.decide.schedule import CRITERIA
from feasibility.game.position import Pair, Position
from feasibility.proofs.verdict import Outcome
from feasibility.text import catalogue
from tests.criteria.reference import CHEAP, ask, feasible, refuting
from tests.criteria.strategies import named_boards, pairs, played_pairs, small_boards


@given(played_pairs(named_boards()))
@settings(max_examples=150)
def test_catalogue_boards_cheap(pair: Pair) -> None:
    assert refuting(pair, CHEAP) == []


@given(played_pairs(named_boards(), most=6))
@settings(max_examples=12)
def test_catalogue_boards_costly(pair: Pair) -> None:
    for criterion in CRITERIA:
        if criterion.costly:
            assert ask(criterion, pair, Limits(seconds=2, nodes=500)).outcome is not Outcome.REFUTED


@given(played_pairs(small_boards()))
@settings(max_examples=80)
def test_random_boards(pair: Pair) -> None:
    assert refuting(pair) == []


@given(pairs(small_boards(most=10)))
@settings(max_examples=120)
def test_random_boards_against_the_slow_solver(pair: Pair) -> None:
    found = refuting(pair)
    assert not (found and feasible(pair)), found


@pytest.mark.slow
@given(played_pairs(named_boards(), most=25))
@settings(max_examples=3000)
def test_catalogue_boards_cheap_at_length(pair: Pair) -> None:
    assert refuting(pair, CHEAP) == []


@pytest.mark.slow
@given(played_pairs(small_boards()))
@settings(max_examples=3000)
def test_random_boards_at_length(pair: Pair) -> None:
    assert refuting(pair) == []


@pytest.mark.slow
@given(pairs(small_boards(most=12)))
@settings(max_examples=3000)
def test_random_pairs_at_length(pair: Pair) -> None:
    found = refuting(pair)
    assert not (found and feasible(pair)), found


@pytest.mark.slow
@pytest.mark.parametrize("name", catalogue.names())
def test_every_catalogue_board_every_criterion(name: str) -> None:
    import random

    board, rng = catalogue.board(name), random.Random(name)
    here = start = Position(board, board.full & ~(1 << rng.randrange(board.n)))
    while (jumps := here.legal_jumps()) and rng.random() < 0.93:
        here = here.play(rng.choice(jumps))
    for criterion in CRITERIA:
        assert (
            ask(criterion, Pair(start, here), Limits(seconds=30, nodes=5000)).proof is None or start == here
        )
