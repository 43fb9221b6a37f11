"""A study is taken away with its folder and its line in the registry, and everything else works."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import feasibility
from feasibility.registry import STUDIES, load, study
from feasibility.text import catalogue

PACKAGE = Path(feasibility.__file__).parent
ROOT = Path(__file__).parents[2]
PAIR = ["line:5:-b1", "--pegs", "2"]
# What people do with the core, and the exit code.
ALWAYS = [
    (["--help"], 0),
    (["check", *PAIR, "--certificate", "play.json"], 0),
    (["check", "line:5:+a1+b1", "line:5:+e1", "--certificate", "none.json"], 1),
    (["verify", "play.json"], 0),
    (["verify", "none.json"], 0),
    (["solve", *PAIR, "--picture", "play.svg"], 0),
    (["solve", *PAIR, "--all", "3"], 0),
    (["board", "english33"], 0),
    (["explain", "pagoda"], 0),
]


def told(study: str) -> ModuleType:
    """By what a study is TRIED, and what of other commands is REFUSED without it: its tests say so."""
    path = f"tests/studies/{study}/__init__.py"
    assert (ROOT / path).exists(), f"there is no {path}, with TRIED = [words of a command that is quick]"
    return import_module(f"tests.studies.{study}")


def refused_without(study: str) -> list[tuple[list[str], str]]:
    found: list[tuple[list[str], str]] = getattr(told(study), "REFUSED", [])
    return found


PROGRAM = """
import sys, feasibility
for name in feasibility.__all__:
    assert getattr(feasibility, name) is not None
assert str(feasibility.board("line:5")) and "<svg" in feasibility.board("line:5")._repr_html_()
from feasibility.cli import main
for words in eval(sys.stdin.read()):
    print("CODE", main(words), file=sys.stderr)
"""


def without(study: str, folder: Path) -> None:
    """The package without a study."""
    skip = shutil.ignore_patterns("*.c", "*.h", "_boards")
    shutil.copytree(PACKAGE, folder / "feasibility", ignore=skip, copy_function=os.symlink)
    (folder / "boards").symlink_to(catalogue.root())
    shutil.rmtree(folder / "feasibility" / "studies" / study)
    registry = folder / "feasibility" / "registry.py"
    lines = registry.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if line != f'    "{study}",\n']
    assert len(kept) == len(lines) - 1
    registry.unlink()
    registry.write_text("".join(kept), encoding="utf-8")


@pytest.mark.parametrize("study", STUDIES)
def test_without_a_study_the_others_and_the_core_work(study: str, tmp_path: Path) -> None:
    without(study, tmp_path)
    others = [told(name) for name in STUDIES if name != study]
    works = [*ALWAYS, *((other.TRIED, 0) for other in others if study not in getattr(other, "NEEDS", ()))]
    refused = [words for words, _ in refused_without(study)]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=repr([*(words for words, _ in works), *refused]),
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    codes = [int(line.removeprefix("CODE ")) for line in done.stderr.splitlines() if line.startswith("CODE ")]
    assert codes == [code for _, code in works] + [2] * len(refused), done.stderr
    for _, says in refused_without(study):
        assert says in done.stderr
    for name in feasibility.registry.study(study).commands:
        assert f"\n  {name} " not in done.stdout


def test_the_options_that_a_study_adds_are_asked_for_without_it() -> None:
    for one in STUDIES:
        for hook, module in study(one).fills.items():
            if hook.startswith("cli.") and hook.endswith(":OPTIONS"):
                command = hook.removeprefix("cli.").removesuffix(":OPTIONS")
                asked = [words for words, _ in refused_without(one) if words[0] == command]
                has = set(vars(load(f"studies.{one}.{module}")))
                lacks = {"OPTIONS", "APART", "add", "run"} - has
                assert not lacks, f"studies/{one}/{module}.py has no {', '.join(sorted(lacks))}"
                options = {f"--{name.replace('_', '-')}" for name in load(f"studies.{one}.{module}").OPTIONS}
                assert options & {word for words in asked for word in words}, (
                    f"REFUSED in tests/studies/{one} has no `{command}` with one of {sorted(options)}"
                )


def test_every_study_is_listed_and_tried() -> None:
    folders = {path.parent.name for path in PACKAGE.glob("studies/*/__init__.py")}
    assert folders == set(STUDIES), (
        "STUDIES of feasibility/registry.py lists the folders of feasibility/studies/"
    )
    for one in STUDIES:
        assert hasattr(told(one), "TRIED"), one
