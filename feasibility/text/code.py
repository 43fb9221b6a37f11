"""The rows that code has in its strings or its lists, and what its constants are the signs of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from feasibility.base.errors import InputError
from feasibility.text.cells import Lines
from feasibility.text.halves import LABELS, is_label
from feasibility.text.signs import WORDS, has_words

_SAYS = (  # what a constant of this name is the sign of
    (r"(?:full|filled|occupied|pegs?|marbles?|stones?)", "peg"),
    (r"(?:empty|free|vacant|holes?)", "empty"),
    (r"(?:outside|invalid|none|nothing|walls?|blocked|forbidden)", "outside"),
)
_MARKS = "\"'`"
BOARD_NAME = r"(?:[a-z]+[0-9]+|[a-z0-9]+:[\w:,*]+|[0-9]+x[0-9]+|english|french)"  # which no row is
_DEFINED = r"(?i)^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+(\S+)[ \t]*$"
_CHANGED = (
    r"(?m)^[ \t]*\w+(?:\[[^\]\n]+\])+[ \t]*[-+]?=[ \t]*[^\[{=\s]|\][ \t]*\*[ \t]*\d"
    r"|\[::-1\]|\.(?:reverse|transpose)\("
)
_STACKED = r"[\])}]\s*[\])}]\s*(?:[,;]\s*)?[\[({]\s*[\[({]"  # rows in lists of lists
_NUMBERS = r"(?im)[\"']?\w*(?:target|goal|final)\w*[\"']?\s*[:=]\s*\d+\s*(?:[,;}]|$)"  # of a target
_PLACES = r"[\"'](?!size|shape)\w+[\"']\s*:\s*\[[\[\s]*-?\d"  # beside rows in strings
_SPARSE = r"(?m)^\s*\(\d+, \d+\)\s+\S"  # places, and what stands there
_STRING = r'"""(?s:.*?)"""|`[^`]*`|"[^"\n]*"|\'[^\'\n]*\''
_VALUE = (
    rf"(?:{_STRING}|-?[0-9](?:\.0?)?|null|None|nan|NaN|NA|[Tt]rue|[Ff]alse|[xXoOnN]|[^\w\s\[\](){{}},\"'])"
)
_LIST = (  # this pattern and the next are compiled where they are used: few texts are code
    rf"(?:[\[{{]|(?<!\w )\()\s*(?:{_VALUE}(?:(?:\s*[,;]\s*|\s+){_VALUE})+|{_STRING})\s*,?\s*[\])}}]"
    r"|[\"'](?:start|rows)[\"']\s*:"
)
_TYPE = (
    r"(?:(?:np|numpy)\.)?(?:array|dtype|u?int\d*|float\d*|bool|char|short|string|String|var|let|const|static)"
)
_TOKEN = (
    r"(?P<cut>(?m:^[ \t]*(?:-{3,}|={3,}|[-=]+>|[↓⇓→⇒])[ \t]*$))"
    r"|\n|[\"'](?P<key>[A-Za-z_]\w*)[\"']\s*:"
    rf"|(?P<string>{_STRING})|[\"']?(?<![\w.])(?P<name>[A-Za-z_]\w*)[\"']?\s*(?:\[\w*\]\s*)*(?::\w*\s*)?[:=]"
    rf"|(?P<code>(?:\b{_TYPE}\b|\breturn|\bnew|\bunsigned)(?![\w!])[*\s]*|[.A-Za-z_][\w.]*!?(?=[\[({{])|(?<=[\])])\.)"
    r"|(?P<remark>//.*|/\*(?s:.{0,500}?)\*/|(?<=\s)#[ \t].*[^\W\d_]{2}.*)"
    r"|[\[\](){},;:=]|[^\s\[\](){},;:=\"']+|[\"']"
)


class _Piece(NamedTuple):
    """A value with its items and the name told before it, or a name, a remark, dashes between two values."""

    kind: str
    line: int
    text: str
    items: tuple[str, ...] = ()


def rows_of_code(text: str) -> Lines | None:
    """The rows of code: of its strings, where nothing else than code is between them, or of its lists."""
    if set("\"'`[({").isdisjoint(text):
        return None
    strings = _has_rows_in_strings(text)
    if not strings and not re.search(_LIST, text):
        return None
    if re.search(_CHANGED, text):
        raise InputError("code that computes rows, or changes them", expected="the rows as they are")
    beside = (
        re.search(_NUMBERS, text)
        or re.search(_SPARSE, text)
        or (re.search(_PLACES, text) if strings else None)
    )
    if beside is not None:
        expected = "rows alone, and those of the target in a list `target`"
        raise InputError("numbers beside rows", seen=repr(beside[0][:40]), expected=expected)
    rows: Lines = []
    pieces = list(_pieces(text, strings))
    parts = [[0]]  # how many rows each list has, between labels and dashes
    for piece in pieces:
        said = _said_by(piece)
        rows += [(piece.line + below, row) for below, row in said]
        if piece.kind == "value":
            parts[-1] += [len(said), 0] if len(said) > 1 else []
            parts[-1][-1] += len(said) == 1
        if piece.kind == "dashes" or (piece.kind != "remark" and any(is_label(row) for _, row in said)):
            parts.append([0])
        elif piece.kind == "name":
            parts[-1].append(0)
    stacked = re.search(_STACKED, text) or any(sum(count > 1 for count in part) > 1 for part in parts)
    if stacked or (len(parts) == 1 and _apart(text.split("\n"))):
        raise InputError("several lists of rows", expected="one, or `start` and `target` as their names")
    numbers = [(one.line, f"number {one.text} = {one.items[0]}") for one in pieces if _is_number(one)]
    return _of_constants(pieces, {sign for _, row in rows for sign in row}) + numbers + rows


def _apart(lines: list[str]) -> bool:
    """Whether empty lines stand in the middle alone, and the lines above and below are of one shape."""
    filled = [(n, len(bare)) for n, line in enumerate(lines) if (bare := line.strip(" \t[](){},;"))]
    half, sizes = len(filled) // 2, [size for _, size in filled]
    gaps = [i for i, ((a, _), (b, _)) in enumerate(pairwise(filled), 1) if "" in map(str.strip, lines[a:b])]
    return gaps == [half] and sizes == 2 * sizes[:half]


def _pieces(text: str, strings: bool) -> Iterator[_Piece]:
    """The pieces of code in order; where `strings` are its rows, what else stands in lists is none."""
    items: list[str] = []
    line, at, missing, name = 1, 1, True, ""  # missing: between two commas
    for match in re.finditer(_TOKEN, text + ";"):
        token, kind = match[0], match.lastgroup
        if kind in ("key", "name", "cut") or token in "[](){};:=":
            if items:
                yield _Piece("value", at, name, tuple(items))
            name = (match["key"] or match["name"] or "").lower()
            if kind is not None:
                yield _Piece("dashes", line, token) if kind == "cut" else _Piece("name", line, name)
            items, missing = [], True
        elif kind == "remark":
            yield _Piece("remark", line, token)
        elif token == ",":
            items += [" "] if missing and items else []
            missing = True
        elif kind == "string" or (token != "\n" and kind is None and not strings):
            items.append(token)
            at, missing = line, False
        line += token.count("\n")


def _of_constants(pieces: list[_Piece], drawn: set[str]) -> Lines:
    """The headers that constants are by their names. One alone may be a number of pegs or holes as well."""
    named = [(_role_of_value(piece), piece) for piece in pieces]
    constants = [(role, piece.items[0].strip(_MARKS)) for role, piece in named if role is not None]
    told = {role: sign for role, sign in constants if sign in drawn}
    if {"peg", "empty"} <= set(told) and len(set(told.values())) == len(told) == len(constants):
        return [(1, f"# {role}: {sign}") for role, sign in told.items()]
    unusual = [one for one in told.items() if one not in (("peg", "1"), ("empty", "0"))]
    if unusual:
        ((role, sign), *_) = unusual
        expected = f"`# {role}: {sign}` above the code, or no such value"
        raise InputError("a sign or a number", seen=f"{role} {sign}", expected=expected)
    return []


def _has_rows_in_strings(text: str) -> bool:
    """Whether several strings, or one of several lines, are rows, and all else is code or words."""
    rows: list[str] = []
    for line in re.sub(_STRING, lambda string: string[0].replace("\n", "\\n"), text).split("\n"):
        tokens = [(match.lastgroup, match[0]) for match in re.finditer(_TOKEN, line)]
        strings = [token for kind, token in tokens if kind == "string" and len(token) > 4]
        drawn = [token for token in strings if not has_words(token.replace("\\n", " "))]
        rest = "".join(token for kind, token in tokens if kind is None)
        beside = re.search(rf"[-=]>|[→⇒]|(?:{_STRING})\s+(?:{_STRING})", line) is not None
        if beside if drawn else rest.strip("[](){};,+:=-.\\") != "" and not has_words(rest):
            return False
        rows += drawn
    return len(rows) > 2 or sum(row.count("\\n") for row in rows) > 1


def _role_of_value(piece: _Piece) -> str | None:
    """What a value of one sign is the sign of, by its name."""
    alone = len(piece.items) == 1 and len(piece.items[0].strip(_MARKS)) == 1
    return _role_of(piece.text) if alone else None


def _is_number(piece: _Piece) -> bool:
    """Whether a piece is one value with a name, as the width, which is no row and left out as a title is."""
    alone = piece.kind == "value" and piece.text != "" and len(piece.items) == 1
    return alone and piece.items[0][0] not in _MARKS and _role_of_value(piece) is None


def _said_by(piece: _Piece) -> Lines:
    """What a piece says, each line with how far below its first: a number alone, as a width, is no row."""
    if piece.kind == "dashes":
        return [(0, piece.text)]
    if piece.kind == "name":
        return [(0, LABELS[piece.text])] if piece.text in LABELS else []
    if piece.kind == "remark":
        heard = has_words(piece.text) and "\n" not in piece.text
        return [(0, "# " + piece.text.strip("/*# \t\n"))] if heard else []
    value = piece.items[0].strip(_MARKS)
    if piece.text == "geometry" or (piece.text == "board" and re.fullmatch(BOARD_NAME, value.lower())):
        return [(0, f"# {piece.text}: {value}")]
    return [] if _is_number(piece) or _role_of_value(piece) is not None else _rows_of(piece.items)


def _rows_of(tokens: tuple[str, ...]) -> Lines:
    """The rows of a list, each with how far below its first: one of signs, or those of its strings."""
    items = [re.sub(r'^("""|["\'`])(.*)\1$', r"\2", token, flags=re.DOTALL) for token in tokens]
    signs = [WORDS.get(item.strip(), item.strip()) or " " for item in items]
    strings = all(token[0] in "\"'`" for token in tokens)
    padded = len(set(map(len, items))) == 1 and len(items[0]) > 1
    if strings and (padded or 2 * sum(len(sign) > 1 for sign in signs) > len(signs)):
        parts = [item.removesuffix("\\n").replace("\\n", "\n").split("\n") for item in items if item != "\\n"]
        return [(below, row.removesuffix("\\")) for part in parts for below, row in enumerate(part)]
    word = next((sign for sign in signs if len(sign) > 1 and sign.isalpha()), None)
    if word is not None and sum(len(sign.strip()) == 1 for sign in signs) > 1:
        raise InputError("a word among the signs of a list", seen=repr(word[:40]), expected="a sign for each")
    return [(0, " ".join(signs))] if any(sign.strip() for sign in signs) else []


def _role_of(name: str) -> str | None:
    return next((role for form, role in _SAYS if re.fullmatch(form, name, re.IGNORECASE)), None)


def defined(line: str) -> str:
    """A line, or the header that a constant of the preprocessor is by its name; HOLES is a number of them."""
    found = re.match(_DEFINED, line)
    role = None if found is None or found[1][-1] in "sS" else _role_of(found[1])
    return line if found is None or role is None else f"# {role}: {found[2]}"
