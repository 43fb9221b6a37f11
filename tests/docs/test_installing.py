"""Each library that is installed has its reason on the page, no other has one; the recipe agrees."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import yaml

import feasibility

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


def test_the_recipe_for_conda_says_the_same() -> None:
    described = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    recipe = yaml.safe_load((ROOT / "recipe" / "recipe.yaml").read_text(encoding="utf-8"))
    project, needs = described["project"], recipe["requirements"]
    own_names = {"matplotlib": "matplotlib-base"}  # without windows
    wanted = [re.fullmatch(r"([a-z]+)(>=.*)", one) for one in project["dependencies"]]
    assert needs["run"] == [
        "python",
        *(f"{own_names.get(m[1], m[1])} {m[2]}" for m in wanted if m is not None),
    ]
    assert needs["host"][2:] == [one.replace(">", " >") for one in described["build-system"]["requires"]]
    assert recipe["context"]["version"] == feasibility.__version__
    least = project["requires-python"].removeprefix(">=")
    assert recipe["build"]["skip"] == f'match(python, "<{least}")'
    assert recipe["about"]["summary"] == project["description"]
    assert [recipe["about"]["license_file"]] == project["license-files"]
