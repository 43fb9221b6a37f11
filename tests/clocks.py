"""A clock that a test holds, so that a limit is reached after the same work everywhere; who looks at one."""

from __future__ import annotations

import ast
import re
import sys
from functools import cache
from pathlib import Path

import pytest

SPEAKS_OF_TIME = re.compile(
    r"seconds=|time.limit|Limits\([\d.]|sleep\(|monotonic|perf_counter|process_time|patience=|timeout=|held\b"
)


class Held:
    """Stands still; `tick` lets every look at it take so many seconds, so that limits count looks."""

    def __init__(self, now: float = 0.0) -> None:
        self.now, self.tick = now, 0.0

    def __call__(self) -> float:
        self.now += self.tick
        return self.now


def also_stopwatches(held: Held, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the package times by a stopwatch of its own is told by the held clock too."""
    for name, module in list(sys.modules.items()):
        if name.startswith("feasibility.") and hasattr(module, "perf_counter"):
            monkeypatch.setattr(module, "perf_counter", held)


@cache
def looking_at_a_clock(path: Path) -> frozenset[str]:
    """The functions of a file that speak of time, themselves or by what they use of their file."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    parts = {name: part for node in ast.parse(text).body for name, part in _named(node, lines)}
    uses = {name: parts.keys() & set(re.findall(r"\w+", part)) for name, part in parts.items()}
    found = {name for name, part in parts.items() if SPEAKS_OF_TIME.search(part)}
    while more := {name for name in parts if name not in found and uses[name] & found}:
        found |= more
    return frozenset(found)


def _named(node: ast.stmt, lines: list[str]) -> list[tuple[str, str]]:
    """What a statement of a file defines, with its text and that of its decorators."""
    match node:
        case ast.FunctionDef() | ast.ClassDef():
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            names = [node.name]
        case ast.Assign() | ast.AnnAssign():
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            first, names = node.lineno, [one.id for one in targets if isinstance(one, ast.Name)]
        case _:
            return []
    part = "\n".join(lines[first - 1 : node.end_lineno])
    return [(name, part) for name in names]
