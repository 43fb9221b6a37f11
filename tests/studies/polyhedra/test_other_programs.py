"""What lrs, cdd, polymake and 4ti2 make of our files, and we of theirs: `.ci/run` installs these programs."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import feasibility
from feasibility.base.errors import ExitCode
from feasibility.cli import main

pytestmark = pytest.mark.full  # polymake takes seconds to start
BOARDS = ("line:5", "rectangle:2x3", "line:3")  # the last two have a lineality space
FEASIBLE = {"line:5:+e1": True, "line:5:+d1+e1": False}  # in the cone of what +a1+b1+d1 can become


def answer(folder: Path, *command: str) -> str:
    """What a program prints."""
    if shutil.which(command[0]) is None:
        pytest.skip(f"NOT CHECKED: {command[0]} is missing, which .ci/run installs")
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, timeout=600)
    return done.stdout


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("program", ["lrs", "scdd_gmp", "polymake"])
def test_they_find_the_facets_from_the_file_of_a_board(program: str, name: str, tmp_path: Path) -> None:
    ending = ".poly" if program == "polymake" else ".ine"
    assert main(["board", name, "--matrix", str(tmp_path / f"board{ending}")]) == ExitCode.OK
    if program == "lrs":
        found = tmp_path / "found.ext"
        found.write_text(answer(tmp_path, "lrs", "board.ine"))
    elif program == "polymake":
        words = 'my $cone = load("board.poly"); $cone->FACETS; save($cone, "found.poly");'
        answer(tmp_path, "polymake", words)
        found = tmp_path / "found.poly"
    else:
        answer(tmp_path, program, "board.ine")
        found = tmp_path / "board.ext"
    assert set(feasibility.facets(name, read=found)) == set(feasibility.facets(name, engine="builtin"))


@pytest.mark.parametrize("target", FEASIBLE)
def test_they_solve_the_program_of_a_pair(target: str, tmp_path: Path) -> None:
    made = feasibility.model("line:5:+a1+b1+d1", target, form="arrays")
    for ending in (".ine", ".mat", ".poly"):
        feasibility.model("line:5:+a1+b1+d1", target, tmp_path / f"pair{ending}")
    vertices = re.findall(r"(?m)^ 1 ", answer(tmp_path, "lrs", "pair.ine"))
    assert bool(vertices) == FEASIBLE[target]
    answer(tmp_path, "4ti2-zsolve", "-q", "pair")
    head, *found = (tmp_path / "pair.zinhom").read_text().splitlines()
    assert head.split() == [str(len(found)), str(len(made.columns))] and bool(found) == FEASIBLE[target]
    for line in found:
        assert (made.A @ np.array(line.split(), dtype=int) == made.b).all()
    told = answer(tmp_path, "polymake", 'print load("pair.poly")->FEASIBLE ? "yes" : "no";')
    assert told == ("yes" if FEASIBLE[target] else "no")
