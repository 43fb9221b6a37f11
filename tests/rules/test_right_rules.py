"""A folder of right rules, and the built-in ones: none is slandered, whatever is tried."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.rules.conftest import Validate

FOLDER = Path(__file__).parent / "right"
EXAMPLES = Path(__file__).parents[2] / "examples" / "rules"
FUNCTIONS = [
    f"{FOLDER}/rules.py:{node.name}"
    for node in ast.parse((FOLDER / "rules.py").read_text()).body
    if isinstance(node, ast.FunctionDef)
]
NAMES = ("corners.py:sound", "parity.py:one_colouring", "resources.py:middle_lines")
GIVEN = [f"{EXAMPLES}/{name}" for name in NAMES]
BUILT_IN = ["trivial", "classes", "rule-of-three", "lattice", "corners", "pagoda-library", "arbiter"]
RULES = [*FUNCTIONS, *GIVEN, *BUILT_IN]


def test_there_are_enough() -> None:
    assert len(RULES) >= 15


@pytest.mark.parametrize("rule", FUNCTIONS)
def test_on_every_pair_of_a_small_board(validate: Validate, rule: str) -> None:
    code, found = validate(rule, "--board", "rectangle:3x3", "--no-power", "--time-limit", "100")
    assert (code, found["counterexample"], found["failures"]["counts"]) == (0, None, {})
    assert found["cases"][0]["complete"]


@pytest.mark.slow
@pytest.mark.parametrize("rule", RULES)
def test_in_ten_million_cases(validate: Validate, rule: str) -> None:
    code, found = validate(rule, "--board", "english33", "--no-power", "--time-limit", "100")
    assert (code, found["counterexample"]) == (0, None)
    assert found["cases_tried"] >= 10**7


@pytest.mark.slow
def test_a_facet_is_proved(validate: Validate) -> None:
    code, found = validate(f"{FOLDER}/facet.txt", "--board", "english33", "--no-power", "--cases", "500")
    assert (code, found["verdict"]) == (0, "PROVED SOUND")
