"""The map in CONTRIBUTING.md: every room by the first sentence of its docstring, from top to bottom."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE, PAGE = ROOT / "feasibility", ROOT / "CONTRIBUTING.md"
HEAD = "| room | what lives there |\n|---|---|\n"


def text() -> str:
    """The page with the table as it has to be."""
    above, _, rest = PAGE.read_text(encoding="utf-8").partition(HEAD)
    return above + HEAD + "".join(map(_row, _rooms())) + "\n" + rest.partition("\n\n")[2]


def _rooms() -> Iterator[str]:
    """In the order of the layers, a room before the rooms in it; the verifier stands beside all of them."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = next(c["layers"] for c in config["tool"]["importlinter"]["contracts"] if c["type"] == "layers")
    for room in [room for layer in layers for room in layer.split(" | ")] + ["verifier"]:
        inner = sorted(path.parent for path in (PACKAGE / room).rglob("__init__.py"))
        yield from (f"{path.relative_to(PACKAGE).as_posix()}/" for path in inner)
        if not inner:
            yield f"{room}.py"


def _row(room: str) -> str:
    path = PACKAGE / room / "__init__.py" if room.endswith("/") else PACKAGE / room
    said = (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").partition("\n")[0]
    return f"| `{room}` | {said.rstrip('.')} |\n"
