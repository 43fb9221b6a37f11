"""What shows that an installed package is complete; run against the built wheel as well."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from importlib.metadata import distributions
from importlib.util import find_spec
from pathlib import Path

import pytest

import feasibility
from feasibility.cli import main
from feasibility.native import binding
from feasibility.text import catalogue

pytestmark = pytest.mark.smoke

CHECKOUT = Path(feasibility.__file__).parents[1].joinpath("pyproject.toml").is_file()


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
    """An installed package has its metadata beside it; a checkout has none, or those of an older day."""
    beside = Path(feasibility.__file__).parents[1]
    found = list(distributions(name="pegfeas", path=[str(beside)]))
    assert CHECKOUT or [each.version for each in found] == [feasibility.__version__]


def test_the_compiled_kernels_serve_every_python() -> None:
    """Built against the limited API, where there was a compiler."""
    folder = Path(feasibility.__file__).parent / "native"
    built = [path.name for path in folder.glob("_kernels*")]
    limited = all(".abi3." in name or name.endswith(".pyd") for name in built) or "t" in sys.abiflags
    assert limited or CHECKOUT  # where kernels of an older day may stand
    assert bool(built) == bool(binding.levels())


def test_the_doctor_finds_all_that_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"pegfeas {feasibility.__version__}, Python ") and "\nkernels: " in out
    assert "MISSING" not in out and out.endswith("a proof and a play were made and verified\n")
    assert main(["doctor", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["works"] is True


def test_a_picture_and_the_page_need_nothing_else(tmp_path: Path) -> None:
    """What `pip install pegfeas` brings is enough for PNG and for `serve`."""
    path = tmp_path / "board.png"
    assert main(["draw", "english33:-d4", "-o", str(path)]) == 0
    assert path.read_bytes().startswith(b"\x89PNG")
    assert find_spec("starlette") and find_spec("uvicorn")


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
