"""Sequences of orbits against those that the rules give, followed one by one; one published number."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import feasibility
from feasibility.base.errors import InputError
from feasibility.base.stopped import Stopped
from feasibility.cli import main
from feasibility.game.position import Pair, Position
from feasibility.game.symmetry import apply, pair_stabiliser
from feasibility.studies.counting import sequences as module
from feasibility.text.catalogue import board as named
from feasibility.text.references import read_pair


def followed(pair: Pair) -> int:
    """Ways from orbit to orbit; what leads on from an orbit is found once."""
    group = pair_stabiliser(pair)
    known: dict[int, int] = {}

    def ways(position: Position) -> int:
        if position.matches(pair.target):
            return 1
        if position.mask not in known:
            after = {min(apply(g, position.play(j).mask) for g in group) for j in position.legal_jumps()}
            known[position.mask] = sum(ways(Position(pair.board, mask)) for mask in after)
        return known[position.mask]

    return ways(pair.start)


@settings(deadline=None)
@given(st.sampled_from(("line:7", "triangle:4", "rectangle:3x4", "torus:3x3", "hexagon:2")), st.data())
def test_small_pairs(name: str, data: st.DataObject) -> None:
    board = named(name)
    start = end = Position(board, data.draw(st.integers(0, board.full)))
    for _ in range(data.draw(st.integers(0, 8))):
        if end.legal_jumps():
            end = end.play(data.draw(st.sampled_from(end.legal_jumps())))
    assert feasibility.count_sequences(start, end) == followed(Pair(start, end))


@pytest.mark.parametrize(
    "words", [("triangle:5:-a1", "triangle:5:+a1"), ("triangle:5:-a3", "triangle:5:+a3")]
)
def test_many_symmetric_plays(words: tuple[str, str]) -> None:
    assert feasibility.count_sequences(*words) == followed(read_pair(*words)) > 1000


def test_numbers_that_no_word_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is above 63 bits goes on in integers of any size."""
    many = module.np.iinfo(module.np.int64).max
    monkeypatch.setattr(module.np, "ones", lambda *_: module.np.array([many]))
    assert feasibility.count_sequences("triangle:4:-a2", "triangle:4:+b2") == 14 * int(many)


def test_a_pair_without_a_play_has_none() -> None:
    assert feasibility.count_sequences("line:7:-a1", "line:7:+a1") == 0


def test_limits_and_patterns() -> None:
    assert isinstance(feasibility.count_sequences("english33:-d4", limits=0), Stopped)
    with pytest.raises(InputError, match="only to a single position"):
        feasibility.count_sequences("triangle:4:-a2", feasibility.Target.with_pegs(named("triangle:4"), 1))


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "triangle:5:-a1", "--sequences", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["sequences"] == 2924
    assert main(["count", "english33:-d4", "--sequences", "--json", "--time-limit", "0"]) == 3
    assert json.loads(capsys.readouterr().out)["sequences"] is None


@pytest.mark.slow
def test_the_english_centre_game() -> None:
    """4,750,671,971,732,176: one program before this one."""
    assert feasibility.count_sequences("english33:-d4") == 4_750_671_971_732_176
