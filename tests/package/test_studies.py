"""A study is taken away with its folder and its line in the registry, and everything else works."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import feasibility
from feasibility.registry import STUDIES, load, study
from feasibility.text import catalogue

PACKAGE = Path(feasibility.__file__).parent
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
# What a study adds to commands that are not its own: without it they refuse it in words.
ASKED_FOR = {
    "sweeps": [
        (["solve", *PAIR, "--sweeps"], "nothing here finds the fewest sweeps"),
        (["solve", *PAIR, "--last-sweep", "1"], "unknown option"),
        (["count", "line:4:-b1", "line:4:+d1", "--sweeps"], "--sweeps"),
    ],
    "tracking": [(["solve", *PAIR, "--track", "a1"], "unknown option")],
    "exports": [
        (["verify", "none.json", "--export", "x.vipr"], "unknown option"),
        (["verify", "none.json", "--formal"], "unknown option"),
    ],
    "census": [(["survey", "--graphs", "4"], "")],
}
# The other studies, each by something quick.
OF_STUDIES = {
    "surveys": ["survey", "line:5", "--jobs", "1"],
    "census": ["survey", "--graphs", "4", "--jobs", "1"],
    "counting": ["count", *PAIR],
    "sweeps": ["solve", *PAIR, "--sweeps"],
    "tracking": ["solve", "triangle:4:-a2", "triangle:4:+b2", "--track", "=b2"],
    "advice": ["advise", *PAIR],
    "rules": ["validate", "trivial", "--board", "line:5", "--no-power"],
    "polyhedra": ["facets", "line:4", "--engine", "builtin"],
    "armies": ["army", "--level", "2"],
    "exports": ["model", "line:5:-b1", "line:5:+a1"],
    "page": ["serve", "--help"],
}
NEEDS = {"census": {"surveys"}}  # its options belong to that command
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
    others = [name for name in OF_STUDIES if name != study and study not in NEEDS.get(name, ())]
    works = [*ALWAYS, *((OF_STUDIES[name], 0) for name in others)]
    refused = [words for words, _ in ASKED_FOR.get(study, ())]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=repr([*(words for words, _ in works), *refused]),
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    codes = [int(line.removeprefix("CODE ")) for line in done.stderr.splitlines() if line.startswith("CODE ")]
    assert codes == [code for _, code in works] + [2] * len(refused), done.stderr
    for _, says in ASKED_FOR.get(study, ()):
        assert says in done.stderr
    for name in feasibility.registry.study(study).commands:
        assert f"\n  {name} " not in done.stdout


def test_the_options_that_a_study_adds_are_asked_for_without_it() -> None:
    for one in STUDIES:
        for hook, module in study(one).fills.items():
            if hook.startswith("cli.") and hook.endswith(":OPTIONS"):
                command = hook.removeprefix("cli.").removesuffix(":OPTIONS")
                asked = [words for words, _ in ASKED_FOR.get(one, ()) if words[0] == command]
                options = {f"--{name.replace('_', '-')}" for name in load(f"studies.{one}.{module}").OPTIONS}
                assert options & {word for words in asked for word in words}, (
                    f"ASKED_FOR[{one!r}] has no `{command}` with one of {sorted(options)}"
                )


def test_every_study_is_listed_and_tried() -> None:
    folders = {path.parent.name for path in PACKAGE.glob("studies/*/__init__.py")}
    assert folders == set(STUDIES) == set(OF_STUDIES)
