"""What mail, forums and programs put around a drawing, taken away, and its rows cut into start and target.

Tags and commands of markup, fences of code and marks of quotation go. In code the rows are its strings, or
its lists; one line with `/` between its rows is cut there. Between start and target stand dashes, an arrow in
a line of its own, or words as `before:` and `after:` above each; or they stand side by side, with an arrow in
at least one row, or with both words above.
"""

from __future__ import annotations

import re
from itertools import groupby

from feasibility.base.errors import InputError
from feasibility.text.cells import Lines, heads, is_title
from feasibility.text.signs import GAP, PICTURES, WORDS, has_words

LABELS = {
    **dict.fromkeys(("start", "before", "from", "begin", "initial", "old"), "start:"),
    **dict.fromkeys(("target", "after", "to", "goal", "end", "final", "finish", "new"), "target:"),
}
_BLANKS = dict.fromkeys(map(ord, "\u00a0\u202f\u205f\u2800" + "".join(map(chr, range(0x2000, 0x200B)))), " ")
_UNSEEN = dict.fromkeys(map(ord, "\ufe0e\ufe0f\u200b\u200d\u2060"))
_QUOTES = dict.fromkeys(map(ord, "“”„"), '"') | dict.fromkeys(map(ord, "‘’"), "'")
_TYPED = _BLANKS | _UNSEEN | _QUOTES | {ord("…"): "..."}  # as phones correct them
# headers even without their sign, or with more of them
_PLAIN = r"(?i)^[ \t#]*(geometry|board(?=[ \t]*:[ \t]*(?:[a-z]+\d+|[a-z]+:[\w:]+)[ \t]*$))[ \t]*:"
_SAYS = (  # what a constant of this name is the sign of
    (r"(?:full|filled|occupied|pegs?|marbles?|stones?)", "peg"),
    (r"(?:empty|free|vacant|holes?)", "empty"),
    (r"(?:outside|invalid|none|nothing|walls?|blocked|forbidden)", "outside"),
)
_MARKS = "\"'`"
_DEFINED = r"(?i)^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+(\S+)[ \t]*$"
_CHANGED = r"(?m)^[ \t]*\w+(?:\[\d+\])+[ \t]*=[ \t]*[^\[{=\s]|\][ \t]*\*[ \t]*\d"
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
_SEPARATED = (
    r"\s*[^\s/|;,#]+(?:(?:\s*[/|;,]\s*[^\s/|;,]+){2,}\s*[/|;,]?|(?:\s*\\n\s*[^\s/|;,]+)+?(?:\\n)?)\s*"
)


# Patterns are compiled where they are used: few texts have words or arrows between their rows.
_ARROW = r"-{1,3}>|={1,2}>|[→⇒⟶⟹➜➡⮕↓⇓⬇»]"
_ARROWS = frozenset(">→⇒⟶⟹➜➡⮕↓⇓⬇»")
_DASHES = r"\s*(?:-{3,}|={3,})\s*"
_CUT = "\0cut"
_WORD = "|".join(LABELS)
_OF = r"(?:\s+(?:position|board|state|goal|target|pegs(?=[*_]*\s*[:=])))?"
_LABEL = rf"(?i)\s*[*_]*({_WORD}){_OF}[*_]*\s*(?:[:=][*_]*|$)"
_HEADING = rf"(?i)\s*[*_]*({_WORD})[*_]*\s*:?\s*(?:{_ARROW})?\s*[*_]*({_WORD})[*_]*\s*:?\s*"


