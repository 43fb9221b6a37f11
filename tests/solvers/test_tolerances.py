"""What floats may be off by is said in solvers/ alone."""

from __future__ import annotations

import ast
from pathlib import Path

import feasibility

HOUSE = Path(feasibility.__file__).parent
TINY = 1e-2


def small_numbers(tree: ast.AST) -> set[int]:
    """Lines with a float near 0, but for those that keep a divisor away from 0."""
    guards = {
        id(argument)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "max"
        for argument in call.args
    }
    constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in guards)
    return {node.lineno for node in constants if isinstance(node.value, float) and 0 < node.value < TINY}


def test_no_tolerance_outside_the_solvers() -> None:
    assert small_numbers(ast.parse("if abs(x) < 1e-6: pass")) == {1}
    assert not small_numbers(ast.parse("y = 1 / max(x, 1e-9)"))
    found = {
        f"{path.relative_to(HOUSE)}:{line}"
        for path in HOUSE.rglob("*.py")
        for line in small_numbers(ast.parse(path.read_text(encoding="utf-8")))
        if path.parent.name not in ("solvers", "render", "processes")
        and path.name != "report.py"  # waits, units of time
    }
    assert not found
