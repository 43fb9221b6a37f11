"""The French rule of the 18th century: counts against a recursion by the rules, and what it saves."""

from __future__ import annotations

import json
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility.base.limits import Limits
from feasibility.cli import main
from feasibility.game.position import Pair, Position, Target
from feasibility.game.symmetry import orbits, stabiliser
from feasibility.search.arbiter import Effort
from feasibility.search.plays import Returned, with_return
from feasibility.search.results import Stopped
from feasibility.search.returning import ReturnCounts, count_with_return
from feasibility.systems.residues import separate
from feasibility.text.catalogue import board as named
from feasibility.text.reading import read_pair

Out = pytest.CaptureFixture[str]


def reference(pair: Pair, hole: int) -> ReturnCounts:
    """Position by position: all that can be reached, and the plays from each."""
    seen: set[tuple[Position, bool]] = set()

    @cache
    def of(position: Position, in_hand: bool) -> tuple[int, int, int]:
        """Plays to the target that end with the peg in hand, those that end without, and games."""
        seen.add((position, in_hand))
        there = [(position.play(jump), in_hand) for jump in position.legal_jumps()]
        if in_hand and not position.mask >> hole & 1:
            there.append((Position(pair.board, position.mask | 1 << hole), False))
        reached = position.matches(pair.target)
        sums = [sum(column) for column in zip(*(of(*after) for after in there), strict=True)] or [0, 0, 1]
        return sums[0] + (reached and in_hand), sums[1] + (reached and not in_hand), sums[2]

    without, put_back, games = of(pair.start, True)
    before = sum(in_hand for _, in_hand in seen)
    return ReturnCounts(before, len(seen) - before, without, put_back, games)


@given(st.sampled_from(("line:6", "triangle:4", "rectangle:3x3", "hexagon:2")), st.data())
@settings(max_examples=40, deadline=None)
def test_small_boards(name: str, data: st.DataObject) -> None:
    board = named(name)
    hole = data.draw(st.integers(0, board.n - 1))
    start = Position(board, data.draw(st.integers(0, board.full)) & ~(1 << hole))
    goal = data.draw(st.sampled_from(range(board.n)))
    for target in (Target.with_pegs(board, 1), Target.exactly(Position(board, 1 << goal))):
        pair = Pair(start, target)
        assert count_with_return(pair, hole, Limits().start()) == reference(pair, hole)


def test_the_triangle_with_15_holes(capsys: Out) -> None:
    words = ["count", "triangle:5:-b3", "--pegs", "1", "--return-peg", "b3"]
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == vars(reference(read_pair("triangle:5:-b3", pegs=1), named("triangle:5").index[2, 1]))
    assert main(words) == 0
    assert f"{told['plays_with']:,} plays" in capsys.readouterr().out


def test_every_vacancy_of_the_french_board() -> None:
    """With the peg put back a play ends at each hole that the residues of the full board allow.

    By the ordinary rules they allow no last peg for 21 of the 37 vacancies.
    """
    board, hopeless = named("french37"), 0
    allowed = {
        hole
        for hole in range(board.n)
        if separate(Pair(Position(board, board.full), Position(board, 1 << hole))) is None
    }
    assert {board.called(hole) for hole in allowed} == {"d1", "a4", "d4", "g4", "d7"}
    for orbit in orbits(range(board.n), board.symmetries):
        start = Position(board, board.full & ~(1 << orbit[0]))
        ends = [Position(board, 1 << hole) for hole in range(board.n)]
        hopeless += len(orbit) * all(separate(Pair(start, end)) is not None for end in ends)
        for ends_alike in orbits(allowed, stabiliser(start)):
            pair = Pair(start, Position(board, 1 << ends_alike[0]))
            found = with_return(pair, orbit[0], Effort(Limits(60).start()))
            assert isinstance(found, Returned) and found.returned_before >= 0
    assert hopeless == 21


def test_bad_input_and_limits(capsys: Out) -> None:
    assert main(["count", "triangle:4:-a1", "--return-peg", "a2"]) == 2
    assert "not empty" in capsys.readouterr().err
    assert main(["count", "triangle:4:-a1", "--return-peg", "z9"]) == 2
    assert main(["count", "french37:-d4", "--return-peg", "d4", "--time-limit", "0"]) == 3
    assert "not counted: time ran out after 0 moves" in capsys.readouterr().err
    pair = read_pair("french37:-d4", "french37:+d4")
    assert isinstance(count_with_return(pair, 18, Limits(0).start()), Stopped)
