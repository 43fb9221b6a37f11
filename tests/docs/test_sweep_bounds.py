"""The table of bounds on sweeps is what its command writes."""

from __future__ import annotations

import pytest

from research.sweep_bounds import PAGE, written


@pytest.mark.full
def test_the_table_of_bounds_is_what_the_command_writes() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert written(page) == page
