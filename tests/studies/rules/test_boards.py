"""Rules on boards that are not square, on graphs, on boards of the author's own, and for patterns."""

from __future__ import annotations

from pathlib import Path

import pytest

from feasibility import verifier
from tests.studies.rules.conftest import Validate

OWN = """# name: own
# board: drawn
x x .
. x x x
. . x
"""
BOARDS = ("triangle:5", "graph:petersen", "torus:3x4", "hexagon:2")
RULES = """
def three(position, target):
    return position.count == 3 and target.count == 2

def pair(pair):
    assert pair.target == (pair.exact or pair.target)
    return pair.start != pair.target and not pair.start.legal_jumps()
"""


@pytest.fixture
def rules(tmp_path: Path) -> str:
    (tmp_path / "rules.py").write_text(RULES)
    return f"{tmp_path}/rules.py"


@pytest.fixture
def own(tmp_path: Path) -> str:
    (tmp_path / "own.txt").write_text(OWN)
    return f"{tmp_path}/own.txt"


@pytest.mark.parametrize("board", [*BOARDS, "own"])
def test_a_wrong_rule_is_unmasked_on_every_board(
    validate: Validate, rules: str, own: str, board: str
) -> None:
    place = own if board == "own" else board
    code, found = validate(f"{rules}:three", "--board", place, "--no-power", "--cases", "100")
    assert (code, found["counterexample"]["pegs"], found["counterexample"]["jumps"]) == (1, 3, 1)
    assert verifier.check(found["counterexample"]["certificate"]).valid


@pytest.mark.parametrize("board", [*BOARDS, "own"])
def test_a_right_rule_is_right_on_every_board(validate: Validate, rules: str, own: str, board: str) -> None:
    place = own if board == "own" else board
    code, found = validate(f"{rules}:pair", "--board", place, "--no-power", "--cases", "50")
    assert (code, found["counterexample"], found["failures"]["counts"]) == (0, None, {})


def test_a_rule_for_a_pattern(validate: Validate, tmp_path: Path) -> None:
    """The rule forgets that the free hole may stay empty."""
    goal = tmp_path / "goal.txt"
    goal.write_text("?x.\n...\n...\n")
    file = tmp_path / "pattern.py"
    file.write_text(
        "def full(position, target):\n"
        "    most = (target.must | target.free).bit_count()\n"
        "    return position.count == most and not target.contains(position.mask)\n"
    )
    words = ("--board", "rectangle:3x3", "--target", str(goal), "--no-power", "--cases", "100")
    code, found = validate(f"{file}:full", *words)
    assert (code, found["counterexample"]["pegs"], found["counterexample"]["jumps"]) == (1, 2, 1)
    assert found["counterexample"]["target"]["free"] == [0]


@pytest.mark.parametrize("board", ["rectangle:1x1", "line:2", "graph:complete:6"])
def test_boards_without_jumps_or_with_very_many_symmetries(validate: Validate, board: str) -> None:
    code, found = validate("rule-of-three", "--board", board, "--pegs", "1", "--cases", "100", "--no-power")
    assert (code, found["counterexample"]) == (0, None)
