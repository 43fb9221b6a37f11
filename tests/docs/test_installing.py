"""Each library that is installed has its reason on the page, and no other has one."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_dependency_has_a_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    page = (ROOT / "docs" / "reference" / "installing.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| ([a-z]+) \| \d+ \| \S", page, re.MULTILINE)
    assert sorted(named) == sorted(re.split("[>=]", one)[0] for one in project["dependencies"])


def test_every_dependency_is_imported() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    sources = "\n".join(p.read_text(encoding="utf-8") for p in (ROOT / "feasibility").rglob("*.py"))
    for one in project["dependencies"]:
        assert re.search(rf"^\s*(?:import|from) {re.split('[>=]', one)[0]}\b", sources, re.MULTILINE), one
