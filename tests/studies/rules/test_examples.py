"""Every rule of examples/rules comes out as it must."""

from __future__ import annotations

from pathlib import Path

import pytest

from feasibility import verifier
from feasibility.base.limits import Limits
from feasibility.cli import main
from feasibility.decide import Plan, check
from feasibility.game.position import Pair, Position
from feasibility.proofs.functional import Functional
from feasibility.proofs.verdict import Outcome
from feasibility.studies.rules.judges.worker import load_rule
from feasibility.text import catalogue
from feasibility.text.weights import read_weighed
from tests.studies.rules.conftest import Validate

RULES = Path(__file__).parents[3] / "examples" / "rules"
BRIEF, AT_LENGTH = ("--no-power", "--cases", "10000"), ("--no-power", "--cases", "20000")


def test_published_corner_criterion_is_unsound_by_one_jump(
    validate: Validate, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As printed it refutes a pair that is one legal jump apart: s - (eh - eh') + t <= 0 at 1 - 1 + 0."""
    file = tmp_path / "wrong.txt"
    code, found = validate(
        f"{RULES}/corners.py:published", "--board", "english33", "--no-power", "--counterexample", str(file)
    )
    assert (code, found["verdict"]) == (1, "UNSOUND")
    wrong = found["counterexample"]
    assert (wrong["pegs"], wrong["jumps"]) == (2, 1)
    assert verifier.check(wrong["certificate"]).valid
    assert main(["check", str(file)]) == 0
    assert main(["replay", str(file), wrong["play"]]) == 0
    assert "This is the target." in capsys.readouterr().out


SOUND = ("corners.py:sound", "parity.py:one_colouring", "resources.py:middle_lines")


@pytest.mark.parametrize("rule", SOUND)
def test_sound_rules_on_a_small_board(validate: Validate, rule: str) -> None:
    code, found = validate(f"{RULES}/{rule}", "--board", "rectangle:4x4", "--no-power", "--cases", "300")
    assert (code, found["counterexample"]) == (0, None)
    assert found["cases_tried"] > 1000


@pytest.mark.slow
@pytest.mark.parametrize("rule", SOUND)
def test_sound_rules(validate: Validate, rule: str) -> None:
    code, found = validate(f"{RULES}/{rule}", "--board", "english33", *AT_LENGTH)
    assert code == 0
    assert found["verdict"] == f"SOUND ON ALL {found['cases_tried']:,} CASES TRIED"
    assert found["line"] == found["verdict"] and found["cases"][0]["complete"]
    assert found["cases_tried"] > 40_000
    assert {76 + 2572, 187_636_298} <= {case["of"] for case in found["cases"]}


@pytest.mark.slow
def test_sound_rules_prune_something(validate: Validate) -> None:
    for rule in ("corners.py:sound", "resources.py:middle_lines", "parity.py:one_colouring"):
        _, found = validate(f"{RULES}/{rule}", "--board", "english33", "--cases", "2000")
        power = found["power"]
        pruned = sum(row["rule"] for row in power["dead_by_pegs"])
        assert pruned > 50 or rule.startswith("parity")  # which a search from a pair of one class never needs


@pytest.mark.slow
def test_a_rule_for_one_board_is_right_there(validate: Validate) -> None:
    code, found = validate(f"{RULES}/parity.py:empty_holes", "--board", "english33", *AT_LENGTH)
    assert (code, found["counterexample"]) == (0, None)


def test_a_rule_for_one_board_only(validate: Validate) -> None:
    rule = f"{RULES}/parity.py:empty_holes"
    code, found = validate(rule, "--board", "french37", *BRIEF)
    assert (code, found["verdict"], found["counterexample"]["jumps"]) == (1, "UNSOUND", 1)


def test_wrong_pagoda_table(validate: Validate) -> None:
    code, found = validate(f"{RULES}/wrong_pagoda.txt", "--board", "english33", "--no-power")
    assert (code, found["verdict"], found["counterexample"]["jumps"]) == (1, "UNSOUND", 1)
    board = catalogue.board("english33")
    wrong = Functional(*read_weighed(f"{RULES}/wrong_pagoda.txt", board))
    right = Functional((wrong.weights[0] - 1, *wrong.weights[1:]))
    assert wrong.breaks(board)
    assert right.is_valid(board)


@pytest.mark.parametrize(
    ("rule", "kind"),
    [("raises", "exception"), ("crashes", "crash"), ("hangs", "hang"), ("nonsense", "nonsense")],
)
def test_broken_rules_are_reported(validate: Validate, rule: str, kind: str) -> None:
    limit = "0.3" if rule == "hangs" else "5"
    words = (f"{RULES}/broken.py:{rule}", "--board", "rectangle:3x4", "--answer-limit", limit)
    code, found = validate(*words, "--jobs", "2", "--no-power", "--cases", "200")
    assert code == 3
    assert list(found["failures"]["counts"]) == [kind]
    assert found["failures"]["counts"][kind] > 0
    assert {example["kind"] for example in found["failures"]["examples"]} == {kind}
    assert found["cases_tried"] > 0
    assert found["verdict"] == "NO VERDICT" and "calls had no answer" in found["line"]


def test_the_sound_corner_example_prunes_nothing_that_the_criteria_pass() -> None:
    """The order form is the corner criterion; the exit counts are pagoda functions, so the cone has them."""
    rule, _ = load_rule(f"{RULES}/corners.py:sound")
    board, limits = catalogue.board("english33"), Limits()
    plan = Plan(("corners", "cone"), search=False, all_criteria=True, patience=0)
    target = Position(board, 1 << 16)
    pruned = 0
    for number in range(2000):
        start = Position(board, number * 2_654_435_761 % (board.full + 1))
        if rule(start, target):
            pruned += 1
            verdict = check(Pair(start, target), limits, plan)
            assert Outcome.REFUTED in [finding.outcome for finding in verdict.findings]
    assert pruned > 100
