"""The checker that the authors of the format publish, where it is on the path, takes every kind of export."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.studies.exports.test_vipr import TAKEN, exported, load


def said(program: str, text: str, folder: Path) -> str:
    """The line with the outcome; its exit code and its last words differ between versions."""
    path = folder / "proof.vipr"
    path.write_text(text, encoding="utf-8")
    done = subprocess.run([program, str(path)], capture_output=True, check=False, text=True)
    lines = [line for line in done.stdout.splitlines() if "uccessfully verified" in line]
    return lines[-1] if done.returncode == 0 and lines else f"{done.stdout}{done.stderr}"


def outcome(name: str) -> str:
    return "infeasibility" if load(name)["claim"] == "infeasible" else "optimal value range"


@pytest.mark.parametrize("name", TAKEN)
def test_sums_and_cases(name: str, viprchk: str, tmp_path: Path) -> None:
    for text in exported(name)[0].values():
        assert outcome(name) in said(viprchk, text, tmp_path)


def test_a_changed_bound_is_refused(viprchk: str, tmp_path: Path) -> None:
    text = exported("bound-pegs-at-least")[0][""]
    changed = text.replace("RTP range 1 inf", "RTP range 2 inf")
    assert changed != text
    assert "uccessfully verified optimal" not in said(viprchk, changed, tmp_path)
