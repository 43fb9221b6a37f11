"""What shows that an installed package is complete; run against the built wheel as well."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

import feasibility
from feasibility.text import catalogue

pytestmark = pytest.mark.smoke


def test_boards_and_problems_are_installed() -> None:
    assert catalogue.board("english33").n == 33
    assert len([name for name in catalogue.problems() if name.startswith("lucas/")]) == 30
    assert feasibility.read_pair("problem:lucas/EL30").jumps_needed == 35
    assert (Path(feasibility.__file__).parent / "py.typed").is_file()


def test_the_command_runs() -> None:
    beside = Path(sys.executable).parent / "pegfeas"
    command = [str(beside)] if beside.exists() else [sys.executable, "-m", "feasibility"]
    done = subprocess.run(
        [*command, "board", "english33"], capture_output=True, text=True, timeout=60, check=True
    )
    assert "33 holes, 76 jumps, 8 symmetries" in done.stdout


def test_the_command_runs_far_from_the_checkout(tmp_path: Path) -> None:
    """Only an installed package can; from a checkout the path has to be given."""
    source = str(Path(feasibility.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-m", "feasibility", "board", "problem:lucas/EL01", "--json"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        cwd=tmp_path,
        env={"PYTHONPATH": source},
    )
    assert '"holes"' in done.stdout


def test_the_version_is_that_of_the_distribution() -> None:
    try:
        installed = version("pegfeas")
    except PackageNotFoundError:
        installed = feasibility.__version__  # a checkout that is not installed has no distribution
    assert installed == feasibility.__version__


def test_boards_need_no_checkout(tmp_path: Path) -> None:
    """The wheel's layout: a package with _boards inside."""
    package = tmp_path / "feasibility"
    here = Path(feasibility.__file__).parent
    skip = shutil.ignore_patterns("__pycache__", "*.c", "*.h", "*.so", "_boards")
    shutil.copytree(here, package, ignore=skip)
    shutil.copytree(catalogue.root(), package / "_boards")
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from feasibility.text import catalogue; print(catalogue.root(), catalogue.board('english33').n)",
        ],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        cwd=tmp_path,
    )
    assert done.stdout == f"{package / '_boards'} 33\n"
