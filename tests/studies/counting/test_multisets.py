"""Multisets of jumps against those of all plays, listed from the rules; one published number."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility.base.limits import Clock, Limits
from feasibility.base.stopped import Stopped
from feasibility.cli import main
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair, Position
from feasibility.game.symmetry import apply_to_jump, pair_stabiliser
from feasibility.studies.counting import alike as module
from feasibility.studies.counting.alike import Multisets, count_multisets
from feasibility.text.catalogue import board as named
from feasibility.text.references import read_pair
from tests.answers import answer

Multiset = tuple[tuple[int, ...], ...]


def played(pair: Pair) -> set[Multiset]:
    """The multisets of all plays, as sorted jumps; what leads on from a position is found once."""
    known: dict[int, frozenset[Multiset]] = {}

    def of(position: Position) -> frozenset[Multiset]:
        if position.mask not in known:
            ends = {()} if position.matches(pair.target) else set()
            for jump in position.legal_jumps():
                ends |= {tuple(sorted((*rest, tuple(jump)))) for rest in of(position.play(jump))}
            known[position.mask] = frozenset(ends)
        return known[position.mask]

    return set(of(pair.start))


def check(pair: Pair) -> int:
    expected = played(pair)
    group = pair_stabiliser(pair)
    images = (([apply_to_jump(g, Jump(*jump)) for jump in one] for g in group) for one in expected)
    orbits = {min(tuple(sorted(map(tuple, image))) for image in some) for some in images}
    found = count_multisets(pair)
    assert isinstance(found, Multisets)
    assert (found.multisets, found.orbits) == (len(expected), len(orbits))
    assert 0 <= found.doubt < 1e-9
    return len(expected)


@settings(deadline=None, max_examples=40)
@given(
    st.sampled_from(("line:7", "triangle:4", "rectangle:3x4", "torus:3x3", "hexagon:2")),
    st.data(),
)
def test_small_pairs(name: str, data: st.DataObject) -> None:
    board = named(name)
    start = end = Position(board, data.draw(st.integers(0, board.full)))
    for _ in range(data.draw(st.integers(0, 8))):
        if end.legal_jumps():
            end = end.play(data.draw(st.sampled_from(end.legal_jumps())))
    check(Pair(start, end))


@pytest.mark.parametrize(
    "words",
    [
        ("triangle:4:-a2", "triangle:4:+b2"),
        ("cross:1,1,1,1:-c3", "cross:1,1,1,1:+c3"),
        ("triangle:5:-a1", "triangle:5:+a1"),
        ("rectangle:3x5:-c1", "rectangle:3x5:+c1"),
        ("rectangle:4x4:-a1", "rectangle:4x4:+a2"),
    ],
)
def test_games(words: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """With the symmetries of a pair and without; a few positions at a time and many."""
    pair = read_pair(*words)
    size = check(pair)
    monkeypatch.setattr(module, "TOGETHER", 1)
    assert check(pair) == size


def test_limits_are_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for limits in (Limits(seconds=0.0), Limits(memory=1)):
        assert isinstance(count_multisets("english33:-d4", limits=limits), Stopped)
    looks = iter([None] * 3 + ["time"])
    monkeypatch.setattr(Clock, "reached", lambda self, ahead=0: next(looks))
    found = count_multisets("triangle:4:-a2", "triangle:4:+b2")
    assert isinstance(found, Stopped) and found.limit == "time"
    monkeypatch.undo()
    assert main(["count", "english33:-d4", "--multisets", "--time-limit", "0", "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["multisets"] is None


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "triangle:4:-a2", "triangle:4:+b2", "--multisets"]) == 0
    assert answer(capsys.readouterr().out).startswith(
        "4 multisets of jumps in 4 orbits\n(told apart by random sums: "
    )
    assert main(["count", "triangle:4:-a2", "triangle:4:+b2", "--multisets", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["multisets"], data["orbits"], data["complete"]) == (4, 4, True)
    for other in (["--plays"], ["--sweeps"]):
        assert main(["count", "triangle:4:-a2", "--multisets", *other]) == 2
        assert "do not go together" in capsys.readouterr().err


@pytest.mark.slow
def test_the_english_game() -> None:
    """12,752, as another program reports, which finds them in another way."""
    found = count_multisets("english33:-d4", "english33:+d4")
    assert isinstance(found, Multisets)
    assert (found.multisets, found.orbits) == (12_752, 1_594)
