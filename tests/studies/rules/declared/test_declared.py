"""Rules that are written down: read, asked, proved, and never proved when they are wrong."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import NamedTemporaryFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility import verifier
from feasibility.base.errors import InputError, SoundnessError
from feasibility.base.limits import Limits
from feasibility.engines.positions.words import pack
from feasibility.game.geometry import Board
from feasibility.game.position import Position, Target
from feasibility.proofs.accept import accepted
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.functional import Functional
from feasibility.proofs.kinds.pagoda import Pagoda
from feasibility.proofs.kinds.rule import Combined, Inequality, Rule, Window
from feasibility.studies.rules.declared import language
from feasibility.studies.rules.declared.proving import by_cone, by_window, prove
from feasibility.studies.rules.judges.asking import PRUNE
from feasibility.studies.rules.judges.choosing import choose
from feasibility.studies.rules.validate_api import validate as validate_rule
from feasibility.text import catalogue
from tests.criteria.reference import reachable_masks
from tests.criteria.strategies import small_boards
from tests.studies.rules.conftest import Validate

FEW = "prune if start < target"


@st.composite
def inequalities(draw: st.DrawFn, board: Board) -> Inequality:
    weights = st.lists(st.integers(-2, 2), min_size=board.n, max_size=board.n).map(tuple)
    return Inequality(draw(weights), draw(weights), draw(st.integers(-3, 6)))


@settings(max_examples=150)
@given(st.data(), small_boards(most=6))
def test_what_is_proved_is_true(data: st.DataObject, board: Board) -> None:
    """Against all pairs of the board; and what is exact on all its holes is found."""
    clause = tuple(data.draw(st.lists(inequalities(board), min_size=1, max_size=3)))
    wrong = any(
        all(one.holds(start, target) for one in clause)
        for start in range(1 << board.n)
        for target in reachable_masks(board, start)
    )
    parts = [by_cone(board, clause, Limits(5).start()), by_window(board, clause)]
    for part in parts:
        if part is not None:
            assert not wrong
            assert verifier.check(Certificate(board, Rule((part,))).to_json()).valid
    looked_at = frozenset[int]().union(*(one.holes for one in clause))
    if len(looked_at) == board.n:
        assert (parts[1] is None) == wrong


def test_a_file_prunes_what_it_says_and_no_pattern(tmp_path: Path) -> None:
    board, file = catalogue.board("line:5"), tmp_path / "some.rule"
    file.write_text("prune if start(a1) > target(b1)\nprune if start < target\n")
    rule = choose(board, str(file))
    every = list(range(1 << board.n))
    for mask in every:
        said = rule.judge.ask(pack(every, board.n), Target(board, mask)) == PRUNE
        assert (said == (rule.judge.ask(pack(every, board.n), pack([mask] * 32, board.n)) == PRUNE)).all()
        for start, pruned in zip(every, said):
            low = start.bit_count() < mask.bit_count()
            assert pruned == (start & 1 > mask >> 1 & 1 or low)
    for target in (Target(board, 0, 1), Target.with_pegs(board, 2)):
        assert not (rule.judge.ask(pack(every, board.n), target) == PRUNE).any()


@given(st.data(), small_boards(most=8))
def test_a_table_prunes_what_it_separates(data: st.DataObject, board: Board) -> None:
    size = data.draw(st.sampled_from((3, 10**30)))
    weights = data.draw(st.lists(st.integers(-size, size), min_size=board.n, max_size=board.n).map(tuple))
    table = {"weights": weights} | data.draw(st.sampled_from(({}, {"modulus": 2}, {"modulus": 3})))
    functional = Functional(weights, table.get("modulus", 0))
    with NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(table, file)
        file.flush()
        rule = choose(board, file.name)
    target = Target(board, data.draw(st.integers(0, board.full)))
    for mask in data.draw(st.lists(st.integers(0, board.full), min_size=1, max_size=4)):
        said = rule.judge.ask(pack([mask], board.n), target)[0] == PRUNE
        assert said == functional.separates(Position(board, mask), target)


@pytest.mark.parametrize(
    "condition",
    [
        "start(a1, b1) > target(c1)",
        "start(a1) + 2 * target(b1) - 1 <= start - target",
        "not (start(a1) == 1 and target(b1) != 0) or start(left) >= 2",
        "start != 3 and not target < 2",
        "-start(a1) + target(left) == 0",
        "-2*start(a1) + target*3 > -(1 + 1)*target(left)",
    ],
)
def test_conditions_mean_what_they_say(condition: str) -> None:
    """Against Python's own evaluation of the same words."""
    board = catalogue.board("line:4")
    clauses = language.parse(board, f"let left = a1 b1\nprune if {condition}", "test")
    for start in range(16):
        for target in range(16):
            names = {name: frozenset({i}) for i, name in enumerate(("a1", "b1", "c1", "d1"))}
            names["left"] = frozenset({0, 1})
            wanted = _evaluated(condition, start, target, names)
            found = any(all(one.holds(start, target) for one in clause) for clause in clauses)
            assert found == wanted, (condition, start, target)


