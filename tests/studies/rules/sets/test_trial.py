"""Solvers put to test sets: right ones pass; each way to be wrong or to break down is told for what it is."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from shlex import quote
from subprocess import run as run_command

import pytest

from feasibility.base.errors import SoundnessError
from feasibility.base.limits import Limits
from feasibility.cli import main
from feasibility.game.position import Pair, Position
from feasibility.studies.rules.judges.program import placed
from feasibility.studies.rules.sets import entries as test_sets
from feasibility.studies.rules.sets import trial
from feasibility.studies.rules.sets.entries import Entry
from feasibility.studies.rules.sets.trial import Trial, TrialResult, judged
from feasibility.text import catalogue
from feasibility.text.references import read_pair

SOLVERS = Path(__file__).parent / "solvers"
PYTHON = quote(sys.executable)
RIGHT = f"{PYTHON} {SOLVERS / 'right.py'}"
LOOP = "import sys, time, os\nfor number, line in enumerate(sys.stdin):\n    "


@pytest.fixture(scope="module")
def small() -> list[Entry]:
    """A few pairs of a small board, feasible ones and others."""
    entries = test_sets.entries(["small"], "rectangle:3x3")
    return [one for truth in (True, False) for one in [e for e in entries if e.feasible is truth][:5]]


def ask(command: str, entries: Sequence[Entry], limit: float = 60.0, jobs: int = 1) -> list[TrialResult]:
    return trial.run(Trial(command, limit, jobs=jobs), entries, Limits().start(), lambda line: None)


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], str]:
    def write(text: str) -> str:
        (tmp_path / "solver.py").write_text(text)
        return f"{PYTHON} {tmp_path / 'solver.py'}"

    return write


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_right_solver_is_right(small: list[Entry], jobs: int) -> None:
    results = ask(RIGHT, small, jobs=jobs)
    assert [one.kind for one in results] == ["right"] * len(small)
    assert [one.played for one in results] == [one.feasible for one in small]
    assert (trial.exit_code(results), trial.verdict(results)) == (0, "RIGHT ON ALL 10 PAIRS")


def test_the_command_line_is_a_right_solver(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--solver", f"{PYTHON} {SOLVERS / 'own.py'}", "--test-set", "small", "--board", "rectangle:3x3"]
    assert main(["validate", *words]) == 0
    out, told = capsys.readouterr()
    assert out.startswith("RIGHT ON ALL 48 PAIRS\n")
    assert told.endswith("--test-set FILE asks pairs of your own\n")


@pytest.mark.parametrize(
    ("answer", "code", "says"),
    [
        ("yes", 1, "`pegfeas check` proves what is true"),
        ("unknown", 3, "a longer --answer-limit helps where time ran out"),
    ],
)
def test_the_last_line_says_what_to_do(
    program: Callable[[str], str], answer: str, code: int, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--solver", program(LOOP + f"print({answer!r}, flush=True)"), "--test-set", "small"]
    assert main(["validate", *words, "--board", "rectangle:3x3"]) == code
    assert says in capsys.readouterr().err.splitlines()[-1]


def test_the_last_line_says_that_the_time_limit_cut_it_off(
    program: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--solver", program(LOOP + "print('no', flush=True)"), "--test-set", "small"]
    assert main(["validate", *words, "--board", "rectangle:3x3", "--time-limit", "0"]) == 3
    told = capsys.readouterr().err.splitlines()[-1]
    assert told.endswith("the time limit ended it: a longer --time-limit asks the others")


@pytest.mark.slow
def test_the_command_line_is_right_on_all_sets() -> None:
    entries = test_sets.entries([])
    results = ask(f"{PYTHON} {SOLVERS / 'own.py'} {{geometry}} {{board}}", entries, 100.0)
    assert not [one for one in results if one.kind != "right"]
    assert len(results) == 491


@pytest.mark.parametrize(
    ("text", "feasible", "infeasible"),
    [
        (LOOP + "print('yes', flush=True)", "right", "wrong yes"),
        (LOOP + "print('no', flush=True)", "wrong no", "right"),
        (LOOP + "print('no solution', flush=True)", "wrong no", "right"),
        (LOOP + "print('no answer in time', flush=True)", "nonsense", "nonsense"),
        (LOOP + "print('yes a1a3 a1a3', flush=True)", "wrong play", "wrong yes"),
        (LOOP + "print('yes a9z9', flush=True)", "wrong play", "wrong yes"),
        (LOOP + "print('a1a3', flush=True)", "wrong play", "wrong yes"),
        (LOOP + "print('Yes: perhaps', flush=True)", "wrong play", "wrong yes"),
        (LOOP + "print('unknown', flush=True)", "unknown", "unknown"),
        (LOOP + "print('perhaps', flush=True)", "nonsense", "nonsense"),
        (LOOP + "print(flush=True)", "nonsense", "nonsense"),
        (LOOP + "os.write(1, bytes([255, 254, 10]))", "nonsense", "nonsense"),
        (LOOP + "os.abort()", "crash", "crash"),
        (LOOP + "raise SystemExit('no memory left')", "crash", "crash"),
        ("raise SystemExit(0)", "crash", "crash"),
        (
            "print('solver 1.0', flush=True)\n" + LOOP + "print('no', flush=True)",
            "out of step",
            "out of step",
        ),
    ],
)
def test_wrong_solvers(
    small: list[Entry], program: Callable[[str], str], text: str, feasible: str, infeasible: str
) -> None:
    command = program(text)
    results = ask(command, [small[0], small[-1]])
    if "out of step" in (feasible, infeasible):  # which of its lines are answers, nobody knows
        assert "out of step" in [one.kind for one in results]
        return
    assert [one.kind for one in results] == [feasible, infeasible]
    wrong = {feasible, infeasible} & set(trial.WRONG)
    assert trial.exit_code(results) == (1 if wrong else 3)
    said = trial.text(Trial(command, 5.0), results)
    for one in results:
        if one.kind != "right" and one is next(same for same in results if same.kind == one.kind):
            assert f"the first {one.kind}: " in said and one.by_hand in said
            assert one.sent == " ".join(one.entry.line.split()[:2])


def test_a_solver_that_hangs_costs_its_limit_only(
    small: list[Entry], program: Callable[[str], str], gives_up: str
) -> None:
    """It hangs on the second pair, and answers the third in a new process."""
    hangs = f"if {small[1].line.split()[0]!r} in line:\n        {gives_up}\n        time.sleep(600)\n    "
    results = ask(program(LOOP + hangs + "print('yes', flush=True)"), small[:3])
    assert [one.kind for one in results] == ["right", "time-out", "right"]
    assert results[1].said == "no answer in 60 s"


def test_the_limit_of_an_answer_is_waited_for_and_no_longer(
    small: list[Entry], program: Callable[[str], str]
) -> None:
    (result,) = ask(program("import time\ntime.sleep(600)"), small[:1], 0.2)
    assert result.kind == "time-out" and 0.2 <= result.seconds < 60


def test_an_answer_that_comes_too_late_belongs_to_no_other_pair(
    small: list[Entry], program: Callable[[str], str], gives_up: str
) -> None:
    late = f"if number == 1:\n        {gives_up}\n        time.sleep(0.2)\n    "
    results = ask(program(LOOP + late + "print('yes', flush=True)"), [small[0], small[1], small[-1]])
    assert [one.kind for one in results] == ["right", "time-out", "wrong yes"]


def test_a_line_too_many_is_seen(small: list[Entry], program: Callable[[str], str]) -> None:
    results = ask(program(LOOP + "print('yes\\nyes', flush=True)"), small[:2])
    assert "out of step" in [one.kind for one in results]
    results = ask(program(LOOP + "print('yes\\nyes', flush=True)"), small[:1])
    assert [one.kind for one in results] == ["out of step"]


@pytest.mark.parametrize(
    "text",
    [
        "import sys\nline = sys.stdin.readline()\nprint('yes')",  # one question, one process
        # its answers wait in a buffer for the end of the input
        "import select, sys\nfor line in sys.stdin:\n    print('yes')\n"
        "    if not select.select([0], [], [], 1)[0]: GIVES_UP",
    ],
)
def test_a_process_may_answer_one_pair_only(
    small: list[Entry], program: Callable[[str], str], text: str, gives_up: str
) -> None:
    results = ask(program(text.replace("GIVES_UP", gives_up)), small[:3])
    assert [one.kind for one in results] == ["right"] * 3


def test_what_standard_error_said_is_shown(small: list[Entry], program: Callable[[str], str]) -> None:
    results = ask(program(LOOP + "sys.exit('out of luck')"), small[:1])
    assert results[0].errors == "out of luck"
    assert "out of luck" in trial.text(Trial("x", 1.0), results)


def test_a_failure_is_repeated_by_hand(small: list[Entry], program: Callable[[str], str]) -> None:
    (result,) = ask(program(LOOP + "print('no', flush=True)"), small[:1])
    done = run_command(result.by_hand, shell=True, capture_output=True, text=True, check=True)
    assert done.stdout == "no\n"


def test_the_time_limit_leaves_pairs_out(small: list[Entry]) -> None:
    results = trial.run(Trial(RIGHT, 5.0), small, Limits(0.0).start(), lambda line: None)
    assert {one.kind for one in results} == {"not asked"}
    assert trial.exit_code(results) == 3


def test_a_play_of_a_pair_that_is_proved_infeasible_is_an_emergency() -> None:
    entry = Entry(read_pair("line:3:+a1+b1", "line:3:+c1"), False, "planted", "{}")
    with pytest.raises(SoundnessError):
        judged(entry, "yes a1c1")


def test_boards_that_a_drawing_does_not_tell_go_to_those_who_ask(small: list[Entry]) -> None:
    board = catalogue.board("triangle:3")
    entry = Entry(Pair(Position(board, 1), Position(board, 1)), True, "triangle:3", "-")
    assert not Trial(RIGHT, 1.0).takes(entry)
    asking = Trial("solver --on {board} --jumps {geometry}", 1.0)
    assert asking.takes(entry)
    assert placed(asking.command, board) == "solver --on triangle:3 --jumps triangular"


@pytest.mark.parametrize(
    "words",
    [
        ["--solver", ""],
        ["--solver", "'"],
        ["--solver", "./no-such-program"],
        ["--solver", "true", "--test-set", "no-such-set"],
        ["--solver", "true", "--board", "english34"],
        ["--solver", "true", "--board", "triangle:5"],
        ["--solver", "true", "corners"],
        ["--solver", "true", "--cases", "5"],
        ["--solver", "true", "--answer-limit", "0"],
        ["corners", "--board", "line:7", "--test-set", "small"],
        ["corners"],
    ],
)
def test_bad_usage(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", *words]) == 2
    assert capsys.readouterr().err.startswith("pegfeas: error: ")


def test_json(capsys: pytest.CaptureFixture[str], program: Callable[[str], str]) -> None:
    command = program(LOOP + "print('yes', flush=True)")
    words = ["--solver", command, "--test-set", "small", "--board", "line:9", "--json", "--lines", "bits"]
    assert main(["validate", *words]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["exit_code"] == 1
    assert found["counts"]["wrong yes"] == len(found["not_right"])
    assert set(found["not_right"][0]["sent"]) <= set("01 ")
    assert sum(found["counts"].values()) == 48


@pytest.mark.parametrize(("told", "kind"), [("{jumps}", "right"), ("{geometry}", None)])
def test_a_solver_that_knows_no_torus_is_told_its_jumps(told: str, kind: str | None) -> None:
    """The geometry alone does not tell them, so it is not asked then."""
    torus = test_sets.entries(["small"], "torus:3x3")
    entries = [one for truth in (True, False) for one in [e for e in torus if e.feasible is truth][:6]]
    asked = Trial(f"{PYTHON} {SOLVERS / 'told.py'} {told}", 60.0, lines="bits")
    assert [asked.takes(one) for one in entries] == [kind is not None] * 12
    if kind is not None:
        results = trial.run(asked, entries, Limits().start(), lambda line: None)
        assert {one.kind for one in results} == {kind}
        assert {one.entry.feasible for one in results} == {True, False}
