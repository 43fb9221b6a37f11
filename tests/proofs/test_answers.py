"""What `verify` finds in answers: each certificate, and no answer that hides what is none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from feasibility import check, read_pair, verifier
from feasibility.cli import main
from feasibility.proofs.answers import certificates_in

GOOD = check(read_pair("line:3:+a1+b1", "line:3:+b1")).certificate
TEXT = "" if GOOD is None else json.dumps(GOOD.to_json())
TWICE = TEXT[:-1] + ', "claim": "feasible"}'


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (TEXT, 1),
        (f'{{"certificate": {TEXT}}}', 1),
        (f'{{"certificate": {TEXT}, "seconds": 0.1}}\n{{"verdict": "unknown", "certificate": null}}', 1),
        (f'{{"id": 1, "line": 1, "error": "not JSON"}}\n{{"certificate": {TEXT}}}', 1),  # of batch
        (f"{TEXT}\n{TEXT}", 2),
        (f'{{"verdict": "feasible", "certificate": null, "play": {TEXT}, "seconds": 0.1}}', 1),
        (f'{{"certificates": [{TEXT}, {TEXT}]}}', 2),
        (f'{{"certificates": [{TEXT}], "certificate": {TEXT}, "play": [[0, 1, 2]]}}', 2),
        (f'{{"certificate": {TEXT}, "jumps": [{{"certificate": {TEXT}}}, {{"certificate": null}}]}}', 2),
        (f'{{"seconds": 0.1, "proof": {TEXT}, "power": null}}', 1),  # of a rule
        (f'{{"contradiction": [{TEXT}], "orbits": [{{"most": {{"certificate": {TEXT}}}}}]}}', 2),
    ],
)
def test_each_certificate_is_found(
    text: str, number: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "answer.json"
    file.write_text(text)
    without = text.count('"unknown"') + text.count('"error"')
    assert certificates_in(str(file), 10**6) == ([json.loads(TEXT)] * number, without)
    assert main(["verify", str(file)]) == 0
    assert ("1 answer without a certificate in " in capsys.readouterr().err) is bool(without)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (TWICE, "the key 'claim' appears twice"),
        (f'{{"certificate": {TWICE}, "seconds": 0.1}}', "the key 'claim' appears twice"),
        (f"{TEXT}\n{TWICE}", "the key 'claim' appears twice"),
        (
            f'{{"certificate": 1, "seconds": 0.1, "certificate": {TEXT}}}',
            "'certificate' appears twice",
        ),
        (f'{{"certificates": [{TEXT}, "junk"]}}', "expected a JSON object, got a string"),
        (f'{{"certificates": [{TEXT}, null]}}', "expected a JSON object, got null"),
        (f'{{"certificate": {TEXT}}}\n{{"verdict": "infeasible", "certificate": null}}', "got null"),
        (f'{TEXT}\n{{"verdict": "infeasible", "certificate": 42}}', "expected a JSON object, got an integer"),
        (f'{TEXT}\n{{"verdict": "infeasible", "certificate": "a.json"}}', "in a file of its own, 'a.json'"),
        (f'{TEXT}\n{{"verdict": "infeasible", "certificates": []}}', "got null"),
        (f'{TEXT}\n{{"claims": 1, "seconds": 0.1}}', "no certificate is in it"),
        (f'{{"certificate": {TEXT}, "jumps": [{{"certificate": 1}}]}}', "got an integer"),
        (
            '{"board": "line:5", "pairs": [{"verdict": "infeasible", "seconds": 0.1}]}',
            "no certificate is in it",
        ),
        (
            f'{{"verdict": "feasible", "certificate": {TEXT}}}',
            "says feasible, and its certificate infeasible",
        ),
    ],
)
def test_what_is_no_certificate_is_not_passed_over(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "answer.json"
    file.write_text(text)
    with pytest.raises(verifier.Malformed, match=said):
        certificates_in(str(file), 10**6)
    assert main(["verify", str(file)]) == 2


def test_a_rule_is_not_about_a_pair(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Although it has no start, as the empty position has no pegs."""
    board = json.loads(TEXT)["board"]
    claim = {"format": "pegfeas-certificate", "version": 1, "board": board, "claim": "sound"}
    sound = tmp_path / "sound.json"
    sound.write_text(json.dumps({**claim, "proof": {"kind": "rule", "parts": []}}))
    assert main(["verify", str(sound)]) == 0
    empty = tmp_path / "empty.txt"
    empty.write_text("...\n---\n...\n")
    assert main(["verify", str(sound), "--start", str(empty)]) == 1
    assert "is about a rule and not about this pair" in capsys.readouterr().out
