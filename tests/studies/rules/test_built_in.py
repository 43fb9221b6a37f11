"""The built-in criteria and the arbiter's own pruning, put to the test by the command itself."""

from __future__ import annotations

import pytest

from feasibility.text import catalogue
from tests.studies.rules.conftest import Validate

QUICK = ("trivial", "classes", "rule-of-three", "lattice", "corners", "pagoda-library", "arbiter")
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
@pytest.mark.parametrize("target", ["+d4", "-d4", "+d4+e4+d5", "-c1-d1"])
@pytest.mark.parametrize("rule", QUICK)
def test_on_every_position_of_the_english_board(validate: Validate, rule: str, target: str) -> None:
    words = (rule, "--board", "english33", "--target", f"english33:{target}", "--exhaustive", "--no-power")
    code, found = validate(*words)
    assert (code, found["counterexample"]) == (0, None)
    if target == "+d4":
        assert found["cases_tried"] > 187_636_298


@pytest.mark.slow
@pytest.mark.parametrize("board", ["english33", "french37", "triangle:6", "rectangle:5x6"])
@pytest.mark.parametrize("rule", [*QUICK, *COSTLY])
def test_on_samples_of_larger_boards(validate: Validate, rule: str, board: str) -> None:
    costly = ("--cases", "20") if rule in COSTLY else ()
    code, found = validate(rule, "--board", board, "--no-power", *costly)
    assert (code, found["counterexample"]) == (0, None)


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["cone", "integer-cone", "turning-point", "pagoda", "criterion:corners"])
def test_one_by_one_on_small_boards(validate: Validate, rule: str) -> None:
    for board in ("rectangle:3x4", "triangle:4"):
        cases = "150" if rule == "turning-point" else "1500"
        code, found = validate(rule, "--board", board, "--no-power", "--cases", cases)
        assert (code, found["counterexample"]) == (0, None)