def plain_lines(text: str) -> Lines:
    """The numbered lines of a text without what stands around its rows."""
    lines = _unquoted(_without_markup(text).split("\n"))
    signature = next((n for n, line in enumerate(lines) if re.fullmatch("-- ?", line)), len(lines))
    below = [line for line in lines[signature + 1 :] if line.strip()]
    if below and all(map(has_words, below)):
        lines = lines[:signature]
    lines = _without_fences(lines)
    numbered = [(n, _defined(re.sub(_PLAIN, r"# \1:", line))) for n, line in enumerate(lines, 1)]
    remarks = [(n, line) for n, line in numbered if line.startswith("#") and (has_words(line) or ":" in line)]
    remarked = {n for n, _ in remarks}
    code = _of_code("\n".join("" if n in remarked else line for n, line in numbered))
    if code is not None:
        return remarks + code
    numbered = [(n, re.sub(r"\\\s*$", "", line)) for n, line in numbered]
    drawn = [line for _, line in numbered if line.strip() and not line.startswith("#")]
    return [part for n, line in _counted(numbered) for part in _of_one_line(n, line, len(drawn) == 1)]


def _role_of(name: str) -> str | None:
    return next((role for form, role in _SAYS if re.fullmatch(form, name, re.IGNORECASE)), None)


def _defined(line: str) -> str:
    """A line, or the header that a constant of the preprocessor is by its name; HOLES is a number of them."""
    found = re.match(_DEFINED, line)
    role = None if found is None or found[1][-1] in "sS" else _role_of(found[1])
    return line if found is None or role is None else f"# {role}: {found[2]}"


def _without_fences(lines: list[str]) -> list[str]:
    """What looks like a fence of tildes is a row where tildes stand in other lines, too."""
    signs = any("~" in line and not _FENCE.fullmatch(line) for line in lines)
    return ["" if _FENCE.fullmatch(line) and not (signs and "~" in line) else line for line in lines]


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
    tight = any(re.match(r"\s*>+[^\s>]", line) for line in lines)  # no blank belongs to the marks
    bare = [re.sub(r"^\s*>+" if tight else _QUOTE, "", line) for line in lines]
    depths = {line.count(">") - rest.count(">") for line, rest in zip(lines, bare, strict=True)} - {0}
    signs = any(">" in re.sub(r"[-=]+>", "", rest) for rest in bare)
    return lines if signs or len(depths) != 1 else bare


def _of_code(text: str) -> Lines | None:
    """The rows of code: of its strings, where nothing else than code is between them, or of its lists."""
    if set("\"'`[({").isdisjoint(text):
        return None
    strings = _has_rows_in_strings(text)
    if not strings and not re.search(_LIST, text):
        return None
    if re.search(_CHANGED, text):
        raise InputError("code that computes rows, or changes them", expected="the rows as they are")
    rows: Lines = []
    items: list[str] = []
    parts = [[0]]  # the rows of each value, between labels and dashes
    constants: list[tuple[str, str]] = []
    number, missing, name = 1, True, ""  # missing: between two commas
    for match in re.finditer(_TOKEN, text + ";"):
        token, kind = match[0], match.lastgroup
        if kind in ("key", "name", "cut") or token in "[](){};:=":
            role, alone = _role_of(name), items[0].strip(_MARKS) if len(items) == 1 else ""
            constants += [(role, alone)] if role is not None and len(alone) == 1 else []
            said = _said_by(name, items)
            rows += [(number + below, line) for below, line in said]
            parts[-1] += [len(said), 0] if len(said) > 1 else []
            parts[-1][-1] += len(said) == 1
            name = (match["key"] or match["name"] or "").lower()
            label = LABELS.get(name)
            # a word between two pieces of code
            word = any(has_words(row) and re.match(_LABEL, row) for _, row in said)
            parts += [] if label is None and kind != "cut" and not word else [[0]]
            parts[-1] += [0] if kind in ("key", "name") else []
            rows += [(number, token)] if kind == "cut" else [] if label is None else [(number, label)]
            items, missing = [], True
        elif kind == "remark":
            heard = has_words(token) and "\n" not in token
            rows += [(number, "# " + token.strip("/*# \t\n"))] if heard else []
        elif token == ",":
            items += [" "] if missing and items else []
            missing = True
        elif kind == "string" or (token != "\n" and kind is None and not strings):
            items.append(token)
            missing = False
        number += token.count("\n")
    if any(sum(count > 1 for count in part) > 1 for part in parts):
        raise InputError("several lists of rows", expected="one, or `start` and `target` as their names")
    return _of_constants(constants, {sign for _, row in rows for sign in row}) + rows


