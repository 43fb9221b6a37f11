"""What mail, forums and programs put around a drawing, taken away.

Tags and commands of markup, fences of code and marks of quotation go; of code its rows stay (`code`). One
line with `/` between its rows is cut there, and a digit may be so many places, as in chess.
"""

from __future__ import annotations

import re

from feasibility.base.errors import InputError
from feasibility.text.cells import Lines
from feasibility.text.code import BOARD_NAME, defined, rows_of_code
from feasibility.text.halves import LABELS
from feasibility.text.signs import GAP, PICTURES, WORDS, has_words

_BLANKS = dict.fromkeys(map(ord, "\u00a0\u202f\u205f\u2800" + "".join(map(chr, range(0x2000, 0x200B)))), " ")
_UNSEEN = dict.fromkeys(map(ord, "\ufe0e\ufe0f\u200b\u200d\u2060\u20e3"))
_QUOTES = dict.fromkeys(map(ord, "“”„"), '"') | dict.fromkeys(map(ord, "‘’"), "'")
_TYPED = _BLANKS | _UNSEEN | _QUOTES | {ord("…"): "..."}  # as phones correct them
# headers even without their sign, or with more of them
_PLAIN = rf"(?i)^[ \t#]*(geometry|board(?=[ \t]*:[ \t]*{BOARD_NAME}[ \t]*$))[ \t]*:"
_HEADER = r"(?m:^#[ \t]*\w[\w ]*:.*$)"
_HTML = (
    (r"(?i:<br\s*/?>\n?|</tr>\s*|\n?(?:</?(?:li|p|div)(?:\s[^<>]*)?>\n?)+)", "\n"),
    (r"(?i:<t[dh]\b[^>]*>)", "|"),
    (r"</?[A-Za-z]+(?:\s[^<>]*)?>", ""),
)
_SHIFTS = r"(?i)<t[dh]\b[^>]*\b(?:row|col)span\s*=\s*.?[2-9]"
_STRUCK = r"(?i)<(s|del|strike)>.{1,40}?</\1>|\[(s|del|strike)\].{1,40}?\[/\2\]"
_BESIDE = (
    r"(?i)</(?!(?:li|p|div|t[dhr]|span|font|code|strong|em|b|i|a)>)(\w+)>[ \t]*<\1\b.*"  # rows, or fields?
    rf"|</(?:{'|'.join(LABELS)})>[ \t]*<\w.*"
)
_LATEX = (
    (r"[ \t]*\\\\(?:\[[^\]\n]*\])?[ \t]*(\n|\\hline|$)", r"\n\1"),
    (r"\n\n", "\n"),
    (r"\\(?:begin|end)\{\w+\*?\}(?:\{[^\n]*\})?|\\[hc]line\b|\$", ""),
    (r"\\(?:bullet|newmoon)\b", "●"),
    (r"\\(?:circ|fullmoon)\b", "○"),
    (r"\\c?dot\b", "·"),
    ("&", "|"),
)
_NAMES_OF_R = r"(?m)^ *\[[0-9]+,\](?= )|\[,[0-9]+\]"  # the rows and columns of a matrix
_PICTURE = re.compile(":(?:large_)?([a-z]+?)(?:_large)?_(circle|square):")
_FENCE = re.compile(r"\s*(?:[`~]{3,}\s*\w*|\[/?(?:code|pre|quote)\])\s*", re.IGNORECASE)
_QUOTE = re.compile(r"^\s*(?:> ?)+")
_SEPARATED = (
    r"\s*[^\s/|;,#]+(?:(?:\s*[/|;,]\s*[^\s/|;,]+){2,}\s*[/|;,]?|(?:\s*\\n\s*[^\s/|;,]+)+?(?:\\n)?)\s*"
)


def plain_lines(text: str) -> Lines:
    """The numbered lines of a text without what stands around its rows."""
    lines = _unquoted(_without_markup(text).split("\n"))
    signature = next((n for n, line in enumerate(lines) if re.fullmatch("-- ?", line)), len(lines))
    below = [line for line in lines[signature + 1 :] if line.strip()]
    if below and all(map(has_words, below)):
        lines = lines[:signature]
    lines = _without_fences(lines)
    numbered = [(n, defined(re.sub(_PLAIN, r"# \1:", line))) for n, line in enumerate(lines, 1)]
    remarks = [(n, line) for n, line in numbered if line.startswith("#") and (has_words(line) or ":" in line)]
    remarked = {n for n, _ in remarks}
    code = rows_of_code("\n".join("" if n in remarked else line for n, line in numbered))
    if code is not None:
        return remarks + code
    numbered = [(n, re.sub(r"\\\s*$", "", line)) for n, line in numbered]
    drawn = [line for _, line in numbered if line.strip() and not line.startswith("#")]
    return [part for n, line in _counted(numbered) for part in _of_one_line(n, line, len(drawn) == 1)]


