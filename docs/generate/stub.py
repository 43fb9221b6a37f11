"""The public names for type checkers, in __init__.pyi, and for `help(feasibility)`, in __init__.py."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path
from textwrap import fill

from feasibility import registry

PACKAGE = Path(__file__).resolve().parents[2] / "feasibility" / "__init__.py"
STUB = Path(__file__).resolve().parents[2] / "feasibility" / "__init__.pyi"


def text() -> str:
    """An import of every public name from its home."""
    homes: dict[str, list[str]] = {}
    for name, module in registry.names().items():
        homes.setdefault(module, []).append(name)
    lines = [
        f"from feasibility.{module} import {name} as {name}"
        for module, listed in sorted(homes.items())
        for name in sorted(listed)
    ]
    head = "# Written by docs/generate/reference.py from feasibility/registry.py."
    return "\n".join([head, *lines, "", "__version__: str", ""])


def listing() -> str:
    """feasibility/__init__.py with the public names by theme in its docstring, where `help` shows them."""
    themes = run_path(str(Path(__file__).with_name("python_names.py")))["groups"]()
    code = PACKAGE.read_text(encoding="utf-8")
    summary, rest = code.split("\n", 1)
    rows = [
        fill(f"{theme}: {' '.join(names)}", 108, subsequent_indent="    ") for theme, names in themes if names
    ]
    return "\n".join([summary, "", *rows, '"""' + rest.split('"""', 1)[1]])
