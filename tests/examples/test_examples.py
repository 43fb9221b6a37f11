"""Every example prints what is written down for it, and nothing is written down for one that is gone."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys

import pytest

import feasibility
from feasibility import verifier
from tests.examples.scripts import EXAMPLES, EXPECTED, expected, run, scripts

SLOW = {
    "05_validate_a_rule.py",
    "06_conways_army.py",
    "09_when_search_is_needed.py",
    "lucas/run.py",
    "lucas/searches.py",
    "theory/eighteen_sweeps.py",
}  # some ten seconds each


@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.slow] * (n in SLOW)) for n in scripts()])
def test_it_prints_what_is_written_down(name: str) -> None:
    assert run(name) == expected(name).read_text(encoding="utf-8")


def test_each_expected_output_has_its_script() -> None:
    assert {path.name for path in EXPECTED.iterdir()} == {expected(name).name for name in scripts()}


@pytest.mark.parametrize("path", sorted((EXAMPLES / "certificates").glob("*.json")), ids=lambda p: p.stem)
def test_the_certificates_are_valid(path: object) -> None:
    assert verifier.check(str(path)).valid


def test_the_check_by_hand_imports_nothing_of_ours() -> None:
    script = EXAMPLES / "03_certificate_by_hand.py"
    alone = subprocess.run(
        [sys.executable, "-I", "-S", str(script)], capture_output=True, text=True, check=True
    )
    assert "so the target is out of reach" in alone.stdout
    assert "feasibility" not in script.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "says"),
    [({"weights": [1] * 33}, "proves nothing"), ({"weights": [5, *[0] * 32]}, "proves nothing")],
)
def test_the_check_by_hand_can_say_no(change: dict[str, object], says: str, tmp_path: object) -> None:
    script = (EXAMPLES / "03_certificate_by_hand.py").read_text(encoding="utf-8")
    claim = json.loads((EXAMPLES / "certificates" / "conway.json").read_text(encoding="utf-8"))
    claim["proof"] |= change
    folder = tmp_path / "certificates"  # type: ignore[operator]
    folder.mkdir()
    (folder / "conway.json").write_text(json.dumps(claim), encoding="utf-8")
    (tmp_path / "check.py").write_text(script, encoding="utf-8")  # type: ignore[operator]
    done = subprocess.run(
        [sys.executable, "-I", str(tmp_path / "check.py")],  # type: ignore[operator]
        capture_output=True,
        text=True,
        check=True,
    )
    assert says in done.stdout


def test_the_page_of_examples_names_every_script() -> None:
    page = (EXAMPLES.parent / "docs" / "reference" / "examples.md").read_text(encoding="utf-8")
    for name in scripts():
        assert f"`{name}`" in page or f"`{name.partition('/')[0]}/`" in page, name


@pytest.mark.parametrize("name", ["rectangle:4x4", "line:7", "triangle:4"])
def test_the_most_successors_of_small_boards(name: str) -> None:
    """Against all positions, one by one."""
    most_successors = runpy.run_path(str(EXAMPLES / "theory" / "successors.py"))["most_successors"]
    board = feasibility.board(name)
    legal = (sum(mask & holes == pegs for pegs, holes in board.jump_masks) for mask in range(board.full + 1))
    most, position = most_successors(board)
    assert most == max(legal)
    assert most == sum(position & holes == pegs for pegs, holes in board.jump_masks)
