"""pagoda START TARGET --check: whether a table refutes the pair, and by how much it misses."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from feasibility import verifier
from feasibility.cli import main
from feasibility.proofs.functional import Functional
from feasibility.studies.polyhedra import pagoda_command
from feasibility.text.references import read_pair

START, TARGET = "line:5:+a1+b1+d1", "line:5:+e1"


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["pagoda", *words])
    return code, *capsys.readouterr()


def test_a_table_that_refutes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    words = ["line:5:+a1+b1+c1", "line:5:+a1+d1+e1", "--check", "1 1 . 1 1", "--certificate", str(proof)]
    code, out, _ = run(capsys, *words)
    assert code == 1
    assert out.endswith("the start weighs 2, the target 3: the table refutes this pair, by 1\n")
    assert verifier.check(str(proof)).valid


def test_what_refutes_has_passed_the_verifier(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = ["line:5:+a1+b1+c1", "line:5:+a1+d1+e1", "--json"]
    for words in (pair, [*pair, "--check", "1 1 . 1 1"]):
        assert json.loads(run(capsys, *words)[1])["verified"] is True
    assert json.loads(run(capsys, *pair, "--check", "0 0 0 0 9")[1])["verified"] is None
    monkeypatch.setattr(pagoda_command, "all_accepted", lambda *_: False)
    code, out, err = run(capsys, *pair)
    assert code == 1 and json.loads(out)["verified"] is False and "not all of this is verified" in err


def test_a_table_that_misses(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    code, out, _ = run(capsys, START, TARGET, "--check", "1 1 . 1 1", "--certificate", str(proof))
    assert code == 3 and not proof.exists()
    assert "the start weighs 3, the target 1: the table does not refute this pair; it misses by 3" in out


def test_a_table_that_is_no_pagoda_function(capsys: pytest.CaptureFixture[str]) -> None:
    """It proves nothing, however much the target weighs."""
    code, out, _ = run(capsys, START, TARGET, "--check", "0 0 0 0 9")
    assert code == 3
    assert "not a pagoda function" in out and "this proves nothing" in out
    assert "the mended table does not refute this pair" in out


def test_what_the_change_of_a_mended_table_is_the_least_of(capsys: pytest.CaptureFixture[str]) -> None:
    """-2 . -2 differs less, and no jump lowers it."""
    code, out, _ = run(capsys, "line:3", "--check", "-2 -1 -2")
    assert code == 1 and "mended to one that some jump lowers, with the least change (2 in all):" in out
    assert run(capsys, "line:3", "--check", "-2 . -2")[0] == 0
    code, out, _ = run(capsys, "line:5", "--check", "0 0 0 0 9", "--work-limit", "0")
    assert code == 1 and out.endswith("\nno repair was found\n")  # time is not what ended it


@pytest.mark.parametrize(
    ("target", "least"), [("....x", "2:"), ("....?", "0 or more:"), (None, "0 or more:")]
)
def test_every_kind_of_target(
    target: str | None, least: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "start").write_text("xx.x.", encoding="utf-8")
    (tmp_path / "target").write_text(target or "", encoding="utf-8")
    asked = ["--pegs", "1"] if target is None else [str(tmp_path / "target")]
    code, out, _ = run(capsys, str(tmp_path / "start"), *asked, "--check", "1 0 1 1 2")
    assert code == 3 and f"the start weighs 2, the target {least} the table does not refute" in out


def test_the_table_that_check_draws_is_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """As it stands in the report, with dots for zeros and blanks where there is no hole."""
    pair = ("english33:-c1-d1-e1-c2-c3", "english33:+c1+d1+e1+c2+c3")
    assert main(["check", *pair, "--criteria", "pagoda"]) == 1
    told = capsys.readouterr().out
    table = told.partition("Give the holes these weights:\n\n")[2].partition("\n\nAdd up")[0]
    assert "." in table
    path = tmp_path / "table.txt"
    path.write_text(table, encoding="utf-8")
    code, out, _ = run(capsys, *pair, "--check", str(path), "--json")
    found = json.loads(out)
    assert code == 1 and found["refutes"] and found["valid"]
    asked = read_pair(*pair)
    assert found["margin"] == Functional(tuple(found["weights"])).margin(asked.start, asked.target) > 0


def test_json_says_what_the_mended_table_does(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, START, TARGET, "--check", "0 0 0 0 9", "--json")
    found = json.loads(out)
    assert code == 3 and not found["refutes"] and found["margin"] == 9 and found["breaks"]
    assert found["mended_margin"] <= 0


@pytest.mark.parametrize("words", [[], ["--zero-one"]])
def test_a_limit_of_work_that_came_first_is_told(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    pair = ("line:7:+a1+b1+d1", "line:7:+g1")
    assert json.loads(run(capsys, *pair, *words, "--json")[1])["complete"]
    _, out, err = run(capsys, *pair, *words, "--work-limit", "1", "--json")
    assert not json.loads(out)["complete"] and "the work limit was reached; there may be more" in err
    if words:
        out = run(capsys, *pair, *words, "--work-limit", "1")[1]
        assert out == "no pagoda function with weights 0 and 1 was found so far\n"


def test_a_file_with_two_grids_is_a_pair(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    both, alone = tmp_path / "pair.txt", tmp_path / "board.txt"
    both.write_text("xxx..\n---\nx..xx\n")
    alone.write_text("xxx..\n")
    code, out, _ = run(capsys, str(both), "--check", "1 1 . 1 1")
    assert code == 1 and out.endswith("the table refutes this pair, by 1\n")
    code, out, _ = run(capsys, str(alone), "--check", "1 1 . 1 1")
    assert code == 0 and "this pair" not in out


def piped(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


@pytest.mark.parametrize(
    ("start", "table", "says"),
    [
        ("xxx..\n---\nx..xx", "1 1 . 1 1", "refutes this pair, by 1"),
        ("-", "1 1 . 1 1", "refutes this pair, by 1"),
        ("problem:lucas/EL01", "1 " * 37, "it misses by 6"),
    ],
)
def test_a_target_in_a_drawing_a_pipe_or_a_problem_is_heard(
    start: str, table: str, says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    piped("xxx..\n---\nx..xx\n", monkeypatch)
    assert says in run(capsys, start, "--check", table)[1]
    piped("xxx..\n", monkeypatch)  # and a board alone stays one
    assert run(capsys, "-", "--check", "1 1 . 1 1")[0] == 0


def test_mistakes_in_a_pipe_have_their_place(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    piped("xxx..\n---\nx.!xx\n", monkeypatch)
    code, _, err = run(capsys, "-", "--check", "1 1 . 1 1")
    assert code == 2
    assert "standard input, line 3, column 3" in err


def test_a_table_comes_through_a_pipe(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pair = ("line:5:+a1+b1+c1", "line:5:+a1+d1+e1")
    for text in ("1 1 . 1 1\n", '{"weights": [1, 1, 0, 1, 1]}'):
        piped(text, monkeypatch)
        code, out, _ = run(capsys, *pair, "--check", "-")
        assert code == 1 and "the table refutes this pair, by 1" in out
    piped(out, monkeypatch)  # and its own answer
    assert run(capsys, *pair, "--check", "-") == (1, out, "")


def test_its_own_table_comes_through_a_pipe(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    one, many = ("line:5:+a1+d1", "line:5:+c1"), ("line:5:+a1+b1+c1", "line:5:+a1+d1+e1")
    _, printed, _ = run(capsys, *one)
    assert printed.count("the start weighs") == 1
    piped(printed, monkeypatch)
    code, out, _ = run(capsys, *one, "--check", "-")
    assert code == 1 and "the table refutes this pair" in out
    _, printed, _ = run(capsys, *many)
    piped(printed, monkeypatch)
    code, out, err = run(capsys, *many, "--check", "-")
    assert (code, out) == (
        2,
        "",
    ) and "more than one table of weights; saw 3 tables; expected one of them" in err
