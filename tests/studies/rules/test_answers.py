"""What a rule or a program may answer, and every way in which it can fail to."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

import feasibility
from feasibility.base.stopped import StoppedError
from feasibility.cli import main
from feasibility.game.position import Target
from feasibility.studies.rules.evidence.cases import from_games, games
from feasibility.studies.rules.evidence.fields import listed
from feasibility.studies.rules.evidence.planning import Options
from feasibility.studies.rules.judges.choosing import choose
from feasibility.studies.rules.report import text
from feasibility.studies.rules.validate import validate
from feasibility.text import catalogue
from tests.studies.rules.conftest import Validate
from tests.studies.rules.planting import run


def test_rules_may_print_and_need_not_prune(planted: str) -> None:
    board = catalogue.board("rectangle:3x3")
    for function in ("never", "slow_first"):
        found = run(board, f"{planted}:{function}", skip_equal=True)
        assert found.exit_code == 0
        assert found.tried > 1000


def test_external_programs(validate: Validate, tmp_path: Path) -> None:
    program = tmp_path / "solver.py"
    program.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    start, target = line.split()\n"
        "    assert len(start) == len(target)\n"
        "    few = start.count('x') <= target.count('x')\n"
        "    print('prune' if few and start != target else 'keep', flush=True)\n"
    )
    for lines in ("grid", "bits"):
        words = ("--command", f"{sys.executable} {program}", "--board", "rectangle:3x4", "--lines", lines)
        code, found = validate(*words, "--cases", "500", "--jobs", "2", "--answer-limit", "5")
        if lines == "grid":
            assert (code, found["failures"]["counts"]) == (0, {})
    wrong = program.with_name("wrong.py")
    wrong.write_text(program.read_text().replace("<=", ">="))
    words = ("--command", f"{sys.executable} {wrong}", "--board", "rectangle:3x4", "--answer-limit", "5")
    code, found = validate(*words, "--cases", "500", "--no-power")
    assert (code, found["counterexample"]["jumps"]) == (1, 1)


def test_a_rule_that_remembers_is_told_so(validate: Validate, remembers: str, tmp_path: Path) -> None:
    kept = tmp_path / "pair.txt"
    words = (f"{remembers}:memory", "--board", "rectangle:3x4", "--no-power", "--counterexample", str(kept))
    code, found = validate(*words, "--cases", "200")
    assert (code, found["verdict"], found["counterexample"]) == (3, "NOT DETERMINISTIC", None)
    assert found["line"] == "NOT DETERMINISTIC: its answer depends on what was asked before"
    assert found["changed"]["answers"].startswith("prune in the run, keep in a new process")
    assert main(["check", str(kept)]) == 0


def test_what_a_rule_remembers_is_not_held_for_a_wrong_prune(remembers: str) -> None:
    """A pruned feasible pair is kept by a new process."""
    from feasibility.engines.positions.words import pack
    from feasibility.studies.rules.evidence.mixed import IN_A_NEW_PROCESS, pruned_afresh

    board = catalogue.board("rectangle:3x4")
    chosen = choose(board, f"{remembers}:memory", limit=5.0)
    starts, ends = pack([7, 3, 7, 3], board.n), pack([9, 4, 9, 4], board.n)
    try:
        assert chosen.judge.ask(starts, ends).tolist() == [0, 0, 1, 1]
        changed = pruned_afresh(chosen.judge, chosen.judge.pair(starts, ends, 3))
    finally:
        chosen.judge.close()
    assert changed is not None
    assert (changed.pair.start.mask, changed.feasible) == (3, True)
    assert changed.answers == IN_A_NEW_PROCESS.format("prune", "keep")


@pytest.mark.parametrize("function", ["number", "numpy_bool", "array", "integers"])
def test_what_is_as_good_as_true_and_false(remembers: str, function: str) -> None:
    found = run(catalogue.board("rectangle:3x3"), f"{remembers}:{function}", cases=200)
    assert (found.exit_code, found.failures) == (0, 0)


@pytest.mark.parametrize(("function", "kind"), [("two", "nonsense"), ("arrays", "nonsense")])
def test_what_is_no_answer(remembers: str, function: str, kind: str) -> None:
    found = run(catalogue.board("rectangle:3x3"), f"{remembers}:{function}", cases=20)
    assert (found.verdict, list(found.rule.judge.failed)) == ("NO VERDICT", [kind])


def test_a_rule_that_never_answers_is_asked_some_hundred_times(remembers: str) -> None:
    found = run(catalogue.board("rectangle:3x4"), f"{remembers}:text", cases=20_000)
    assert found.verdict == "NO VERDICT"
    assert 300 <= found.failures <= found.rule.judge.calls < 3_000
    assert "the rule was asked no more, as 300 calls or more had no answer" in found.notes


def test_a_pair_without_an_answer_is_kept(remembers: str) -> None:
    found = run(catalogue.board("rectangle:3x3"), f"{remembers}:text", cases=20)
    failure = found.rule.judge.examples[0]
    assert (failure.kind, failure.detail, failure.by_hand) == ("exception", "ValueError: odd", "")
    assert found.pair_to_keep is not None and "# no answer from" in found.pair_to_keep


def test_programs_that_fail_show_what_was_sent_and_said(validate: Validate, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    if line.count('x') > 3: sys.exit('too many pegs')\n"
        "    print('keep', flush=True)\n"
    )
    words = ("--command", f"{sys.executable} {program}", "--board", "rectangle:3x4", "--answer-limit", "5")
    code, found = validate(*words, "--no-power", "--cases", "100")
    example = found["failures"]["examples"][0]
    assert (code, example["kind"]) == (3, "crash")
    assert example["errors"] == "too many pegs"
    echo, sent, asked = example["by_hand"].split("'")
    assert sent.count("x") > 3
    assert (echo, asked) == ("echo ", f" | {sys.executable} {program}")


AT_THE_END = """
import os, select, sys
text = os.read(0, 1 << 16)
if not select.select([0], [], [], 1)[0]:  # neither more lines nor the end
    GIVES_UP
