"""A folder of right rules, and the built-in ones: none is slandered, whatever is tried."""

from __future__ import annotations

import pytest

from feasibility.studies.rules.evidence.planning import Options
from feasibility.studies.rules.judges.choosing import choose
from feasibility.studies.rules.validate import validate as validated
from feasibility.text import catalogue
from tests.studies.rules import folders
from tests.studies.rules.conftest import Validate


def test_there_are_enough() -> None:
    assert len(folders.right()) >= 15


@pytest.mark.parametrize("rule", folders.functions(folders.RIGHT / "rules.py"), ids=folders.brief)
def test_on_every_pair_of_a_small_board(validate: Validate, rule: str) -> None:
    code, found = validate(rule, "--board", "rectangle:3x3", "--no-power", "--time-limit", "100")
    assert (code, found["counterexample"], found["failures"]["counts"]) == (0, None, {})
    assert found["cases"][0]["complete"]


@pytest.mark.slow
@pytest.mark.parametrize("rule", folders.right(), ids=folders.brief)
def test_in_some_hundred_thousand_cases(rule: str) -> None:
    board = catalogue.board("english33")
    chosen = choose(board, rule, limit=20.0, jobs=2)
    try:
        found = validated(board, chosen, Options(cases=25_000, power=False))
    finally:
        chosen.judge.close()
    assert (found.exit_code, found.counterexample, found.failures) == (0, None, 0)
    assert found.tried >= 200_000  # those that come with the program have no memory to be asked about


@pytest.mark.slow
def test_a_facet_is_proved(validate: Validate) -> None:
    code, found = validate(
        f"{folders.RIGHT}/facet.txt", "--board", "english33", "--no-power", "--cases", "500"
    )
    assert (code, found["verdict"]) == (0, "PROVED SOUND")
