"""The formal checker and verifier.py judge alike: the folders of examples, both ends, and mutants."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from feasibility import cli, verifier
from feasibility.studies.exports import formal, plain_form
from tests.certificates.conformance import suite
from tests.formal.alike import CHANGED, TAKEN, codes, compare
from tests.formal.both_ends import ends_proof
from tests.formal.mutants import mutant
from tests.verifier.reference import certificate, ends, jumps_of, positions, rectangle

FOLDER = Path(__file__).parent.parent / "certificates"
ENVELOPE = {"format": "pegfeas-certificate", "version": 1}
ACCEPTED = sorted((FOLDER / "accepted").glob("*.json"))
REJECTED = sorted((FOLDER / "rejected").glob("*.json"))


def judge(value: Any, program: Path) -> formal.Judgement:
    """The formal checker's judgement, also of what it is not given."""
    try:
        return formal.judge(value, program)
    except plain_form.NotPlain as fault:
        return formal.Judgement(2, str(fault))


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.stem)
def test_right_certificates_are_accepted(path: Path, program: Path) -> None:
    value = json.loads(path.read_bytes())
    judgement = judge(value, program)
    assert judgement.report.startswith("ACCEPTED\nboard: "), judgement.report
    assert f"\nclaim: {value['claim']}" in judgement.report or value["claim"] == "bound"


@pytest.mark.parametrize("path", REJECTED, ids=lambda path: path.stem)
def test_wrong_certificates_are_not_accepted(path: Path, program: Path) -> None:
    judgement = judge(json.loads(path.read_bytes()), program)
    assert judgement.code in (1, 2), judgement


@pytest.mark.parametrize("kind", TAKEN)
def test_certificates_of_every_kind_are_judged_as_they_should_be(kind: str, program: Path) -> None:
    cases = [case for case in suite() if case.kind == kind and case.outcome in ("valid", "rejected")]
    answers = codes([json.loads(case.data) for case in cases], program)
    wrong = [
        case.name
        for case, code in zip(cases, answers, strict=True)
        if (code == 0) != (case.outcome == "valid")
    ]
    assert not wrong, f"formal/ judges these of kind {kind} otherwise: {wrong}"
    assert 0 in answers and 1 in answers


@pytest.mark.parametrize("kind", CHANGED)
def test_mutants_of_every_kind_are_judged_alike(kind: str, program: Path) -> None:
    tally = compare(kind, 100, Random(1), program)
    assert not tally.differ, json.dumps(tally.differ[0])
    assert tally.counts["valid"] > 100 // 20, tally


@pytest.mark.slow
@pytest.mark.parametrize("kind", CHANGED)
def test_many_mutants_of_every_kind_are_judged_alike(kind: str, program: Path) -> None:
    tally = compare(kind, 5_000, Random(2), program)
    assert not tally.differ, json.dumps(tally.differ[0])


def test_one_program_answers_many_as_it_answers_each(program: Path) -> None:
    values = [json.loads(path.read_bytes()) for path in (*ACCEPTED, *REJECTED, *ACCEPTED)]
    judgements = [judge(value, program) for value in values]
    each = [one.code for one in judgements]
    assert codes(values, program) == each


def test_armies_of_every_level_are_judged_alike(program: Path) -> None:
    """With the half-plane's weight and with others near it, on every geometry."""
    values = list[Any]()
    for geometry, level in product(verifier.STEPS, (*range(1, 31), 200)):
        a, b = verifier._half_plane(geometry, level)
        board = {"name": "half-plane", "geometry": geometry}
        for total in ([a, b], [a + 1, b], [a, b - 1], [b, a], [0, 0], [1, 0], [a + b, a]):
            proof = {"kind": "army", "level": level, "total": total}
            values.append(ENVELOPE | {"board": board, "claim": "army", "proof": proof})
    outcomes = [verifier.check(value) for value in values]
    assert codes(values, program) == [outcome.exit_code for outcome in outcomes]
    assert sum(outcome.valid for outcome in outcomes) > 70


def test_both_ends(program: Path) -> None:
    """Proofs of infeasible pairs are accepted; with one change only if they still prove what is true."""
    random, holes = Random(3), rectangle(2, 4)
    jumps, pegs = jumps_of(holes, "orthogonal"), positions(holes)
    accepted = 0
    while accepted < 40:
        start, target = frozenset(random.choice(pegs)), frozenset(random.choice(pegs))
        if len(start) <= len(target) or ends(jumps, start, target):
            continue
        proof = ends_proof(jumps, (start, target), random.choice((1, 3, 8)), random)
        value = certificate(holes, sorted(start), sorted(target), proof)
        judgement = judge(value, program)
        assert judgement.accepted, (judgement, json.dumps(value))
        accepted += 1
        other = mutant(value, random)
        verdict = judge(other, program)
        if verdict.accepted and other["board"] == value["board"]:
            goal = other["target"]
            assert not ends(jumps, other["start"], goal["pegs"], goal["free"]), json.dumps(other)


def test_every_jump_must_be_listed(program: Path) -> None:
    """A node that leaves a jump out, or leads back to an earlier node, proves nothing."""
    leaf = {"proof": {"kind": "closure", "size": 2}}
    both = [[[0, 1, 2], 1], [[4, 3, 2], 2]]

    def accepted(moves: list[Any], *rest: Any) -> bool:
        nodes = [{"side": "start", "moves": moves}, *rest]
        value = certificate(rectangle(1, 5), [0, 1, 3, 4], [3], {"kind": "ends", "nodes": nodes})
        return judge(value, program).accepted

    assert accepted(both, leaf, leaf)
    assert not accepted(both[:1], leaf), "a jump is missing"
    assert not accepted([*both, both[0]], leaf, leaf), "a jump is listed twice"
    assert not accepted([both[0], [[4, 3, 2], 1]], leaf), "two pairs share a node"
    assert not accepted([[[0, 1, 2], 0], [[4, 3, 2], 0]]), "a node leads to itself"
    assert not accepted(both, leaf, leaf, leaf), "a node is never reached"


def test_large_levels_are_too_large(program: Path) -> None:
    value = json.loads((FOLDER / "accepted" / "closure-line4.json").read_bytes())
    value["proof"]["size"] = 10**10
    judgement = judge(value, program)
    assert judgement.code == 3


def test_the_command_shows_both(program: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["verify", str(FOLDER / "accepted" / "pagoda-english.json"), "--formal"]) == 0
    assert "The formal checker: ACCEPTED\nboard: orthogonal, holes (0,2)" in capsys.readouterr().out
    assert cli.main(["verify", str(FOLDER / "rejected" / "pagoda-raised.json"), "--formal", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["formal"]["accepted"] is False
    assert cli.main(["verify", str(FOLDER / "accepted" / "army-orthogonal-5.json"), "--formal"]) == 0
    assert "beyond it: 5\n" in capsys.readouterr().out


def test_another_answer_is_a_contradiction(
    program: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(formal, "judge", lambda *_: formal.Judgement(1, "REJECTED"))
    assert cli.main(["verify", str(FOLDER / "accepted" / "pagoda-line3.json"), "--formal"]) == 4
    assert "the formal checker: REJECTED" in capsys.readouterr().err


def test_without_the_program_the_command_says_how_to_build_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(formal, "installed", lambda: None)
    assert cli.main(["verify", str(FOLDER / "accepted" / "pagoda-line3.json"), "--formal"]) == 2
    assert "make -C formal" in capsys.readouterr().err
