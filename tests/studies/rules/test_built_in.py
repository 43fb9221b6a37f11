"""The built-in criteria, put to the test by the command itself."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from feasibility.base.limits import Limits
from feasibility.engines.positions.words import unpack
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position
from feasibility.proofs.verdict import Outcome
from feasibility.studies.rules.evidence.short import levels
from feasibility.text import catalogue
from tests.criteria.reference import BY_NAME
from tests.studies.rules.conftest import Validate

QUICK = ("trivial", "classes", "rule-of-three", "lattice", "corners")
COSTLY = ("pagoda", "cone", "integer-cone", "turning-point")


@pytest.mark.parametrize("board", ["rectangle:3x4", "triangle:4", "line:12"])
@pytest.mark.parametrize("rule", QUICK)
def test_on_every_pair_of_small_boards(validate: Validate, board: str, rule: str) -> None:
    code, found = validate(rule, "--board", board, "--no-power")
    assert (code, found["counterexample"]) == (0, None)
    holes = catalogue.board(board).n
    (case,) = [case for case in found["cases"] if case["kind"].startswith("pairs whose start has 2 to")]
    assert (case["kind"], case["complete"]) == (f"pairs whose start has 2 to {holes - 1} pegs", True)


@pytest.mark.full
@pytest.mark.parametrize("rule", [*COSTLY[:-1], pytest.param(COSTLY[-1], marks=pytest.mark.slow)])
def test_costly_criteria_on_samples(validate: Validate, rule: str) -> None:
    cases = "2" if rule == "turning-point" else "5"
    code, found = validate(rule, "--board", "rectangle:3x4", "--no-power", "--cases", cases)
    assert (code, found["counterexample"]) == (0, None)


@pytest.mark.slow
@pytest.mark.parametrize("rule", COSTLY)
def test_costly_criteria_on_larger_samples(validate: Validate, rule: str) -> None:
    code, found = validate(rule, "--board", "rectangle:3x4", "--no-power", "--cases", "60")
    assert (code, found["counterexample"]) == (0, None)


@pytest.mark.slow
@pytest.mark.parametrize("board", ["english33", "french37", "triangle:6", "rectangle:5x6"])
@pytest.mark.parametrize("rule", [*QUICK, *COSTLY])
def test_on_samples_of_larger_boards(validate: Validate, rule: str, board: str) -> None:
    cases = "20" if rule in COSTLY else "3000"
    code, found = validate(rule, "--board", board, "--no-power", "--cases", cases)
    assert (code, found["counterexample"]) == (0, None)


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["cone", "integer-cone", "turning-point", "pagoda"])
def test_one_by_one_on_small_boards(validate: Validate, rule: str) -> None:
    for board in ("rectangle:3x4", "triangle:4"):
        cases = "150" if rule == "turning-point" else "1500"
        code, found = validate(rule, "--board", board, "--no-power", "--cases", cases)
        assert (code, found["counterexample"]) == (0, None)


@st.composite
def ragged_boards(draw: st.DrawFn) -> Board:
    grid = [(row, column) for row in range(draw(st.integers(3, 5))) for column in range(5)]
    return Board(draw(st.lists(st.sampled_from(grid), min_size=5, max_size=9, unique=True)))


# a jump over an inner hole of it starts in a class that no corner peg jumps over
HOOK = Board([(0, 3), (1, 3), (2, 2), (2, 3), (2, 4), (3, 3)])


@settings(max_examples=40)
@given(ragged_boards())
@example(HOOK)
def test_no_feasible_pair_of_a_ragged_board_is_refuted(board: Board) -> None:
    for level in levels(board):
        some = level.some(60, 0)
        for start, end in zip(*map(unpack, some.words(0, len(some))), strict=True):
            pair = Pair(Position(board, start), Position(board, end))
            for name in QUICK:
                assert BY_NAME[name].check(pair, Limits().start()).outcome is not Outcome.REFUTED
