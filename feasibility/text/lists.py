"""Nested lists of words, as planners write their problems; each word and list knows its place."""

from __future__ import annotations

import re
from dataclasses import dataclass

from feasibility.base.errors import InputError

DEEPEST = 50


@dataclass(frozen=True)
class Word:
    """A word in lower case, as the language makes no difference."""

    text: str
    line: int
    column: int

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Nested:
    """What stands between ( and )."""

    parts: tuple[Word | Nested, ...]
    line: int
    column: int

    def __str__(self) -> str:
        return f"({' '.join(map(str, self.parts))})"

    @property
    def head(self) -> str:
        """The word that says what this is; empty where there is none."""
        return self.parts[0].text if self.parts and isinstance(self.parts[0], Word) else ""


def wrong(message: str, there: Word | Nested, expected: str | None = None) -> InputError:
    """An error at a word or a list."""
    seen = str(there)
    shown = seen if len(seen) <= 60 else seen[:57] + "..."
    return InputError(message, line=there.line, column=there.column, seen=shown, expected=expected)


def words(there: Nested) -> tuple[Word, ...]:
    """The words of a list that holds no further list."""
    return tuple(_word(part) for part in there.parts)


def _word(part: Word | Nested) -> Word:
    if isinstance(part, Nested):
        raise wrong("a list where a word belongs", part)
    return part


def parse(text: str, expected: str) -> Nested:
    """The one list of a text; a remark runs from ; to the end of its line."""
    stack: list[list[Word | Nested]] = [[]]
    opened: list[tuple[int, int]] = []
    for line, row in enumerate(text.split("\n"), 1):
        for match in re.finditer(r"[()]|[^\s()]+", row.partition(";")[0]):
            place = line, match.start() + 1
            if match[0] == "(":
                if len(opened) == DEEPEST:
                    raise InputError("nested too deep", line=place[0], column=place[1])
                opened.append(place)
                stack.append([])
            elif match[0] != ")":
                stack[-1].append(Word(match[0].lower(), *place))
            elif not opened:
                raise InputError("a ) without (", line=place[0], column=place[1])
            else:
                done = Nested(tuple(stack.pop()), *opened.pop())
                stack[-1].append(done)
    if opened:
        raise InputError("a ( without )", line=opened[-1][0], column=opened[-1][1])
    (found,) = stack
    lists = [part for part in found if isinstance(part, Nested)]
    outside = [part for part in found if isinstance(part, Word)] or lists[1:]
    if outside:
        raise wrong("what stands beside the one list", outside[0], expected)
    if not lists:
        raise InputError("an empty text", expected=expected)
    return lists[0]