def _of_constants(constants: list[tuple[str, str]], drawn: set[str]) -> Lines:
    """The headers that constants are by their names. One alone may be a number of pegs or holes as well."""
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


def _said_by(name: str, tokens: list[str]) -> Lines:
    """What a value with a name says, or one without: a number alone, as a width, is no row."""
    if name == "geometry" and tokens:
        return [(0, "# geometry: " + tokens[0].strip(_MARKS))]
    alone = name != "" and len(tokens) == 1
    constant = alone and _role_of(name) is not None and len(tokens[0].strip(_MARKS)) == 1
    return [] if constant or (alone and tokens[0][0] not in _MARKS) else _rows_of(tokens)


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
        parts = _of_one_line(number, rest, alone)
        return [(number, f"{label}:"), *parts] if len(parts) > 1 else [(number, line)]
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
    """Rows as in chess, where a digit is so many places without a peg, if it stands alone beside pegs."""
    if re.search(r"[0-9]\s*[0-9]|0", "/".join(rows)) or not re.search(r"[^\d\s/.·_~-]", "/".join(rows)):
        return rows
    places = [re.sub(r"[1-9]", lambda digit: GAP * int(digit[0]), row) for row in rows]
    return [row if row.strip().isdigit() else place for row, place in zip(rows, places, strict=True)]


def parts_of(lines: Lines, told: frozenset[str]) -> list[Lines]:
    """The lines of the start, and those of the target if there is one; `told` are signs of rows."""
    for place, (_, line) in enumerate(lines):
        heading = re.fullmatch(_HEADING, line) if has_words(line) else None
        if heading is not None and LABELS[heading[1].lower()] != LABELS[heading[2].lower()]:
            parts = _side_by_side([*lines[:place], *lines[place + 1 :]], heading.start(2), heading.start(2))
            return parts if LABELS[heading[1].lower()] == "start:" else parts[::-1]
    lines = [(n, _without_arrows(line, told)) for n, line in lines]
    under = [*(line for _, line in lines[1:]), ""]
    marked = [part for one, below in zip(lines, under, strict=False) for part in _without_label(*one, below)]
    arrows = (re.search(_ARROW, line) for _, line in marked if not _ARROWS.isdisjoint(line))
    arrow = next((found for found in arrows if found is not None), None)
    if arrow is not None:
        return _side_by_side([one for one in marked if one[1] != _CUT], *arrow.span())
    marked = _with_dashes(marked, told)
    cuts = [place for place, (_, line) in enumerate(marked) if line == _CUT]
    if len(cuts) > 1:
        what, expected = "a second line of dashes", "a start and at most one target"
        raise InputError(what, line=marked[cuts[1]][0], expected=expected)
    return [marked[: cuts[0]], marked[cuts[0] + 1 :]] if cuts else [marked]


def _without_arrows(line: str, told: frozenset[str]) -> str:
    """A line of words may have arrows, too, that are between no rows."""
    if _ARROWS.isdisjoint(line) or not has_words(line):
        return line
    bare = re.sub(_ARROW, " ", line)
    return bare if is_title(bare, told) else line


def _without_label(number: int, line: str, below: str) -> Lines:
    """A line without the word that says whose rows follow; a mark where those of the target do.

    A row beside the word stands where it is drawn, unless the row below begins to the left of it.
    """
    bare = line.strip()
    if bare in ("v", "V") or (not _ARROWS.isdisjoint(bare) and re.fullmatch(_ARROW, bare)):
        return [(number, _CUT)]
    found = re.match(_LABEL, line) if has_words(line) else None
    if found is None:
        return [(number, line)]
    beside, indent = line[found.end() :], len(below) - len(below.lstrip())
    left = below.strip() != "" and indent < found.end()
    rest = (number, beside.removeprefix(" ") if left else " " * found.end() + beside)
    return [(number, _CUT), rest] if LABELS[found[1].lower()] == "target:" else [rest]


