"""The gate in the suite of the solver in C: `pytest examples/solvers/test_slots.py`; needs a C compiler."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from shlex import quote

import pytest

import feasibility
from feasibility.cli import main

COMPILER = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")
pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C compiler")


def built(folder: Path, *options: str) -> str:
    """The command of the solver; the jumps of the board take the place of {jumps}."""
    source = Path(__file__).parent / "slots.c"
    subprocess.run([str(COMPILER), "-O2", *options, "-o", str(folder / "slots"), str(source)], check=True)
    return quote(str(folder / "slots"))


@pytest.mark.parametrize("board", ["rectangle:3x4", "torus:3x3"])
def test_what_the_solver_prunes_is_dead(board: str, tmp_path: Path) -> None:
    command = f"{built(tmp_path)} prune {{jumps}}"
    feasibility.assert_sound(None, board, command=command, lines="bits", cases=500, answer_limit=60)


def test_the_gate_finds_a_table_without_keys(tmp_path: Path) -> None:
    command = f"{built(tmp_path, '-DKEYLESS')} prune {{jumps}}"
    with pytest.raises(AssertionError, match=r"UNSOUND|NOT DETERMINISTIC"):
        feasibility.assert_sound(
            None, "rectangle:3x4", command=command, lines="bits", cases=500, answer_limit=60
        )


@pytest.mark.parametrize("board", ["rectangle:3x4", "torus:3x3"])
def test_the_whole_solver_is_right_on_pairs_with_proofs(board: str, tmp_path: Path) -> None:
    command = f"{built(tmp_path)} solve {{jumps}}"
    words = ["--solver", command, "--lines", "bits", "--test-set", "small", "--board", board]
    assert main(["validate", *words, "--answer-limit", "60"]) == 0
