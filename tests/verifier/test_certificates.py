"""The folders of right, wrong and malformed certificates, checked by the stand-alone program."""

from __future__ import annotations

import ast
import hashlib
import json
import sys
from functools import cache
from itertools import permutations
from pathlib import Path

import pytest

from feasibility import verifier
from tests.verifier.alone import run, run_many
from tests.verifier.reference import certificate, jumps_of, rectangle

FOLDER = Path(__file__).parent.parent / "certificates"
FILES = {kind: sorted((FOLDER / kind).glob("*.json")) for kind in ("accepted", "rejected", "malformed")}


@cache
def outcomes(kind: str) -> dict[str, dict[str, object]]:
    return run_many(FILES[kind])


def reasons(kind: str) -> dict[str, str]:
    lines = (FOLDER / kind / "reasons.txt").read_text(encoding="utf-8").splitlines()
    return {name: reason for name, _, reason in (line.partition(": ") for line in lines)}


@pytest.mark.parametrize("path", FILES["accepted"], ids=lambda path: path.stem)
def test_right_certificates_are_accepted(path: Path) -> None:
    outcome = outcomes("accepted")[path.stem]
    written = json.loads(path.read_bytes())
    assert outcome["outcome"] == "valid", outcome
    assert outcome["claim"] == written["claim"]
    assert outcome["kind"] == written["proof"]["kind"] == path.stem.partition("-")[0]


@pytest.mark.parametrize("kind", ["rejected", "malformed"])
def test_every_wrong_certificate_has_its_reason(kind: str) -> None:
    assert set(reasons(kind)) == {path.stem for path in FILES[kind]}
    assert len(FILES[kind]) > 70


@pytest.mark.parametrize("path", FILES["rejected"], ids=lambda path: path.stem)
def test_wrong_certificates_are_rejected_for_their_reason(path: Path) -> None:
    outcome = outcomes("rejected")[path.stem]
    assert (outcome["outcome"], outcome["exit_code"]) == ("rejected", 1)
    assert reasons("rejected")[path.stem] in str(outcome["reason"])


@pytest.mark.parametrize("path", FILES["malformed"], ids=lambda path: path.stem)
def test_malformed_certificates_are_named_so(path: Path) -> None:
    outcome = outcomes("malformed")[path.stem]
    assert (outcome["outcome"], outcome["exit_code"]) == ("malformed", 2)
    assert reasons("malformed")[path.stem] in str(outcome["reason"])


def test_the_checker_imports_only_the_standard_library_when_it_is_read() -> None:
    tree = ast.parse(Path(verifier.__file__).read_text(encoding="utf-8"))
    imported = set()
    for node in [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]:
        assert isinstance(node, ast.Import) or node.level == 0
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [n.name for n in node.names]
        imported |= {(name.partition(".")[0], node in tree.body) for name in names}
    others = {(name, early) for name, early in imported if name not in sys.stdlib_module_names}
    assert others == {("numpy", False)}


def test_the_report_draws_start_and_target() -> None:
    result = run(str(FOLDER / "accepted" / "play-pattern.json"))
    assert result.returncode == 0
    lines = result.stdout.decode().splitlines()
    assert lines[0] == "VALID: feasible, proved by play"
    assert "board: 4 holes, 4 jumps, geometry orthogonal (its author calls it 'test')" in lines
    assert lines[lines.index("start:") + 1] == "  xx.x"
    assert lines[lines.index("target:") + 1] == "  ..x?"


def test_a_bound_is_told_from_a_verdict() -> None:
    said = b"This is a bound on plays and no verdict"
    assert said in run(str(FOLDER / "accepted" / "bound-pegs-at-least.json")).stdout
    assert said not in run(str(FOLDER / "accepted" / "play-triangle.json")).stdout


