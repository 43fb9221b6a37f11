"""Counts under the rule of the 18th century, against a recursion by the rules and the ordinary game."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility.base.errors import InputError
from feasibility.base.limits import Limits
from feasibility.base.stopped import Stopped
from feasibility.cli import main
from feasibility.decide.returning import with_return
from feasibility.engines.dense.closure import DenseSet, closure
from feasibility.engines.dense.counter import Counter
from feasibility.engines.dense.levels import addresses
from feasibility.engines.dense.numbers import product_of
from feasibility.engines.dense.queries import holds
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target
from feasibility.game.symmetry import orbits
from feasibility.native import binding
from feasibility.proofs.verdict import Answer
from feasibility.studies.counting.count_api import count, count_plays, put_back
from feasibility.text.catalogue import board as named
from feasibility.text.references import read_pair

Out = pytest.CaptureFixture[str]


class Expected(NamedTuple):
    """All positions; the plays to the target that put the peg back, the others; games, the chance."""

    positions: int
    plays: int
    without: int
    games: int
    chance: Fraction


def plays_with_return(pair: Pair, hole: int) -> int:
    counted = count_plays(pair, return_peg=hole)
    assert isinstance(counted, int)
    return counted


def reference(pair: Pair, hole: int) -> Expected:
    """Position by position: all that can be reached, the plays and the chance from each."""
    seen: set[tuple[Position, bool]] = set()

    @cache
    def of(position: Position, in_hand: bool) -> tuple[int, int, int, Fraction]:
        """Plays to the target that end with the peg in hand, those that end without, games; the chance."""
        seen.add((position, in_hand))
        there = [(position.play(jump), in_hand) for jump in position.legal_jumps()]
        if in_hand and not position.mask >> hole & 1:
            there.append((Position(pair.board, position.mask | 1 << hole), False))
        counted = [of(*after) for after in there]
        without, back, games, chance = map(sum, zip(*counted, strict=True)) if there else (0, 0, 1, 0)
        reached, chance = position.matches(pair.target), Fraction(chance) / max(1, len(there))
        if not reached:
            return without, back, games, chance
        return without + in_hand, back + (not in_hand), games, chance if in_hand else Fraction(1)

    without, back, games, chance = of(pair.start, True)
    return Expected(len(seen), back, without, games, chance)


def check(pair: Pair, hole: int) -> Expected:
    """All counts and the plays alone agree with the rules; a play is found where there are some."""
    expected = reference(pair, hole)
    counted = count(pair, return_peg=hole)
    assert (counted.positions, counted.plays, counted.games) == (
        expected.positions,
        expected.plays,
        expected.games,
    )
    assert counted.chance == expected.chance
    assert plays_with_return(pair, hole) == expected.plays
    found = with_return(pair, hole, Limits())
    feasible = bool(expected.plays or expected.without)
    assert found.answer is (Answer.FEASIBLE if feasible else Answer.INFEASIBLE)
    if feasible and pair.target.pegs is None:
        assert found.returned_before is not None
        assert (found.returned_before >= 0) == bool(expected.plays)
    return expected


@given(st.sampled_from(("line:6", "triangle:4", "rectangle:3x3", "hexagon:2")), st.data())
@settings(max_examples=12, deadline=None)
def test_small_boards(name: str, data: st.DataObject) -> None:
    board = named(name)
    hole = data.draw(st.integers(0, board.n - 1))
    start = Position(board, data.draw(st.integers(0, board.full)) & ~(1 << hole))
    must, free = (data.draw(st.integers(0, board.full)) for _ in range(2))
    for target in (
        Target.exactly(Position(board, must)),
        Target(board, must & ~free, free),
        Target.with_pegs(board, data.draw(st.integers(0, 1))),
    ):
        check(Pair(start, target), hole)


@given(st.lists(st.permutations(range(7)), min_size=3, max_size=12), st.data())
@settings(max_examples=10, deadline=None)
def test_boards_of_any_jumps(jumps: list[list[int]], data: st.DataObject) -> None:
    """Jumps need not come in opposite pairs; that of the peg in hand never does."""
    board = Board([(0, column) for column in range(7)], "explicit", [jump[:3] for jump in jumps])
    hole = data.draw(st.integers(0, 6))
    start = Position(board, data.draw(st.integers(0, board.full)) & ~(1 << hole))
    check(Pair(start, Target(board, 0, data.draw(st.integers(0, board.full)))), hole)
    check(Pair(start, Target.with_pegs(board, data.draw(st.integers(0, 1)))), hole)


@pytest.mark.parametrize("name", ["triangle:4", "rectangle:3x4"])
def test_every_vacancy(name: str) -> None:
    """To one peg anywhere, and to each hole where the last peg may stand."""
    board = named(name)
    for vacancy, *_ in orbits(range(board.n), board.symmetries):
        start = Position(board, board.full & ~(1 << vacancy))
        anywhere = check(Pair(start, Target.with_pegs(board, 1)), vacancy)
        to = [Pair(start, Position(board, 1 << last)) for last in range(board.n)]
        plays = [plays_with_return(pair, vacancy) for pair in to]
        assert plays == [reference(pair, vacancy).plays for pair in to]
        assert sum(plays) == anywhere.plays


@pytest.mark.slow
@pytest.mark.parametrize("name", ["triangle:4", "rectangle:3x4", "rectangle:3x3", "hexagon:2"])
def test_every_pair_of_a_vacancy_and_a_last_peg(name: str) -> None:
    board = named(name)
    for vacancy in range(board.n):
        start = Position(board, board.full & ~(1 << vacancy))
        for last in range(board.n):
            check(Pair(start, Position(board, 1 << last)), vacancy)


@pytest.mark.parametrize("name", ["triangle:4", "rectangle:3x4"])
def test_without_compiled_kernels(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binding, "CHOSEN", "0")
    board = named(name)
    check(Pair(Position(board, board.full & ~1), Target.with_pegs(board, 1)), 0)
    check(Pair(Position(board, board.full & ~2), Position(board, 4)), 1)


def test_boards_too_large_for_dense_sets_are_listed() -> None:
    pair = read_pair("line:63:+a1+b1+e1", "line:63:+c1")
    expected, counted = reference(pair, 2), count(pair, return_peg="c1")
    assert (counted.positions, counted.plays, counted.games) == (
        expected.positions,
        expected.plays,
        expected.games,
    )


def test_the_triangle_with_15_holes(capsys: Out) -> None:
    words = ["count", "triangle:5:-b3", "--pegs", "1", "--return-peg", "b3"]
    expected = reference(read_pair("triangle:5:-b3", pegs=1), named("triangle:5").index[2, 1])
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    numbers = (told["positions"], told["plays"], told["games"], told["chance"])
    assert numbers == (expected.positions, expected.plays, expected.games, str(expected.chance))
    assert main([*words, "--chance"]) == 0
    assert str(expected.chance) in capsys.readouterr().out
    assert main(words) == 0
    said = capsys.readouterr().out
    assert said.index("until then the hand counts as two pegs)") < said.index("positions  orbits")


def test_the_english_board() -> None:
    """On it the peg of d4, put back, leaves no residue that the last peg at d4 could have."""
    assert plays_with_return(read_pair("english33:-d4"), 16) == 0


def by_complements(start: Position, hole: int) -> int:
    """Plays back to the vacancy, by the ordinary game alone.

    From where the peg goes back the rest of a play, read backwards with pegs and holes exchanged, is a play
    from the start as well. So they are the plays into a position times those into its counterpart, summed.
    """
    board = start.board
    dense = closure(board.n, board.jumps, start.mask)
    assert isinstance(dense, DenseSet)
    waiting: dict[int, list[tuple[Any, Any, int]]] = {}
    total = 0
    for level in Counter(dense).levels():
        counterpart = board.n - 1 - level.pegs
        for at, first, part, length in level.kept.pieces(level.words) if level.pegs >= counterpart else ():
            here = addresses(part, first)
            numbers = level.numbers[int(level.before[at]) :][: len(here)]
            positions = dense.residue.positions(here)
            there = np.uint64(board.full ^ 1 << hole) ^ positions
            goes_back = (positions >> np.uint64(hole) & np.uint64(1) == 0) & holds(dense, there)
            some = dense.residue.addresses(there[goes_back]), numbers[goes_back], length
            waiting.setdefault(counterpart, []).append(some)
        for there, ahead, length in waiting.pop(level.pegs, ()):
            times = length if level.pegs == counterpart else 2 * length
            total += times * product_of(ahead, level.pick(there))
    return total


@pytest.mark.parametrize("name", ["rectangle:4x4", "rectangle:4x5", "rectangle:5x5"])
def test_the_ordinary_game_alone_tells_the_plays_back_to_the_vacancy(name: str) -> None:
    board, some = named(name), False
    for vacancy, *_ in orbits(range(board.n), board.symmetries):
        start = Position(board, board.full & ~(1 << vacancy))
        plays = plays_with_return(Pair(start, start.complement), vacancy)
        assert plays == by_complements(start, vacancy)
        some |= bool(plays)
    assert some


@pytest.mark.slow
def test_the_french_game_from_centre_to_centre() -> None:
    """First counted here, the same by three ways: half the levels over the positions on plays; the ordinary
    game; and, by `pegfeas count` without --plays, all levels over everything that can be reached.

    The first is repeated; that the second tells the same is tried on smaller boards, above.
    """
    pair, plays = read_pair("french37:-d4", "french37:+d4"), 2_339_872_275_088_884_716_588_448
    assert count_plays(pair, return_peg="d4") == plays


def test_bad_input_and_limits(capsys: Out) -> None:
    assert main(["count", "triangle:4:-a1", "--return-peg", "a2"]) == 2
    assert "not empty" in capsys.readouterr().err
    assert main(["count", "triangle:4:-a1", "--return-peg", "z9"]) == 2
    capsys.readouterr()
    assert main(["count", "french37:-d4", "--return-peg", "d4", "--time-limit", "0"]) == 3
    assert "not counted: time ran out in pass 1" in capsys.readouterr().err
    with pytest.raises(InputError, match="put a peg back end otherwise; saw any position with 2 pegs"):
        put_back(read_pair("triangle:4:-a1", pegs=2), "a1")
    limited = count("french37:-d4", "+d4", return_peg="d4", limits=0)
    assert limited.positions is None and limited.stopped is not None and limited.stopped.limit == "time"
    assert isinstance(count_plays("french37:-d4", "+d4", return_peg="d4", limits=0), Stopped)
