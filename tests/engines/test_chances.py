"""Chances of random play against a recursion in fractions, and the published one of the English game."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility.base.limits import Limits
from feasibility.base.stopped import Stopped
from feasibility.cli import main
from feasibility.engines.chances import chance
from feasibility.game.position import Pair, Position
from feasibility.native import binding
from feasibility.studies.counting.counting import count
from feasibility.text.catalogue import board as named
from feasibility.text.references import read_pair


def reference(pair: Pair) -> Fraction:
    """By the rules alone, one position after the other."""

    @cache
    def of(position: Position) -> Fraction:
        if position.matches(pair.target):
            return Fraction(1)
        after = [position.play(jump) for jump in position.legal_jumps()]
        return sum(map(of, after), Fraction(0)) / max(1, len(after))

    return of(pair.start)


BOARDS = ("line:7", "triangle:4", "rectangle:3x4", "torus:3x3", "hexagon:2")


@given(st.sampled_from(BOARDS), st.data())
@settings(max_examples=60, deadline=None)
def test_chances_of_small_boards(name: str, data: st.DataObject) -> None:
    board = named(name)
    start = Position(board, data.draw(st.integers(0, board.full)))
    end = start
    for _ in range(data.draw(st.integers(0, 8))):
        if end.legal_jumps():
            end = end.play(data.draw(st.sampled_from(end.legal_jumps())))
    pair = Pair(start, end)
    assert chance(pair, Limits().start()) == reference(pair)


@pytest.mark.parametrize(
    ("start", "target", "pegs"),
    [("triangle:4:-a1", None, 1), ("rectangle:3x4:-a1", None, 2), ("line:7:-c1", None, 3)],
)
def test_chances_of_numbers_of_pegs(start: str, target: str | None, pegs: int) -> None:
    pair = read_pair(start, target, pegs=pegs)
    assert chance(pair, Limits().start()) == reference(pair)


def test_the_triangle_with_15_holes() -> None:
    pair = read_pair("triangle:5:-a1", pegs=1)
    assert chance(pair, Limits().start()) == reference(pair)


def test_positions_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The parts of a level have other numbers of jumps, but one denominator."""
    monkeypatch.setattr("feasibility.engines.chances.FEW", 2)
    pair = read_pair("triangle:5:-a1", "triangle:5:+a1")
    assert chance(pair, Limits().start()) == reference(pair)


@pytest.mark.parametrize("level", ["0", *binding.levels()])
@pytest.mark.parametrize("bits", [3, 32], ids=["by two steps", "at once"])
def test_every_kernel_gives_the_same_chances(level: str, bits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of boards with many symmetries, with none, with few jumps and with more than are looked at together."""
    monkeypatch.setattr(binding, "CHOSEN", level)
    monkeypatch.setattr("feasibility.engines.chances.BITS", bits)  # above which a factor is no digit
    monkeypatch.setattr("feasibility.engines.chances.PART", 7)
    for start, target, pegs in (
        ("triangle:5:-a1", None, 1),
        ("rectangle:3x4:-a1", "rectangle:3x4:+a1", None),
        ("graph:complete:7:-1", None, 1),
        ("line:9:-b1", None, 4),
        ("diagonal:rectangle:3x4:-b2", None, 1),
    ):
        pair = read_pair(start, target, pegs=pegs)
        assert chance(pair, Limits().start()) == reference(pair), (start, target)


def test_the_english_centre_game() -> None:
    """1.3488819576e-8, computed once by an independent program."""
    found = chance(read_pair("english33:-d4", "english33:+d4"), Limits().start())
    assert isinstance(found, Fraction)
    assert f"{float(found):.10e}" == "1.3488819576e-08"


def test_a_limit_is_told() -> None:
    found = chance(read_pair("english33:-d4", "english33:+d4"), Limits(memory=1 << 20).start())
    assert isinstance(found, Stopped) and found.limit == "memory"


def test_a_share_above_a_twentieth_is_not_rounded(capsys: pytest.CaptureFixture[str]) -> None:
    """852 of 1,332 are not 1 in 2."""
    assert main(["count", "rectangle:3x4:-a1", "--pegs", "1"]) == 0
    assert "852 of 1,332 games end at the target" in capsys.readouterr().out


def test_the_command_tells_chance_and_share(capsys: pytest.CaptureFixture[str]) -> None:
    """Two numbers that are easily taken for each other: 29,760 of 568,630 games, and the chance."""
    assert main(["count", "triangle:5:-a1", "--pegs", "1"]) == 0
    out = capsys.readouterr().out
    assert "29,760 of 568,630 games end at the target" in out
    assert "with probability 1 in 146 (exactly 232443128903009/33875167334400000)" in out
    assert main(["count", "triangle:5:-a1", "--pegs", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["chance"] == "232443128903009/33875167334400000"
    assert main(["count", "triangle:5:-a1", "--pegs", "1", "--no-games"]) == 0
    assert "probability" not in capsys.readouterr().out


def test_the_chance_alone(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["count", "triangle:5:-a1", "--pegs", "1", "--chance"]
    assert main(words) == 0
    assert "with probability 1 in 146 (exactly 232443128903009/33875167334400000)" in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["chance"] == "232443128903009/33875167334400000"
    assert main(["count", "triangle:5:-a1", "triangle:5:+b2", "--chance", "--time-limit", "0"]) == 3
    assert main([*words, "--no-games"]) == 2


def test_no_share_where_a_play_may_go_on() -> None:
    pair = read_pair("line:7:-c1", pegs=4)
    assert count(pair.start, pair.target, Limits().start()).share_won(pair.target) is None