def _without_fences(lines: list[str]) -> list[str]:
    """What looks like a fence of tildes is a row where tildes stand in other lines, too."""
    signs = any("~" in line and not _FENCE.fullmatch(line) for line in lines)
    return ["" if _FENCE.fullmatch(line) and not (signs and "~" in line) else line for line in lines]


def _without_markup(text: str) -> str:
    text = text.replace("\r\n", "\n").translate(_TYPED)
    refused = (
        (_SHIFTS, "a field across others"),
        (_STRUCK, "signs struck out"),
        (_BESIDE, "a row or a field"),
    )
    for form, what in refused:
        found = re.search(form, text)
        if found is not None:
            line = text.count("\n", 0, found.start()) + 1
            raise InputError(what, line=line, seen=repr(found[0][:40]), expected="rows of signs alone")
    parts = re.split(f"({_HEADER})", text)  # a header says what it says
    text = "".join(part if i % 2 else _without_html(part) for i, part in enumerate(parts))
    if re.search(r"(?m)&.*\\\\|\\\\\s*$", text):
        for form, plain in _LATEX:
            text = re.sub(form, plain, text)
    text = re.sub(_NAMES_OF_R, lambda name: " " * len(name[0]), text)
    return re.sub(_PICTURE, lambda name: PICTURES.get(f"{name[1]} {name[2]}", name[0]), text)


def _without_html(text: str) -> str:
    for form, plain in _HTML if "<" in text else ():
        text = re.sub(form, plain, text)
    for tag in set(re.findall(r"\[/([A-Za-z]+)\]", text)):  # of forums
        text = re.sub(rf"\[/?{tag}(?:=[^\]\n]*)?\]", "", text)
    if re.search(r"&#?\w+;", text) is None:
        return text
    import html  # a large table, and seldom needed

    return html.unescape(re.sub("(?i)&nbsp;", " ", text)).translate(_BLANKS)


def _unquoted(lines: list[str]) -> list[str]:
    """The lines without marks of quotation, which are as many before all; a sign `>` in a row is none."""
    tight = any(re.match(r"\s*>+[^\s>]", line) for line in lines)  # no blank belongs to the marks
    bare = [re.sub(r"^\s*>+" if tight else _QUOTE, "", line) for line in lines]
    depths = {line.count(">") - rest.count(">") for line, rest in zip(lines, bare, strict=True)} - {0}
    signs = any(">" in re.sub(r"(?<![-=])[-=]+>", "", rest) for rest in bare)
    return lines if signs or len(depths) != 1 else bare


def _of_one_line(number: int, line: str, alone: bool) -> Lines:
    """The rows of one line that `/` separates."""
    label, colon, rest = line.partition(":")
    if colon and rest.strip() and label.strip().lower() in LABELS:
        parts = _of_one_line(number, rest, alone)
        return [(number, f"{label}:"), *parts] if len(parts) > 1 else [(number, line)]
    if line.startswith("#") or set("/|;,\\").isdisjoint(line) or not re.fullmatch(_SEPARATED, line):
        return [(number, line)]
    mark = next((mark for mark in ("/", "\\n", "|", ";", ",") if mark in line), "/")
    rows = (line if mark == "\\n" else line.strip()).removesuffix(mark).split(mark)
    after = min((len(row) - len(row.lstrip()) for row in rows[1:]), default=0)
    before = min((len(row) - len(row.rstrip()) for row in rows[:-1]), default=0)
    around = after if mark in ",;" else min(before, after)  # as in xxx / x.x / xxx
    if mark == "/" and around == 0 and any(row.startswith(" ") for row in rows[1:]):
        rows[0] = line.removesuffix(line.lstrip()) + rows[0]
    rows[1:] = [row[around:] for row in rows[1:]]
    if max(len(WORDS.get(row.strip(), row.strip())) for row in rows) < 2 or (mark != "/" and not alone):
        return [(number, line)]
    return [(number, row) for row in (_expanded(rows) if mark == "/" else rows)]


def _counted(lines: Lines) -> Lines:
    """Rows in which a digit is so many places, if all are of one width with it."""
    rows = [line.strip() for _, line in lines if line.strip() and not line.startswith("#")]
    expanded = _expanded(rows)
    told = any(re.match(r"#\s*(?:peg|empty|outside)", line) for _, line in lines)
    alike = len(set(map(len, expanded))) == 1 < len(set(map(len, rows)))
    if told or not alike or not re.search("[2-9]", "".join(rows)) or " " in "".join(rows):
        return lines
    places = iter(expanded)
    return [(n, next(places) if line.strip() and not line.startswith("#") else line) for n, line in lines]


def _expanded(rows: list[str]) -> list[str]:
    """Rows as in chess, where a digit is so many places without a peg, if it stands alone beside pegs."""
    if re.search(r"[0-9]\s*[0-9]|0", "/".join(rows)) or not re.search(r"[^\d\s/.·_~-]", "/".join(rows)):
        return rows
    places = [re.sub(r"[1-9]", lambda digit: GAP * int(digit[0]), row) for row in rows]
    return [row if row.strip().isdigit() else place for row, place in zip(rows, places, strict=True)]
