"""What mail, forums and programs put around a drawing, taken away: numbered lines of rows are left.

Tags and commands of markup, fences of code and marks of quotation go. In code the rows are its strings, or
its lists; one line with `/` between its rows is cut there.
"""

from __future__ import annotations

import re

from feasibility.base.errors import InputError
from feasibility.text.signs import GAP, PICTURES, WORDS

Lines = list[tuple[int, str]]  # a line's number, and its text

LABELS = {
    **dict.fromkeys(("start", "before", "from", "begin", "initial", "old"), "start:"),
    **dict.fromkeys(("target", "after", "to", "goal", "end", "final", "finish", "new"), "target:"),
}
_BLANKS = dict.fromkeys(map(ord, "\u00a0\u202f\u205f\u2800" + "".join(map(chr, range(0x2000, 0x200B)))), " ")
_UNSEEN = dict.fromkeys(map(ord, "\ufe0e\ufe0f\u200b\u200d\u2060"))
_TYPED = _BLANKS | _UNSEEN | {ord("…"): "..."}  # as phones correct them
_HEADER = r"(?m:^#[ \t]*\w[\w ]*:.*$)"
_HTML = (
    (r"(?i:<br\s*/?>\n?|</tr>\s*)", "\n"),
    (r"(?i:<t[dh]\b[^>]*>)", "|"),
    (r"</?[A-Za-z]+(?:\s[^<>]*)?>", ""),
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
_STRING = r'"""(?s:.*?)"""|`[^`]*`|"[^"\n]*"|\'[^\'\n]*\''
_VALUE = (
    rf"(?:{_STRING}|-?[0-9](?:\.0?)?|null|None|nan|NaN|NA|[Tt]rue|[Ff]alse|[xXoOnN]|[^\w\s\[\](){{}},\"'])"
)
_LIST = (  # this pattern and the next are compiled where they are used: few texts are code
    rf"[\[({{]\s*(?:{_VALUE}(?:(?:\s*[,;]\s*|\s+){_VALUE})+|{_STRING})\s*,?\s*[\])}}]"
    r"|[\"'](?:start|rows)[\"']\s*:"
)
_TYPE = (
    r"(?:(?:np|numpy)\.)?(?:array|dtype|u?int\d*|float\d*|bool|char|short|string|String|var|let|const|static)"
)
_TOKEN = (
    r"(?P<cut>(?m:^[ \t]*(?:-{3,}|={3,}|[-=]+>|[↓⇓→⇒])[ \t]*$))"
    rf"|\n|(?P<string>{_STRING})|[\"']?(?<![\w.])(?P<name>[A-Za-z_]\w*)[\"']?\s*(?:\[\w*\]\s*)*(?::\w*\s*)?[:=]"
    rf"|(?P<code>(?:\b{_TYPE}\b|\breturn|\bnew|\bunsigned)(?![\w!])[*\s]*|[.A-Za-z_][\w.]*!?(?=[\[({{])|(?<=[\])])\.|//.*)"
    r"|[\[\](){},;:=]|[^\s\[\](){},;:=\"']+|[\"']"
)
_SEPARATED = (
    r"\s*[^\s/|;,#]+(?:(?:\s*[/|;,]\s*[^\s/|;,]+){2,}\s*[/|;,]?|(?:\s*\\n\s*[^\s/|;,]+)+?(?:\\n)?)\s*"
)


def plain_lines(text: str) -> Lines:
    """The numbered lines of a text without what stands around its rows."""
    lines = _unquoted(_without_markup(text).split("\n"))
    signature = next((n for n, line in enumerate(lines) if re.fullmatch("-- ?", line)), len(lines))
    if all(has_words(line) for line in lines[signature + 1 :] if line.strip()):
        lines = lines[:signature]
    numbered = [(n, "" if _FENCE.fullmatch(line) else line) for n, line in enumerate(lines, 1)]
    remarks = [(n, line) for n, line in numbered if line.startswith("#") and (has_words(line) or ":" in line)]
    remarked = {n for n, _ in remarks}
    code = _of_code("\n".join("" if n in remarked else line for n, line in numbered))
    if code is not None:
        return remarks + code
    numbered = [(n, re.sub(r"\\\s*$", "", line)) for n, line in numbered]
    drawn = [line for _, line in numbered if line.strip() and not line.startswith("#")]
    return [part for n, line in _counted(numbered) for part in _of_one_line(n, line, len(drawn) == 1)]


def _without_markup(text: str) -> str:
    text = text.replace("\r\n", "\n").translate(_TYPED)
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
    bare = [_QUOTE.sub("", line) for line in lines]
    depths = {line.count(">") - rest.count(">") for line, rest in zip(lines, bare, strict=True)} - {0}
    signs = any(">" in re.sub(r"[-=]+>", "", rest) for rest in bare)
    return lines if signs or len(depths) != 1 else bare


def has_words(line: str) -> bool:
    """Whether letters stand in it beside others, that are no signs for pegs and holes."""
    line = re.sub(r"(\w)\1+", r"\1", line)
    return re.search(r"[^\W\d_xXoO][^\W\d_]|[^\W\d_][^\W\d_xXoO]", line) is not None


def _of_code(text: str) -> Lines | None:
    """The rows of code: of its strings, where nothing else than code is between them, or of its lists."""
    if set("\"'`[({").isdisjoint(text):
        return None
    strings = _has_rows_in_strings(text)
    if not strings and not re.search(_LIST, text):
        return None
    rows: Lines = []
    items: list[str] = []
    number, missing = 1, True  # between two commas
    for match in re.finditer(_TOKEN, text + ";"):
        token, kind = match[0], match.lastgroup
        if kind in ("name", "cut") or token in "[](){};:=":
            rows += [(number + below, line) for below, line in _rows_of(items)]
            label = LABELS.get((match["name"] or "").lower())
            rows += [(number, token)] if kind == "cut" else [] if label is None else [(number, label)]
            items, missing = [], True
        elif token == ",":
            items += [" "] if missing and items else []
            missing = True
        elif kind == "string" or (token != "\n" and kind is None and not strings):
            items.append(token)
            missing = False
        number += token.count("\n")
    return rows


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


def _rows_of(tokens: list[str]) -> Lines:
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


def _of_one_line(number: int, line: str, alone: bool) -> Lines:
    """The rows of one line that `/` separates."""
    label, colon, rest = line.partition(":")
    if colon and rest.strip() and label.strip().lower() in LABELS:
        return [(number, f"{label}:"), *_of_one_line(number, rest, alone)]
    if line.startswith("#") or set("/|;,\\").isdisjoint(line) or not re.fullmatch(_SEPARATED, line):
        return [(number, line)]
    mark = next((mark for mark in ("/", "\\n", "|", ";", ",") if mark in line), "/")
    rows = (line if mark == "\\n" else line.strip()).removesuffix(mark).split(mark)
    if max(len(WORDS.get(row, row)) for row in rows) < 2 or (mark != "/" and not alone):
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
    """Rows as in chess, where a digit is so many places without a peg; rows of digits alone are none.

    No two digits stand side by side, and other signs than points are pegs; else digits are signs.
    """
    if re.search(r"[0-9]\s*[0-9]|0", "/".join(rows)) or not re.search(r"[^\d\s/.·_~-]", "/".join(rows)):
        return rows
    places = [re.sub(r"[1-9]", lambda digit: GAP * int(digit[0]), row) for row in rows]
    return [row if row.strip().isdigit() else place for row, place in zip(rows, places, strict=True)]
