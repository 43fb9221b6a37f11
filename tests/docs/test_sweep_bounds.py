"""The table of bounds on sweeps is what its command writes."""

from __future__ import annotations

import runpy

from tests.docs.console import DOCS


def test_the_table_of_bounds_is_what_the_command_writes() -> None:
    page = (DOCS / "results" / "sweeps.md").read_text(encoding="utf-8")
    assert runpy.run_path(str(DOCS / "generate" / "sweep_bounds.py"))["written"](page) == page
