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
from feasibility.game.geometry import Geometry, Hole, coordinate
from feasibility.text.cells import narrow
from feasibility.text.quoting import Lines, has_words
from feasibility.text.signs import (
    BLANK_CELL,
    FREE,
    GROUPS,
    HOLE,
    NOTHING,
    OUTSIDE,
    PEG,
    ROLES,
    WORDS,
    legend,
)

KEYS = ("board", "name", "geometry", *ROLES, "spacing", "jumps", "names", "source", "play")
_SINGLE = ("board", "name", "geometry", "spacing")
_GEOMETRIES = tuple(kind.value for kind in Geometry)
_TRIPLE = r"([a-z]+[0-9]+)-([a-z]+[0-9]+)-([a-z]+[0-9]+)"
_JUMP = r"[a-z]+[0-9]+-[a-z]+[0-9]+-[a-z]+[0-9]+"
_SIGNS = r"(?:[^\w\s]|[\d_])(?:\s+(?:[^\w\s]|[\d_]))*"
# values that would change the board, so that even a line without a colon was meant to be a header
_TELLING = {"geometry": "|".join(_GEOMETRIES), "jumps": rf"{_JUMP}.*", "spacing": "[12]?", NOTHING: "."}
_TELLING |= {PEG: _SIGNS, HOLE: _SIGNS}
_ROW = re.compile(r"#(?=.*[xXoO●○.*@?])[#\sxXoO●○.*@?E012_|<>=→⇒-]*")
_WALLED = re.compile(rf"[#\s{re.escape(''.join(GROUPS.values()) + FREE)}]+")


class Header(NamedTuple):
    key: str
    value: str
    line: int


def read_headers(lines: Lines) -> tuple[list[Header], Lines]:
    """The headers among numbered lines, in order, and the lines that are neither headers nor comments."""
    walled = _walled(lines)
    headers: list[Header] = []
    rest = []
    for number, line in lines:
        if number in walled or not line.startswith("#"):
            told = legend(line) if has_words(line) else []
            headers += [Header(role, sign, number) for role, sign in told]
            rest.append((number, line if told == [] else ""))
            continue
        key, colon, value = line.removeprefix("#").partition(":")
        key = key.strip().lower()
        if not colon or key not in KEYS:
            _refuse_false_comment(line, number)
            continue
        if key in _SINGLE and first_of(headers, key) is not None:
            raise InputError(f"a second '{key}' header", line=number, seen=repr(line[:40]))
        headers.append(Header(key, value.strip(), number))
    return headers, rest


def _walled(lines: Lines) -> set[int]:
    """The rows that `#` fills where there is no hole: several of one width, or where a header says so."""
    told = any(re.fullmatch(r"#\s*(?:outside|peg|empty)\s*:.*#.*", line) for _, line in lines)
    rows = [(n, line.rstrip()) for n, line in lines if _WALLED.fullmatch(line) and line.strip("# \t")]
    if told:
        return {n for n, line in lines if _WALLED.fullmatch(line)}
    widths = {len(line) for _, line in rows if "#" in line}
    several = sum("#" in line for _, line in rows) > 1 and len(widths) == 1
    signs = set("".join(line for _, line in rows)) - set("# \t")
    if not (several and len(signs) > 1):
        return set()
    full = {n for n, line in lines if re.fullmatch("#+", line.rstrip()) and len(line.rstrip()) in widths}
    return {n for n, _ in rows} | full


def first_of(headers: Sequence[Header], key: str) -> Header | None:
    return next((header for header in headers if header.key == key), None)


class Told(NamedTuple):
    """What header lines say of signs: their roles, and the signs that stand for words of several letters."""

    roles: dict[str, str]
    words: dict[str, str]


def told_by(headers: Sequence[Header]) -> Told:
    """The signs that header lines give a role: `# peg: *`, `# empty: -`, `# outside: #`, `# empty: --`."""
    told = Told({}, {})
    for header in headers:
        if header.key not in ROLES:
            continue
        words = ["( )"] if header.value in ("( )", "[ ]") else header.value.split()
        for written in words or [""]:
            word = narrow(written).strip().replace("( )", BLANK_CELL)
            sign = WORDS.get(word, word if len(word) == 1 else chr(0xE000 + len(told.words)))
            taken = (
                told.roles.get(sign, header.key) != header.key
                or sign in (FREE, "")
                or not 0 < len(word) < 9
                or word[-1:] in ",;|"
            )
            letters = len(word) > 1 and word.isalnum() and word not in WORDS
            if taken or letters or not word.isprintable():
                raise InputError(
                    f"not a sign for {ROLES[header.key]}", line=header.line, seen=repr(word[:40]),
                    expected="signs with spaces between them, each with one meaning, none of ? , ; |",
                )  # fmt: skip
            told.roles[sign] = header.key
            if len(word) > 1:
                told.words[word] = sign
    return told


def spacing_of(headers: Sequence[Header]) -> int | None:
    """How many columns apart neighbours are drawn, where the text says so."""
    header = first_of(headers, "spacing")
    if header is None:
        return None
    if header.value not in ("1", "2"):
        raise InputError("no such spacing", line=header.line, seen=repr(header.value[:40]), expected="1 or 2")
    return int(header.value)


def _refuse_false_comment(line: str, number: int) -> None:
    meant = _meant(line.removeprefix("#").strip())
    told = legend(line) if meant is None else []
    expected = next((repr(f"# {role}: {sign}") for role, sign in told), meant)
    if expected is not None:
        what = "no such header"
    elif _ROW.fullmatch(line):
        what = "a comment that looks like a row of holes"
        expected = (
            f"spaces or {OUTSIDE} where there is no hole, or '# outside: #' or '# peg: #' above the drawing"
        )
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
        meant = _near(value.lower(), _GEOMETRIES)
        value = value if meant is None else meant
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


def jumps_on(
    holes: Sequence[Hole], headers: Sequence[Header]
) -> tuple[list[tuple[int, ...]] | None, list[str], int | None]:
    """The jumps that header lines list, what they call the holes, and where the list begins."""
    listed = [header for header in headers if header.key == "jumps"]
    jumps = [triple for header in listed for triple in _listed(header.value, holes, header.line)]
    called = [word for header in headers if header.key == "names" for word in header.value.split()]
    return (jumps, called, listed[0].line) if listed else (None, called, None)


def _listed(text: str, holes: Sequence[Hole], line: int) -> list[tuple[int, ...]]:
    """Jumps of a header line; coordinates count from the grid's least row and column."""
    names = {coordinate(hole): i for i, hole in enumerate(holes)}
    jumps = []
    for token in text.split():
        match = re.fullmatch(_TRIPLE, token)
        triple = [names[part] for part in match.groups() if part in names] if match else []
        if len(set(triple)) != 3:
            raise InputError(
                "not a jump of this board", line=line, seen=repr(token[:40]),
                expected="three different holes of it, as a1-b1-c1",
            )  # fmt: skip
        jumps.append(tuple(triple))
    return jumps
