"""Two examples for the help of every command."""

from __future__ import annotations

import re
from os.path import dirname, join

from feasibility.text.files import read_text

EXAMPLES = join(dirname(__file__), "assets", "examples.txt")


def examples(command: str) -> list[str]:
    """Those of one command; a line with a pipe is about the last one in it."""
    lines = read_text(EXAMPLES)[0].splitlines()
    return [line for line in lines if re.findall(r"pegfeas (\w+)", line)[-1:] == [command]]


def epilog(command: str) -> str | None:
    """The examples as they stand below the options."""
    lines = examples(command)
    return "\n  ".join(["examples:", *lines]) if lines else None
