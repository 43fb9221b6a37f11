"""Runs: the same with the same seed, within their limits, with their files; bad input is told."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pytest

from feasibility import verifier
from feasibility.base.errors import InputError
from feasibility.cli import main
from feasibility.game.position import Pair, Position
from feasibility.studies.rules import report
from feasibility.studies.rules.evidence.planning import Options
from feasibility.studies.rules.evidence.worth import Effect, TwoSearches
from feasibility.studies.rules.judges.choosing import choose
from feasibility.studies.rules.judges.worker import parameters
from feasibility.studies.rules.validate import validate
from feasibility.text import catalogue
from tests.studies.rules.conftest import Validate


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
    kinds = [part["kind"] for part in found["proof"]["proof"]["parts"]]
    assert (code, found["verdict"], kinds) == (0, "PROVED SOUND", ["residue"])
    assert verifier.check(found["proof"]).valid


@pytest.mark.parametrize("cases", ["100", pytest.param("3000", marks=pytest.mark.slow)])
def test_runs_are_reproducible_whatever_the_jobs(validate: Validate, planted: str, cases: str) -> None:
    def told(*words: str) -> dict[str, object]:
        _, found = validate(*words)
        table = found["power"]["dead_by_pegs"]
        return {k: found[k] for k in ("verdict", "line", "cases", "counterexample", "seed")} | {
            "table": table
        }

    words = (f"{planted}:never", "--board", "triangle:5", "--cases", cases, "--skip-equal", "--seed", "7")
    first = told(*words, "--jobs", "1")
    assert first == told(*words, "--jobs", "2")
    assert first["seed"] == 7
    assert first["table"]


@pytest.mark.parametrize("cases", ["10000", pytest.param("100000", marks=pytest.mark.slow)])
def test_power_and_effect_of_a_criterion(validate: Validate, cases: str) -> None:
    """What the criteria prune is dead, and a pruned search visits no more positions."""
    code, found = validate("trivial", "--board", "triangle:5", "--cases", cases)
    assert code == 0
    power = found["power"]
    for row in power["dead_by_pegs"]:
        assert row["rule"] <= row["asked"] <= row["size"]
    assert power["beyond"] == 0 < power["compared"] <= 200
    assert sum(row["rule"] for row in power["dead_by_pegs"]) > 0
    assert found["effect"]["lost"] == 0
    for search in found["effect"]["searches"]:
        assert search["with_rule"] <= search["without"] and not search["lost"]


def test_what_a_rule_is_worth_is_one_table(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Every number of the report of JSON stands in it: shares by pegs, each of five searches."""
    words = ["validate", "corners", "--board", "rectangle:4x4", "--cases", "200", "--jobs", "1"]
    assert main(words) == 0
    told = capsys.readouterr().out.split("\n\n")[-1].splitlines()
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    start = next(i for i, line in enumerate(told) if line.startswith("what "))
    rows = {line.split("  ")[0]: line for line in told[start + 1 :]}
    for row in found["power"]["dead_by_pegs"]:
        line = rows[f"dead, {row['pegs']} pegs"].split()
        assert f"{row['size']:,}" in line and f"{100 * row['rule'] / row['asked']:.1f}%" in line
    searches = [line for line in told if line.startswith("search from")]
    assert len(searches) == len(found["effect"]["searches"]) == 5
    for line, search in zip(searches, found["effect"]["searches"]):
        assert all(f"{search[which]:,}" in line.split() for which in ("without", "with_rule"))


def test_a_rule_pays_where_its_calls_cost_no_more_than_what_it_saves() -> None:
    """No time of an interpreted rule is compared with that of a compiled search."""
    one, two = TwoSearches(7, 100, 60, 80, False), TwoSearches(9, 50, 50, 20, False)
    assert Effect((one, two), call=0.002).pays_from == pytest.approx(100 * 0.002 / 40)
    assert Effect((two,), call=0.002).pays_from is None
    told = report.meaning(None, Effect((one, two), call=0.002))
    assert told == (
        "What the rule prunes was not measured; a call costs 2 ms; it saves 26.7% of the positions of "
        "2 searches, which pays where a position costs more than 5 ms."
    )


def test_wide_boards_by_random_play(validate: Validate, planted: str) -> None:
    code, found = validate(f"{planted}:five", "--board", "rectangle:10x10", "--cases", "500")
    assert (code, found["counterexample"]["pegs"]) == (1, 5)
    assert any("64 holes" in note for note in found["notes"]) == (found["power"] is None)


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
        ("[1,", "not JSON"),
        ('{"weights": [1,1,1,1,1,1,1], "modulus": 1}', "not a modulus"),
        ('{"weights": [1,1,1,1,1,1,1], "modulo": 2}', "no such key; saw 'modulo'; expected modulus"),
    ],
)
def test_bad_weight_tables(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "weights"
    file.write_text(text)
    with pytest.raises(InputError, match=message):
        choose(catalogue.board("line:7"), str(file))


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
    assert time.monotonic() - began < 60
    assert (found.tried, found.failures) == (0, 0)


def test_several_rules_have_a_report_each(planted: str, capsys: pytest.CaptureFixture[str]) -> None:
    effort = ("--board", "rectangle:3x4", "--cases", "50", "--no-power")
    assert main(["validate", "rule-of-three", f"{planted}:never", *effort]) == 0
    assert [line[:8] for line in capsys.readouterr().out.splitlines()].count("SOUND ON") == 2
    wrong = "tests.studies.rules.by_hand.wrong:off_by_one"
    assert main(["validate", "rule-of-three", wrong, "trivial", *effort, "--json"]) == 1
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["exit_code"] for one in found] == [0, 1, 0]
    assert main(["validate", "trivial", "classes", *effort, "--certificate", "proof.json"]) == 2
    assert "one file for several rules" in capsys.readouterr().err
