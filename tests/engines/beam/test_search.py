"""Beam search on the problems of the literature and on random plays."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility.base.limits import Clock, Limits
from feasibility.base.stopped import Stopped
from feasibility.engines.beam.reference import lowest
from feasibility.engines.beam.search import Beam
from feasibility.engines.positions.question import PositionQuestion, of_pair
from feasibility.engines.results import Found, Result
from feasibility.game.hand import put_back, with_hand
from feasibility.game.position import Pair, Position, Target
from feasibility.text.catalogue import board as named
from feasibility.text.catalogue import problems
from feasibility.text.references import read_pair
from tests.clocks import Held
from tests.engines import reference_play as reference

LUCAS = sorted(name for name in problems() if name.startswith("lucas/"))
UNLIMITED = Limits().start()
DEFI = ("simple", "autre", *(f"plateau{i}" for i in (10, 11, 12, 14, 15, 16)))


def beam(
    question: PositionQuestion,
    places: Sequence[tuple[int, int]],
    clock: Clock = UNLIMITED,
    widest: int = 1 << 16,
) -> Result:
    return Beam(question, places).run(clock, widest)


def solve(pair: Pair) -> int:
    """Finds a play, checks it against the rules, returns its length."""
    question = of_pair(pair)
    result = beam(question, pair.board.holes, clock=Limits(seconds=60).start())
    assert isinstance(result, Found)
    end = reference.legal(pair.board.jumps, pair.start.mask, result.play)
    assert pair.target.contains(end)
    return len(result.play)


def test_there_are_thirty_problems_of_lucas() -> None:
    assert len(LUCAS) == 30


@pytest.mark.parametrize("name", LUCAS)
def test_lucas(name: str) -> None:
    """E. Lucas, Recreations mathematiques, 1891."""
    pair = read_pair(f"problem:{name}")
    assert solve(pair) == pair.jumps_needed


@pytest.mark.parametrize("name", DEFI)
def test_contest_boards(name: str) -> None:
    """The 2009 contest: one vacancy, and the last peg in it."""
    pair = read_pair(f"problem:defi/{name}")
    assert solve(pair) == pair.jumps_needed


def test_english_first_solution_is_quick() -> None:
    pair = read_pair("english33:-d4", "english33:+d4")
    question = of_pair(pair)
    twice_what_it_takes = Limits(work=30_000).start()
    assert isinstance(beam(question, pair.board.holes, clock=twice_what_it_takes), Found)


def test_equal_input_gives_equal_play() -> None:
    pair = read_pair("problem:defi/plateau15")
    plays = {repr(beam(of_pair(pair), pair.board.holes)) for _ in range(2)}
    assert len(plays) == 1


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_agrees_with_the_reference_when_nothing_is_left_out(seed: int) -> None:
    chance = random.Random(seed)
    board = named(chance.choice(("line:7", "rectangle:3x4", "triangle:4")))
    start = chance.randrange(1, board.full + 1)
    reachable = reference.reachable(board.jumps, start)
    target = chance.choice((chance.choice(sorted(reachable)), chance.randrange(board.full + 1)))
    free = chance.choice((0, chance.randrange(board.full + 1)))
    goal = Target(board, target & ~free, free)
    result = beam(of_pair(Pair(Position(board, start), goal)), board.holes)
    if isinstance(result, Found):
        assert goal.contains(reference.legal(board.jumps, start, result.play))
    else:
        assert not isinstance(result, Stopped)
    assert isinstance(result, Found) == any(goal.contains(q) for q in reachable)


def colours(mask: int, places: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """What no jump on a triangle changes: parities of two of the three colours (i + j) mod 3 together."""
    counts = [sum(mask >> i & 1 for i, (r, c) in enumerate(places) if (r + c) % 3 == k) for k in range(3)]
    return (counts[0] + counts[1]) % 2, (counts[0] + counts[2]) % 2


@pytest.mark.parametrize(("side", "pairs"), [(6, 29), (7, 27), (8, 80)])
def test_triangles(side: int, pairs: int) -> None:
    """OEIS A130515 and A130516: from side 6 on the colours decide which single-peg pairs are solvable."""
    board = named(f"triangle:{side}")
    seen = set()
    for hole in range(board.n):
        start = board.full ^ 1 << hole
        for last in range(board.n):
            key = min((g[hole], g[last]) for g in board.symmetries)
            if key not in seen and colours(start, board.holes) == colours(1 << last, board.holes):
                seen.add(key)
                solve(Pair(Position(board, start), Position(board, 1 << last)))
    assert len(seen) == pairs


def test_any_single_peg() -> None:
    board = named("english33")
    solve(Pair(Position(board, board.full ^ 1), Target.with_pegs(board, 1)))


def test_french_centre_to_centre_when_the_first_peg_may_go_back() -> None:
    """The 18th-century rule; without it the rule of three refutes the pair."""
    board = named("french37")
    centre = board.mask([(3, 3)])
    hole = centre.bit_length() - 1
    pair = Pair(Position(board, board.full ^ centre), Position(board, centre))
    question, back = of_pair(with_hand(pair, hole)), put_back(board, hole)
    result = beam(question, board.holes, clock=Limits(seconds=60).start())
    assert isinstance(result, Found)
    assert result.play.count(back) == 1
    at = result.play.index(back)
    halfway = reference.legal(board.jumps, board.full ^ centre, result.play[:at])
    assert not halfway & centre
    assert reference.legal(board.jumps, halfway | centre, result.play[at + 1 :]) == centre


def test_limits_are_results(held: Held) -> None:
    held.tick = 0.01
    pair = read_pair("problem:defi/jury")
    question = of_pair(pair)
    late = beam(question, pair.board.holes, clock=Limits(seconds=0.3).start())
    assert isinstance(late, Stopped)
    assert late.limit == "time"
    assert re.match("[1-9][0-9,]* positions seen, ", late.so_far)
    small = beam(question, pair.board.holes, clock=Limits(memory=1).start())
    assert isinstance(small, Stopped)
    assert small.limit == "memory"
    narrow = beam(question, pair.board.holes, widest=64)
    assert isinstance(narrow, Stopped)
    assert narrow.limit == "width"


@given(st.lists(st.integers(0, 5), min_size=1, max_size=60), st.data())
def test_of_equal_scores_the_first_are_kept(scores: list[int], data: st.DataObject) -> None:
    """Which ones are kept must not depend on the machine: a play found here is found everywhere."""
    width = data.draw(st.integers(1, len(scores)))
    wanted = sorted(sorted(range(len(scores)), key=lambda i: (scores[i], i))[:width])
    assert lowest(np.array(scores), width).tolist() == wanted
