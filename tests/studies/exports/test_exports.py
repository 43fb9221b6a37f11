"""`model`: costs in planning problems, and files that are replaced only when that is said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from feasibility.cli import main
from feasibility.studies.exports.planning_problem import domain_text
from feasibility.text.files import read_bytes
from research.problem_files import parse_problem

PAIR = ("line:5:+a1+b1+d1", "line:5:+e1")
Out = pytest.CaptureFixture[str]


def export(folder: Path, *options: str) -> tuple[int, str, str]:
    """The exit code, and the texts of problem and domain."""
    problem, domain = folder / "p.pddl", folder / "d.pddl"
    code = main(["model", *PAIR, "--output", str(problem), "--domain", str(domain), *options])
    return code, problem.read_text(), domain.read_text()


def squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def test_costs_ask_for_the_fewest_sweeps(tmp_path: Path) -> None:
    code, problem, domain = export(tmp_path, "--costs")
    assert code == 0
    assert "(:requirements :typing :action-costs)" in domain
    assert "(:functions (total-cost) - number)" in domain
    actions = {text.split()[0]: text for text in domain.split("(:action ")[1:]}
    costly = {name for name, text in actions.items() if "(increase (total-cost) 1)" in text}
    assert costly == {"jump-new-move"}  # going on with the same peg is free
    assert "(= (total-cost) 0)" in problem.partition("(:goal")[0]
    assert squeezed(problem).endswith("(:metric minimize (total-cost)))")


def test_without_costs_nothing_speaks_of_them(tmp_path: Path) -> None:
    _, problem, domain = export(tmp_path)
    assert "cost" not in problem + domain and "metric" not in problem


@pytest.mark.parametrize("costs", [False, True])
def test_the_text_is_whole_and_says_the_same_pair(costs: bool, tmp_path: Path) -> None:
    _, problem, domain = export(tmp_path, *["--costs"] * costs)
    for text in (problem, domain):
        depth = 0
        for character in text.rstrip():
            assert depth > 0 or character == "("  # one expression, closed at the very end
            depth += {"(": 1, ")": -1}.get(character, 0)
        assert depth == 0
    assert domain == domain_text(costs)
    pair = parse_problem(problem)
    named = {pair.board.called(peg) for peg in pair.start.pegs}
    assert (named, pair.start.count, pair.target.must.bit_count()) == ({"a1", "b1", "d1"}, 3, 1)


@pytest.mark.parametrize("ending", ["lp", "pddl"])
def test_a_second_export_replaces_only_when_told(ending: str, tmp_path: Path, capsys: Out) -> None:
    path = tmp_path / f"pair.{ending}"
    words = ["model", *PAIR, "--output", str(path)]
    assert main(words) == 0
    assert f"{path} written" in capsys.readouterr().err
    whole = path.read_bytes()
    path.write_text("mine")
    assert main(words) == 2
    told = capsys.readouterr().err
    assert "the output file exists" in told and str(path) in told and "--force" in told
    assert read_bytes(str(path))[0] == b"mine"
    assert main([*words, "--force"]) == 0
    assert path.read_bytes() == whole


def test_where_one_file_is_there_none_is_written(tmp_path: Path, capsys: Out) -> None:
    problem, domain = tmp_path / "p.pddl", tmp_path / "d.pddl"
    domain.write_text("mine")
    words = ["model", *PAIR, "--output", str(problem), "--domain", str(domain)]
    assert main(words) == 2
    assert str(domain) in capsys.readouterr().err
    assert not problem.exists() and domain.read_text() == "mine"
    assert main([*words, "--force"]) == 0
    assert f"{problem} and {domain} written" in capsys.readouterr().err


def test_costs_without_a_planning_problem_are_refused(tmp_path: Path, capsys: Out) -> None:
    for words in (["--costs"], ["--costs", "--output", str(tmp_path / "m.lp")]):
        assert main(["model", *PAIR, *words]) == 2
        assert "pddl" in capsys.readouterr().err