def _evaluated(text: str, start: int, target: int, names: dict[str, frozenset[int]]) -> bool:
    class Pegs(int):
        def __call__(self, *sets: frozenset[int]) -> int:
            return sum(int(self.mask) >> i & 1 for i in frozenset[int]().union(*sets))

        mask = 0

    values = {}
    for word, mask in (("start", start), ("target", target)):
        values[word] = Pegs(mask.bit_count())
        values[word].mask = mask
    return bool(eval(text, {"__builtins__": {}}, {**names, **values}))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("prune if start(z9) > 1", "rule.txt, line 1: .*z9"),
        ("prune if start() < target()", "not a number of pegs"),
        ("let x = a9\n" + FEW, "rule.txt, line 1: .*a9"),
        ("let x =\n" + FEW, "not a set of holes"),
        ("let x = a1\nlet x = b1\n" + FEW, "line 2: this name has a meaning already"),
        ("let start = a1\n" + FEW, "this name has a meaning already"),
        ("let b1 = a1\n" + FEW, "this name has a meaning already"),
        ("prune if start >", "not a condition"),
        ("prune if " + "not " * 2000 + "start > 1", "not a condition"),
        ("prune if start", "not a condition"),
        ("prune if 1 < start < 3", "not a condition"),
        ("prune if start(a1)*start(b1) > 0", "not a number of pegs"),
        ("prune if pegs(a1) > 0", "neither start nor target"),
        ("prune if start in target", "not a comparison"),
        ("prune if start > 1.5", "not a number of pegs"),
        ("let x a1\n" + FEW, "not a set of holes"),
        ("keep if start > 1\n" + FEW, "line 1: not a line of a rule"),
        ("let x = a1", "the rule prunes nothing"),
        ("prune if " + " and ".join(["start != target"] * 12), "too many cases"),
        ("prune if target > start" + " - 0*start" * 1000 + " or target == target", "too long"),
    ],
)
def test_bad_rules(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        language.parse(catalogue.board("line:4"), text, "rule.txt")


@pytest.mark.parametrize(
    "line", ["PRUNE IF start < target", "prune unless start < target", "keep if start > 1"]
)
def test_a_misspelt_line_of_a_rule_is_no_weight(line: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.rule"
    file.write_text(line)
    with pytest.raises(InputError, match="not a line of a rule"):
        choose(catalogue.board("line:4"), str(file))


def test_the_sound_half_of_the_corner_criterion_is_proved() -> None:
    """Each exit of a side corner costs a peg of S: a program over the cone finds the weights [S] - [E]."""
    board = catalogue.board("english33")
    text = (
        "let e = a3 a5 g3 g5\n"
        "let s = d1 b3 d3 f3 b5 d5 f5 d7\n"
        "prune if start(s) - target(s) < start(e) - target(e)"
    )
    (clause,) = language.parse(board, text, "test")
    part = prove(board, clause, Limits(60).start())
    assert isinstance(part, Combined)
    assert verifier.check(Certificate(board, Rule((part,))).to_json()).valid
    (stronger,) = language.parse(board, text.replace("d7", "d7 d4"), "test")
    assert prove(board, stronger, Limits(60).start()) is None


def test_a_rule_of_few_holes_is_proved_by_walks() -> None:
    """With both holes beside it empty and none to fill them, the first peg of a short line stays."""
    board = catalogue.board("line:4")
    text = "prune if start(a1) == 1 and start(b1, c1) == 0 and target(a1) == 0"
    (clause,) = language.parse(board, text, "test")
    part = by_window(board, clause)
    assert isinstance(part, Window) and part.holes == (0, 1, 2)
    assert verifier.check(Certificate(board, Rule((part,))).to_json()).valid


def test_the_gate_rejects_a_wrong_rule() -> None:
    board = catalogue.board("line:4")
    wrong = Certificate(board, Rule((Pagoda((1, 0, 0, 1)),)))
    with pytest.raises(SoundnessError, match="proof of kind rule"):
        accepted(wrong)
    assert accepted(Certificate(board, Rule((Pagoda((1, 1, 1, 1)),))))


@pytest.mark.parametrize("target", [1, "?.x."])
def test_conditions_are_not_asked_about_targets_that_leave_pegs_open(
    target: int | str, tmp_path: Path
) -> None:
    """They prune no such target, so any rule would be sound."""
    file = tmp_path / "wrong.rule"
    file.write_text("prune if start != target\n")
    board = catalogue.board("line:4")
    asked = Target.with_pegs(board, target) if isinstance(target, int) else target
    with pytest.raises(InputError, match="leaves them open"):
        validate_rule(str(file), board, targets=[asked], cases=20)


def test_conditions_by_the_command(validate: Validate, tmp_path: Path) -> None:
    file = tmp_path / "few.rule"
    file.write_text(FEW + "\n")
    code, found = validate(str(file), "--board", "rectangle:3x4", "--no-power")
    assert (code, found["verdict"]) == (0, "PROVED SOUND")
    file.write_text(FEW + "\nprune if start(a1) == 1 and start == 3\n")
    code, found = validate(str(file), "--board", "rectangle:3x4", "--no-power")
    assert (code, found["verdict"], found["counterexample"]["pegs"]) == (1, "UNSOUND", 3)
    board = catalogue.board("rectangle:3x4")
    assert Position.of(board, found["counterexample"]["start"]).mask & 1
