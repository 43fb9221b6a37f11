"""Imports run one way: the contracts of pyproject.toml, and the verifier by its syntax tree."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import feasibility

PACKAGE = Path(feasibility.__file__).parent
ROOT = Path(__file__).parents[2]


def imported(path: Path) -> set[str]:
    """Every module that a file imports, at any depth of the file, relative ones with their dots."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("." * node.level + (node.module or ""))
    return found


def test_the_contracts_hold() -> None:
    code = "import sys; from importlinter.cli import lint_imports_command; lint_imports_command()"
    path = os.pathsep.join([str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", code, "--no-cache"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 broken" in done.stdout


def test_every_module_has_a_layer() -> None:
    """A module that no layer names would escape the contract."""
    config = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    layers = config[config.index("layers = [") : config.index("]", config.index("layers = ["))]
    named = {word.strip('()",') for word in layers.replace("|", " ").replace(":", " ").split()}
    rooms = {
        path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert rooms - named <= {"__init__", "__main__", "verifier"}


def test_the_verifier_imports_the_standard_library_alone() -> None:
    modules = imported(PACKAGE / "verifier.py")
    assert modules
    assert {module.partition(".")[0] for module in modules} - sys.stdlib_module_names <= {"numpy"}


def named_in_calls(path: Path) -> set[str]:
    """Every text in the arguments of import_module and __import__."""
    return {
        part.value
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith(("import_module", "__import__"))
        for part in ast.walk(call)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    }


def test_no_module_reaches_around_the_contracts() -> None:
    """import_module with a name of ours would be invisible to the linter."""
    found = {path for path in PACKAGE.rglob("*.py") if any("feasibility" in t for t in named_in_calls(path))}
    assert found == {PACKAGE / "registry.py"}
