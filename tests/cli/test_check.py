"""pegfeas check, verify, explain, replay and graph as a user runs them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from time import sleep
from typing import Any

import pytest

import feasibility
from feasibility.base.limits import Clock
from feasibility.base.values import replace
from feasibility.cli import explain, main
from feasibility.criteria.base import AtOnce
from feasibility.decide.schedule import CRITERIA
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position
from feasibility.proofs.verdict import Finding
from feasibility.render.html import report_html
from feasibility.text.moves import parse_jumps
from feasibility.text.references import read_pair

PAGODA = ("english33:-c1-d1-e1-c2-c3", "english33:+c1+d1+e1+c2+c3")


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(words)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_feasible(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "check", "problem:lucas/EL01")
    assert code == 0
    assert "FEASIBLE, decided by search." in out and "Play these 5 jumps" in out


def test_infeasible_with_weights_on_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    """The facet of Avis and Deza separates where the rule of three does not."""
    code, out, _ = run(capsys, "check", *PAGODA)
    assert code == 1
    assert "INFEASIBLE, decided by" in out and "Give the holes these weights" in out and "out of reach" in out


def test_unknown_says_what_passing_means(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "check", "english33:-d4", "--no-search", "--skip", "turning-point,ends")
    assert code == 3
    assert "Passing every criterion does not make a pair feasible" in " ".join(out.split())


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "check", "french37:-d4", "french37:+d4", "--json")
    data = json.loads(out)
    assert code == 1
    assert list(data) == ["verdict", "decided_by", "findings", "stages", "certificate", "verified", "limits",
                          "aim", "reading"]  # fmt: skip
    assert (data["verdict"], data["decided_by"]) == ("infeasible", "rule-of-three")
    assert [f["criterion"] for f in data["findings"]] == [*(c.name for c in CRITERIA), "search"]
    assert all(list(f) == ["criterion", "outcome", "summary", "seconds"] for f in data["findings"])
    assert data["certificate"]["proof"]["kind"] == "residue"
    code, out, _ = run(capsys, "check", "english33:-d4", "--json", "--time-limit", "0")
    data = json.loads(out)
    assert (code, data["verdict"], data["decided_by"], data["certificate"]) == (3, "unknown", None, None)


def test_certificate_round_trip(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    _, _, err = run(capsys, "check", *PAGODA, "--certificate", str(path))
    assert "certificate written" in err
    code, out, _ = run(capsys, "verify", str(path))
    assert code == 0 and out.startswith("VALID: infeasible")
    assert run(capsys, "verify", str(path), "--start", PAGODA[0], "--target", PAGODA[1])[0] == 0
    code, out, _ = run(capsys, "verify", str(path), "--start", "english33:-d4")
    assert code == 1 and "about another start" in out
    code, out, _ = run(capsys, "verify", str(path), "--start", "french37:-d4")
    assert code == 1 and "about another board" in out
    code, out, _ = run(capsys, "verify", str(path), "--start", PAGODA[0])
    assert code == 1 and "than that of START alone; expected --target TARGET or --pegs N" in out
    path.write_text(path.read_text().replace('"infeasible"', '"feasible"'))
    assert run(capsys, "verify", str(path))[0] in (1, 2)


@pytest.mark.parametrize("option", ["--max-bytes", "--max-work", "--max-positions"])
def test_limits_of_verify(option: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A refusal names the option that lifts it, so the command has it."""
    path = tmp_path / "proof.json"
    board = {"name": "", "geometry": "orthogonal", "holes": [[0, i] for i in range(7)]}
    target = {"pegs": [6], "free": []}
    proof = {"kind": "closure", "size": 2}
    certificate = {"format": "pegfeas-certificate", "version": 1, "claim": "infeasible"}
    certificate |= {"board": board, "start": [0, 1], "target": target, "proof": proof}
    path.write_text(json.dumps(certificate), encoding="utf-8")
    assert run(capsys, "verify", str(path))[0] == 0
    code, out, _ = run(capsys, "verify", str(path), option, "1")
    assert code == 3 and option in out
    assert run(capsys, "verify", str(path), option, "0")[0] == 2


