"""Rules that see a number of pegs as the target."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feasibility import verifier
from feasibility.base.limits import Limits
from feasibility.cli import main
from feasibility.engines.positions.words import pack, unpack
from feasibility.game.geometry import Board
from feasibility.game.position import Position, Target
from feasibility.studies.rules.evidence import truth
from feasibility.studies.rules.evidence.planning import CasePlan, Options
from feasibility.studies.rules.judges.workers import InProcess
from feasibility.text import catalogue
from tests.criteria.reference import reachable_masks
from tests.criteria.strategies import small_boards
from tests.studies.rules.conftest import Validate

RULES = """
def corner(position, target):
    return position.count == 4 and bool(position.mask & 1)

def stuck(position, target):
    return position.count > 1 and not position.legal_jumps()

def stuck_at_the_end(position, target):
    return not position.legal_jumps()

def counted(position, target):
    return position.count < target.pegs

def of_pair(pair):
    return pair.target.pegs == 2 and pair.start.count == 5 and not pair.start.mask & 1

def raises(position, target):
    raise ValueError("never")
"""


@pytest.fixture
def rules(tmp_path: Path) -> str:
    (tmp_path / "rules.py").write_text(RULES)
    return f"{tmp_path}/rules.py"


def leaving(board: Board, pegs: int) -> set[int]:
    """The positions from which so many pegs can be left, by exhaustion."""
    every = range(1 << board.n)
    return {mask for mask in every if any(e.bit_count() == pegs for e in reachable_masks(board, mask))}


@given(small_boards(most=8), st.integers(1, 4))
def test_truth_of_a_number_of_pegs(board: Board, pegs: int) -> None:
    target = Target.with_pegs(board, min(pegs, board.n))
    found = truth.build(target, Limits().start())
    assert isinstance(found, truth.Truth)
    wanted = leaving(board, target.fewest)
    every = pack(list(range(1 << board.n)), board.n)[:, 0]
    assert set(every[found.alive(every)].tolist()) == wanted
    assert found.open == sum(mask.bit_count() != target.fewest for mask in wanted)
    for mask in sorted(wanted)[:20]:
        assert Position(board, mask).replay(found.play(mask) or ()).count == target.fewest


@given(small_boards(most=8), st.integers(1, 3))
def test_positions_close_to_a_target_are_all_there_are(board: Board, pegs: int) -> None:
    target = Target.with_pegs(board, min(pegs, board.n))
    judge = InProcess(board, lambda start, target: False)
    plan = CasePlan(judge, Options(exhaustive=True), target, lambda target: None)
    found = set()
    for source in plan._close(target):
        starts = [mask for words, _ in source.batches for mask in unpack(words)]
        assert len(starts) == len(set(starts)) == source.of
        assert {mask.bit_count() for mask in starts} == {source.pegs}
        found |= set(starts)
        for start in starts[:10]:
            one = source.show(start, None)
            assert Position(board, start).replay(one.play).mask == one.end
    assert found == {mask for mask in leaving(board, target.fewest) if mask.bit_count() > target.fewest}


@pytest.mark.parametrize(("rule", "pegs", "jumps"), [("corner", 4, 3), ("stuck_at_the_end", 1, 0)])
def test_a_wrong_rule_for_a_number_of_pegs(
    validate: Validate, rules: str, rule: str, pegs: int, jumps: int
) -> None:
    words = (f"{rules}:{rule}", "--board", "rectangle:3x4", "--pegs", "1", "--no-power")
    code, found = validate(*words)
    wrong = found["counterexample"]
    assert (code, wrong["pegs"], wrong["jumps"], wrong["target"]) == (1, pegs, jumps, {"count": 1})
    assert verifier.check(wrong["certificate"]).valid


def test_a_right_rule_for_a_number_of_pegs(validate: Validate, rules: str) -> None:
    words = (f"{rules}:stuck", "--board", "rectangle:3x3", "--pegs", "1", "--cases", "3000")
    code, found = validate(*words)
    assert (code, found["counterexample"], found["failures"]["counts"]) == (0, None, {})
    alive = leaving(catalogue.board("rectangle:3x3"), 1)
    (whole,) = [case for case in found["cases"] if case["kind"].endswith("before any position with 1 peg")]
    assert whole["tried"] <= whole["of"] == sum(mask.bit_count() > 1 for mask in alive)
    assert all(row["rule"] <= row["asked"] for row in found["power"]["dead_by_pegs"])
    assert found["effect"]["lost"] == 0


def test_rules_see_the_number_of_pegs(validate: Validate, rules: str) -> None:
    words = ("--board", "rectangle:3x4", "--pegs", "2", "--no-power", "--cases", "300")
    code, found = validate(f"{rules}:counted", *words)
    assert (code, found["failures"]["counts"]) == (0, {})
    code, found = validate(f"{rules}:of_pair", *words)
    assert (code, found["counterexample"]["pegs"]) == (1, 5)


@pytest.mark.parametrize(
    "rule",
    [
        "rule-of-three",
        "corners",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("trivial", "pagoda")),
    ],
)
def test_built_in_criteria(validate: Validate, rule: str) -> None:
    words = ("--board", "rectangle:3x3", "--pegs", "1", "--pegs", "2", "--no-power", "--cases", "40")
    code, found = validate(rule, *words)
    assert (code, found["counterexample"]) == (0, None)
    assert found["cases_tried"] > 40


def test_programs_are_sent_what_they_see(validate: Validate, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    text = "import sys\nfor line in sys.stdin:\n    start, *end = line.split()\n    assert end == {}\n"
    program.write_text(text.format("['pegs=1']") + "    print('keep', flush=True)\n")
    words = ("--command", f"{sys.executable} {program}", "--board", "rectangle:3x3", "--pegs", "1")
    more = ("--no-power", "--cases", "50", "--answer-limit", "5", "--jobs", "1")
    assert validate(*words, *more)[0] == 0
    program.write_text(text.format("[]"))
    code, found = validate(*words, *more)
    example = found["failures"]["examples"][0]
    assert (code, example["kind"]) == (3, "crash") and " pegs=1' | " in example["by_hand"]


def test_what_fails_is_told_and_what_is_wrong_kept(
    rules: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = str(tmp_path / "kept.txt")
    words = ["--board", "rectangle:3x4", "--pegs", "1", "--no-power", "--cases", "50"]
    assert main(["validate", f"{rules}:raises", *words, "--jobs", "1"]) == 3
    assert "exception: ValueError: never, for this pair:" in capsys.readouterr().out
    assert main(["validate", f"{rules}:corner", *words, "--counterexample", kept]) == 1
    assert f"`pegfeas check {kept} --pegs 1`" in capsys.readouterr().err
    assert main(["check", kept, "--pegs", "1"]) == 0


@pytest.mark.parametrize(
    "words",
    [
        ["{rules}:counted", "--pegs", "99"],
        ["{rules}:counted", "--pegs", "-1"],
    ],
)
def test_bad_usage(words: list[str], rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", *(word.format(rules=rules) for word in words), "--board", "line:7"]) == 2
    assert capsys.readouterr().err.startswith("pegfeas: error: ")


def test_a_target_that_meets_too_many_large_classes_has_no_truth() -> None:
    board = catalogue.board("rectangle:6x7")
    found = truth.build(Target.with_pegs(board, 5), Limits().start())
    assert not isinstance(found, truth.Truth) and "residue classes, which take" in found.reason
