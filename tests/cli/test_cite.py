"""BibTeX for the program and for the sources of each criterion."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from feasibility import __version__
from feasibility.cli import main
from feasibility.cli.cite import SOURCES
from feasibility.decide.schedule import CRITERIA

PAGE = (Path(__file__).parents[2] / "docs" / "references.md").read_text(encoding="utf-8")


def test_every_source_is_used() -> None:
    assert {key for criterion in CRITERIA for key in criterion.sources} == set(SOURCES)


@pytest.mark.parametrize("key", SOURCES)
def test_sources_are_those_of_the_references(key: str) -> None:
    """By the name of the first author and the year."""
    fields = dict(re.findall(r"(\w+) = {(.*)}", SOURCES[key]))
    family = fields["author"].split(",")[0]
    assert any(family in part and fields["year"] in part for part in re.split(r"\n\n", PAGE)), key


@pytest.mark.parametrize("words", [["cite"], ["--cite"], ["cite", "cone"], ["--cite", "rule-of-three"]])
def test_entries_are_balanced_and_name_the_version(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 0
    out = capsys.readouterr().out
    assert f"version = {{{__version__}}}" in out and out.startswith("@software{pegfeas,")
    assert out.count("{") == out.count("}")
    assert out.count("@") == 1 + sum(len(one.sources) for one in CRITERIA if one.name == words[-1])
