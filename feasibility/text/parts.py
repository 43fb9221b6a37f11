"""A text cut into its start and its target.

Between them stand dashes, an arrow in a line of its own, or words as `before:` and `after:` above each; or
they stand side by side, with an arrow in at least one row, or with both words above.
"""

from __future__ import annotations

import re

from feasibility.base.errors import InputError
from feasibility.text.cells import heads
from feasibility.text.quoting import LABELS, Lines, has_words

# Patterns are compiled where they are used: few texts have words or arrows between their rows.
_ARROW = r"-{1,3}>|={1,2}>|[→⇒⟶⟹➜➡⮕↓⇓⬇»]"
_ARROW_ALONE = rf"\s*(?:{_ARROW}|[vV])\s*"
_DASHES = r"\s*(?:-{3,}|={3,})\s*"
_WORD = "|".join(LABELS)
_LABEL = rf"(?i)\s*[*_]*({_WORD})(?:\s+(?:position|board|pegs))?[*_]*\s*[:=][*_]*"
_LABEL_ALONE = rf"(?i)\s*[*_]*({_WORD})(?:\s+(?:position|board))?[*_]*\s*"
_HEADING = rf"(?i)\s*[*_]*({_WORD})[*_]*\s*:?\s*(?:{_ARROW})?\s*[*_]*({_WORD})[*_]*\s*:?\s*"


_CUT = "\0cut"


def parts_of(lines: Lines, told: frozenset[str]) -> list[Lines]:
    """The lines of the start, and those of the target if there is one; `told` are signs of rows."""
    for place, (_, line) in enumerate(lines):
        heading = re.fullmatch(_HEADING, line) if has_words(line) else None
        if heading is not None:
            return _side_by_side([*lines[:place], *lines[place + 1 :]], heading.start(2), heading.start(2))
    marked = [part for n, line in lines for part in _without_label(n, line)]
    arrow = next((found for _, line in marked if (found := _arrow(line))), None)
    if arrow is not None:
        return _side_by_side([one for one in marked if one[1] != _CUT], *arrow.span())
    marked = _with_dashes(marked, told)
    cuts = [place for place, (_, line) in enumerate(marked) if line == _CUT]
    if len(cuts) > 1:
        what, expected = "a second line of dashes", "a start and at most one target"
        raise InputError(what, line=marked[cuts[1]][0], expected=expected)
    return [marked[: cuts[0]], marked[cuts[0] + 1 :]] if cuts else [marked]


def _arrow(line: str) -> re.Match[str] | None:
    return None if set(">→⇒⟶⟹➜➡⮕↓⇓⬇»").isdisjoint(line) else re.search(_ARROW, line)


def _without_label(number: int, line: str) -> Lines:
    """A line without the word that says whose rows follow; a mark where those of the target do."""
    if not has_words(line):
        alone = line.strip() in ("v", "V") or (_arrow(line) and re.fullmatch(_ARROW_ALONE, line))
        return [(number, _CUT if alone else line)]
    found = re.match(_LABEL, line) or re.fullmatch(_LABEL_ALONE, line)
    if found is None:
        return [(number, line)]
    rest = (number, " " * found.end() + line[found.end() :])
    return [(number, _CUT), rest] if LABELS[found[1].lower()] == "target:" else [rest]


def _with_dashes(lines: Lines, told: frozenset[str]) -> Lines:
    """Lines of dashes stand between start and target, unless they are rows of holes or a frame."""
    filled = [one for one in lines if one[1].strip()]
    dashed = [one for one in filled if re.fullmatch(_DASHES, one[1])]
    used = "-" in told or any("-" in line and _is_row(line) for _, line in filled)
    if not dashed:
        return lines
    if used:
        at = len(filled) // 2
        before, after = ([_number(line) for _, line in part] for part in (filled[:at], filled[at + 1 :]))
        alike = before == after and set(before) == {len(filled[at][1].strip())}  # as the rows of a rectangle
        if filled[at] not in dashed or before != after or (alike and len(dashed) > 1):
            return lines
        if alike and at < 5:
            expected = "a line 'target:' before the target"
            what = "a row of dashes, or the line before the target"
            raise InputError(what, line=filled[at][0], expected=expected)
        return [(n, _CUT if (n, line) == filled[at] else line) for n, line in lines]
    framed = len(filled) > 2 and (dashed[0], dashed[-1]) == (filled[0], filled[-1])
    below = [
        line for n, line in filled if n > dashed[-1][0]
    ]  # names of columns, if it is the rim of a drawing
    rim = dashed[-1:] if below and all(heads(line, told) for line in below) else []
    frame = [dashed[0], dashed[-1]] if framed else rim
    return [(n, _CUT if re.fullmatch(_DASHES, line) else line) for n, line in lines if (n, line) not in frame]


def _is_row(line: str) -> bool:
    """Whether dashes stand between other signs, not in a ruling or beside a word."""
    return not (re.fullmatch(_DASHES, line) or has_words(line) or set(line) & set("+|"))


def _side_by_side(lines: Lines, first: int, last: int) -> list[Lines]:
    """Every line is cut at its own arrow, at the columns of the first, or in the middle of its signs."""
    left: Lines = []
    right: Lines = []
    for n, line in lines:
        arrows = [found.span() for found in re.finditer(_ARROW, line)]
        if len(arrows) > 1:
            raise InputError("a second arrow", line=n, expected="one start, one target")
        begin, end = arrows[0] if arrows else (first, last)
        if not arrows and not (_alike(line, begin, end) or _alike(_without_names(line), begin, end)):
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


def _alike(line: str, begin: int, end: int) -> bool:
    """Whether as many signs stand on both sides, and none between."""
    return _number(line[:begin]) == _number(line[end:]) and not line[begin:end].strip()
