"""The pytest plugin: what a failing gate shows, more cases on demand, nothing heavy at start."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
PLUGIN = "feasibility.studies.rules.pytest_plugin"
SUITE = """
class Solver:
    def __init__(self):
        self.calls = 0
    def dead(self, position, target):
        self.calls += 1
        return position.count == 2 and position.mask & 1 == 1

def test_right(assert_sound):
    found = assert_sound(lambda position, target: position.count < target.count, "rectangle:3x4", cases=20)
    print("ASKED", found.tried)

def test_wrong(assert_sound):
    assert_sound(Solver().dead, "rectangle:3x4", cases=20)
"""


def run(folder: Path, *options: str) -> str:
    (folder / "test_gate.py").write_text(SUITE)
    words = ["-m", "pytest", "-q", "-s", "-p", "no:pegfeas", "-p", PLUGIN, "-p", "no:cacheprovider", *options]
    done = subprocess.run(
        [sys.executable, *words, "."], cwd=folder, capture_output=True, text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)}, check=False,
    )  # fmt: skip
    return done.stdout + done.stderr


def test_a_failing_gate_draws_the_counterexample(tmp_path: Path) -> None:
    told = run(tmp_path)
    assert "1 failed, 1 passed" in told
    assert "E       AssertionError: UNSOUND (found among:" in told
    assert "E       The rule prunes this start, but one legal jump leads to the target:" in told
    assert "E       start\nE       x" in told.replace("E       xx", "E       x")
    assert "validate_api.py:" not in told  # the line of the test is shown, and none of ours


def test_more_cases_on_demand(tmp_path: Path) -> None:
    asked = [
        int(run(tmp_path, "-k", "right", *more).partition("ASKED ")[2].split()[0])
        for more in ([], ["--pegfeas-cases", "60"])
    ]
    assert asked[0] < asked[1]


def test_it_is_registered_and_light() -> None:
    assert f'pegfeas = "{PLUGIN}"' in (ROOT / "pyproject.toml").read_text()
    heavy = "numpy", "scipy", "networkx", "feasibility.studies.rules.validate"
    told = f"import sys, {PLUGIN}; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout == "[]\n"
