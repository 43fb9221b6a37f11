"""The lines of a start and of a target, and what stands between them.

Dashes, an arrow in a line of its own, or words as `before:` and `after:` above each; or they stand side by
side, with an arrow in at least one row, or with both words above.
"""

from __future__ import annotations

import re
from itertools import groupby, pairwise

from feasibility.base.errors import InputError
from feasibility.text.cells import Lines, heads, is_title
from feasibility.text.signs import has_words

LABELS = {  # in English, German and French
    **dict.fromkeys(("start", "before", "from", "begin", "initial", "old"), "start:"),
    **dict.fromkeys(("anfang", "vorher", "départ", "depart", "avant", "position initiale"), "start:"),
    **dict.fromkeys(("target", "after", "to", "goal", "end", "final", "finish", "new"), "target:"),
    **dict.fromkeys(("ziel", "ende", "nachher", "arrivée", "arrivee", "après", "position finale"), "target:"),
}
# Patterns are compiled where they are used: few texts have words or arrows between their rows.
_ARROW = r"-{1,3}>|={1,2}>|[→⇒⟶⟹➜➡⮕↓⇓⬇»]"
_ARROWS = frozenset(">→⇒⟶⟹➜➡⮕↓⇓⬇»")
_DASHES = r"\s*(?:-{3,}|={3,})\s*"
_CUT = "\0cut"
_WORD = "|".join(LABELS)
_OF = r"(?:\s+(?:position|board|state|goal|target|pegs(?=[*_]*\s*[:=])))?"
_LABEL = rf"(?i)\s*[*_]*({_WORD}){_OF}[*_]*\s*(?:[:=][*_]*|$)"
_HEADING = rf"(?i)\s*[*_]*({_WORD})[*_]*\s*:?\s*(?:{_ARROW})?\s*[*_]*({_WORD})[*_]*\s*:?\s*"


def parts_of(lines: Lines, told: frozenset[str]) -> list[Lines]:
    """The lines of the start, and those of the target if there is one; `told` are signs of rows."""
    for place, (_, line) in enumerate(lines):
        heading = re.fullmatch(_HEADING, line) if has_words(line) else None
        if heading is not None and LABELS[heading[1].lower()] != LABELS[heading[2].lower()]:
            at, others = heading.start(2), [*lines[:place], *lines[place + 1 :]]
            parts = _side_by_side(others, at, at, told)
            return parts if LABELS[heading[1].lower()] == "start:" else parts[::-1]
    lines = [(n, _without_arrows(line, told)) for n, line in lines]
    under = [*(line for _, line in lines[1:]), ""]
    marked = [part for one, below in zip(lines, under, strict=False) for part in _without_label(*one, below)]
    arrows = (re.search(_ARROW, line) for _, line in marked if not _ARROWS.isdisjoint(line))
    arrow = next((found for found in arrows if found is not None), None)
    if arrow is not None:
        return _side_by_side([one for one in marked if one[1] != _CUT], *arrow.span(), told)
    marked = _with_dashes(marked, told)
    cuts = [place for place, (_, line) in enumerate(marked) if line == _CUT]
    if len(cuts) > 1:
        number, expected = marked[cuts[1]][0], "a start and at most one target"
        drawn = next(line for n, line in lines if n == number).strip()
        if re.fullmatch(_DASHES, drawn):
            raise InputError("a second line of dashes", line=number, expected=expected)
        raise InputError("another target begins here", line=number, seen=repr(drawn[:60]), expected=expected)
    return [marked[: cuts[0]], marked[cuts[0] + 1 :]] if cuts else [marked]


def is_label(row: str) -> bool:
    """Whether a row begins with a word that says whose rows follow."""
    return has_words(row) and re.match(_LABEL, row) is not None


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


def _side_by_side(lines: Lines, first: int, last: int, told: frozenset[str]) -> list[Lines]:
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
            half, gaps = len(signs) // 2, [b - a for a, b in pairwise(signs)]
            if len(signs) % 2 or (signs and gaps.pop(half - 1) <= max(gaps, default=1)):
                if is_title(line, told):
                    left.append((n, line))
                    continue
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
