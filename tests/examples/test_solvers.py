"""The suites of the example solvers, with the gate in them, are suites: they run, and they pass."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from tests.examples.scripts import EXAMPLES, ROOT


@pytest.mark.full
@pytest.mark.parametrize("suite", ["test_table.py", "test_slots.py"])
def test_the_suite_of_a_solver_passes(suite: str) -> None:
    compiles = bool(os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc"))
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "addopts=", suite]
    done = subprocess.run(
        [sys.executable, *words], cwd=EXAMPLES / "solvers", capture_output=True, text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)}, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert (" passed" in done.stdout) == (compiles or suite == "test_table.py")
