"""The certificates of what is new: the page says what was recorded, and the short ones are made again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import feasibility
from research.claims import CHECKERS, CLAIMS, PAGE, kept, made, table

SHORT = [name for name, new in CLAIMS.items() if not new.long]


def test_the_table_is_that_of_the_records() -> None:
    between = PAGE.read_text(encoding="utf-8").partition("<!-- certificates -->")[2]
    rows = between.partition("<!-- end of certificates -->")[0].split("\n")
    assert [row for row in rows if row.startswith("|")] == [*table(kept())]


def test_each_record_is_of_this_version_and_was_accepted() -> None:
    records = kept()
    assert set(SHORT) <= set(records) <= set(CLAIMS)
    for name, record in records.items():
        assert record["version"] == feasibility.__version__
        assert record["command"] == CLAIMS[name].command, "the command has changed: make the record again"
        assert set(record["checked"]) <= set(CHECKERS) and "valid" in record["checked"].values()
        assert set(record["checked"].values()) <= {"valid", "too large", "not checked"}


@pytest.mark.slow
@pytest.mark.parametrize("name", SHORT)
def test_a_claim_is_made_again(name: str, tmp_path: Path) -> None:
    """The same question, kind and statement, and every checker that is here accepts."""
    again, recorded = made(name, tmp_path), kept()[name]
    assert json.loads((tmp_path / f"{name}.json").read_text())["claim"]
    for part in ("question", "kind", "command"):
        assert again[part] == recorded[part]
    assert set(again["checked"].values()) == {"valid"}
