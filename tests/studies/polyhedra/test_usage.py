"""How often jumps are used in plays, against all plays of small pairs; bounds hold what plays attain."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility.base.limits import Limits
from feasibility.base.stopped import Stopped
from feasibility.cli import main
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.game.symmetry import jump_orbits, pair_stabiliser
from feasibility.studies.polyhedra.usage import Usage, usage
from feasibility.text.catalogue import board as named
from feasibility.text.reading import read_pair

BOARDS = ("line:6", "triangle:4", "rectangle:3x3", "torus:3x3", "hexagon:2")


def counts(pair: Pair) -> list[tuple[int, ...]]:
    """The numbers of jumps of every play, one play after the other; they come in few sets."""
    known: dict[int, set[tuple[int, ...]]] = {}
    jumps = pair.board.jumps

    def of(position: Position) -> set[tuple[int, ...]]:
        if position.mask not in known:
            ends = {(0,) * len(jumps)} if position.matches(pair.target) else set()
            for column, jump in enumerate(jumps):
                if position.why_illegal(jump) is None:
                    rest = of(position.play(jump))
                    ends |= {(*c[:column], c[column] + 1, *c[column + 1 :]) for c in rest}
            known[position.mask] = ends
        return known[position.mask]

    return sorted(of(pair.start))


def check(pair: Pair) -> None:
    found, all_counts = usage(pair, pair.board.jumps, Limits().start()), counts(pair)
    assert isinstance(found, Usage)
    if not all_counts:
        assert found.positions == 0
        return
    columns = list(zip(*all_counts, strict=True))
    assert found.least == tuple(map(min, columns))
    assert found.most == tuple(map(max, columns))


@given(st.sampled_from(BOARDS), st.sampled_from(("position", "pegs", "pattern")), st.data())
@settings(max_examples=60, deadline=None)
def test_small_pairs(name: str, kind: str, data: st.DataObject) -> None:
    board = named(name)
    start = end = Position(board, data.draw(st.integers(0, board.full)))
    for _ in range(data.draw(st.integers(0, 7))):
        if end.legal_jumps():
            end = end.play(data.draw(st.sampled_from(end.legal_jumps())))
    target = Target.exactly(end)
    if kind == "pegs":
        target = Target.with_pegs(board, end.count)
    elif kind == "pattern":
        free = data.draw(st.integers(0, board.full))
        target = Target(board, end.mask & ~free, free)
    check(Pair(start, target))


def test_a_pair_without_a_play() -> None:
    check(read_pair("triangle:4:-a1", "triangle:4:+a1"))


def test_limits_are_told() -> None:
    pair = read_pair("english33:-d4", "english33:+d4")
    assert isinstance(usage(pair, pair.board.jumps, Limits(memory=1 << 20).start()), Stopped)
    large = read_pair("rectangle:7x10:-a1", "rectangle:7x10:+a1")
    assert isinstance(usage(large, [Jump(0, 1, 2)], Limits().start()), Stopped)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bounds", "triangle:5:-a1", "triangle:5:+a1", "--plays", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    pair = read_pair("triangle:5:-a1", "triangle:5:+a1")
    columns = list(zip(*counts(pair), strict=True))
    assert told["feasible"] and told["on_plays"] > 0
    for orbit in told["orbits"]:
        for jump in orbit["jumps"]:
            used = columns[pair.board.jump_index[Jump(*jump)]]
            assert (orbit["least"]["plays"], orbit["most"]["plays"]) == (min(used), max(used))
        assert orbit["least"]["integer"] <= orbit["least"]["plays"]
        assert orbit["most"]["plays"] <= orbit["most"]["integer"]


def test_the_command_without_a_play(capsys: pytest.CaptureFixture[str]) -> None:
    """A pair that the integer cone lets through, and that has no play."""
    assert main(["bounds", "triangle:4:-a2", "triangle:4:+c4", "--plays"]) == 1
    out, err = capsys.readouterr()
    assert "in plays" in out and "there is no play from START to TARGET" in err


def test_the_command_at_a_limit(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["bounds", "english33:-d4", "english33:+d4", "--plays", "--time-limit", "0"]
    assert main(words) == 3
    assert "limit" in capsys.readouterr().err


@pytest.mark.slow
def test_the_english_centre_game() -> None:
    """All 13,428,122 positions on plays; the bounds are 1, 2, 3 and 4 for 32, 12, 16 and 16 jumps."""
    pair = read_pair("english33:-d4", "english33:+d4")
    orbits = jump_orbits(pair.board, pair_stabiliser(pair))
    found = usage(pair, [orbit[0] for orbit in orbits], Limits().start())
    assert isinstance(found, Usage) and found.positions == 13_428_122
    assert set(found.least) == {0}
    assert found.most == (1, 2, 1, 1, 3, 2, 1, 3, 1, 3, 1, 1)
