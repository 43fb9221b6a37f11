"""Type checkers find the package, and its types, after an editable install."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

import feasibility

ROOT = Path(__file__).parents[2]
NEEDED = ("pyproject.toml", "setup.py", "README.md", "LICENSE")
BUILD = "import sys; from setuptools import build_meta; build_meta.build_editable(sys.argv[1])"
RIGHT = """
import feasibility

pair = feasibility.read_pair("english33:-d4", "english33:+d4")
verdict: feasibility.Verdict = feasibility.check(pair, limits=1.0)
play: tuple[feasibility.Jump, ...] | None = verdict.play
solution: feasibility.Solution = feasibility.solve("line:5:-b1", pegs=2, sweeps=True)
pegs: int | None = feasibility.army(2).pegs
drawn: str = feasibility.picture(feasibility.bounds("line:4:+a1+b1", "line:4:+c1"))
certificate: feasibility.Certificate | None = feasibility.check("english33:-d4", "english33:+d4").certificate
ends: list[tuple[int, ...]] = [one.ends for one in feasibility.survey("triangle:3").vacancies]
facets: feasibility.Facets = feasibility.facets("line:5", time_limit=20, read="found.ext")
rows: tuple[str, ...] = feasibility.model(pair, kind="cone", form="arrays").rows
feasibility.model(pair, None, "pair.mat", force=True)
start: feasibility.Position = feasibility.Position.from_array(pair.board, pair.start.to_array())
pairs: list[feasibility.Pair] = [row.pair for row in feasibility.survey("line:5").rows]
"""
WRONG = """
import feasibility

sweeps: str = feasibility.solve("line:5:-b1", pegs=2).sweeps
feasibility.check(3.5)
"""


@pytest.fixture(scope="module")
def editable(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Path]]:
    """A copy of the sources, and an environment into which it is installed as `pip install -e` does it."""
    work = tmp_path_factory.mktemp("editable")
    tree = work / "tree"
    skip = shutil.ignore_patterns("*.so", "__pycache__")
    for folder in ("feasibility", "boards"):
        shutil.copytree(ROOT / folder, tree / folder, ignore=skip)
    for name in NEEDED:
        shutil.copy(ROOT / name, tree)
    without_compiler = {**os.environ, "CC": "false"}
    command = [sys.executable, "-W", "ignore", "-c", BUILD, str(work)]
    subprocess.run(command, cwd=tree, env=without_compiler, check=True, capture_output=True)
    venv.create(work / "venv", symlinks=True)
    (site,) = (work / "venv").glob("lib/python*/site-packages")
    (wheel,) = work.glob("*.whl")
    with ZipFile(wheel) as packed:
        packed.extractall(site)
    yield tree, site
    shutil.rmtree(work)


def test_an_editable_install_is_a_path_and_no_hook(editable: tuple[Path, Path]) -> None:
    tree, site = editable
    (pointer,) = site.glob("*.pth")
    assert pointer.read_text(encoding="utf-8").split("\n")[0] == str(tree)
    assert (tree / "feasibility" / "py.typed").exists()


def complaints(site: Path, folder: Path, checker: str, *options: str) -> str:
    """What a checker of types says of two scripts of a user."""
    every = "\n".join(f"v{i} = feasibility.{name}" for i, name in enumerate(feasibility.__all__))
    for name, text in (("right.py", f"{RIGHT}{every}\n"), ("wrong.py", WRONG)):
        (folder / name).write_text(text, encoding="utf-8")
    clean = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "MYPYPATH")}
    command = [sys.executable, "-m", checker, *options, str(site.parents[2] / "bin" / "python")]
    done = subprocess.run(
        [*command, "right.py", "wrong.py"], cwd=folder, env=clean, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


@pytest.mark.full
def test_pyright_strict_finds_the_types(editable: tuple[Path, Path], tmp_path: Path) -> None:
    if find_spec("basedpyright") is None:
        pytest.skip("NOT CHECKED: basedpyright is missing, which .ci/run installs")
    numpy = str(Path(np.__file__).parents[1])  # which an environment without dependencies lacks
    settings = {"typeCheckingMode": "strict", "extraPaths": [numpy]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    told = complaints(editable[1], tmp_path, "basedpyright", "--pythonpath")
    errors = [line.split(" - error")[0] for line in told.split("\n") if " - error: " in line]
    assert [Path(line.split(":")[0]).name for line in errors] == ["wrong.py", "wrong.py"], told


@pytest.mark.slow
def test_mypy_finds_the_package_and_its_types(editable: tuple[Path, Path], tmp_path: Path) -> None:
    told = complaints(editable[1], tmp_path, "mypy", "--strict", "--python-executable")
    errors = [line for line in told.split("\n") if ": error: " in line]
    assert [line.partition(":")[0] for line in errors] == ["wrong.py", "wrong.py"], told
    assert "[assignment]" in errors[0] and "[arg-type]" in errors[1]
