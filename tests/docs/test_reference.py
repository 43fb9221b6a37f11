"""The pages of commands and of Python names are those that their generator writes, and leave none out."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

import feasibility
from feasibility.registry import commands
from tests.docs.console import DOCS

PAGES = runpy.run_path(str(DOCS / "generate" / "reference.py"))["PAGES"]
RUN = "run docs/generate/reference.py"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_is_what_its_generator_writes(page: Path) -> None:
    assert page.read_text(encoding="utf-8") == PAGES[page](), RUN


def test_each_command_and_each_public_name_has_a_line() -> None:
    told = (DOCS / "reference" / "commands.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `pegfeas (\w+)", told, re.M) == [name for name, _, _ in commands()], RUN
    told = (DOCS / "reference" / "python.md").read_text(encoding="utf-8")
    lines = re.findall(r"^- ((?:`[^`]+`(?:, )?)+):", told, re.M)
    names = [name for line in lines for name in re.findall(r"`(\w+)", line)]
    assert sorted(names) == sorted(name for name in feasibility.__all__ if name != "__version__")
    assert "## More" not in told, "every name has its theme"
