"""Planted mistakes are found and made small; claims are proved; runs are reproducible; bad input is told."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from feasibility import verifier
from feasibility.base.errors import InputError
from feasibility.cli import main
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target
from feasibility.rules.evidence.counterexample import smallest_of
from feasibility.rules.evidence.playing import Played, backwards, games
from feasibility.rules.judges.choosing import choose
from feasibility.rules.judges.sources import parameters, read_weights
from feasibility.rules.validate import Options, Validation, middle, validate
from feasibility.text import catalogue
from tests.criteria.reference import reachable_masks
from tests.rules.conftest import Validate

PLANTED = """
def five(position, target):
    return position.count >= 5 and position.mask & 3 == 3

def on_pair(pair):
    return pair.start.count >= 5 and pair.start.mask & 3 == 3

def never(position, target):
    return False

def at_target(position, target):
    return position == target

def slow_first(position, target):
    print("rules may print")
    return position.mask == 0
"""


@pytest.fixture
def planted(tmp_path: Path) -> str:
    file = tmp_path / "planted.py"
    file.write_text(PLANTED)
    return str(file)


def run(board: Board, rule: str | None, command: str | None = None, **options: object) -> Validation:
    chosen = choose(board, rule, command=command, limit=2.0)
    try:
        return validate(board, chosen, Options(power=False, **options))  # type: ignore[arg-type]
    finally:
        chosen.judge.close()


@pytest.mark.parametrize("function", ["five", "on_pair"])
def test_smallest_counterexample_on_a_small_board(planted: str, function: str) -> None:
    board = catalogue.board("rectangle:3x4")
    found = run(board, f"{planted}:{function}")
    assert found.verdict == "UNSOUND"
    wrong = found.counterexample
    assert wrong is not None
    assert wrong.least
    assert (wrong.pair.start.count, len(wrong.play)) == (5, 1)
    assert verifier.check(wrong.certificate.to_json()).valid


def test_smallest_counterexample_for_one_target_is_the_smallest(planted: str) -> None:
    board = catalogue.board("rectangle:3x4")
    target = Position(board, 1 << 10)
    found = run(board, f"{planted}:five", targets=(Target.exactly(target),), cases=50, seed=3)
    wrong = found.counterexample
    assert wrong is not None
    least = min(
        mask.bit_count()
        for mask in range(1 << board.n)
        if mask & 3 == 3 and mask.bit_count() >= 5 and target.mask in reachable_masks(board, mask)
    )
    assert wrong.pair.exact == target
    assert wrong.pair.start.replay(wrong.play) == target
    if wrong.found.endswith("(dense closure)"):
        assert wrong.pair.start.count == least


def test_dense_closure_finds_the_fewest_pegs() -> None:
    from feasibility.base.limits import Limits
    from feasibility.rules.evidence import truth
    from feasibility.rules.evidence.counterexample import fewest_pegs

    board = catalogue.board("rectangle:3x4")
    target = Target(board, 1 << 10)
    chosen = choose(board, f"{Path(__file__).parent}/planted_rules.py:six_with_corner", limit=2.0)
    known = truth.build(board, target, Limits().start())
    assert isinstance(known, truth.Truth)
    wrong = [
        m for m in range(1 << 12) if m & 1 and m.bit_count() >= 6 and target.must in reachable_masks(board, m)
    ]
    try:
        start, least = fewest_pegs(chosen.judge, known, max(wrong, key=int.bit_count))
    finally:
        chosen.judge.close()
    assert least
    assert start in wrong
    assert start.bit_count() == min(map(int.bit_count, wrong))


def test_shrinking_drops_idle_pegs_and_idle_jumps(planted: str) -> None:
    board = catalogue.board("english33")
    one = next(
        p for p in games(board, 500, 1) if p.start & 3 == 3 and p.start.bit_count() > 15 and len(p.play) > 2
    )
    chosen = choose(board, f"{planted}:five", limit=2.0)
    try:
        small = smallest_of(chosen.judge, one)
    finally:
        chosen.judge.close()
    assert small.start.bit_count() == 5
    assert Position(board, small.start).replay(small.play).mask == small.end


def test_start_at_the_target(planted: str) -> None:
    board = catalogue.board("rectangle:3x4")
    found = run(board, f"{planted}:at_target")
    assert found.verdict == "UNSOUND"
    assert found.counterexample is not None
    assert found.counterexample.play == ()
    assert run(board, f"{planted}:at_target", skip_equal=True).exit_code == 0


def test_rules_may_print_and_need_not_prune(planted: str) -> None:
    board = catalogue.board("rectangle:3x3")
    for function in ("never", "slow_first"):
        found = run(board, f"{planted}:{function}", skip_equal=True)
        assert found.exit_code == 0
        assert found.tried > 1000


@pytest.mark.parametrize("name", ["english33", "rectangle:9x9", "triangle:5", "torus:3x4"])
def test_random_play_is_legal(name: str) -> None:
    board = catalogue.board(name)
    target = Target(board, 1 << middle(board))
    for one in [*games(board, 200, 5), *backwards(board, target, 50, 5)]:
        assert one.play
        assert Position(board, one.start).replay(one.play).mask == one.end
    assert list(games(board, 20, 5)) == list(games(board, 20, 5)) != list(games(board, 20, 6))


@pytest.mark.slow
def test_proved_tables(validate: Validate, tmp_path: Path) -> None:
    board = catalogue.board("english33")
    plain = tmp_path / "ones.json"
    plain.write_text(str([1] * board.n))
    code, found = validate(str(plain), "--board", "english33", "--no-power", "--cases", "2000")
    assert (code, found["verdict"]) == (0, "PROVED SOUND")
    assert verifier.check(found["proof"]).valid
    residue = tmp_path / "residue.json"
    weights = [int((row + column) % 3 > 0) for row, column in board.holes]
    residue.write_text(f'{{"weights": {weights}, "modulus": 2}}')
    code, found = validate(str(residue), "--board", "english33", "--no-power", "--cases", "2000")
    assert (code, found["verdict"], found["proof"]["proof"]["kind"]) == (0, "PROVED SOUND", "residue")
    assert verifier.check(found["proof"]).valid


def test_runs_are_reproducible_whatever_the_jobs(validate: Validate, planted: str) -> None:
    def told(*words: str) -> dict[str, object]:
        _, found = validate(*words)
        table = found["power"]["dead_by_pegs"]
        return {k: found[k] for k in ("verdict", "line", "cases", "counterexample", "seed")} | {
            "table": table
        }

    words = (f"{planted}:never", "--board", "triangle:5", "--cases", "100", "--skip-equal", "--seed", "7")
    first = told(*words, "--jobs", "1")
    assert first == told(*words, "--jobs", "2")
    assert first["seed"] == 7
    assert first["table"]


def test_power_and_effect_of_a_criterion(validate: Validate) -> None:
    """What the criteria prune is dead, and a pruned search visits no more positions."""
    code, found = validate("trivial", "--board", "triangle:5", "--cases", "10000")
    assert code == 0
    power = found["power"]
    for row in power["dead_by_pegs"]:
        assert row["rule"] <= row["builtin"] <= row["asked"] <= row["size"]
        assert row["beyond"] == 0
    assert sum(row["rule"] for row in power["dead_by_pegs"]) > 0
    assert found["effect"]["lost"] == 0
    for search in found["effect"]["searches"]:
        assert search["with"]["positions"] <= search["without"]["positions"]
        assert search["with"]["found"] == search["without"]["found"]


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


REMEMBERS = """
import numpy as np

