"""Every row of the page of sources: its command prints what the row shows."""

from __future__ import annotations

import re
import shlex

import pytest

from feasibility.cli import main
from tests.docs.console import DOCS
from tests.examples.scripts import expected

PAGE = (DOCS / "results/sources.md").read_text(encoding="utf-8")
SECTIONS = re.split(r"^## ", PAGE, flags=re.M)[1:]
ROWS = [
    (section.startswith("Counts that take longer"), command, shows)
    for section in SECTIONS
    for command, shows in re.findall(r"^\| .+ \| `pegfeas (.+)` \| `(.+)` \|$", section, flags=re.M)
]
EXAMPLES = re.findall(r"^\| .+ \| `([a-z_]+/[a-z_]+\.py)` \| `(.+)` \|$", PAGE, flags=re.M)
COMMANDS = {command: slow for slow, command, _ in ROWS}


def test_the_page_is_read_whole() -> None:
    assert len(ROWS) == PAGE.count("| `pegfeas ") > 60


@pytest.mark.parametrize(
    "command", [pytest.param(c, marks=[pytest.mark.slow] * slow) for c, slow in COMMANDS.items()]
)
def test_a_command_prints_what_its_rows_show(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(shlex.split(command)) in (0, 1, 3)  # an open verdict may be what is shown
    printed = capsys.readouterr()
    text = " ".join(f"{printed.out} {printed.err}".split())
    for shows in (shows for _, other, shows in ROWS if other == command):
        assert shows in text, text[-600:]


def test_an_example_prints_what_its_rows_show() -> None:
    """Each script is run by the tests of examples, which compare it with what is kept."""
    assert len(EXAMPLES) == PAGE.count(".py` | `") >= 20
    for name, shows in EXAMPLES:
        assert shows in expected(name).read_text(encoding="utf-8"), name
