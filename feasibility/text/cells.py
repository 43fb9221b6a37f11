"""The rows of a drawing without titles, frames, brackets, commas and labels."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from string import ascii_lowercase
from typing import NamedTuple

from feasibility.base.errors import InputError
from feasibility.text import signs
from feasibility.text.signs import BLANK_CELL, WORDS, has_words

_BARS = "|│┃║┆┇┊┋"
_BOX = "".join(map(chr, range(0x2500, 0x2580)))
_RULED = _BOX.translate(dict.fromkeys(map(ord, _BARS)))  # bars alone may stand beside holes
_COLUMN = r"(?::-+:?|-{2,}:?)"  # of a table in Markdown
_RULING = (
    rf"\s*(?=.*[={_RULED}]|.*--\s+--|.*\+-|.*-\+)[-+=\s{re.escape(_BARS + _BOX)}]{{3,}}"
    rf"|\s*\|?\s*{_COLUMN}(?:\s*\|\s*{_COLUMN})+\s*\|?\s*"
)
_CELL = re.compile(r"\(( ?)([^()\[\]]?)\1\)|\[( ?)([^()\[\]]?)\3\]")
_PEGS = "".join(
    signs.GROUPS[group] for group in ("full", "hollow", "mark", "round", "ball", "disc", "tile", "none")
)
_TWO_COLUMNS = r"\s*(?:[0-9]+[.:)]?(?=\s|-1))?(?:-1|\s+[0-9]|\s+-1)*\s*"  # numbers as printf's %2d sets them
_NAMED_ROW = r"\s*[^\W\d_]+ ?[0-9A-Za-z]{0,2}\s*[:=|](?!.*[^\W\d_]{2}).*[^\s\d].*[^\s\d]"  # row 1: ooo
_FULL_WIDTH = {0x3000: " "} | {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
# what commands say above a drawing; digits there are of the board's name, and a point is no hole
HEAD = (
    r"\S{2,}: (?:[0-9]+ pegs?(?: to (?:[0-9]|any position )|$)|[a-z]+, [0-9]+ holes?, )"
    r"|Holes are named along "
)
_SURE = 3  # labels in sequence; fewer may be signs
_MOST = 60  # rows and columns of a drawing that a refusal shows


Lines = list[tuple[int, str]]  # a line's number, and its text


class Line(NamedTuple):
    """A line of a drawing: its number, as it was written, and its signs by columns as they are seen."""

    number: int
    written: str
    text: str


class WordsBesideRow(InputError):
    """Words in the line of a row, so that to leave the line out is to leave the row out."""


class Body(NamedTuple):
    """The rows of one drawing, what was left out of it, and lines of words above and below."""

    rows: list[Line]
    left_out: list[str]
    titles: list[Line]


def body_of(lines: Lines, told: Mapping[str, str], named: Mapping[str, str]) -> Body:
    """The rows of the lines of one drawing; headers tell the roles of signs, and name words as signs."""
    wide = any(is_wide(sign) for _, line in lines for sign in line)
    drawn = [line for _, line in lines if line.strip() and not has_words(line)]
    drawn = [line for line in drawn if not heads(line, frozenset())]
    if drawn and all(re.fullmatch(_TWO_COLUMNS, line) for line in drawn):
        lines = [(n, line.replace("-1", " " + WORDS["-1"])) for n, line in lines]
    rows = [Line(n, line, narrow(_of_words(line, {**WORDS, **named}), wide)) for n, line in lines]
    left_out: list[str] = []
    rows, titles = _without_titles(rows, set(told))
    rows = _fields(_without_brackets(_without_capitals(rows, left_out)))
    rows = _without_labels(_without_frames(rows, told, left_out), frozenset(told), left_out)
    return Body(rows, left_out, titles)


def _with(rows: Sequence[Line], texts: Sequence[str]) -> list[Line]:
    return [row._replace(text=text) for row, text in zip(rows, texts, strict=True)]


def narrow(line: str, among_wide: bool = False) -> str:
    """Every character at the column where it is seen: wide ones take two, and so does ● among them."""
    if line.isascii():
        return line
    return "".join(sign.translate(_FULL_WIDTH) + " " * is_wide(sign, among_wide) for sign in line)


def is_wide(sign: str, among_wide: bool = False) -> bool:
    """Whether a character takes two columns; of those that may, where others do."""
    if sign.isascii():
        return False
    from unicodedata import east_asian_width

    picture = ord(sign) >= 0x1F000 or (among_wide and 0x2600 <= ord(sign) < 0x27C0)
    return picture or east_asian_width(sign) in ("WFA" if among_wide else "WF")


def _of_words(line: str, words: Mapping[str, str]) -> str:
    """Words as null or -1 as one sign each, at their last column where they are set in columns."""
    if len(re.split(r"[\s,;|]+", line.strip())) < 2 or not any(word in line for word in words):
        return line
    found = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    form, in_columns = rf"(?<![^\s,;|\"'])(?:{found})(?![^\s,;|\"'])", re.search(r"\S {2,}\S", line)
    label = re.match(r"\s*[0-9]\.\s(?!.*[0-9]\.)|", line)  # the number of a row, where no cell is such a word
    at = 0 if label is None else label.end()
    return line[:at] + re.sub(
        form, lambda word: words[word[0]].rjust(len(word[0]) if in_columns else 1), line[at:]
    )


def _without_titles(rows: list[Line], known: set[str]) -> tuple[list[Line], list[Line]]:
    """Lines of words above or below the drawing are left out; one that explains signs is refused."""
    kept = [i for i, row in enumerate(rows) if row.text.strip()]
    texts = [rows[i].text for i in kept]
    drawn = (text for text in texts if not has_words(text) and not heads(text, frozenset(known)))
    known, titles = known.union(letters_of(texts), *drawn), []
    for end in (0, -1):
        while kept and is_title(rows[kept[end]].text, known):
            titles.append(rows[kept.pop(end)])
    rest = rows[kept[0] : kept[-1] + 1] if kept else rows
    lengths = {len("".join(row.text.split())) for row in rest}
    numbered = [title for title in titles if re.match(_NAMED_ROW, title.text)]
    for title in titles:
        if _is_beside(title.text, known, lengths) or (len(numbered) > 2 and title in numbered):
            what, expected = "words beside a row", "the words in a line of their own"
            raise WordsBesideRow(what, line=title.number, seen=repr(title.written[:60]), expected=expected)
    return rest, titles


def _is_beside(title: str, known: Collection[str], lengths: set[int]) -> bool:
    """Whether a row stands beside words; two signs are a word, and points behind one blank."""
    inside = {*known, *_PEGS} - {" ", "\t"}
    sign = f"[{re.escape(''.join(sorted(inside)))}]"
    run = rf"(?P<run>{sign}(?:\s*{sign})*)"
    forms = (rf"\s*{run}(?P<gap>\s+)", rf".*\S(?P<gap>\s+){run}\s*$")
    for form in forms if len(title) < 1000 else ():  # the second takes the square of it
        found = re.match(form, title)
        if found is not None and not inside.intersection(known).isdisjoint(found["run"]):
            number, near = len("".join(found["run"].split())), found["gap"] == " "
            of_a_row = not lengths.isdisjoint((number - 1, number, number + 1))  # as those of a triangle
            word = near and (number < 3 or set(found["run"]) == {"."})
            if not word and (of_a_row or (number > 2 and not near)):
                return True
    return False


def _without_capitals(rows: list[Line], left_out: list[str]) -> list[Line]:
    """Rows that a phone began with a capital each: small letters, where some signs are no letters."""
    texts = [row.text.strip() for row in rows if row.text.strip()]
    firsts, rest = {text[0] for text in texts}, {sign for text in texts for sign in text[1:]}
    letters = {sign for sign in firsts | rest if sign.isalpha()}
    capitals = firsts & letters
    small = {sign.lower() for sign in capitals}
    if not small or capitals & (small | rest) or letters != capitals | small or firsts | rest == letters:
        return rows
    left_out.append("the capitals that begin rows")
    return _with(rows, [row.text.translate({ord(sign): sign.lower() for sign in capitals}) for row in rows])


def is_title(text: str, known: Collection[str]) -> bool:
    """Whether a line is of words, not of signs."""
    if re.match(HEAD, text):
        return True
    if heads(text, frozenset(known)):
        return False
    drawn = [sign for sign in text if not sign.isspace()]
    in_the_table = [sign in known or sign in signs.FREE or signs.group(sign) != "other" for sign in drawn]
    words = [word for word in re.findall(r"[^\W\d_]{2,}", text) if len(set(word)) > 1]
    foreign = {sign for word in words for sign in word if signs.group(sign) == "other" and sign not in known}
    return 2 * sum(in_the_table) < len(drawn) and len(foreign) > 1  # N alone may be no hole


def letters_of(rows: list[str]) -> set[str]:
    """The letters of a drawing whose rows are of a pair of them, and of one more at most."""
    letters = [{sign for sign in row if sign.isalpha() and sign not in "xXoO"} for row in rows]
    for pair in signs.LETTERS:
        mine = [them for them in letters if len(them) > 0 and len(them - set(pair)) < 2]
        both = set().union(*mine)
        if 2 * len(mine) > len(rows) and set(pair) <= both:
            return both
    return set()


def _without_brackets(rows: list[Line]) -> list[Line]:
    """`(x)` and `[x]` as x, `( )` and `[ ]` as the sign of a blank cell, in the middle of each."""
    cells = [(row.number, cell) for row in rows for cell in _CELL.finditer(row.text)]
    written = {cell[0] for _, cell in cells}
    for line, cell in cells:
        seen, blank, at = cell[0], " ".join(cell[0]), cell.start() + 1
        if len(seen) == 2 and blank in written:
            raise InputError("a sign is missing", line=line, column=at, seen=seen, expected=blank)
    bare = [
        _CELL.sub(lambda m: ((m[2] or m[4] or "").strip() or BLANK_CELL).center(len(m[0])), row.text)
        for row in rows
    ]
    return _with(rows, bare) if len(cells) > 1 else rows


def _fields(rows: list[Line]) -> list[Line]:
    """Fields between commas, semicolons or tabs, one for each place, stand two columns apart."""
    marks = next((m for m in (",", ";", "\t") if any(m in row.text for row in rows)), None)
    spread = None if marks is None else _spread(rows, marks)
    if marks != "\t" or spread is not None:
        return rows if spread is None else spread
    drawn = [row.text for row in rows if row.text.strip()]
    before = {len(text) - len(text.lstrip("\t")) for text in drawn}
    if len(before) == 1 and not any("\t" in text.strip() for text in drawn):
        return _with(rows, [row.text.replace("\t", "") for row in rows])
    error = refused(signs.unreadable("\t"), rows, "\t")
    error.details += "\nA tab is no number of columns: spaces are, and so is a tab between all holes."
    raise error


def _spread(rows: Sequence[Line], marks: str) -> list[Line] | None:
    """The rows with a sign or none in each field, if they have no more."""
    fields = [[field.strip(" \t\"'") for field in re.split(f"[{marks}]", row.text)] for row in rows]
    if any(len(field) > 1 for line in fields for field in line):
        return None
    return _with(rows, [" ".join(field or " " for field in line) for line in fields])


def _without_frames(rows: list[Line], told: Mapping[str, str], left_out: list[str]) -> list[Line]:
    """Rulings and bars are left out; as many bars in all rows are the sides of cells."""
    bars = "".join(sign for sign in _BARS if sign not in told)
    rows = rows if "-" in told else _without_short_ruling(rows, left_out)
    # most rows have letters or points: the pattern is compiled for others alone
    maybe = (row for row in rows if not re.search(r"[\w.]", row.text) and set(told).isdisjoint(row.text))
    ruled = {row for row in maybe if re.fullmatch(_RULING, row.text)}
    inside = [row for row in rows if row not in ruled]
    lines = [row for row in inside if not heads(row.text, frozenset(told))]
    drawn = [row for row in lines if row.text.strip()]
    numbers = [row.number for row in drawn]
    between = {bisect(numbers, row.number): row for row in rows if row in ruled}
    parted = [(n, row) for n, row in between.items() if 0 < n < len(drawn)]
    if len(parted) == 1 and 1 < parted[0][0] < len(drawn) - 1:
        what, expected = "a ruling between two parts", "dashes alone, ---, before a target, or no ruling"
        raise InputError(what, line=parted[0][1].number, seen=repr(parted[0][1].text[:40]), expected=expected)
    texts, spread = [row.text.strip() for row in drawn], _spread(lines, bars)
    counts = {sum(text.count(bar) for bar in bars) for text in texts}
    closed = all(len(text) > 1 and text[0] in bars and text[-1] in bars for text in texts)
    apart = not any(re.search(f"[{bars}]{{2}}", text) for text in texts)
    framed = counts == {0} or len(counts) == 1 < len(texts) or (apart and (closed or spread is not None))
    if (len(inside) == len(rows) and counts <= {0}) or not framed or any("+" in text for text in texts):
        return rows  # bars may be pegs
    sides = [[len("".join(side.split())) for side in re.split(f"[{bars}]+", text)] for text in texts]
    alike = [left for left, *right in sides if [left] == right]
    if max(alike, default=0) > 1 and 2 * len(alike) > len(texts):
        what, expected = "two drawings of one shape side by side", "--> between start and target"
        raise InputError(what, line=drawn[0].number, expected=expected)
    left_out.append("the frame")
    if len(counts) == 1 and max(counts) > 1 and spread is not None:
        return spread
    return _with(inside, [row.text.translate(dict.fromkeys(map(ord, bars), " ")) for row in inside])


def _without_short_ruling(rows: list[Line], left_out: list[str]) -> list[Line]:
    """The rows of a Markdown table without `|-|-|` below the first, which may be a row of empty holes."""
    drawn = [row for row in rows if row.text.strip()]
    cells = [row.text.split("|") for row in drawn]
    if len(cells) < 2 or len({*map(len, cells)}) > 1 or {cell.strip() for cell in cells[1][1:-1]} != {"-"}:
        return rows
    others = {sign for row in [drawn[0], *drawn[2:]] for sign in row.text} - {"|", " "}
    if len(others) < 2 or "-" in others:
        what, expected = "a ruling, or a row of empty holes", "`|---|---|`, or `# empty: -` above it"
        raise InputError(what, line=drawn[1].number, seen=repr(drawn[1].text[:60]), expected=expected)
    left_out.append("the ruling")
    return [row for row in rows if row is not drawn[1]]


def refused(error: InputError, rows: Sequence[Line], bad: Collection[str]) -> InputError:
    """The error about some signs of a drawing, with the drawing and all their places marked."""
    places = {(row, i): None for row in rows for i, sign in enumerate(row.text) if sign in bad}
    row, column = next(iter(places))
    error.at(line=row.number, column=1 + (column if len(row.text) <= len(row.written) else column // 2))
    for row in rows[:_MOST]:
        seen = (s if s.isprintable() or s == "\u3000" else "→" if s == "\t" else "�" for s in row.written)
        ticks = "".join("^" if (row, i) in places else " " for i in range(_MOST)).rstrip()
        error.details += f"{row.number:5} | {''.join(seen)[:_MOST]}".rstrip() + "\n"
        error.details += f"      | {ticks}\n" if ticks else ""
    error.details = error.details.removesuffix("\n")
    return error


_SIDES = (
    re.compile(r"^\s*(?P<name>[0-9]{1,3}|[A-Za-z])[):.]?(?=\s)"),
    re.compile(r"(?<=\s)(?P<name>[0-9]{1,3}|[A-Za-z])\s*$"),
)


def _without_labels(rows: list[Line], known: frozenset[str], left_out: list[str]) -> list[Line]:
    """The rows with their labels blank; known signs are never labels."""
    texts = [row.text for row in rows]
    drawn = [i for i, text in enumerate(texts) if text.strip()]
    least = 1 if _as_printed([texts[i] for i in drawn], known) else _SURE
    columns = [i for i in {*drawn[:1], *drawn[-1:]} if heads(texts[i], known, least)]
    rest, upward = [i for i in drawn if i not in columns], None
    for side, few in zip(_SIDES, (least, _SURE), strict=True):
        found = [side.search(texts[i]) for i in rest]
        values = _values([match["name"] if match else "" for match in found], known, few)
        if values is not None:
            upward = values[0] > values[-1] if upward is None else upward
            for i in rest:
                texts[i] = side.sub(lambda match: " " * len(match[0]), texts[i], count=1)
            if side is _SIDES[0]:
                _begin_alike([rows[i] for i in rest], [texts[i] for i in rest], [m.end() for m in found if m])
    under = {k for i in rest for k, sign in enumerate(texts[i]) if sign != " "}
    if any(texts[i][k : k + 1].strip() == "" for i in columns for k in under):
        return rows  # some symbol stands neither below nor above a label
    if not columns and upward is None:
        return rows
    left_out.append("the labels (here rows count from the top)" if upward is True else "the labels")
    return _with(rows, ["" if i in columns else text for i, text in enumerate(texts)])


def _begin_alike(rows: Sequence[Line], bare: Sequence[str], ends: Sequence[int]) -> None:
    """Refuses labels of two widths that shift rows: are they seen, or counted?"""
    begins = [len(text) - len(text.lstrip()) for text in bare]
    few = {begin for begin, end in zip(begins, ends, strict=True) if end == min(ends)}
    for row, begin, end in zip(rows, begins, ends, strict=True):
        if end > min(ends) and begin not in few and begin - end + min(ends) in few:
            expected = "labels that end in one column, or none"
            raise InputError("a longer label, which may shift this row", line=row.number, expected=expected)


def _as_printed(lines: Sequence[str], known: frozenset[str]) -> bool:
    """Whether columns and rows have names as in every picture of this program, so that few of them do."""
    head = lines[0].strip() if lines else ""
    at, names = lines[0].find(head) if head else 0, [str(row) for row in range(1, len(lines))]
    named = [line[: at - 1].strip() for line in lines[1:] if at > 1 and line[at - 1 : at] == " "]
    return ascii_lowercase.startswith(head) and named == names and known.isdisjoint((*head, *"".join(names)))


def heads(text: str, known: frozenset[str], least: int = _SURE) -> bool:
    """Whether a line is the labels of the columns: a, b, c or 1, 2, 3 and so on."""
    words = text.split()
    words = list(words[0]) if len(words) == 1 else words
    values = _values(words, known, least)
    return values is not None and words[0].lower() in ("a", "0", "1") and values[0] <= values[-1]


def _values(words: Sequence[str], known: frozenset[str], least: int) -> list[int] | None:
    """The words as numbers, if they are a sequence up or down by one; fewer than three may be symbols."""
    letters = "".join(words)
    if len(words) < least or not all(words) or set(letters) & known or not letters.isascii():
        return None
    numbers = all(word.isdecimal() for word in words)
    if not numbers and not all(len(word) == 1 and word.isalpha() for word in words):
        return None
    values = [int(word) if numbers else ord(word.lower()) for word in words]
    return values if {b - a for a, b in pairwise(values)} in ({1}, {-1}, set()) else None
