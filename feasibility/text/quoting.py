"""What mail, forums and other programs put around a drawing, taken away: lines of rows are left.

Fences of code, marks of quotation and blanks of other kinds go. A list of lists or of strings, as Python,
numpy and JSON print it, becomes a line for each row, and so does one line with `/` between its rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from feasibility.text.signs import GAP, WORDS

Lines = list[tuple[int, str]]  # a line's number, and its text

LABELS = {
    **dict.fromkeys(("start", "before", "from", "begin", "initial", "old"), "start:"),
    **dict.fromkeys(("target", "after", "to", "goal", "end", "final", "finish", "new"), "target:"),
}
_BLANKS = dict.fromkeys(
    map(ord, "\u00a0\u2007\u202f\u205f\u2800" + "".join(map(chr, range(0x2000, 0x200B)))), " "
)
_UNSEEN = dict.fromkeys(map(ord, "\ufe0e\ufe0f\u200b\u200d\u2060"))
_FENCE = re.compile(
    r"\s*(?:[`~]{3,}\s*\w*|\[/?(?:code|pre|quote)\]|</?(?:code|pre|blockquote)>)\s*", re.IGNORECASE
)
_QUOTE = re.compile(r"^\s*(?:> ?)+")
_STRING = r"\"[^\"\n]*\"|'[^'\n]*'"
_VALUE = rf"(?:{_STRING}|-?[0-9](?:\.0?)?|null|None|nan|NaN|[Tt]rue|[Ff]alse|[^\w\s\[\](){{}},\"'])"
_BETWEEN = r"(?:\s*[,;]\s*|\s+)"
_LIST = re.compile(
    rf"[\[({{]\s*(?:{_VALUE}(?:{_BETWEEN}{_VALUE})+|{_STRING})\s*,?\s*[\])}}]|[\"'](?:start|rows)[\"']\s*:"
)
_TOKEN = re.compile(rf"\n|{_STRING}|\"|'|[\[\](){{}},;:=]|[^\s\[\](){{}},;:=\"']+")
_QUOTED = re.compile(r"\s*(?:- +)?([\"'`])([^\"'`]*)\1\s*,?\s*")
_DECLARED = re.compile(r"(?m)^\s*(?:(?:const|static|unsigned|int|char|short)\s+)+[^=\n]*=")
_SEPARATED = re.compile(r"\s*[^\s/|;,#]+(?:\s*(?:[/|;,]|\\n)\s*[^\s/|;,]+){2,}\s*[/|;,]?\s*")


_TYPE = re.compile(r"(?:(?:np|numpy)\.)?(?:array|dtype|u?int\d*|float\d*|bool)|return")


def plain_lines(text: str) -> Lines:
    """The numbered lines of a text without what stands around its rows."""
    text = text.replace("\r\n", "\n").translate(_BLANKS | _UNSEEN).replace("&nbsp;", " ").replace("&gt;", ">")
    lines = []
    for number, line in enumerate(_unquoted(text.split("\n")), 1):
        quoted = _QUOTED.fullmatch(line)
        row = quoted[2] if quoted else re.sub(r"\\\s*$", "", line)
        lines.append((number, "" if _FENCE.fullmatch(line) else row))
    body = "\n".join("" if line.startswith("#") else line for _, line in lines)
    if _LIST.search(body):
        listed = list(_of_lists(_DECLARED.sub("", body)))
        return [(n, line) for n, line in lines if line.startswith("#")] + listed
    alone = sum(bool(line.strip()) and not line.startswith("#") for _, line in lines) == 1
    return [part for number, line in lines for part in _of_one_line(number, line, alone)]


def _unquoted(lines: list[str]) -> list[str]:
    """The lines without marks of quotation, which are as many before all; a sign `>` in a row is none."""
    bare = [_QUOTE.sub("", line) for line in lines]
    depths = {line.count(">") - rest.count(">") for line, rest in zip(lines, bare, strict=True)} - {0}
    signs = any(">" in re.sub(r"[-=]+>", "", rest) for rest in bare)
    return lines if signs or len(depths) != 1 else bare


def _of_lists(text: str) -> Iterator[tuple[int, str]]:
    """The rows of lists: each innermost list is one, and each string beside one of several signs."""
    number, names = 1, _names_of(text)
    row: list[str] = []
    missing = True  # between two commas
    for match in _TOKEN.finditer(text):
        token = match[0]
        if match.start() in names:
            label = LABELS.get(names[match.start()].lower())
            yield from ((number, line) for line in [*_row_of(row), *([] if label is None else [label])])
            row, missing = [], True
        elif token == "\n":
            number += 1
        elif token in "[](){};:=":
            yield from ((number, line) for line in _row_of(row))
            row, missing = [], True
        elif token == ",":
            row += [" "] if missing and row else []
            missing = True
        elif not _TYPE.fullmatch(token):
            row.append(token)
            missing = False
    yield from ((number, line) for line in _row_of(row))


def _row_of(tokens: list[str]) -> list[str]:
    """The rows of a list: one of signs, or one for each of its strings, none of which is blank."""
    items = [token[1:-1] if token[0] in "\"'" else token for token in tokens]
    signs = [WORDS.get(item.strip(), item.strip()) or " " for item in items]
    strings = all(token[0] in "\"'" for token in tokens) and " " not in signs
    padded = len(set(map(len, items))) == 1 and len(items[0]) > 1
    if strings and (padded or max(map(len, signs), default=0) > 1):
        return [part for item in items for part in item.split("\\n")]
    return [" ".join(signs)] if any(sign.strip() for sign in signs) else []


def _names_of(text: str) -> dict[int, str]:
    """Where words stand that name a list: `start = [`, `"target": [`."""
    found = re.finditer(r"[\"']?\b([A-Za-z_]+)[\"']?(?=\s*[:=])", text)
    return {match.start(): match[1] for match in found}


def _of_one_line(number: int, line: str, alone: bool) -> Lines:
    """The rows of one line that `/` separates; a digit is so many places without a peg, as in chess."""
    label, colon, rest = line.partition(":")
    if colon and rest.strip() and label.strip().lower() in LABELS:
        return [(number, f"{label}:"), *_of_one_line(number, rest, alone)]
    if line.startswith("#") or not _SEPARATED.fullmatch(line):
        return [(number, line)]
    mark = next((mark for mark in ("/", "\\n", "|", ";", ",") if mark in line), "/")
    rows = line.strip().removesuffix(mark).split(mark)
    if max(len(WORDS.get(row, row)) for row in rows) < 2 or (mark != "/" and not alone):
        return [(number, line)]
    if mark == "/" and re.search(r"[^\d\s]", "".join(rows)):
        rows = [re.sub(r"[1-9]", lambda digit: GAP * int(digit[0]), row) for row in rows]
    return [(number, row) for row in rows]