def test_certificate_about_holes_in_another_order(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The format leaves the order and the origin of the holes open."""
    certificate = {
        "format": "pegfeas-certificate", "version": 1,
        "board": {"name": "mine", "geometry": "orthogonal", "holes": [[5, 9], [5, 8], [5, 7]]},
        "start": [1, 2], "target": {"pegs": [0], "free": []}, "claim": "feasible",
        "proof": {"kind": "play", "jumps": [[2, 1, 0]]},
    }  # fmt: skip
    path = tmp_path / "play.json"
    path.write_text(json.dumps(certificate))
    assert run(capsys, "verify", str(path), "--start", "line:3:+a1+b1", "--target", "line:3:+c1")[0] == 0
    assert run(capsys, "verify", str(path), "--start", "line:3:+b1+c1", "--target", "line:3:+a1")[0] == 1


def test_verifier_alone_in_an_empty_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    import feasibility.verifier as module

    run(capsys, "check", "line:7:+a1+b1+d1+f1+g1", "line:7:+a1+g1", "--certificate", str(tmp_path / "c.json"))
    (tmp_path / "verifier.py").write_bytes(Path(str(module.__file__)).read_bytes())
    result = subprocess.run(
        [sys.executable, "-I", "verifier.py", "c.json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0 and "proved by tree" in result.stdout


def test_target_with_more_pegs_is_refuted_with_weights_all_one(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "check", "english33:+d4", "english33:-d4", "--json")
    assert code == 1
    assert json.loads(out)["certificate"]["proof"] == {"kind": "pagoda", "weights": [1] * 33}


def test_pair_without_jumps(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "check", "english33:-d4", "english33:-d4", "--json")
    assert code == 0 and json.loads(out)["certificate"]["proof"] == {"kind": "play", "jumps": []}


def test_second_opinion(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "check", "line:7:+a1+b1+d1+f1+g1", "line:7:+a1+g1", "--oracle", "cbc")
    assert code == 1 and "oracle cbc: the integer cone is infeasible, which agrees" in err


def test_a_lying_oracle_is_an_emergency(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from feasibility.solvers import oracle

    monkeypatch.setattr(oracle, "solve", lambda *_: oracle.Opinion("infeasible"))
    code, _, err = run(capsys, "check", "problem:lucas/EL01", "--oracle", "cbc")
    assert code == 4 and "but it is shown to be feasible" in err


@pytest.mark.parametrize("criterion", CRITERIA, ids=lambda c: c.name)
def test_explain(capsys: pytest.CaptureFixture[str], criterion: object) -> None:
    name = criterion.name  # type: ignore[attr-defined]
    code, out, _ = run(capsys, "explain", name)
    assert code == 0
    assert "Theorem." in out and "Source." in out and "refuted" in out and "Example: pegfeas check" in out


def test_the_time_of_an_example_is_that_of_its_criterion() -> None:
    def check(pair: Pair, clock: Clock) -> Finding:
        sleep(0.002)
        return CRITERIA[0].check(pair, clock)

    assert " 0.0 ms" not in explain._text(replace(CRITERIA[0], start=AtOnce(check)))


def test_an_example_that_is_drawn_can_be_pasted() -> None:
    told = explain._text(replace(CRITERIA[0], example=("xx.\nxx.\n...", "...\n...\n..x")))
    assert "Example: pegfeas check 'xx.\nxx.\n...' '...\n...\n..x'\n" in told


def test_replay(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = run(capsys, "replay", "problem:lucas/EL01", "45-65 43-45 35-55 65-45 46-44")
    assert code == 0 and "5 jumps" in out and "This is the target." in out
    code, out, _ = run(capsys, "replay", "problem:lucas/EL01", "45-65 43-45")
    assert code == 1 and "This is not the target." in out
    code, out, _ = run(capsys, "replay", "problem:lucas/EL01", "45-65 45-65")
    assert code == 1 and "ILLEGAL: jump 2" in out
    moves = tmp_path / "moves.txt"
    moves.write_text("d2d4\n")
    code, out, _ = run(capsys, "replay", "english33:-d4", str(moves), "--json")
    assert code == 0 and json.loads(out)["end"] and json.loads(out)["reached"] is None


def test_graph(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    import networkx as nx

    code, out, err = run(capsys, "graph", "line:4:+a1+b1+d1", "line:4:+b1")
    assert code == 0 and out.startswith("digraph game") and "3 positions, 2 jumps, 3 positions lead" in err
    path = tmp_path / "game.json"
    run(capsys, "graph", "triangle:4:-a1", "--pegs", "1", "-o", str(path))
    graph = nx.node_link_graph(json.loads(path.read_text()), edges="edges")
    assert len(graph) == 42 and graph.number_of_edges() == 66
    goals = [node for node, data in graph.nodes(data=True) if data["target"]]
    leading = set(goals).union(*(nx.ancestors(graph, goal) for goal in goals))
    assert {node for node, data in graph.nodes(data=True) if data["winning"]} == leading


def test_a_graph_has_every_jump(capsys: pytest.CaptureFixture[str]) -> None:
    """Of two jumps to the same position, over each other's start, one was left out and not counted."""
    start = read_pair("torus:3x3:-a1").start
    code, out, err = run(capsys, "graph", "torus:3x3:-a1", "--pegs", "1")
    reached, todo = {start}, [start]
    for position in todo:
        after = {position.play(jump) for jump in position.legal_jumps()}
        todo += after - reached
        reached |= after
    number = sum(len(position.legal_jumps()) for position in reached)
    assert code == 0 and f"{len(reached)} positions, {number} jumps" in err
    labels = [line.split('label="')[1] for line in out.splitlines() if " -> " in line]
    assert sum(len(label.split()) for label in labels) == number > len(labels)


def test_a_graph_has_a_limit_of_time(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.dot"
    code, out, err = run(capsys, "graph", "english33:-d4", "-o", str(path), "--time-limit", "0")
    assert code == 3 and not out and "the graph was not made: time ran out" in err and not path.exists()


def board_of(data: dict[str, Any]) -> Board:
    """A board from what a graph says of it."""
    holes = tuple(tuple(hole) for hole in data["holes"])
    return Board(holes, data["geometry"], data.get("jumps"), data["name"])


@pytest.mark.parametrize("reference", ["triangle:4:-a1", "torus:3x3:-a1"])
@pytest.mark.parametrize("suffix", [".json", ".dot"])
def test_a_graph_can_be_read_back(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, reference: str, suffix: str
) -> None:
    """Board, positions and jumps come from the file alone."""
    import networkx as nx

    path = tmp_path / f"game{suffix}"
    run(capsys, "graph", reference, "--pegs", "1", "-o", str(path))
    start = read_pair(reference).start
    if suffix == ".dot":
        line = next(line for line in path.read_text().splitlines() if line.startswith("  board="))
        assert board_of(json.loads(json.loads(line[8:-1]))) == start.board
        return
    graph = nx.node_link_graph(json.loads(path.read_text()), edges="edges")
    board = board_of(graph.graph["board"])
    assert board == start.board and board.name == start.board.name
    assert [mask for mask, data in graph.nodes(data=True) if data["start"]] == [start.mask]
    for mask, data in graph.nodes(data=True):
        assert data["position"] == str(Position(board, mask))
    for before, after, data in graph.edges(data=True):
        for jump in (data["jump"], *data.get("also", "").split()):
            assert Position(board, before).replay(parse_jumps(board, jump)).mask == after


def test_graph_help_tells_its_limit(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "graph", "--help")
    assert "(default 100,000)" in " ".join(out.split())


def test_lenient_says_what_it_leaves_out(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "check", "problem:defi/invalid2", "--lenient")
    assert code == 1 and "ignored" in err and "line 1" in err and "line 2" in err


def test_a_path_that_cannot_be_written_is_refused_before_the_work(capsys: pytest.CaptureFixture[str]) -> None:
    for option in ("--certificate", "--html"):
        code, out, err = run(capsys, "check", "problem:lucas/EL01", option, "/nonexistent/x.html")
        assert code == 2 and not out and "cannot be written" in err


def test_nothing_left_to_run(capsys: pytest.CaptureFixture[str]) -> None:
    both = ("--criteria", "search", "--no-search")
    for words in (("--criteria", ","), ("--criteria", "pagoda", "--skip", "pagoda"), both):
        code, _, err = run(capsys, "check", "english33:-d4", *words)
        assert code == 2 and "nothing is left to run" in err


def test_explain_lists_and_tells_of_the_arbiter(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "explain")
    assert code == 0 and [line.split()[0] for line in out.splitlines()] == [
        *(c.name for c in CRITERIA),
        "search",
    ]
    code, out, _ = run(capsys, "explain", "search")
    assert code == 0 and "closure" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("minimum", "line:3:+a1+b1"), "at least 1 peg remains"),
        (("minimum", "english33:+d4+a3"), "pegs remain\n"),
        (("check", "line:4:+a1", "line:4:+d1"), "line:4: 1 peg to 1"),
        (("check", "line:5:+a1", "line:5:+b1", "--criteria", "turning-point"), "Look at this jump: a1c1."),
        (("check", "line:5:+a1", "line:5:+b1", "--criteria", "turning-point", "--full"), "(1 case)"),
        (("count", "line:3:+a1+b1"), "1 play to the target\n1 game\nevery game ends at the target\n"),
        (("solve", "line:3:+a1+b1", "line:3:+c1", "--sweeps"), "\n1 sweep, the least there is\n"),
        (("solve", "line:5:+a1+c1", "line:5:+b1", "--method", "dense"), "no jump can be played"),
    ],
)
def test_one_is_not_spoken_of_as_many(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    shown = run(capsys, *words)[1]
    assert said in shown
    assert not re.search(r"\b1 (pegs|jumps|cases|plays|games|sweeps|positions)\b", shown)


def test_what_is_passed_is_said_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "check", "triangle:5:-b3", "--criteria", "classes,turning-point", "--no-search",
                   "--full")  # fmt: skip
    assert "each playable class holds enough pegs for the target" in out
    assert "6 of 36 jumps can never be played; the rest may suffice" in out


