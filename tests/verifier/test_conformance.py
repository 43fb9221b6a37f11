"""The suite for checkers by other hands, and the schema of the format, agree with the verifier."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from feasibility import verifier
from tests.certificates import conformance
from tests.certificates.conformance import Case

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "docs" / "certificate-schema.json").read_text(encoding="utf-8"))
TYPES = {"object": dict, "array": list, "string": str, "integer": int}
CODES = {"valid": 0, "rejected": 1, "malformed": 2}
# Malformed by what a schema cannot say: a number against the board or another list, and an order.
BEYOND = (
    "there is no ", "expected ", "strictly increasing", "both in pegs and in free",
    "unknown key 'multiplier", "pegs on a board of", "weight vectors for", "each once", "listed twice",
    "an integer of ",
)  # fmt: skip


@cache
def cases() -> list[Case]:
    return list(conformance.suite())


def fits(value: Any, schema: Any = SCHEMA) -> bool:
    """The words of JSON Schema that this one uses; 1.0 is no integer here."""
    if not isinstance(schema, dict):
        return bool(schema)
    if "$ref" in schema:
        return fits(value, SCHEMA["$defs"][schema["$ref"].removeprefix("#/$defs/")])
    if "oneOf" in schema:
        return sum(fits(value, one) for one in schema["oneOf"]) == 1
    if "const" in schema or "enum" in schema:
        return any(
            type(value) is type(one) and value == one for one in schema.get("enum", [schema.get("const")])
        )
    if type(value) is not TYPES[schema["type"]]:
        return False
    if isinstance(value, dict):
        known = schema["properties"]
        return set(schema["required"]) <= set(value) <= set(known) and all(
            fits(one, known[key]) for key, one in value.items()
        )
    if isinstance(value, list):
        first, rest = schema.get("prefixItems", []), schema["items"]
        unique = len({json.dumps(one) for one in value}) == len(value) or not schema.get("uniqueItems")
        return (
            len(value) >= schema.get("minItems", 0)
            and unique
            and all(fits(one, first[i] if i < len(first) else rest) for i, one in enumerate(value))
        )
    return not isinstance(value, int) or value >= schema.get("minimum", value)


def test_the_suite_is_large_and_small() -> None:
    kinds = {*verifier.KINDS, "army", "rule"}
    found = Counter((case.kind, case.outcome) for case in cases())
    assert len(cases()) >= 500
    assert not [(kind, outcome) for kind in kinds for outcome in CODES if not found[kind, outcome]]
    assert (ROOT / "tests/certificates/changed.jsonl").stat().st_size < 100_000
    assert len({case.data for case in cases()}) > 0.95 * len(cases())


def test_the_verifier_says_what_the_suite_says() -> None:
    for case in cases():
        outcome = verifier.check(case.data)
        assert (outcome.outcome, outcome.exit_code) == (case.outcome, CODES[case.outcome]), (case, outcome)


def test_the_schema_takes_what_is_not_malformed() -> None:
    """What is malformed and yet fits is at fault in what no schema says."""
    refused = 0
    for case in cases():
        try:
            value = json.loads(case.data)
        except ValueError:
            assert case.outcome == "malformed"
            continue
        if case.outcome == "malformed":
            refused += not fits(value)
            reason = str(verifier.check(case.data).reason)
            assert not fits(value) or any(words in reason for words in BEYOND) or "twice" in reason, (
                case,
                reason,
            )
        else:
            assert fits(value), case
    assert refused > 200


def test_the_schema_knows_every_kind() -> None:
    meant = [one["$ref"].rpartition("/")[2] for one in SCHEMA["$defs"]["anyProof"]["oneOf"]]
    kinds = {SCHEMA["$defs"][name]["properties"]["kind"]["const"] for name in meant}
    assert kinds == {*verifier.KINDS}, "anyProof of docs/certificate-schema.json has each kind"


@pytest.mark.parametrize(
    ("code", "exit_code", "line"),
    [
        ("0", 1, "ACCEPTED ALTHOUGH WRONG: "),
        ("1", 1, "refused although right: "),
        ("3", 0, "ACCEPTED ALTHOUGH WRONG: 0"),
    ],
)
def test_a_checker_that_knows_nothing_is_found_out(
    code: str, exit_code: int, line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    some = cases()[::40]
    monkeypatch.setattr(conformance, "suite", lambda: some)
    found = conformance.main([sys.executable, "-I", "-S", "-c", f"import sys; sys.exit({code})", "{}"])
    out = capsys.readouterr().out
    assert found == exit_code and line in out
    right = sum(case.outcome == "valid" for case in cases()[::40])
    assert f"valid         {right} " in out


def test_the_words_count_only_if_they_are_asked_for() -> None:
    wrong = [(case, "rejected" if case.outcome == "malformed" else case.outcome) for case in cases()]
    assert conformance.report(wrong, words=False)[1] == 0
    text, code = conformance.report(wrong, words=True)
    assert code == 1 and "rejected and malformed confused: " in text


def test_a_stranger_runs_it_with_one_command(tmp_path: Path) -> None:
    """The script by itself, on a checker of their own that is asked for few certificates."""
    script = ROOT / "tests" / "certificates" / "conformance.py"
    done = subprocess.run([sys.executable, "-I", str(script)], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "expected the command of a checker" in done.stderr
    done = subprocess.run(
        [sys.executable, "-I", str(script), str(tmp_path / "missing")],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 2 and "does not start" in done.stderr


@pytest.mark.slow
def test_the_verifier_alone_passes_the_suite() -> None:
    script = ROOT / "tests" / "certificates" / "conformance.py"
    command = [sys.executable, "-I", str(script), "--words", sys.executable, "-I", verifier.__file__]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
