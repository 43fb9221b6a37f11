"""Text for terminals: colours, widths as they are seen, folding, pictures side by side."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import wrap
from unicodedata import combining, east_asian_width

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def paint(text: str, style: str, colour: bool) -> str:
    """The text in a colour of the terminal, or as it is."""
    return f"\x1b[{style}m{text}\x1b[0m" if colour else text


def visible(line: str) -> int:
    """Columns that a line takes: no colours, two for wide characters."""
    plain = _COLOUR.sub("", line)
    return len(plain) if plain.isascii() else sum(map(_columns, plain))


def _columns(character: str) -> int:
    return 0 if combining(character) else 2 if east_asian_width(character) in "WF" else 1


def shortened(name: str, most: int = 80) -> str:
    """A name on one line, printable, and not wider than that."""
    clean = "".join(c if c.isprintable() else "\ufffd" for c in name[: most + 1])
    if len(name) <= most and visible(clean) <= most:
        return clean
    while visible(clean) > most - 1:
        clean = clean[:-1]
    return f"{clean}…"


def fold(paragraph: str, width: int) -> str:
    """A paragraph in lines that are not wider; one of several lines already is left as it is."""
    if "\n" in paragraph or visible(paragraph) <= width:
        return paragraph
    return "\n".join(wrap(paragraph, width, break_on_hyphens=False))


def fitting(picture: str, width: int, words: str) -> str:
    """A picture, or the words for it where it is too wide."""
    widest = max(map(visible, picture.split("\n")))
    return picture if widest <= width else fold(f"(too wide to draw here) {words}", width)


def beside(pictures: Sequence[str], width: int, gap: int = 6) -> str:
    """Pictures side by side as far as the width allows, the others below."""
    rows: list[list[list[str]]] = []
    room = 0
    for picture in pictures:
        lines = picture.split("\n")
        size = max(map(visible, lines))
        if rows and room + gap + size <= width:
            rows[-1].append(lines)
            room += gap + size
        else:
            rows.append([lines])
            room = size
    return "\n\n".join(joined(row, gap) for row in rows)


def joined(pictures: list[list[str]], gap: int) -> str:
    """Pictures, each by its lines, side by side."""
    lines = [""] * max(map(len, pictures))
    left = 0
    for picture in pictures:
        for i, line in enumerate(picture):
            lines[i] += " " * (left - visible(lines[i])) + line
        left += max(map(visible, picture)) + gap
    return "\n".join(line.rstrip() for line in lines)
