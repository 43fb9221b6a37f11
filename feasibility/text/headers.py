"""Header lines of board text, and comments that only look like comments.

A header that is nearly right, or a row that begins with `#`, would change the question in silence if it
passed for a comment; such a line is refused, with the line to write.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from feasibility.base.errors import InputError, near
from feasibility.game.geometry import Geometry
from feasibility.text.grid import EMPTY, FREE, OUTSIDE, PEGS
from feasibility.text.symbols import HOLE, NOTHING, PEG, ROLES, legend, narrow

KEYS = ("board", "name", "geometry", *ROLES, "spacing", "jumps", "names", "source", "play")
_SINGLE = ("board", "name", "geometry", "outside", "spacing")
_GEOMETRIES = tuple(kind.value for kind in Geometry)
_JUMP = r"[a-z]+[0-9]+-[a-z]+[0-9]+-[a-z]+[0-9]+"
_SIGNS = r"(?:[^\w\s]|[\d_])(?:\s+(?:[^\w\s]|[\d_]))*"
# values that would change the board, so that even a line without a colon was meant to be a header
_TELLING = {"geometry": "|".join(_GEOMETRIES), "jumps": rf"{_JUMP}.*", "spacing": "[12]?", NOTHING: "."}
_TELLING |= {PEG: _SIGNS, HOLE: _SIGNS}
_ROW = re.compile(rf"#[#\s{re.escape(PEGS + EMPTY + FREE + OUTSIDE)}]*")


class Header(NamedTuple):
    key: str
    value: str
    line: int


def read_headers(lines: Sequence[tuple[int, str]]) -> list[Header]:
    """The headers among numbered lines, in order."""
    headers: list[Header] = []
    for number, line in lines:
        if not line.startswith("#"):
            continue
        key, colon, value = line.removeprefix("#").partition(":")
        key = key.strip().lower()
        if not colon or key not in KEYS:
            _refuse_false_comment(line, number)
            continue
        if key in _SINGLE and first_of(headers, key) is not None:
            raise InputError(f"a second '{key}' header", line=number, seen=repr(line[:40]))
        headers.append(Header(key, value.strip(), number))
    return headers


def first_of(headers: Sequence[Header], key: str) -> Header | None:
    return next((header for header in headers if header.key == key), None)


def roles_of(headers: Sequence[Header]) -> dict[str, str]:
    """The signs that header lines give a role: `# peg: *`, `# empty: o`, `# outside: #`."""
    roles: dict[str, str] = {}
    for header in headers:
        if header.key not in ROLES:
            continue
        signs = narrow(header.value).split()
        taken = {*roles, *(f"?-{PEGS}" if header.key == NOTHING else "?-#")}
        fits = all(len(sign) == 1 and sign.isprintable() and sign not in taken for sign in signs)
        if not signs or not fits or (header.key == NOTHING and len(signs) > 1):
            one = "one character other than x ● ? -" if header.key == NOTHING else None
            raise InputError(
                "not a letter for outside" if one else f"not signs for {ROLES[header.key]}",
                line=header.line, seen=repr(header.value[:40]),
                expected=one or "characters with spaces between them, each with one meaning, none of ? - #",
            )  # fmt: skip
        roles |= dict.fromkeys(signs, header.key)
    return roles


def spacing_of(headers: Sequence[Header]) -> int | None:
    """How many columns apart neighbours are drawn, where the text says so."""
    header = first_of(headers, "spacing")
    if header is None:
        return None
    if header.value not in ("1", "2"):
        raise InputError("no such spacing", line=header.line, seen=repr(header.value[:40]), expected="1 or 2")
    return int(header.value)


def _refuse_false_comment(line: str, number: int) -> None:
    expected = _meant(line.removeprefix("#").strip()) or next(map(repr, legend(line)), None)
    if expected is not None:
        what = "no such header"
    elif _ROW.fullmatch(line) and not line.strip("# \t").isspace() and line.strip("# \t"):
        what = "a comment that looks like a row of holes"
        expected = f"spaces or {OUTSIDE} where there is no hole (or '# outside: #'), or a word in the comment"
    else:
        return
    raise InputError(what, line=number, seen=repr(line[:40]), expected=expected)


def _meant(comment: str) -> str | None:
    """The header line that a comment was meant to be, if it was."""
    match = re.match(r"([A-Za-z]+)\s*([:=]?)\s*(.*)", comment)
    key = _near(match[1].lower(), KEYS) if match else None
    if match is None or key is None:
        return None
    sign, value = match[2], match[3].strip()
    if key == "geometry":
        value = _near(value.lower(), _GEOMETRIES) or value
    if not sign and not re.fullmatch(_TELLING.get(key, "(?!)"), value):
        return None
    return repr(f"# {key}: {value}"[:60])


@lru_cache(maxsize=1024)
def _near(word: str, known: tuple[str, ...]) -> str | None:
    """The known word that was probably meant: a beginning of it, or one with few letters changed."""
    if not 3 <= len(word) <= 2 * max(map(len, known)):
        return None
    begun = [full for full in known if full.startswith(word)]
    return next(iter(begun or near(word, known, 0.75)), None)
