"""Drawings by hand: other symbols, frames, labels, titles and tabs, put into the symbols of the grammar.

What is taken without a header has one reading only, and a note says how it was read. All else is refused,
with the drawing, every place that cannot be read, and the header lines that would make it readable.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from feasibility.base.errors import InputError
from feasibility.text import labels, symbols
from feasibility.text.grid import EMPTY, FREE, OUTSIDE, PEGS
from feasibility.text.symbols import FULL, HOLE, HOLLOW, NOTHING, PEG, ROLES, ROUND, Row

FRAME = "the frame"
_BARS = "|│┃║┆┇┊┋"
_BOX = "".join(map(chr, range(0x2500, 0x2580)))
_RULING = re.compile(rf"\s*(?=.*[+=─━═{_BOX}]|.*-\s+-)[-+=\s{re.escape(_BARS + _BOX)}]{{3,}}")
WALLS = "#-"  # signs that people put where there is no hole


def without_walls(lines: Sequence[tuple[int, str]]) -> tuple[list[tuple[int, str]], str]:
    """`#` or `-` where there is no hole becomes a space, before such lines pass for comments or for the end.

    So it is read where several rows of one width hold it, and other symbols for pegs and for empty holes.
    """
    for wall in WALLS:
        walled = re.compile(rf"[{wall}\s{re.escape(FULL + HOLLOW + ROUND + FREE)}]+")
        told = any(re.fullmatch(rf"#\s*outside\s*:\s*{wall}\s*", line) for _, line in lines)
        rows = [line.rstrip() for _, line in lines if walled.fullmatch(line) and line.strip(f"{wall} \t")]
        widths = [len(row) for row in rows if wall in row]
        both = all(set("".join(rows)) & set(signs) for signs in (FULL, HOLLOW + ROUND))
        clear = both and len(widths) > 1 and len(set(widths)) == 1
        if widths and (told or clear):
            least = 0 if told else widths[0]
            ending = re.compile(r"\s*-+\s*")  # a line of dashes stands before the target
            outside = [
                not walled.fullmatch(line) or ending.fullmatch(line) or len(line) < least for _, line in lines
            ]
            pairs = zip(lines, outside, strict=True)
            return [(n, line if out else line.replace(wall, " ")) for (n, line), out in pairs], wall
    return list(lines), ""


Lines = list[tuple[int, str]]


def plain(
    parts: Sequence[Lines], told: Mapping[str, str], ignored: list[str] | None
) -> tuple[list[Lines], list[str]]:
    """The grids of a document in the symbols of the grammar, and notes on what was taken how.

    `told` gives the roles that header lines give to signs. Lines with a sign that has no role go to
    `ignored`, or raise if that is None.
    """
    drawn = [[line for line in part if not line[1].startswith("#")] for part in parts]
    if _is_plain(drawn, told):
        return drawn, []
    try:
        return _read(drawn, told, ignored)
    except InputError:
        if ignored is None:
            raise
    known = set(PEGS + EMPTY + FREE + " ") | set(told) | set(OUTSIDE if NOTHING not in told.values() else "")
    bad = {line for part in drawn for line in part if not known.issuperset(line[1])}
    ignored += [f"line {number}: {line[:60]!r}" for number, line in sorted(bad)]
    return _read([[line for line in part if line not in bad] for part in drawn], told, ignored)


def _read(
    parts: Sequence[Lines], told: Mapping[str, str], ignored: list[str] | None
) -> tuple[list[Lines], list[str]]:
    left_out: list[str] = []
    titles: list[Row] = []
    bodies = [_body(rows, told, left_out, titles) for rows in parts]
    roles = symbols.roles_of_signs(bodies, told)
    if FRAME in left_out and HOLE not in roles.values():
        first = bodies[0][0].number if bodies[0] else None
        seen, expected = "a frame with blanks", ". for each empty hole, as blanks are no holes"
        raise InputError("no sign for empty holes", line=first, seen=seen, expected=expected)
    own = {sign: "x" if role == PEG else "." if role == HOLE else " " for sign, role in roles.items()}
    table = str.maketrans({**({OUTSIDE: " "} if NOTHING not in told.values() else {}), **own})
    in_order = sorted(roles.items(), key=lambda item: (list(ROLES).index(item[1]), item[0]))
    foreign = [
        f"{sign} as {ROLES[role]}"
        for sign, role in in_order
        if sign not in told and sign not in symbols.CANONICAL.get(role, "")
    ]
    if ignored is None:
        left_out += [f"the title in line {row.number}" for row in titles]
    else:
        ignored += [f"line {row.number}: {row.written[:60]!r}" for row in titles]
    notes = [f"read {', '.join(foreign)}"] if foreign else []
    notes += [f"left out {' and '.join(dict.fromkeys(left_out))}"] if left_out else []
    return [[(row.number, row.text.translate(table)) for row in body] for body in bodies], notes


def _is_plain(parts: Sequence[Lines], told: Mapping[str, str]) -> bool:
    """Whether the text has the symbols of the grammar alone, each of them clear."""
    used = set("".join(line for part in parts for _, line in part))
    clear = "o" not in used or (used & set(PEGS) and "." not in used)
    return not told and bool(clear) and used <= set(PEGS + EMPTY + FREE + OUTSIDE + " ")


def _body(lines: Lines, told: Mapping[str, str], notes: list[str], titles: list[Row]) -> list[Row]:
    """The rows of one grid without title, frame and labels."""
    wide = any(symbols.is_wide(sign) for _, line in lines for sign in line)
    rows = [Row(number, line, symbols.narrow(line, wide)) for number, line in lines]
    rows = _without_frames(_without_tabs(_without_titles(rows, told, titles)), told, notes)
    texts, left_out = labels.without([row.text for row in rows], frozenset(told))
    notes += left_out
    rows = [row._replace(text=text) for row, text in zip(rows, texts, strict=True)]
    if any(len(row.text) > len(row.written) for row in rows):  # signs of double width
        _offset(rows, rows, 2, "wide and narrow characters are mixed", "one width for all symbols")
    return rows


def _offset(rows: Sequence[Row], shown: Sequence[Row], pitch: int, what: str, expected: str) -> int:
    """The column at which symbols that stand one `pitch` apart begin; a symbol beside them is refused."""
    places = [(row, i) for row in rows for i, sign in enumerate(row.text) if sign != " "]
    first = places[0][1] if places else 0
    odd = [(row, i) for row, i in places if (i - first) % pitch]
    if odd:
        raise symbols.refused(what, shown, odd, expected)
    return first % pitch


def _without_titles(rows: list[Row], told: Mapping[str, str], titles: list[Row]) -> list[Row]:
    """Lines of words above or below the drawing are left out; one that explains symbols is refused."""
    kept = [row for row in rows if row.text.strip()]
    for end in (0, -1):
        while kept and _is_title(kept[end].text, told):
            _refuse_legend(kept[end])
            titles.append(kept.pop(end))
    if not kept:
        return rows
    first, last = kept[0].number, kept[-1].number
    return [row for row in rows if first <= row.number <= last]


def _is_title(text: str, told: Mapping[str, str]) -> bool:
    signs = set(FULL + HOLLOW + ROUND + FREE + OUTSIDE) | set(told)
    words = re.findall(r"[^\W\d_]{2,}", text)
    drawn = [sign for sign in text if not sign.isspace()]
    if labels.heads(text, frozenset(told)):
        return False
    like_a_row = 2 * sum(sign in signs for sign in drawn) >= len(drawn)
    return not like_a_row and any(not set(word) <= signs for word in words)


def _refuse_legend(row: Row) -> None:
    explained = symbols.legend(row.written)
    if explained:
        raise InputError(
            "a line that explains symbols", line=row.number,
            seen=repr(row.written.strip()[:40]), expected=" and ".join(repr(line) for line in explained),
        )  # fmt: skip


def _without_tabs(rows: list[Row]) -> list[Row]:
    """A field for each hole becomes two columns; tabs that stand before every row are left out."""
    drawn = [row for row in rows if row.text.strip()]
    if not any("\t" in row.text for row in drawn):
        return rows
    fields = [row.text.split("\t") for row in drawn]
    if all(len(field.strip()) <= 1 for line in fields for field in line):
        return [row._replace(text=" ".join(f.strip() or " " for f in row.text.split("\t"))) for row in rows]
    before = {re.match(r"\s*", row.text)[0].count("\t") for row in drawn}  # type: ignore[index]
    if len(before) == 1 and not any("\t" in row.text.strip() for row in drawn):
        return [row._replace(text=row.text.replace("\t", "")) for row in rows]
    marks = [(row, i) for row in drawn for i, sign in enumerate(row.text) if sign == "\t"]
    error = symbols.refused(symbols.NOT_ALLOWED, rows, marks, symbols.ALLOWED.format(OUTSIDE))
    error.at(seen="a tab")
    error.details += "\nA tab is no number of columns: spaces are, and so is a tab between all holes."
    raise error


def _without_frames(rows: list[Row], told: Mapping[str, str], notes: list[str]) -> list[Row]:
    """Rulings and bars are left out; bars between holes say how far apart neighbours are."""
    bars = "".join(sign for sign in _BARS if sign not in told)
    inside = [row for row in rows if not _RULING.fullmatch(row.text)]
    places = [(row, i) for row in inside for i, sign in enumerate(row.text) if sign in bars]
    if len(inside) == len(rows) and not places:
        return rows
    notes.append(FRAME)
    pitch = _pitch(inside, bars)
    blank = str.maketrans(dict.fromkeys(bars, " "))
    bare = [row._replace(text=row.text.translate(blank)) for row in inside]
    if pitch is None:
        return bare
    if pitch == 1:
        raise symbols.refused("bars that are not one width apart", rows, places, "cells of one width")
    what, expected = "a symbol beside the middle of its cell", "one symbol in the middle of each cell"
    offset = _offset(bare, rows, pitch, what, expected)
    return [row._replace(text=" ".join(row.text[offset::pitch])) for row in bare]


def _pitch(rows: Sequence[Row], bars: str) -> int | None:
    """The width of a cell, None where no bar stands between two symbols."""
    from math import gcd

    if not any(re.search(rf"[^\s{bars}]\s*[{bars}]\s*[^\s{bars}]", row.text) for row in rows):
        return None
    columns = sorted({i for row in rows for i, sign in enumerate(row.text) if sign in bars})
    return gcd(*(b - a for a, b in pairwise(columns))) if len(columns) > 1 else 2
