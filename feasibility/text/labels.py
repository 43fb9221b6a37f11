"""Labels around a drawing: letters or numbers of the columns, letters or numbers of the rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

_LEAST = 3  # labels that make a sequence; fewer may be symbols
_SIDES = (
    re.compile(r"^\s*(?P<name>[0-9]{1,3}|[A-Za-z])[):.]?(?=\s)"),
    re.compile(r"(?<=\s)(?P<name>[0-9]{1,3}|[A-Za-z])\s*$"),
)


def without(texts: list[str], signs: frozenset[str]) -> tuple[list[str], list[str]]:
    """The rows with their labels blank, and what there is to say about them; `signs` are never labels."""
    drawn = [i for i, text in enumerate(texts) if text.strip()]
    rows, columns = list(texts), [i for i in {*drawn[:1], *drawn[-1:]} if heads(texts[i], signs)]
    rest, upward = [i for i in drawn if i not in columns], None
    for side in _SIDES:
        found = [side.search(rows[i]) for i in rest]
        values = _values([match["name"] if match else "" for match in found], signs)
        if values is not None:
            upward = values[0] > values[-1] if upward is None else upward
            for i in rest:
                rows[i] = side.sub(lambda match: " " * len(match[0]), rows[i], count=1)
    for i in columns:
        under = {k for j in rest for k, sign in enumerate(rows[j]) if sign != " "}
        if any(texts[i][k : k + 1].strip() == "" for k in under):
            return texts, []  # some symbol stands neither below nor above a label
        rows[i] = ""
    if not columns and upward is None:
        return texts, []
    return rows, ["the labels (here rows count from the top)" if upward else "the labels"]


def heads(text: str, signs: frozenset[str]) -> bool:
    """Whether a line is the labels of the columns: a, b, c or 1, 2, 3 and so on."""
    words = text.split()
    words = list(words[0]) if len(words) == 1 else words
    values = _values(words, signs)
    return values is not None and words[0].lower() in ("a", "0", "1") and values[0] < values[-1]


def _values(words: Sequence[str], signs: frozenset[str]) -> list[int] | None:
    """The words as numbers, if they are a sequence up or down by one."""
    if len(words) < _LEAST or not all(words) or set("".join(words)) & signs or not "".join(words).isascii():
        return None
    if all(word.isdecimal() for word in words):
        values = [int(word) for word in words]
    elif all(len(word) == 1 and word.isalpha() for word in words):
        values = [ord(word.lower()) for word in words]
    else:
        return None
    return values if {b - a for a, b in pairwise(values)} in ({1}, {-1}) else None