def test_a_limit_of_work_takes_the_place_of_the_default_limit_of_time(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["check", "problem:defi/jury", "--work-limit", "200000", "--json"]) == 3
    told = json.loads(capsys.readouterr().out)
    assert told["limits"]["work"] == 200_000 and told["limits"]["seconds"] is None
    assert "work limit" in told["findings"][-1]["summary"]
    assert main(["check", "line:3:-a1", "--work-limit", "9", "--time-limit", "120", "--json"]) in (0, 1, 3)
    assert json.loads(capsys.readouterr().out)["limits"]["seconds"] == 120


def test_the_squares_that_a_person_reduces_to_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    squares = "by hand, start and target reduce to  ..   x.\n" + 68 * " " + "..   .."
    assert squares in run(capsys, "explain", "rule-of-three")[1]
    words = ("check", "french37:-d4", "french37:+d4", "--criteria", "rule-of-three", "--no-search", "--full")
    code, out, _ = run(capsys, *words)
    assert code == 1 and squares in out
    verdict = feasibility.check("french37:-d4", "french37:+d4", plan=feasibility.Plan(search=False))
    assert "start and target reduce to  ..   x." in report_html(verdict)


def test_a_folder_of_certificates_is_verified_file_by_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "proofs"
    assert main(["bounds", "triangle:4:-a2", "--pegs", "1", "--certificates", str(folder)]) == 0
    count = len(list(folder.iterdir()))
    capsys.readouterr()
    assert main(["verify", str(folder)]) == 0
    told, summed = capsys.readouterr()
    assert count > 1 and told.count("VALID: bound") == count and f"certificate {count} of {count}, " in told
    assert summed == f"pegfeas: accepted: {count} of {count} certificates\n"
    (folder / "a.json").write_text("{")
    assert main(["verify", str(folder)]) == 2
    assert f"accepted: {count} of {count + 1} " in capsys.readouterr().err
    assert main(["verify", str(folder), "--json"]) == 2
    first, *others = capsys.readouterr().out.splitlines()
    assert json.loads(first)["outcome"] == "malformed" and len(others) == count
    assert json.loads(first)["file"] == str(folder / "a.json")
    (tmp_path / "empty").mkdir()
    assert main(["verify", str(tmp_path / "empty")]) == 2
    assert "empty', a folder without *.json" in capsys.readouterr().err


def test_what_was_not_run_is_not_said_to_refute_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """The lattice refutes this pair; the cone alone does not."""
    assert main(["check", "line:7:-a1", "line:7:+a1", "--criteria", "cone"]) == 3
    assert "UNKNOWN: no criterion that was run refutes the pair" in capsys.readouterr().out