def test_triangular_boards_are_drawn_as_triangles() -> None:
    lines = run(str(FOLDER / "accepted" / "play-triangle.json")).stdout.decode().splitlines()
    first = lines.index("start:") + 1
    assert lines[first : first + 4] == ["# geometry: triangular", "    x", "   . x", "  x . ."]


def test_a_rejection_is_a_result_and_a_malformed_input_a_message() -> None:
    rejected = run(str(FOLDER / "rejected" / "search-past-target.json"))
    assert rejected.stdout.startswith(b"REJECTED: the levels cover 2 jumps") and not rejected.stderr
    malformed = run(str(FOLDER / "malformed" / "nan.json"))
    assert malformed.stderr.startswith(b"MALFORMED: NaN is not an integer") and not malformed.stdout


def test_the_name_of_a_board_is_never_believed_nor_printed_raw() -> None:
    written = json.loads((FOLDER / "accepted" / "play-line3.json").read_bytes())
    written["board"]["name"] = "english33\x1b[2J\u202e\ud800" + "x" * 1000
    result = run("-", stdin=json.dumps(written).encode())
    assert result.returncode == 0
    assert b"board: 3 holes" in result.stdout and b"\\x1b[2J\\u202e\\ud800" in result.stdout
    assert b"\x1b" not in result.stdout and len(result.stdout) < 600


def test_a_large_board_is_reported_as_lists() -> None:
    holes = [[0, 0], [0, 1], [0, 2], [10**50, 0]]
    written = json.loads((FOLDER / "accepted" / "play-line3.json").read_bytes())
    written["board"]["holes"] = holes
    result = run("-", stdin=json.dumps(written).encode())
    assert result.returncode == 0
    assert b"holes: (0,0), (0,1), (0,2), (an integer of 167 bits,0)\n" in result.stdout
    assert b"pegs in (0,0), (0,1)\n" in result.stdout


def explicit_play(holes: int, jumps: list[list[int]], pegs: list[int]) -> dict[str, object]:
    """A play of no jumps; its proof is the same on any board."""
    value = certificate(rectangle(1, holes), pegs, pegs, {"kind": "play", "jumps": []}, claim="feasible")
    board = {"name": "", "geometry": "explicit", "holes": [[0, i] for i in range(holes)], "jumps": jumps}
    return value | {"board": board}


def test_a_board_given_by_its_jumps_is_reported_with_them() -> None:
    reports = set()
    for jump in ([2, 1, 0], [2, 0, 1]):
        outcome = verifier.check(explicit_play(3, [[0, 1, 2], jump], [0]))
        reports.add(str(outcome).partition("sha256")[0])
        assert json.loads(verifier.as_json(outcome))["board"]["jump_list"] == sorted([[0, 1, 2], jump])
    assert len(reports) == 2
    assert any("jumps, each from, over, to: (0,0)(0,1)(0,2), (0,2)(0,1)(0,0)\n" in said for said in reports)
    derived = json.loads((FOLDER / "accepted" / "play-line3.json").read_bytes())
    assert "jump_list" not in verifier.as_json(verifier.check(derived))
    assert "sha256" not in str(verifier.check(derived))


@pytest.mark.parametrize("claim", ["bound", "sound"])
def test_numbers_of_holes_that_do_not_go_row_by_row_are_told(claim: str) -> None:
    """By their drawings alone these say the same of two different jumps, or rules."""
    bound = {"kind": "bound", "bound": {"jump": [0, 1, 2], "at_most": 4}, "root": {"weights": [1] * 5}}
    rule = {"kind": "rule", "parts": [{"kind": "pagoda", "weights": [1, 2, 1, 1, 1]}]}
    said = []
    for holes in (rectangle(1, 5), rectangle(1, 5)[::-1]):
        value = certificate(holes, [0, 1, 3, 4], {"count": 1}, bound, claim="bound")
        if claim == "sound":
            value = {name: value[name] for name in ("format", "version", "board")}
            value |= {"claim": "sound", "proof": rule}
        outcome = verifier.check(value)
        assert outcome.valid
        said.append(str(outcome))
    assert "holes: (" not in said[0]
    assert "\nholes: (0,4), (0,3), (0,2), (0,1), (0,0)\nsha256 of holes" in said[1]


