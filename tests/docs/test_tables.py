"""Each table that a script writes says by which version and when."""

from __future__ import annotations

import re
from pathlib import Path

RESULTS = Path(__file__).resolve().parents[2] / "docs" / "results"
TABLE = re.compile(
    r"<!-- (\w+) -->\n\n((?:\|.*\n)+)\n\*Version \d+\.\d+\.\d+, \d{4}-\d\d-\d\d\.\*\n\n<!-- end of \1 -->"
)


def test_each_table_has_its_run() -> None:
    found = 0
    for page in RESULTS.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        ends = re.findall("<!-- end of (\\w+) -->", text)
        assert [name for name, _ in TABLE.findall(text)] == ends, page
        found += len(ends)
    assert found > 12