text += sys.stdin.buffer.read()
print("\\n".join("0" for line in text.splitlines()))
"""


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (AT_THE_END, None),
        ("import sys\nsys.exit(3)", "crash"),
        ("import time\nwhile True:\n    GIVES_UP\n    time.sleep(0.1)", "hang"),
        ("import sys\nfor line in sys.stdin: print('perhaps', flush=True)", "nonsense"),
        (
            "import sys\nprint('solver 1.0', flush=True)\nfor line in sys.stdin: print('0', flush=True)",
            "out of step",
        ),
    ],
)
@pytest.mark.parametrize("cases", ["100", pytest.param("600", marks=pytest.mark.slow)])
def test_programs_that_misbehave(
    validate: Validate, gives_up: str, tmp_path: Path, text: str, kind: str | None, cases: str
) -> None:
    program = tmp_path / "program.py"
    program.write_text(text.replace("GIVES_UP", gives_up))
    words = ("--command", f"{sys.executable} {program}", "--board", "rectangle:3x4", "--jobs", "2")
    code, found = validate(*words, "--cases", cases, "--no-power")
    assert list(found["failures"]["counts"]) == ([] if kind is None else [kind])
    for example in found["failures"]["examples"]:
        assert example["by_hand"].split("'")[1].count("/") == 4
        assert len(example["target"]["pegs"]) < len(example["start"])
    assert code == (0 if kind is None else 3)
    assert found["cases_tried"] == 0 or kind is None
    assert kind is not None or any("not asked in searches" in note for note in found["notes"])


def test_a_slow_rule_keeps_to_the_time_limit(tmp_path: Path) -> None:
    """Cases come in large batches; a slow rule is asked only a few between two looks at the clock."""
    (tmp_path / "slow.py").write_text(
        "import time\ndef slow(position, target):\n    time.sleep(0.05)\n    return False\n"
    )
    board = catalogue.board("rectangle:3x3")
    for seconds in (1.5, 15.0, 150.0):  # a busy machine has nothing ready in the first; all cases take hours
        chosen = choose(board, f"{tmp_path}/slow.py:slow", limit=60.0)
        began = time.monotonic()
        try:
            found = validate(board, chosen, Options(power=False, seconds=seconds))
        finally:
            chosen.judge.close()
        assert time.monotonic() - began < seconds + 60
        if found.tried:
            break
    assert found.tried > 0
    assert found.failures == 0
    assert any("time limit" in note for note in found.notes)


def test_what_a_rule_says_is_nothing_that_a_terminal_obeys(tmp_path: Path) -> None:
    raising = 'def rule(position, target):\n    raise ValueError("\\x1b[2J red\\nand more")\n'
    (tmp_path / "rule.py").write_text(raising)
    found = feasibility.validate(f"{tmp_path}/rule.py:rule", "line:5", cases=5, power=False)
    told = text(found)
    assert "\x1b" not in told and "ValueError: \ufffd[2J red and more, for this pair:" in told


def test_a_time_limit_is_looked_at_on_large_boards() -> None:
    """Drawing targets and random games there takes longer than asking."""
    times = iter(range(3))

    def look() -> None:
        if next(times) == 2:
            raise StoppedError("time")

    board = catalogue.board("rectangle:15x15")
    targets = tuple((Target(board, 1 << hole), None) for hole in range(40))
    with pytest.raises(StoppedError):
        listed(targets, 100, 0, False, None, look)
    source = from_games(board, "games", games(board, 0), 4096)
    assert len(next(iter(source.batches))[0]) < 200
