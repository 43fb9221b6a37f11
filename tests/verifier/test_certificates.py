"""The folders of right, wrong and malformed certificates, checked by the stand-alone program."""

from __future__ import annotations

import ast
import json
import sys
from functools import cache
from pathlib import Path

import pytest

from feasibility import verifier
from verifier.alone import run, run_many

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


def test_every_kind_has_a_right_and_a_wrong_certificate() -> None:
    kinds = {*verifier.KINDS, "army"}
    for folder in ("accepted", "rejected", "malformed"):
        assert kinds <= {path.stem.partition("-")[0] for path in FILES[folder]}, folder


def test_the_checker_imports_only_the_standard_library() -> None:
    tree = ast.parse(Path(verifier.__file__).read_text(encoding="utf-8"))
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported.add((node.module or "").partition(".")[0])
    assert imported <= set(sys.stdlib_module_names)


def test_the_report_draws_start_and_target() -> None:
    result = run(str(FOLDER / "accepted" / "play-pattern.json"))
    assert result.returncode == 0
    lines = result.stdout.decode().splitlines()
    assert lines[0] == "VALID: feasible, proved by play"
    assert "board: 4 holes, 4 jumps, geometry orthogonal (its author calls it 'test')" in lines
    assert lines[lines.index("start:") + 1] == "  x x . x"
    assert lines[lines.index("target:") + 1] == "  . . x ?"


def test_a_bound_is_told_from_a_verdict() -> None:
    said = b"This is a bound on plays and no verdict"
    assert said in run(str(FOLDER / "accepted" / "bound-pegs-at-least.json")).stdout
    assert said not in run(str(FOLDER / "accepted" / "play-triangle.json")).stdout


def test_triangular_boards_are_drawn_as_triangles() -> None:
    lines = run(str(FOLDER / "accepted" / "play-triangle.json")).stdout.decode().splitlines()
    first = lines.index("start:") + 1
    assert lines[first : first + 3] == ["    x", "   . x", "  x . ."]


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
    assert b"pegs in holes [0, 1]" in result.stdout
