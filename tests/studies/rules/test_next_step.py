"""`validate` ends with what to do next, which depends on the verdict."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from feasibility.cli import main

RULES = """
asked = []


def wrong(position, target):
    return position.count == 2


def never(position, target):
    return False


def fails(position, target):
    raise ValueError("no answer")


def remembers(position, target):
    asked.append(1)
    return len(asked) > 30
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    (tmp_path / "rules.py").write_text(RULES)
    (tmp_path / "edges.txt").write_text("1 0 1\n0 0 0\n1 0 1\n")
    return tmp_path


@pytest.mark.parametrize(
    ("rule", "options", "code", "says"),
    [
        ("rules.py:wrong", (), 1, "mend it and validate again; --counterexample FILE keeps this pair"),
        ("rules.py:wrong", ("--counterexample", "kept.txt"), 1, "mend it and validate again\n"),
        ("rules.py:fails", ("--no-power",), 3, "mend the calls that had no answer"),
        ("rules.py:remembers", (), 3, "let the answer depend on the pair alone"),
        (
            "rules.py:never",
            ("--no-power",),
            0,
            "no proof: without --cases more may be tried; without --no-power",
        ),
        ("rules.py:never", (), 0, "no proof: without --cases more may be tried\n"),
        ("edges.txt", (), 0, "prune with this rule on this board; --certificate FILE keeps the proof"),
        ("edges.txt", ("--certificate", "kept.json"), 0, "prune with this rule on this board\n"),
    ],
)
def test_the_last_line_says_what_to_do(
    rule: str, options: tuple[str, ...], code: int, says: str, rules: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(rules)
    words = [rule, "--board", "rectangle:3x3", "--cases", "5", "--jobs", "1", *options]
    assert main(["validate", *words]) == code
    out, told = capsys.readouterr()
    assert says in told.splitlines(keepends=True)[-1]
    assert says.strip() not in out  # the result stays as it is for programs
    assert main(["validate", *words, "--json"]) == code
    assert says.strip() not in capsys.readouterr().err


def test_more_cases_are_not_promised_where_all_were_tried(
    rules: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(rules)
    words = ["rules.py:never", "--board", "line:2", "--exhaustive", "--no-power", "--jobs", "1"]
    assert main(["validate", *words]) == 0
    assert "a larger --cases may try more" in capsys.readouterr().err


def test_what_is_too_wide_to_list_is_no_matter_of_time(
    rules: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A longer limit was advised, and no other kind of case was asked, so that a wrong rule got away."""
    monkeypatch.chdir(rules)
    (rules / "more.py").write_text("def always(position, target):\n    return True\n")
    words = ["--board", "rectangle:10x10", "--pegs", "50", "--skip-equal", "--cases", "5", "--jobs", "1"]
    assert main(["validate", "rules.py:never", *words]) == 3
    out, told = capsys.readouterr()
    assert "NO VERDICT: not asked in full: living positions among dead ones; nothing against" in out
    assert "not all could be asked, as the notes say" in told and "time" not in told
    assert main(["validate", "more.py:always", *words]) == 1


def test_what_was_measured_is_told_with_the_share(
    rules: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One dead position of 31 was asked, and 100 % was told of all; for which target, was not."""
    monkeypatch.chdir(rules)
    words = ["rules.py:never", "--board", "rectangle:3x3", "--cases", "1", "--jobs", "1"]
    assert main(["validate", *words]) == 0
    told = "Of the dead positions for b2 (1 of 31 asked) the rule prunes 0.0%;"
    assert told in capsys.readouterr().out
    for board, untold in (("line:2", "without it"), ("line:5", "a call costs")):  # no dead one, no question
        assert main(["validate", "rules.py:never", "--board", board, "--jobs", "1"]) == 0
        assert untold not in capsys.readouterr().out


def test_the_no_of_a_solver_is_not_taken_for_keep(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a solver it says that the target is out of reach: to keep is the opposite."""
    program = tmp_path / "solver.py"
    program.write_text("import sys\nfor line in sys.stdin:\n    print('no', flush=True)\n")
    command = f"{sys.executable} {program}"
    words = ["validate", "--command", command, "--board", "line:4", "--no-power", "--jobs", "1"]
    assert main(words) == 3
    assert "answered 'no', expected prune or keep; --solver takes yes and no" in capsys.readouterr().out


def test_a_solver_that_was_not_asked_has_no_first_pair(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["validate", "--solver", "no-such-program", "--test-set", "small", "--time-limit", "0"]
    assert main(words) == 3
    out, err = capsys.readouterr()
    assert out.startswith("NO ANSWER TO 192 OF 192 PAIRS\n")
    assert err.endswith("pegfeas: the time limit ended it: a longer --time-limit asks the others\n")


def test_a_rule_for_integers_is_told_what_it_is_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rule = tmp_path / "mine.py"
    rule.write_text("def odd(start, target):\n    return start & 1\n")
    words = ["validate", f"{rule}:odd", "--board", "line:5", "--cases", "20", "--no-power", "--jobs", "1"]
    assert main(words) == 3
    assert "a rule takes a Position and a Target; start.mask" in capsys.readouterr().out
