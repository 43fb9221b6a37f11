"""The table of bounds on sweeps is what its command writes."""

from __future__ import annotations

import pytest

from research.sweep_bounds import PAGE, table


@pytest.mark.full
def test_the_table_of_bounds_is_what_the_command_writes() -> None:
    between = PAGE.read_text(encoding="utf-8").partition("<!-- bounds -->")[2]
    rows = between.partition("<!-- end of bounds -->")[0].split("\n")
    assert [row for row in rows if row.startswith("|")] == table()
