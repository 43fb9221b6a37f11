"""The theorem of the page that says how to add a kind is found by the build, and judges what is exported."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.proofs.test_kinds import BLOCKS, played

FORMAL = Path(__file__).parents[2] / "formal"
THEOREM = "formal/kinds/stuck.v"


@pytest.fixture
def copied(program: Path, tmp_path: Path) -> Path:
    """The folder as it is built; so only what comes after the kinds is built again."""
    if shutil.which("coqc") is None or not (FORMAL / "Checker.vo").is_file():
        pytest.skip("NOT CHECKED: formal/ is not built here, `make -C formal` builds it")
    shutil.copytree(FORMAL, tmp_path / "formal")
    return tmp_path / "formal"


def built(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", "-s"], cwd=folder, capture_output=True, text=True, timeout=600, check=False
    )


def test_who_follows_the_page_has_a_theorem(copied: Path, tmp_path: Path) -> None:
    (tmp_path / THEOREM).write_text(BLOCKS[THEOREM], encoding="utf-8")
    done = built(copied)
    assert done.returncode == 0, done.stderr
    (tmp_path / "page").mkdir()
    assert played(tmp_path / "page").returncode == 0
    text = (tmp_path / "page" / "plain.txt").read_bytes()
    done = subprocess.run(
        [copied / "build" / "pegfeas-formal", "--lines"], input=text, capture_output=True, check=True
    )
    assert re.findall(r"(?m)^CODE: (\d)", done.stdout.decode()) == ["0", "1", "1", "1"]


OTHER = BLOCKS[THEOREM].replace("~ feasible b p t", "True").partition("Proof.")[0] + "Proof. trivial. Qed.\n"
WRONG = [
    ("tree", "", "kinds/tree.v: reader.ml has a kind of this name"),
    ("Stuck", "", "kinds/Stuck.v: the name of a kind is small letters, digits and _"),
    ("stuck", "", "kinds.stuck.refutes was not found"),
    ("stuck", OTHER, 'The term "stuck.refutes_sound" has type'),
]


@pytest.mark.parametrize(("name", "text", "said"), WRONG)
def test_what_is_no_theorem_of_a_kind_ends_the_build(name: str, text: str, said: str, copied: Path) -> None:
    (copied / "kinds" / f"{name}.v").write_text(text, encoding="utf-8")
    done = built(copied)
    assert done.returncode != 0 and said in done.stderr, done.stderr


def test_a_theorem_that_is_admitted_ends_the_build(copied: Path) -> None:
    text = BLOCKS[THEOREM].partition("Proof.")[0] + "Admitted.\n"
    (copied / "kinds" / "stuck.v").write_text(text, encoding="utf-8")
    done = built(copied)
    assert done.returncode != 0 and "A theorem rests on an assumption" in done.stderr
