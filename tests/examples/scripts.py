"""Runs the example scripts; `python -m tests.examples.scripts` rewrites what they should print."""

from __future__ import annotations

import contextlib
import io
import re
import runpy
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
EXPECTED = Path(__file__).parent / "expected"

# Modules that other examples import, and what is no script at all.
SHARED = {"backtracking/deciding.py", "backtracking/depth_first.py", "contest/solitaire.py"}


def scripts() -> list[str]:
    """Every example, as its path below examples/."""
    found = [*EXAMPLES.glob("[0-9]*.py"), *EXAMPLES.glob("*/*.py")]
    names = sorted(path.relative_to(EXAMPLES).as_posix() for path in found)
    return [name for name in names if name not in SHARED and not name.startswith(("rules/", "solvers/"))]


def expected(name: str) -> Path:
    """The file that holds what a script should print."""
    return EXPECTED / (name.removesuffix(".py").replace("/", "-") + ".txt")


def without_times(text: str) -> str:
    """Durations are the one thing that changes from run to run."""
    text = re.sub(r" *\b[0-9]+(\.[0-9]+)? (ms|s)\b", " (time)", text)
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def run(name: str) -> str:
    """What a script prints, without times. Scripts import the files beside them."""
    path = EXAMPLES / name
    printed, known, argv = io.StringIO(), set(sys.modules), sys.argv
    sys.path.insert(0, str(path.parent))
    sys.argv = [str(path)]
    try:
        with contextlib.redirect_stdout(printed):
            runpy.run_path(str(path), run_name="__main__")
    finally:
        sys.argv = argv
        sys.path.remove(str(path.parent))
        for module in set(sys.modules) - known:
            if str(getattr(sys.modules[module], "__file__", "")).startswith(str(EXAMPLES)):
                del sys.modules[module]
    return without_times(printed.getvalue())


if __name__ == "__main__":
    EXPECTED.mkdir(exist_ok=True)
    for script in sys.argv[1:] or scripts():
        expected(script).write_text(run(script), encoding="utf-8")
