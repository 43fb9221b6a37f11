"""Forks while other threads import."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")

DURING_A_SEARCH = """
import os, sys, threading, time
from feasibility.base.forks import wait_for_imports

wait_for_imports()

class Slow:
    def find_spec(self, name, path=None, target=None):
        if name == "colorsys" and threading.current_thread() is not threading.main_thread():
            looking.set()
            time.sleep(0.5)

looking = threading.Event()
sys.meta_path.insert(0, Slow())
other = threading.Thread(target=__import__, args=("colorsys",))
other.start()
looking.wait()
child = os.fork()
if child == 0:
    import colorsys
    os._exit(0)
print(os.waitpid(child, 0)[1])
"""

BETWEEN_MANY = """
import os, sys, threading
from feasibility.base import forks

forks.PATIENCE = 0.02  # it never ends that nothing is imported
forks.wait_for_imports()
names = [f"small_module_{number}" for number in range(60)]
stop = threading.Event()

def imports(some):
    while not stop.is_set():
        for name in some:
            __import__(name)
        for name in some:
            sys.modules.pop(name, None)

others = [threading.Thread(target=imports, args=(names[first::4],)) for first in range(4)]
for other in others:
    other.start()
for _ in range(12):
    child = os.fork()
    if child == 0:
        whole = all(__import__(name).last for name in names)
        os._exit(not whole)
    print(os.waitpid(child, 0)[1], end="")
stop.set()
"""

WITHIN_AN_IMPORT = """
import os, threading
from feasibility.base import forks

forks.PATIENCE = 0.1
forks.wait_for_imports()

def work():
    child = os.fork()
    if child == 0:
        os._exit(0)
    print(os.waitpid(child, 0)[1])

thread = threading.Thread(target=work)
thread.start()
thread.join()
"""


def run(code: str, *, folder: Path | None = None) -> str:
    """What a program prints; it hangs if a child does."""
    path = [*sys.path, str(folder)] if folder else sys.path
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path)}
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, env=environment)
    assert not done.returncode, done.stderr
    return done.stdout


def test_a_fork_waits_for_a_module_that_is_still_looked_for() -> None:
    assert run(DURING_A_SEARCH) == "0\n"


def test_a_child_does_not_wait_for_what_others_had_half_imported(tmp_path: Path) -> None:
    for number in range(60):
        (tmp_path / f"small_module_{number}.py").write_text(
            "import time\ntime.sleep(1 / 1000)\nlast = True\n"
        )
    assert run(BETWEEN_MANY, folder=tmp_path) == "0" * 12


def test_a_program_that_runs_while_it_is_imported_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(WITHIN_AN_IMPORT)
    assert run("import program", folder=tmp_path) == "0\n"
