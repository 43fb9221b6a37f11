"""The commands of the workbench: what they print, their exit codes, and bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from feasibility import check, verifier
from feasibility.base.limits import Limits
from feasibility.cli import main
from feasibility.cli.proofs import look, write_into


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PEGFEAS_CACHE", str(tmp_path / "cache"))


Out = pytest.CaptureFixture[str]


def test_facets_as_json_lines(capsys: Out) -> None:
    assert main(["facets", "line:4", "--engine", "builtin"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["weights"] for row in rows] == [[-1, 1, 0, 1], [1, 0, 1, 1]]
    assert all(row["orbit"] == 2 and row["tight"] == 3 for row in rows)
    assert main(["facets", "line:4", "--all", "--engine", "builtin"]) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 4
    assert "4 facets in 2 orbits" in err


def test_facets_summary_with_lineality(capsys: Out) -> None:
    assert main(["facets", "triangle:3", "--summary"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["holes"], facts["rank"], facts["facets"], facts["complete"]) == (6, 5, 9, True)
    assert len(facts["lineality"]) == 1
    # by which member of an orbit, and modulo what, weights are written would decide these
    assert facts["zero_one"] is facts["zero_one_orbits"] is facts["least_weight"] is None
    assert main(["facets", "triangle:3", "--all"]) == 0
    out, err = capsys.readouterr()
    assert "tight jumps 4 to 4\n" in err and len(out.splitlines()) == 9


def test_facets_to_a_file(tmp_path: Path, capsys: Out) -> None:
    path = tmp_path / "list.jsonl"
    command = ["facets", "rectangle:3x4", "--output", str(path), "--engine", "builtin"]
    assert main(command) == 0
    first = path.read_bytes()
    assert len(first.splitlines()) == 31
    assert main(command) == 2
    assert "exists" in capsys.readouterr().err
    assert main([*command, "--resume"]) == 0
    assert path.read_bytes() == first
    capsys.readouterr()
    assert main([*command[:-1], "symmetry", "--resume", "--summary"]) == 0  # which has nothing left to do
    assert json.loads(capsys.readouterr().out)["engine"] == "builtin"
    assert main(["facets", "rectangle:4x5", "--output", str(tmp_path / "b"), "--time-limit", "0"]) == 3
    assert main(["facets", "rectangle:3x4", "--output", str(path), "--resume", "--all"]) == 2


def test_a_sample_becomes_the_library(capsys: Out) -> None:
    assert main(["facets", "rectangle:3x4", "--sample", "20000"]) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 31 and "now has 31" in err
    assert main(["pagoda", "rectangle:3x4:+a1", "rectangle:3x4:+b1", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["functions"]


def test_a_missing_engine_says_how_to_get_it(capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    from feasibility.studies.polyhedra import normaliz

    monkeypatch.setattr(normaliz, "locate", lambda: None)
    for command in ("facets", "gap"):
        assert main([command, "line:5", "--engine", "normaliz"]) == 2
        assert 'pip install "pegfeas[normaliz]"' in capsys.readouterr().err
    assert main(["facets", "line:5"]) == 0  # the builtin one takes over
    assert main(["gap", "line:7"]) == 0
    assert "1 element in 1 orbit" in capsys.readouterr().out


def test_pagoda(capsys: Out, tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    words = ["pagoda", "line:7:+a1+b1+d1", "line:7:+g1", "--certificate", str(proof)]
    assert main(words) == 1
    assert "the start weighs 1, the target 2\n" in capsys.readouterr().out
    assert verifier.check(json.loads(proof.read_text())).valid
    assert main(["pagoda", "english33:-d4", "english33:+d4"]) == 3
    assert main(["pagoda", "line:4", "--check", "-1 1 0 1"]) == 0
    assert "an extreme pagoda function: 3 tight jumps" in capsys.readouterr().out
    assert main(["pagoda", "line:4", "--check=0 0 0 1", "--json"]) == 1
    facts = json.loads(capsys.readouterr().out)
    assert facts["breaks"] == [{"jump": [1, 2, 3], "by": 1}] and facts["mended"]
    assert main(["pagoda", "rectangle:3x3:+a1+b1", "rectangle:3x3:+a3", "--zero-one", "--json"]) == 1
    assert all(f["zero_one"] for f in json.loads(capsys.readouterr().out)["functions"])
    for most, complete in ((4, False), (5, True), (6, True)):  # there are five
        words = ["pagoda", "rectangle:3x3:+a1+b1", "rectangle:3x3:+c3", "--zero-one", "--most", str(most)]
        assert main([*words, "--json"]) == 1
        facts = json.loads(capsys.readouterr().out)
        assert (len(facts["functions"]), facts["complete"]) == (min(most, 5), complete)


def test_a_limit_before_any_proof_is_told(capsys: Out, tmp_path: Path) -> None:
    folder = str(tmp_path)
    assert main(["bounds", "english33:-d4", "--time-limit", "0", "--certificates", folder, "--json"]) == 3
    out, err = capsys.readouterr()
    assert f"no certificate is written to {folder}: nothing is proved" in err and not list(tmp_path.iterdir())
    assert json.loads(out)["complete"] is False and "of this answer" not in err
    (tmp_path / "old.json").touch()
    assert main(["bounds", "english33:-d4", "--time-limit", "0", "--certificates", folder]) == 3
    assert "nothing is proved; what is there is not of this answer" in capsys.readouterr().err
    assert main(["bounds", "english33:-d4", "--time-limit", "0"]) == 3
    out, err = capsys.readouterr()
    assert err.endswith("the time limit was reached; no bound is known\n") and "jump" not in out
    assert main(["minimum", "line:7:-b1", "--no-search", "--work-limit", "0", "--json"]) == 3
    facts = json.loads(capsys.readouterr().out)
    assert facts["integer_cone"]["exact"] is False and "work limit" in facts["reason"]
    proof = str(tmp_path / "proof.json")
    assert main(["pagoda", "english33:-d4", "english33:+d4", "--certificate", proof]) == 3
    assert "no certificate" in capsys.readouterr().err


def test_bounds(capsys: Out, tmp_path: Path) -> None:
    assert main(["bounds", "english33:-d4", "english33:+d4", "--certificates", str(tmp_path / "proofs")]) == 0
    assert "32 x 1, 12 x 2, 16 x 3, 16 x 4" in capsys.readouterr().out
    files = list((tmp_path / "proofs").iterdir())
    assert len(files) == 12
    assert all(verifier.check(json.loads(file.read_text())).valid for file in files)
    assert main(["bounds", "line:7:+a1+b1+d1", "line:7:+e1", "--json"]) == 0
    orbits = json.loads(capsys.readouterr().out)["orbits"]
    assert sum(o["most"]["integer"] for o in orbits) == 2
    assert main(["bounds", "line:7:+a1+b1+d1+f1+g1", "line:7:+a1+g1"]) == 1


def test_minimum(capsys: Out, tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    assert main(["minimum", "cross:1,1,1,1:-c3", "--certificate", str(proof)]) == 0
    assert "the minimum is 4:" in capsys.readouterr().out
    assert verifier.check(json.loads(proof.read_text())).valid
    assert main(["minimum", "triangle:4:+a1+a2+b2+a4+d4", "--certificate", str(proof)]) == 0
    assert "the minimum is 3:" in capsys.readouterr().out
    claims = [json.loads(line) for line in proof.read_text().splitlines()]
    assert [claim["claim"] for claim in claims] == ["bound", "infeasible"]
    assert claims[1]["target"] == {"count": 2}
    assert all(verifier.check(claim).valid for claim in claims)
    assert main(["minimum", "cross:1,1,1,3:-d3", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["cone"]["pegs"], facts["minimum"]) == (2, 2)
    assert verifier.check(facts["play"]).valid


def test_lattice_and_gap(capsys: Out) -> None:
    assert main(["lattice", "english33"]) == 0
    assert "(Z/2)^4" in capsys.readouterr().out
    assert main(["lattice", "triangle:3", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["classes"] is None and facts["pairs"] == 0
    assert main(["gap", "line:8", "--engine", "builtin", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["elements"] == 2
    assert main(["gap", "english33", "--engine", "builtin", "--work-limit", "9999", "--json"]) == 3
    facts = json.loads(capsys.readouterr().out)
    assert facts["complete"] is False and "work limit" in facts["reason"]


def test_army(capsys: Out, tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    assert main(["army", "--level", "5", "--certificate", str(proof), "--board", "9x4"]) == 1
    out = capsys.readouterr().out
    assert "out of reach" in out and "exactly 1" in out
    assert verifier.check(json.loads(proof.read_text())).valid
    assert main(["army", "--level", "3", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["pegs"], facts["fewest_on_board"]) == (8, True)
    assert main(["army", "--level", "8", "--geometry", "triangular", "--json"]) == 1


def test_an_army_is_shown_with_the_line_and_the_goal(capsys: Out) -> None:
    assert main(["army", "--level", "2", "--size", "5x2"]) == 0
    told, *picture, moves = capsys.readouterr().out.rstrip().split("\n")[1:]
    assert told == "# the line is below row 2, and c1 is reached"
    assert "x" not in "".join(picture[:2]) and "".join(picture[2:]).count("x") == 4
    assert main(["replay", "\n".join([told, *picture]), moves]) == 0  # what is shown can be read
    assert "1 peg left\n" in capsys.readouterr().out
    assert main(["army", "--level", "5"]) == 1
    out = capsys.readouterr().out
    assert out.index(" 9  10") > out.index("the line") > out.index(" 8   9\n")
    assert main(["army", "--level", "60"]) == 1
    assert "139583862445 s = 3.20391e-12 together" in capsys.readouterr().out  # not 0


def test_the_proof_of_a_smallest_army_says_that_it_is_about_the_dual(capsys: Out, tmp_path: Path) -> None:
    proof = str(tmp_path / "proof.json")
    assert main(["army", "--level", "2", "--size", "5x3", "--certificate", proof]) == 0
    assert "at most 21 of 25 pegs remain, so an army has 4 or more" in capsys.readouterr().err
    assert main(["verify", proof]) == 0 and "at most 21 pegs remain" in capsys.readouterr().out


def test_which_limit_left_bounds_open(capsys: Out) -> None:
    assert main(["bounds", "english33:-d4", "--work-limit", "1"]) == 3
    assert "pegfeas: the limit of work or of memory was reached; " in capsys.readouterr().err


def test_why_no_army_was_found(capsys: Out, tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    assert main(["army", "--level", "1", "--size", "1x1"]) == 3
    assert "on a board 1 hole wide, 1 row below the line, though" in capsys.readouterr().err
    assert main(["army", "--level", "3", "--size", "2x2"]) == 3
    assert "though time was left (no proof: a larger --size may hold one)" in capsys.readouterr().err
    assert main(["army", "--level", "4", "--time-limit", "0", "--json"]) == 3
    out, err = capsys.readouterr()
    assert "the time limit was reached before an army was found on a board 11 holes wide" in err
    facts = json.loads(out)
    assert (facts["reachable"], facts["at_least"], facts["certificate"]) == (None, 19, None)
    assert facts["complete"] is False
    assert main(["army", "--level", "3", "--size", "2x2", "--json", "--certificate", str(proof)]) == 3
    out, err = capsys.readouterr()
    assert json.loads(out)["complete"] is True and "no certificate" in err and not proof.exists()


def test_model(capsys: Out, tmp_path: Path) -> None:
    problem, domain = str(tmp_path / "p.pddl"), str(tmp_path / "d.pddl")
    assert main(["model", "line:5:+a1+b1+d1", "line:5:+e1", "--output", problem, "--domain", domain]) == 0
    assert "(:domain" in Path(problem).read_text() and "(:action" in Path(domain).read_text()
    capsys.readouterr()


def test_what_the_verifier_did_not_take_is_not_said_to_be_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    certificate = check("line:5:+a1+b1", "line:5:+e1").certificate
    assert certificate is not None
    proofs, clock = [certificate, certificate], Limits().start()
    write_into(str(tmp_path), {"a.json": certificate, "b.json": certificate}, look(proofs, clock))
    assert "each accepted by the verifier" in capsys.readouterr().err
    monkeypatch.setattr("feasibility.cli.proofs.refused_at_length", lambda *_, **__: "a test")
    write_into(str(tmp_path), {"a.json": certificate, "b.json": certificate}, look(proofs, clock))
    told = capsys.readouterr().err
    assert "2 of them not verified yet" in told
    assert "each accepted" not in told


def test_ctrl_c_while_the_verifier_looks_leaves_the_certificate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "proof.json"
    with monkeypatch.context() as patched:
        patched.setattr("feasibility.cli.proofs.refused_at_length", interrupted)
        assert main(["minimum", "rectangle:3x3:-b2", "--no-search", "--certificate", str(path)]) == 130
    err = capsys.readouterr().err
    assert f"interrupted: the certificate is written to {path} but not verified yet" in err
    assert main(["verify", str(path)]) == 0