def _with_dashes(lines: Lines, told: frozenset[str]) -> Lines:
    """Lines of dashes stand between start and target, unless they are rows of holes or a frame."""
    filled = [one for one in lines if one[1].strip()]
    dashed = [one for one in filled if re.fullmatch(_DASHES, one[1])]
    if not dashed:
        return lines
    plain = [line for _, line in filled if not (re.fullmatch(_DASHES, line) or has_words(line))]
    used = "-" in told or any("-" in line and set(line).isdisjoint("+|") for line in plain)
    if used:
        at = len(filled) // 2
        before, after = ([_number(line) for _, line in part] for part in (filled[:at], filled[at + 1 :]))
        alike = before == after and set(before) == {len(filled[at][1].strip())}  # as the rows of a rectangle
        parts = [list(part) for blank, part in groupby(lines, lambda one: not one[1].strip()) if not blank]
        apart = len(parts) == 3 and parts[1] == [filled[at]]  # by blank lines
        if filled[at] not in dashed or before != after or (alike and len(dashed) > 1 and not apart):
            return lines
        if alike and at < 5 and not apart:
            expected = "a line 'target:' before the target"
            what = "a row of dashes, or the line before the target"
            raise InputError(what, line=filled[at][0], expected=expected)
        return [(n, _CUT if (n, line) == filled[at] else line) for n, line in lines]
    framed = len(filled) > 2 and (dashed[0], dashed[-1]) == (filled[0], filled[-1])
    below = [line for n, line in filled if n > dashed[-1][0]]  # names of columns, if it is the rim
    rim = dashed[-1:] if below and all(heads(line, told) for line in below) else []
    frame = [dashed[0], dashed[-1]] if framed else rim
    return [(n, _CUT if re.fullmatch(_DASHES, line) else line) for n, line in lines if (n, line) not in frame]


def _side_by_side(lines: Lines, first: int, last: int) -> list[Lines]:
    """Every line is cut at its own arrow, at the columns of the first, or in the middle of its signs."""
    left: Lines = []
    right: Lines = []
    for n, line in lines:
        arrows = [found.span() for found in re.finditer(_ARROW, line)]
        if len(arrows) > 1:
            raise InputError("a second arrow", line=n, expected="one start, one target")
        begin, end = arrows[0] if arrows else (first, last)
        bare = line if arrows else _without_names(line)
        ends = [(_number(some[:begin]), _number(some[:end]), _number(some[end:])) for some in (line, bare)]
        if not arrows and not any(left == inside == right for left, inside, right in ends):
            signs = [i for i, sign in enumerate(line) if not sign.isspace()]
            half = len(signs) // 2
            if len(signs) % 2 or (signs and signs[half] - signs[half - 1] < 2):
                what, seen = "start and target are not separated", f"{len(signs)} signs"
                expected = "as many signs left as right of the arrow, with blanks between"
                raise InputError(what, line=n, seen=seen, expected=expected)
            begin = end = signs[half] if signs else 0
        left.append((n, line[:begin]))
        right.append((n, " " * end + line[end:]))
    return [left, right]


def _without_names(line: str) -> str:
    """A line without the names at the rim of the start: letters of the columns, the number of the row."""
    if heads(line, frozenset()):
        return ""
    return re.sub(r"^\s*[0-9]{1,3}(?=\s)", lambda name: " " * len(name[0]), line)


def _number(line: str) -> int:
    """How many signs a line has."""
    return sum(not sign.isspace() for sign in line)
