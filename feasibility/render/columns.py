"""Text for terminals: colours, widths as they are seen, folding, pictures side by side."""

from __future__ import annotations

import re
from collections.abc import Sequence

from feasibility.game.geometry import Board
from feasibility.game.position import Target, bits

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def paint(text: str, style: str, colour: bool) -> str:
    """The text in a colour of the terminal, or as it is."""
    return f"\x1b[{style}m{text}\x1b[0m" if colour else text


def visible(line: str) -> int:
    """Columns that a line takes: no colours, two for wide characters."""
    plain = _COLOUR.sub("", line)
    return len(plain) if plain.isascii() else sum(map(_columns, plain))


def _columns(character: str) -> int:
    from unicodedata import combining, east_asian_width

    return 0 if combining(character) else 2 if east_asian_width(character) in "WF" else 1


def printable(text: str) -> str:
    """Text of others without what a terminal would obey."""
    return "".join(c if c.isprintable() else "\ufffd" for c in text)


def shortened(name: str, most: int = 80) -> str:
    """A name on one line, printable, and not wider than that."""
    clean = printable(name[: most + 1])
    if len(name) <= most and visible(clean) <= most:
        return clean
    while visible(clean) > most - 1:
        clean = clean[:-1]
    return f"{clean}…"


def fold(paragraph: str, width: int) -> str:
    """A paragraph in lines that are not wider, an option and its value in one; one of several lines stays."""
    if "\n" in paragraph or visible(paragraph) <= width:
        return paragraph
    from textwrap import wrap

    whole = re.sub(r"(--[a-z][a-z-]*) ", "\\1\0", paragraph)
    return "\n".join(wrap(whole, width, break_on_hyphens=False)).replace("\0", " ")


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


def side_by_side(start: list[str], target: list[str], width: int) -> str:
    """The lines of start and target, one above the other where the width does not suffice."""
    if not target:
        return "\n".join(start)
    if max(map(visible, start)) + 8 + max(map(visible, target)) > width:
        return "\n".join(["start:", *start, "", "target:", *target])
    pointer = [""] * (max(len(start), len(target)) // 2) + ["-->"]
    return joined([start, pointer, target], gap=2)


def drawn(target: Target, width: int) -> str:
    if target.pegs is not None:
        return "any"
    words = f"pegs {hole_names(target.board, target.must)}"
    if target.free:
        words += f"; free {hole_names(target.board, target.free)}"
    return fitting(str(target), width, words)


def hole_names(board: Board, mask: int) -> str:
    """Coordinates, or what is left out where that is shorter."""
    missing = board.full & ~mask
    if not mask or not missing:
        return "all" if mask else "none"
    few, words = (missing, "all but ") if missing.bit_count() * 3 < mask.bit_count() else (mask, "")
    return words + " ".join(board.called(i) for i in bits(few))
