"""The notebooks, cell by cell: what they print, and that what they show draws itself."""

from __future__ import annotations

import ast
import contextlib
import io
import json
from typing import Any

import pytest

from tests.examples.scripts import EXAMPLES

NOTEBOOKS = ("tour.ipynb", "graphs.ipynb")


def code_cells(name: str) -> list[dict[str, Any]]:
    notebook = json.loads((EXAMPLES / name).read_text(encoding="utf-8"))
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def run(source: str, names: dict[str, object]) -> object:
    """Runs a cell; the value of its last line if that is an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    return None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def kept(cell: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [output for output in cell["outputs"] if output["output_type"] == kind]


@pytest.mark.parametrize("notebook", NOTEBOOKS)
def test_every_cell_does_what_it_shows(notebook: str) -> None:
    names: dict[str, object] = {}
    for cell in code_cells(notebook):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            value = run("".join(cell["source"]), names)
        assert printed.getvalue() == "".join("".join(out["text"]) for out in kept(cell, "stream"))
        shown = kept(cell, "execute_result")
        assert (value is not None) == bool(shown)
        for output in shown:
            assert type(value)._repr_html_(value)  # type: ignore[attr-defined]
            html = "".join(output["data"]["text/html"])
            assert any(part in html for part in ("<svg", "&lt;svg", "<table"))  # a play is a page in a frame
            assert "".join(output["data"]["text/plain"]) == repr(value)


@pytest.mark.parametrize("notebook", NOTEBOOKS)
def test_it_was_saved_complete(notebook: str) -> None:
    cells = code_cells(notebook)
    assert len(cells) > 6
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    assert not any(kept(cell, "error") for cell in cells)
