"""The folders of right and wrong rules, for the tests and for what is measured."""

from __future__ import annotations

import ast
import json
from pathlib import Path

HERE = Path(__file__).parent
RIGHT, WRONG = HERE / "right", HERE / "wrong"
EXAMPLES = HERE.parents[2] / "examples" / "rules"
GIVEN = ("corners.py:sound", "parity.py:one_colouring", "resources.py:middle_lines")
BUILT_IN = ("trivial", "classes", "rule-of-three", "lattice", "corners")


def functions(file: Path) -> list[str]:
    """FILE:FUNCTION for each function of a file."""
    tree = ast.parse(file.read_text())
    return [f"{file}:{node.name}" for node in tree.body if isinstance(node, ast.FunctionDef)]


def right() -> list[str]:
    """Rules that can only be tried: functions, those of the examples, and the cheap built-in ones."""
    return [*functions(RIGHT / "rules.py"), *(f"{EXAMPLES}/{name}" for name in GIVEN), *BUILT_IN]


def wrong() -> list[str]:
    """Every function of the folder, every table and the program."""
    found = [path for path in WRONG.iterdir() if path.suffix == ".txt" or path.name == "modulus.json"]
    several = [name for file in ("short.py", "crowded.py") for name in functions(WRONG / file)]
    return sorted([*map(str, found), *several, f"{WRONG}/program.py"])


def smallest() -> dict[str, list[int]]:
    """Pegs and jumps of the smallest counterexample known to each wrong rule."""
    known: dict[str, list[int]] = json.loads((WRONG / "smallest.json").read_text())
    return known


def brief(rule: str) -> str:
    """A rule without its folder."""
    return rule.rpartition("/")[2]
