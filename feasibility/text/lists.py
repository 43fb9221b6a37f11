"""Nested lists of words, as planners write their problems; each word and list knows its place."""

from __future__ import annotations

import re
from typing import NamedTuple

from feasibility.base.errors import InputError

DEEPEST = 50


class Part(NamedTuple):
    """A word in lower case, as the language makes no difference, or a list: what stands between ( and )."""

    text: str
    line: int
    column: int
    parts: tuple[Part, ...] | None = None

    @property
    def head(self) -> str:
        """The word that says what a list is; empty where there is none."""
        return self.parts[0].text if self.parts else ""

    def wrong(self, message: str, expected: str | None = None) -> InputError:
        """An error at this place."""
        shown = self.text if len(self.text) <= 60 else self.text[:57] + "..."
        return InputError(message, line=self.line, column=self.column, seen=shown, expected=expected)

    def rest(self) -> tuple[Part, ...]:
        """What stands behind the head of a list."""
        return (self.parts or ())[1:]

    def words(self) -> tuple[Part, ...]:
        """The words behind the head of a list that holds no further list."""
        for part in self.parts or ():
            if part.parts is not None:
                raise part.wrong("a list where a word belongs")
        return self.rest()


def parse(text: str, expected: str) -> Part:
    """The one list of a text; a remark runs from ; to the end of its line."""
    stack: list[list[Part]] = [[]]
    opened: list[Part] = []
    for line, row in enumerate(text.split("\n"), 1):
        for match in re.finditer(r"[()]|[^\s()]+", row.partition(";")[0]):
            here = Part(match[0].lower(), line, match.start() + 1)
            if here.text == "(":
                if len(opened) == DEEPEST:
                    raise InputError("nested too deep", line=here.line, column=here.column)
                opened.append(here)
                stack.append([])
            elif here.text != ")":
                stack[-1].append(here)
            elif not opened:
                raise InputError("a ) without (", line=here.line, column=here.column)
            else:
                parts = tuple(stack.pop())
                whole = f"({' '.join(part.text for part in parts)})"
                stack[-1].append(opened.pop()._replace(text=whole, parts=parts))
    if opened:
        raise InputError("a ( without )", line=opened[-1].line, column=opened[-1].column)
    (found,) = stack
    beside = [part for part in found if part.parts is None] or found[1:]
    if beside:
        raise beside[0].wrong("what stands beside the one list", expected)
    if not found:
        raise InputError("an empty text", expected=expected)
    return found[0]
