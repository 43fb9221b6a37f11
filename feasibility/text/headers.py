"""Header lines of board text, and comments that only look like comments.

A header that is nearly right, or a row that begins with `#`, would change the question in silence if it
passed for a comment; such a line is refused, with the line to write.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from functools import lru_cache
from typing import NamedTuple

from feasibility.base.errors import InputError, near
from feasibility.game.geometry import Geometry, Hole, as_geometry, coordinate
from feasibility.text.cells import Lines, letters_of, narrow
from feasibility.text.files import placed
from feasibility.text.halves import LABELS
from feasibility.text.remarks import refuse_named, refuse_unread
from feasibility.text.signs import (
    BLANK_CELL,
    FREE,
    GROUPS,
    OUTSIDE,
    ROLES,
    WORDS,
    has_words,
    legend,
    row_beside_legend,
)

_SINGLE = ("board", "name", "geometry", "spacing")
KEYS = (*_SINGLE, *ROLES, "jumps", "names", "source", "play")
_GEOMETRIES = tuple(kind.value for kind in Geometry)
_JUMP = r"([a-z]+[0-9]+)-([a-z]+[0-9]+)-([a-z]+[0-9]+)"
# values of these keys that no remark has, so that even a line without a colon was meant to be a header
_TELLING = rf"{'|'.join(_GEOMETRIES)}|{_JUMP}.*|\S|(?:[^\w\s]|[\d_])(?:\s+(?:[^\w\s]|[\d_]))*"
_TOLD = ("geometry", "spacing", "jumps", *ROLES)
_DRAWN = frozenset("xXoO●○.*@?")  # signs of rows that no remark is made of
_SIGNS = frozenset("".join(GROUPS.values()) + FREE + "012_|<>=→⇒:PHMTFYN \t")


class Header(NamedTuple):
    key: str
    value: str
    line: int


class Headers(NamedTuple):
    """The header lines of a text, the roles that they give to signs, and the words that are signs by them."""

    lines: list[Header]
    roles: dict[str, str]
    words: dict[str, str]

    def first(self, key: str) -> Header | None:
        return next((header for header in self.lines if header.key == key), None)

    @property
    def geometry(self) -> Geometry | None:
        header = self.first("geometry")
        with placed(line=header and header.line):
            return None if header is None else as_geometry(header.value)

    @property
    def are_spaced(self) -> bool:
        """Whether neighbours stand in neighbouring columns, even if all others are empty."""
        header = self.first("spacing")
        if header is not None and header.value != "1":
            raise InputError("no such spacing", line=header.line, seen=repr(header.value[:40]), expected="1")
        return header is not None


class Drawn(NamedTuple):
    """The rows of a text, by which a comment may look like one of them."""

    letters: Set[str]
    walled: Set[int]  # rows with `#` in them
    rows: list[int]  # the numbers of the lines that begin with no `#`, or are walled
    sizes: list[int]  # how many signs each of them has
    twice: bool  # one shape below another
    barred: bool  # rows of a triangle by `#` alone

    def looks_so(self, comment: str) -> bool:
        signs = self.letters - _SIGNS
        told = set(comment) <= _SIGNS | signs and not set(comment).isdisjoint(_DRAWN | signs)
        inside = set("".join(comment.split())) - {"#"}
        walled = inside <= self.letters and not inside <= {*"-_=~"}
        walled &= len("".join(comment.split())) in self.sizes
        return told or walled or (self.barred and comment.strip("# \t") == "")

    def divides(self, number: int) -> bool:
        half = len(self.rows) // 2
        return self.twice and self.rows[half - 1] < number < self.rows[half]


def _drawn(lines: Lines) -> Drawn:
    letters = {sign for _, line in lines if line[:1] != "#" and not has_words(line) for sign in line}
    letters |= letters_of([line.replace("#", "") for _, line in lines if line.strip()])
    walled = _walled(lines, letters)
    rows = [(n, line) for n, line in lines if line.strip() and (line[:1] != "#" or n in walled)]
    sizes, half = [len("".join(line.split())) for _, line in rows], len(rows) // 2
    bars = {len(line.replace(" ", "")) for _, line in lines if line.strip("# \t") == ""} - {0, 1}
    twice = half > 1 and sizes[:half] == sizes[half:]
    return Drawn(letters, walled, [number for number, _ in rows], sizes, twice, len(bars) > 1)


def read_headers(lines: Lines) -> tuple[Headers, Lines]:
    """The headers among numbered lines, in order, and the lines that are neither headers nor comments."""
    drawn, headers, rest = _drawn(lines), Headers([], {}, {}), []
    for number, line in lines:
        comment = line.startswith("#") and number not in drawn.walled
        key, colon, value = line[1:].partition(":")
        key = key.strip().lower()
        if comment and colon and key in KEYS:
            if key in _SINGLE and headers.first(key) is not None:
                raise InputError(f"a second '{key}' header", line=number, seen=repr(line[:40]))
            headers.lines.append(Header(key, value.strip(), number))
            continue
        with placed(line=number):
            told = legend(line, drawn.letters) if has_words(line) else []
        headers.lines.extend(Header(role, sign, number) for role, sign in told)
        if not told:
            refuse_unread(line, number, drawn.letters)
        if not comment:
            with placed(line=number):
                signs = drawn.letters | {sign for _, sign in told}
                rest.append((number, row_beside_legend(line, signs) if told else line))
        elif not told and _begins_target(line, number, drawn):
            rest.append((number, "target:"))
    for header in headers.lines:
        if header.key in ROLES:
            _tell(headers, header)
    if not headers.roles:
        refuse_named(lines)
    return headers, rest


def _begins_target(comment: str, number: int, drawn: Drawn) -> bool:
    """Whether a comment is a word between two drawings; one that looks like a header or a row is refused."""
    is_target = LABELS.get(comment.strip("# \t:").lower()) == "target:"
    if drawn.divides(number) and not is_target:
        what, cut = "several drawings of one shape", "a line of dashes, ---, in place of the comment"
        raise InputError(what, line=number, seen=repr(comment[:60]), expected=cut)
    _refuse_false_comment(comment, number, drawn.looks_so(comment))
    return is_target and any(row < number for row in drawn.rows) and any(row > number for row in drawn.rows)


def _tell(headers: Headers, header: Header) -> None:
    """The signs to which a header line gives a role: `# peg: *`, `# outside: #`, `# empty: - --`."""
    roles, role = headers.roles, header.key
    for word in re.sub(r"\( \)|\[ \]", BLANK_CELL, narrow(header.value)).split() or [""]:
        sign = WORDS.get(word, word if len(word) == 1 else chr(0xE000 + len(headers.words)))
        free = roles.get(sign, role) == role and sign not in (FREE, ",", ";", "|")
        letters = len(word) > 1 and word.isalnum() and word not in WORDS
        if not free or not 0 < len(word) < 9 or letters or word[-1] in ",;|" or not word.isprintable():
            what, seen = f"not a sign for {ROLES[role]}", repr(word[:40])
            expected = "signs with spaces between them, each with one meaning, none of ? , ; |"
            raise InputError(what, line=header.line, seen=seen, expected=expected)
        roles[sign] = role
        headers.words.update({word: sign} if len(word) > 1 else {})


def _walled(lines: Lines, signs: Set[str]) -> set[int]:
    """The rows that `#` fills where there is no hole: several of one width, or where a header says so."""
    rows = [(n, line.rstrip()) for n, line in lines if set(line) <= _SIGNS | signs and line.strip()]
    if any(re.fullmatch(r"#\s*(?:outside|peg|empty)\s*:.*#.*", line) for _, line in lines):
        return {n for n, _ in rows}
    drawn = [line for _, line in rows if line.strip("# \t")]
    widths = [len(line) for line in drawn if "#" in line]
    if len(widths) < 2 or len(set(widths)) > 1 or len(set("".join(drawn)) - set("# \t")) < 2:
        return set()
    longer = {n for n, line in lines if len(line) > widths[0] and set(line[: widths[0]]) <= _SIGNS | signs}
    return longer | {n for n, line in rows if line.strip("# \t") or len(line) in widths}


def _refuse_false_comment(line: str, number: int, drawn: bool) -> None:
    meant, seen = _meant(line.lstrip("# \t").rstrip()), repr(line[:40])
    if re.match(rf"#\s*{_JUMP}(?:\s|$)", line):  # of a list that goes on
        meant = f"# jumps: {line[1:].strip()}"[:60]
    if meant is not None:
        raise InputError("no such header", line=number, seen=seen, expected=repr(meant))
    if drawn:
        signs = "'# outside: #' or '# peg: #' above the drawing"
        expected = f"spaces or {OUTSIDE} where there is no hole, or {signs}"
        what = "a comment that looks like a row of holes"
        raise InputError(what, line=number, seen=seen, expected=expected)


def _meant(comment: str) -> str | None:
    """The header line that a comment was meant to be, if it was."""
    match = re.match(r"([A-Za-z]+)\s*([:=]?)\s*(.*)", comment)
    key = _near(match[1].lower(), KEYS) if match else None
    if match is None or key is None:
        return None
    value = match[3].strip()
    meant = _near(value.lower(), _GEOMETRIES) if key == "geometry" else None
    value = value if meant is None else meant
    told = match[2] != "" or (key in _TOLD and re.fullmatch(_TELLING, value) is not None)
    return f"# {key}: {value}"[:60] if told else None


@lru_cache(maxsize=1024)
def _near(word: str, known: tuple[str, ...]) -> str | None:
    """The known word that was probably meant: a beginning of it, or one with few letters changed."""
    if not 3 <= len(word) <= 2 * max(map(len, known)):
        return None
    begun = [full for full in known if full.startswith(word)]
    return next(iter(begun or near(word, known, 0.75)), None)


def jumps_on(
    holes: Sequence[Hole], headers: Headers
) -> tuple[list[tuple[int, ...]] | None, list[str], int | None]:
    """The jumps that header lines list, with a1 at the grid's corner, the names of holes, and the line."""
    names = {coordinate(hole): i for i, hole in enumerate(holes)}
    listed = [header for header in headers.lines if header.key == "jumps"]
    jumps = []
    for line, token in ((header.line, token) for header in listed for token in header.value.split()):
        match = re.fullmatch(_JUMP, token)
        triple = [names[part] for part in match.groups() if part in names] if match else []
        if len(set(triple)) != 3:
            seen, expected = repr(token[:40]), "three different holes of it, as a1-b1-c1"
            raise InputError("not a jump of this board", line=line, seen=seen, expected=expected)
        jumps.append(tuple(triple))
    called = [word for header in headers.lines if header.key == "names" for word in header.value.split()]
    return (jumps, called, listed[0].line) if listed else (None, called, None)
