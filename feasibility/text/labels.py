"""Labels around a drawing: letters or numbers of the columns, letters or numbers of the rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

_LEAST = 3  # labels that make a sequence; fewer may be symbols
_LEFT = re.compile(r"^\s*([0-9]{1,3}|[A-Za-z])[):.]?(?=\s)")
_RIGHT = re.compile(r"(?<=\s)([0-9]{1,3}|[A-Za-z])\s*$")


def without(texts: list[str], signs: frozenset[str]) -> tuple[list[str], list[str]]:
    """The rows with their labels blank, and what there is to say about them; `signs` are never labels."""
    drawn = [i for i, text in enumerate(texts) if text.strip()]
    rows = list(texts)
    lines = [i for i in {*drawn[:1], *drawn[-1:]} if heads(rows[i], signs)]
    rest = [i for i in drawn if i not in lines]
    bare, names = _sides([rows[i] for i in rest], signs)
    if not lines and names is None:
        return texts, []
    for i, text in zip(rest, bare, strict=True):
        rows[i] = text
    for i in lines:
        columns = {k for k, sign in enumerate(rows[i]) if sign != " "}
        if any(sign != " " and k not in columns for j in rest for k, sign in enumerate(rows[j])):
            return texts, []  # some symbol stands neither below nor above a label
        rows[i] = ""
    upward = names is not None and names[0] > names[-1]
    told = " (here rows count from the top)" if upward else ""
    return rows, [f"the labels{told}"]


def heads(text: str, signs: frozenset[str]) -> bool:
    """Whether a line is the labels of the columns: a, b, c or 1, 2, 3 and so on."""
    words = text.split()
    words = list(words[0]) if len(words) == 1 else words
    values = _values(words, signs)
    return values is not None and words[0].lower() in ("a", "0", "1") and values[0] < values[-1]


def _sides(rows: Sequence[str], signs: frozenset[str]) -> tuple[list[str], list[int] | None]:
    """The rows without the labels at their left and right, and the values of these if there are any."""
    found: list[int] | None = None
    for pattern in (_LEFT, _RIGHT):
        matches = [pattern.search(row) for row in rows]
        values = _values([match[1] if match else "" for match in matches], signs)
        if values is None:
            continue
        found = values if found is None else found
        rows = [
            row[: m.start()] + " " * (m.end() - m.start()) + row[m.end() :]
            for row, m in zip(rows, matches, strict=True)
            if m is not None
        ]
    return list(rows), found


def _values(words: Sequence[str], signs: frozenset[str]) -> list[int] | None:
    """The words as numbers, if they are a sequence up or down by one."""
    if len(words) < _LEAST or not all(words) or set("".join(words)) & signs:
        return None
    if all(word.isdecimal() and word.isascii() for word in words):
        values = [int(word) for word in words]
    elif all(len(word) == 1 and word.isalpha() and word.isascii() for word in words):
        values = [ord(word.lower()) for word in words]
    else:
        return None
    steps = {b - a for a, b in pairwise(values)}
    return values if steps in ({1}, {-1}) else None
