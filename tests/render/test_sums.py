"""The sums that are printed: redone from the words alone, and against the verifier's own arithmetic."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from feasibility import verifier
from feasibility.base.limits import Limits
from feasibility.cli import main
from feasibility.decide import Plan, check, choose
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position
from feasibility.proofs.cut import Cut, Problem
from feasibility.proofs.kinds.turn import Turn
from feasibility.proofs.nodes import Closing
from feasibility.render.parts import Case, More, Part, Tables
from feasibility.render.sums import sums
from feasibility.render.words import explain
from feasibility.text.references import read_board, read_pair

NEEDED = re.compile(r"A play would need ([-+ 0-9]+) to be at most (-?\d+), and it is (-?\d+)\.")


def random_pair(board: Board, random: Random) -> Pair:
    """Two positions that differ by what some jumps would change, as the criteria before these ask for."""
    while True:
        pegs = random.sample(range(board.n), random.randrange(4, max(6, board.n // 2)))
        start = change = Position(board, sum(1 << hole for hole in pegs))
        vector = list(start.vector)
        for _ in range(random.randrange(2, len(pegs))):
            jump = random.choice(board.jumps)
            for hole, add in zip(jump, (-1, -1, 1), strict=True):
                vector[hole] += add
        if all(value in (0, 1) for value in vector) and tuple(vector) != change.vector:
            return Pair(start, Position(board, sum(value << i for i, value in enumerate(vector))))


def sentences(parts: list[Part]) -> list[str]:
    """Every sentence of a proof, those of folded cases too."""
    found: list[str] = []
    for part in parts:
        if isinstance(part, Case):
            found += sentences(part.parts)
        elif isinstance(part, More):
            found += [text for case in part.cases for text in sentences(case.parts)]
        elif isinstance(part, str):
            found.append(part)
    return found


def tables(parts: list[Part]) -> int:
    inner: list[Part] = []
    for part in parts:
        inner += part.parts if isinstance(part, Case) else part.cases if isinstance(part, More) else []
    return sum(isinstance(part, Tables) for part in parts) + (tables(inner) if inner else 0)


def proved(pair: Any, criteria: str, seconds: float = 10) -> Any:
    chosen, _ = choose(criteria.split(","))
    return check(pair, Limits(seconds=seconds), Plan(chosen, search=False, first=True))


@pytest.mark.parametrize("name", ["rectangle:4x5", "rectangle:3x6"])
def test_every_sum_contradicts_what_a_play_needs(name: str) -> None:
    random, board, seen = Random(3), read_board(name), 0
    while seen < 10:
        found = proved(random_pair(board, random), "integer-cone,turning-point")
        if found.decisive is None or found.decisive.proof is None:
            continue
        told = explain(found.pair, found.decisive.proof)
        shown = [NEEDED.search(text) for text in sentences(told)]
        shown = [match for match in shown if match]
        assert len(shown) >= tables(told) > 0
        for match in shown:
            added, most, total = match.groups()
            assert eval(added) == int(total) > int(most)
            seen += 1


def test_the_sums_are_those_of_the_verifier() -> None:
    """Against the box of verifier.py, for every case of a turning point."""
    found = proved(read_pair("english33:+d1+d2+e2+d3+e3+c4", "english33:+d4"), "turning-point")
    value = json.loads(json.dumps(found.certificate.to_json()))
    problem = verifier._read_problem(value, verifier.Budget())
    proof = found.certificate.proof
    assert isinstance(proof, Turn)
    cut = Cut(Problem.of_pair(found.pair))
    for jump, leaf in proof.split.cases:
        assert isinstance(leaf, Closing)
        text = sums(found.pair, cut.split(0, proof.split.jumps, proof.split.when, jump), leaf.weights)
        box = verifier.Box(problem)
        order = {j: i for i, j in enumerate(problem.board.jumps)}
        box.split(0, frozenset(order[j] for j in proof.split.jumps), proof.split.when, order[jump])
        assert box.refuted(leaf.weights, [])
        least = sum(
            box.middles[0].least(hole, u - v) for hole, (u, v) in enumerate(zip(*leaf.weights, strict=True))
        )
        assert f"minus the second gives {least} at least" in text


def test_no_sum_where_the_tables_prove_nothing() -> None:
    pair = read_pair("line:3:+a1+b1", "line:3:+c1")
    added, most, total = NEEDED.search(sums(pair, Cut(Problem.of_pair(pair)), ((1, 1, 1),))).groups()  # type: ignore[union-attr]
    assert int(total) <= int(most) and eval(added) == int(total)


def test_all_jumps_of_a_large_set_are_printed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    words = ["check", "english33:+c3+c5+d5+e5", "english33:+c3", "--first", "--criteria", "turning-point"]
    assert main([*words, "--html", str(page)]) == 1
    out = capsys.readouterr().out
    named = re.search(r"Look at these (\d+) jumps:\n\n((?:[a-g][1-7][a-g][1-7]\s+)+)", out)
    assert named is not None and len(named[2].split()) == int(named[1]) > 12
    assert " more." not in out.partition("Without")[0]
    html = page.read_text(encoding="utf-8")
    assert f"<summary>The {named[1]} jumps</summary><p>{' '.join(named[2].split())}</p>" in html


def test_full_prints_every_case(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["check", "english33:+c3+c5+d5+e5", "english33:+c3", "--first", "--criteria", "turning-point"]
    main(words)
    short = capsys.readouterr().out
    main([*words, "--full"])
    full = capsys.readouterr().out
    (left,) = re.findall(r"(\d+) more cases are in the certificate", short)
    assert "more cases" not in full
    assert full.count("If the first is ") == int(left) + 1