seen = set()

def memory(position, target):
    key = (position.mask, target.mask)
    again = key in seen
    seen.add(key)
    return again

def number(position, target):
    return int(position.count < target.count)

def numpy_bool(position, target):
    return np.bool_(position.count < target.count)

def array(position, target):
    return np.array([position.count < target.count])

def integers(position, target):
    return np.array(int(position.count < target.count))

def two(position, target):
    return 2

def arrays(position, target):
    return np.array([True, False])

def text(position, target):
    import sys
    print("no luck", file=sys.stderr, flush=True)
    raise ValueError("odd")
"""


@pytest.fixture
def remembers(tmp_path: Path) -> str:
    file = tmp_path / "remembers.py"
    file.write_text(REMEMBERS)
    return str(file)


def test_a_rule_that_remembers_is_told_so(validate: Validate, remembers: str, tmp_path: Path) -> None:
    kept = tmp_path / "pair.txt"
    words = (f"{remembers}:memory", "--board", "rectangle:3x4", "--no-power", "--counterexample", str(kept))
    code, found = validate(*words, "--cases", "200")
    assert (code, found["verdict"], found["counterexample"]) == (3, "NOT DETERMINISTIC", None)
    assert found["line"] == "NOT DETERMINISTIC: its answer depends on what was asked before"
    assert found["changed"]["earlier_questions"] > 0
    assert main(["check", str(kept)]) == 0


def test_what_a_rule_remembers_is_replayed(remembers: str) -> None:
    """A pruned feasible pair is kept by a new process, but not after the questions that came before."""
    from feasibility.rules.evidence.repeating import pruned_afresh
    from feasibility.search.positions.words import pack

    board = catalogue.board("rectangle:3x4")
    chosen = choose(board, f"{remembers}:memory", limit=5.0)
    starts, ends = pack([7, 3, 7, 3], board.n), pack([9, 4, 9, 4], board.n)
    try:
        assert chosen.judge.ask(starts, ends).tolist() == [0, 0, 1, 1]
        changed = pruned_afresh(chosen.judge, starts, ends, 3)
    finally:
        chosen.judge.close()
    assert changed is not None
    assert (changed.pair.start.mask, changed.said, changed.then, changed.after) == (3, 1, 0, 3)


@pytest.mark.parametrize("function", ["number", "numpy_bool", "array", "integers"])
def test_what_is_as_good_as_true_and_false(remembers: str, function: str) -> None:
    found = run(catalogue.board("rectangle:3x3"), f"{remembers}:{function}", cases=200)
    assert (found.exit_code, found.failures) == (0, 0)


@pytest.mark.parametrize(("function", "kind"), [("two", "nonsense"), ("arrays", "nonsense")])
def test_what_is_no_answer(remembers: str, function: str, kind: str) -> None:
    found = run(catalogue.board("rectangle:3x3"), f"{remembers}:{function}", cases=20)
    assert (found.verdict, list(found.rule.judge.failed)) == ("NO VERDICT", [kind])


def test_failures_say_how_to_repeat_them(remembers: str, tmp_path: Path) -> None:
    import subprocess

    import feasibility

    found = run(catalogue.board("rectangle:3x3"), f"{remembers}:text", cases=20)
    failure = found.rule.judge.examples[0]
    assert (failure.kind, failure.detail) == ("exception", "ValueError: odd")
    line = failure.repeat.replace("python -c", f"{sys.executable} -c")
    root = str(Path(feasibility.__file__).parents[1])
    done = subprocess.run(
        line, shell=True, capture_output=True, text=True, env={"PYTHONPATH": root}, check=False
    )
    assert "no luck" in done.stderr and "ValueError: odd" in done.stderr
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
    assert example["sent"].count("x") > 3
    assert example["by_hand"] == f"echo '{example['sent']}' | {sys.executable} {program}"


def test_a_rule_for_one_side_only_is_hinted_at(validate: Validate, tmp_path: Path) -> None:
    file = tmp_path / "left.py"
    file.write_text(
        "def left(position, target):\n    return position.count < target.count and position.mask & 1\n"
    )
    code, found = validate(f"{file}:left", "--board", "rectangle:4x4", "--no-power", "--cases", "500")
    assert (code, found["counterexample"]) == (0, None)
    assert {one["what"] for one in found["unlike"]} == {"image under a symmetry", "dual pair"}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("import sys\nanswers = ['0' for line in sys.stdin]\nprint('\\n'.join(answers))", None),
        ("import sys\nsys.exit(3)", "crash"),
        ("import time\ntime.sleep(60)", "hang"),
        ("import sys\nfor line in sys.stdin: print('perhaps', flush=True)", "nonsense"),
        (
            "import sys\nprint('solver 1.0', flush=True)\nfor line in sys.stdin: print('0', flush=True)",
            "out of step",
        ),
    ],
)
def test_programs_that_misbehave(validate: Validate, tmp_path: Path, text: str, kind: str | None) -> None:
    program = tmp_path / "program.py"
    program.write_text(text)
    words = ("--command", f"{sys.executable} {program}", "--board", "rectangle:3x4", "--jobs", "2")
    code, found = validate(
        *words, "--cases", "100", "--no-power", "--answer-limit", "0.3" if kind in ("hang", None) else "2"
    )
    assert list(found["failures"]["counts"]) == ([] if kind is None else [kind])
    for example in found["failures"]["examples"]:
        assert example["sent"].count("/") == 4 and example["sent"] in example["by_hand"]
        assert len(example["target"]["pegs"]) < len(example["start"])
    assert code == (0 if kind is None else 3)
    assert found["cases_tried"] == 0 or kind is None


def test_wide_boards_by_random_play(validate: Validate, planted: str) -> None:
    code, found = validate(f"{planted}:five", "--board", "rectangle:10x10", "--cases", "500")
    assert (code, found["counterexample"]["pegs"]) == (1, 5)
    assert any("64 holes" in note for note in found["notes"]) == (found["power"] is None)


def test_files_and_plot(validate: Validate, tmp_path: Path, planted: str) -> None:
    picture = tmp_path / "power.svg"
    validate("corners", "--board", "rectangle:4x4", "--cases", "300", "--plot", str(picture))
    assert "<svg" in picture.read_text()


def test_arguments_of_rules() -> None:
    def pair(pair: Pair) -> bool:
        return bool(pair)

    def two(position: Position, target: Position) -> bool:
        return position == target

    def three(a: int, b: int, c: int) -> bool:
        return a == b == c

    assert parameters(pair) == 1
    assert parameters(two) == 2
    assert parameters(lambda *both: False) == 2
    with pytest.raises(InputError, match="not a rule"):
        parameters(three)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 2 3", "not a weight for each hole"),
        ("1 2 x", "line 1, column 5: not a weight"),
        ("[1, 2.5]", "line 1, column 5: not a weight"),
        ('{"weights": 1}', "not a weight table"),
        ("[1,", "no JSON"),
        ('{"weights": [1,1,1,1,1,1,1], "modulus": 1}', "not a modulus"),
    ],
)
def test_bad_weight_tables(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "weights"
    file.write_text(text)
    with pytest.raises(InputError, match=message):
        read_weights(catalogue.board("line:7"), str(file))


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["corner"],
        ["no.such.module:rule"],
        ["no_such_file.py:rule"],
        [f"{Path(__file__).parent}/planted_rules.py"],
        [f"{Path(__file__).parent}/planted_rules.py:missing"],
        ["corners", "--command", "true"],
        ["--command", ""],
        ["--command", "'"],
        ["--command", "./no-such-program"],
        ["corners", "--cases", "0"],
        ["corners", "--jobs", "0"],
        ["corners", "--answer-limit", "nan"],
        ["corners", "--target", "english33:+d4"],
    ],
)
def test_bad_usage(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", *words, "--board", "line:7"]) == 2
    assert capsys.readouterr().err.startswith("pegfeas: error: ")


def test_single_played_pair_survives_when_nothing_smaller_is_pruned(planted: str) -> None:
    board = catalogue.board("line:7")
    chosen = choose(board, f"{planted}:never", limit=2.0)
    one = Played(3, 4, (board.jumps[0],))
    try:
        assert smallest_of(chosen.judge, one) == one
    finally:
        chosen.judge.close()


@pytest.mark.parametrize("seconds", [0.5, 1.5])
def test_a_slow_rule_keeps_to_the_time_limit(tmp_path: Path, seconds: float) -> None:
    """Cases come in large batches; a slow rule is asked only a few between two looks at the clock."""
    (tmp_path / "slow.py").write_text(
        "import time\ndef slow(position, target):\n    time.sleep(0.05)\n    return False\n"
    )
    board = catalogue.board("rectangle:3x3")
    chosen = choose(board, f"{tmp_path}/slow.py:slow", limit=2.0)
    began = time.monotonic()
    try:
        found = validate(board, chosen, Options(power=False, seconds=seconds))
    finally:
        chosen.judge.close()
    assert time.monotonic() - began < seconds + 1.0
    assert found.tried > 0
    assert found.failures == 0
    assert any("time limit" in note for note in found.notes)


@pytest.mark.parametrize("kind", ["function", "program"])
def test_a_rule_that_hangs_keeps_to_the_time_limit(tmp_path: Path, kind: str) -> None:
    """An answer that may take a minute is waited for until the time is over: no fault of the rule."""
    (tmp_path / "hangs.py").write_text("import time\ndef hangs(position, target):\n    time.sleep(600)\n")
    (tmp_path / "program.py").write_text("import time\ntime.sleep(600)\n")
    board = catalogue.board("rectangle:3x3")
    rule = f"{tmp_path}/hangs.py:hangs" if kind == "function" else None
    command = None if rule else f"{sys.executable} {tmp_path}/program.py"
    chosen = choose(board, rule, command=command, limit=60.0)
    began = time.monotonic()
    try:
        found = validate(board, chosen, Options(power=False, seconds=0.5))
    finally:
        chosen.judge.close()
    assert time.monotonic() - began < 0.5 + 2.0
    assert (found.tried, found.failures) == (0, 0)