def test_what_is_cut_says_so_and_has_a_digest() -> None:
    triples = [list(triple) for triple in permutations(range(7), 3)]
    pegs = list(range(110))
    outcomes = [verifier.check(explicit_play(120, triples[:n], pegs)) for n in (209, 210)]
    outcomes.append(verifier.check(explicit_play(120, [*triples[:208], triples[209]], pegs)))
    said = [str(outcome) for outcome in outcomes]
    assert [said[0].count(f"... and {more} more\n") for more in (20, 109, 10)] == [1, 1, 1]
    assert said[0].endswith("... and 10 more")
    assert len({text.partition("sha256")[2] for text in said}) == 3
    assert len({text.partition("sha256")[0] for text in said}) == 2, "the digest alone tells two apart"


def test_the_digest_is_of_what_is_printed_as_json() -> None:
    derived = json.loads((FOLDER / "accepted" / "play-triangle.json").read_bytes())
    for value in (explicit_play(3, [[2, 1, 0], [0, 1, 2]], [0]), derived):
        found = json.loads(verifier.as_json(verifier.check(value)))
        holes, target = found["board"]["holes"], found["target"]
        jumps = found["board"].get("jump_list") or jumps_of(tuple(map(tuple, holes)), "triangular")
        what = [holes, jumps, found["start"], [target["pegs"], target["free"]]]
        text = json.dumps(what, separators=(",", ":"))
        assert found["sha256"] == hashlib.sha256(text.encode()).hexdigest()


def _bound(bound: dict[str, object], root: dict[str, object]) -> str:
    board = {"name": "", "geometry": "orthogonal", "holes": [[0, 0], [0, 1], [0, 2], [0, 3]]}
    certificate = {"format": "pegfeas-certificate", "version": 1, "board": board, "start": [0, 1]}
    claim = {"target": {"pegs": [2], "free": []}, "claim": "bound"}
    proof = {"kind": "bound", "bound": bound, "root": root}
    return verifier.verify({**certificate, **claim, "proof": proof}).statement


def test_a_bound_that_is_cut_is_told_from_others_and_keeps_its_sign() -> None:
    jump = [0, 1, 2]
    sums = [[[1, jump]] * 100 + [[last, jump]] for last in (-100, -777)]
    root: dict[str, object] = {"weights": [0] * 4, "multipliers": [1]}
    first, second = (_bound({"sum": terms, "at_most": 0}, root) for terms in sums)
    cut = [said.partition("; sha256 of bound and given: ") for said in (first, second)]
    assert cut[0][0] == cut[1][0] and cut[0][2] != cut[1][2]
    assert "sha256" not in _bound({"sum": [[1, jump], [-1, jump]], "at_most": 0}, root)
    cases = {"jump": jump, "at_most": 0, "low": {"weights": [-1, 0, 0, 0], "multipliers": [0]}, "high": root}
    assert "a negative integer of 121 bits x [0, 1, 2]" in _bound(
        {"sum": [[-(2**120), jump]], "at_most": -5}, cases
    )
    none = _bound({"sum": [], "at_most": 0}, {"weights": [0] * 4, "multipliers": [1]})
    assert "the sum of no jumps is at most 0" in none


def test_rules_are_told_apart() -> None:
    board = {"name": "", "geometry": "orthogonal", "holes": [[0, 0], [0, 1], [0, 2], [0, 3]]}
    rule = {"format": "pegfeas-certificate", "version": 1, "board": board, "claim": "sound"}
    parts = [{"kind": "pagoda", "weights": [weight] * 4} for weight in (0, 1)]
    proofs = [{"kind": "rule", "parts": [part]} for part in parts]
    assert len({verifier.verify({**rule, "proof": proof}).statement for proof in proofs}) == 2
