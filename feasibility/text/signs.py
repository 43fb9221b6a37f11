"""The one table of signs: what each may mean in a drawing, and which two have one reading together.

What signs mean is never taken from how often they occur. A sign for pegs and one for empty holes that are not
in the table of clear pairs are refused, with every reading drawn and the header that chooses it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import combinations, permutations
from typing import NamedTuple

from feasibility.base.errors import InputError

PEG, HOLE, NOTHING = "peg", "empty", "outside"
ROLES = {PEG: "a peg", HOLE: "an empty hole", NOTHING: "no hole"}
FREE = "?"
OUTSIDE = "E"
PLAIN = {"x": PEG, "●": PEG, ".": HOLE, "○": HOLE}  # the signs of the grammar

# Words that stand for one sign, as lists print them; each is read as the sign before it.
_WORDS = {"⁻": "-1 -1. -1.0", "∅": "null None nan NaN NA", "⊤": "True true", "⊥": "False false"}
_WORDS |= {"0": "0. 0.0", "1": "1. 1.0", "2": "2. 2.0", "␣": "digit"}
WORDS = {word: sign for sign, words in _WORDS.items() for word in (words + " " + words.upper()).split()}
BLANK_CELL = "◌"  # ( ) or [ ]
GAP = "␣"  # a place that a digit counts, in rows as 2ooo2

# By the names that chats give them.
_COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "brown", "black", "white")
PICTURES = {f"{colour} circle": sign for colour, sign in zip(_COLOURS, "🔴🟠🟡🟢🔵🟣🟤⚫⚪", strict=True)}
PICTURES |= {f"{colour} square": sign for colour, sign in zip(_COLOURS, "🟥🟧🟨🟩🟦🟪🟫⬛⬜", strict=True)}

GROUPS = {
    "full": "●⬤•■◆▪♦◉⦿⏺▣★▲",
    "hollow": "○◯◦∘□◇▫▢⚬☆△⭕",
    "mark": "xX×✕✖✗✘*@+",
    "round": "oO",
    "dot": ".·_-~∙⋅",
    "blank": BLANK_CELL + "🕳",
    "zero": "0",
    "one": "1",
    "two": "2",
    "true": "⊤",
    "false": "⊥",
    "ball": "🔴🟠🟡🟢🔵🟣🟤❤⭐⚽⚾",
    "disc": "⚫⚪",
    "tile": "⬛⬜🟥🟧🟨🟩🟦🟪🟫◾◽◼◻",
    "wall": "#█▓▒░",
    "none": "⁻∅" + OUTSIDE,
}
_GROUP = {sign: group for group, signs in GROUPS.items() for sign in signs}
# signs of the first group are pegs and those of the others empty holes: nobody means the reverse
_CLEAR = """full: hollow dot round zero blank; hollow: dot; mark: dot blank none; round: dot blank none;
one: zero dot none blank; true: false none; ball: tile dot hollow blank disc; disc: dot blank;
tile: blank dot; thing: tile disc hollow dot blank; wall: blank; other: dot blank"""
CLEAR = {(peg, hole) for peg, *holes in map(str.split, _CLEAR.replace(":", "").split(";")) for hole in holes}
# peg or marble and hole, peg and empty, true and false, yes and no
LETTERS = ("PH", "ph", "MH", "mh", "PE", "pe", "TF", "tf", "YN", "yn")
_NEVER_PEGS = ("dot", "blank", "false", "none")
_ALONE = {"x": PEG, "●": PEG, ".": HOLE}
_MEANS = (
    r"(?:[=:]|is|are|means|(?:stands\s+)?for|marks|denotes|shows|ist|est)\s*(?:(?:an?|the|une?|eine?)\s+)?"
)
_LEGEND = rf"(?i)(?:^|[\s,;(])(\S)\s*{_MEANS}(?=(?:%s|%s|outside))"
_FULL = r"(?:peg|marble|stone|full|(?:stein|kugel|besetzt|pion|bille|plein)\w{0,2}\b)"
_EMPTY = r"(?:empty|vacan|hole|(?:loch|leer|frei|vide|trou|libre)\w{0,2}\b)"
_LEGEND %= _FULL, _EMPTY
_GONE = rf"(?i)\b(?:no|without|keine?|ohne|sans)\s+(?:an?\s+)?{_FULL}\w*|\b(?:removed|missing|gone)\b"
WALLS = "#-~█▓▒░"  # no holes even on a board that has no name


class Roles(NamedTuple):
    """One way to take all signs of a drawing. `clear`: nobody means the reverse; `sure`: on any board."""

    of: dict[str, str]
    clear: bool
    sure: bool

    def signs(self, role: str) -> list[str]:
        return sorted(sign for sign, its in self.of.items() if its == role)


def group(sign: str) -> str:
    if ord(sign) >= 0x1F000 and sign not in _GROUP:
        return "thing"
    return _GROUP.get(sign, "other" if sign.isprintable() and sign != "," else "")


def ways(used: set[str], told: Mapping[str, str]) -> Iterator[Roles]:
    """All ways to take some signs, beside those that headers tell; that without a guess first."""
    given = {sign: role for sign, role in told.items() if sign in used}
    if GAP in used - set(given):
        for role in (NOTHING, HOLE):
            yield from ways(used, {**told, GAP: role})
        return
    free = used - set(given) - {FREE}
    if NOTHING in [role for sign, role in told.items() if sign != GAP]:
        yield from _with(given, free, told, sure=True)
        return
    none = {sign for sign in free if group(sign) == "none"}
    none -= {OUTSIDE} if "P" in free else set()  # beside P for pegs it may stand for empty
    yield from _with(given | dict.fromkeys(none, NOTHING), free - none, told, sure=True)
    cased = {sign for sign in free if sign.swapcase() in free - {sign}}  # X beside x is no wall
    for sign in sorted(free - cased, key=lambda sign: (sign not in WALLS, sign)):
        if len(free - {sign}) + len(set(given.values())) > 1:  # some are left for pegs and for empty holes
            yield from _with(given | {sign: NOTHING}, free - {sign}, told, sure=sign in WALLS)


def _with(given: dict[str, str], rest: set[str], told: Mapping[str, str], sure: bool) -> Iterator[Roles]:
    """Pegs and empty holes among the signs that are neither told nor outside."""
    one_told = [role for role in (PEG, HOLE) if role in (told[sign] for sign in told if sign != GAP)]
    if any(not group(sign) for sign in rest):
        return
    if not rest:
        yield Roles(given, True, sure)
    elif len(rest) == 1:
        (sign,) = rest
        if len(one_told) == 1 and told.get(sign.swapcase(), NOTHING) == NOTHING:  # X beside x told is as x
            yield Roles(given | {sign: HOLE if one_told == [PEG] else PEG}, True, sure)
        elif not one_told and sign in _ALONE:
            yield Roles(given | {sign: _ALONE[sign]}, True, sure)
        elif not one_told:
            yield from (Roles(given | {sign: role}, False, sure) for role in (PEG, HOLE))
    elif len(rest) == 2 and not one_told:
        orders = list(permutations(sorted(rest)))
        clear = [(a, b) for a, b in orders if (group(a), group(b)) in CLEAR or a + b in LETTERS]
        strays = not clear and any(sign.isascii() and group(sign) == "other" for sign in rest)
        unclear = [] if strays else [pair for pair in orders if group(pair[0]) not in _NEVER_PEGS]
        for peg, hole in clear or unclear:
            yield Roles(given | {peg: PEG, hole: HOLE}, bool(clear), sure)


def chosen_by(roles: Roles, others: Sequence[Roles], told: Mapping[str, str]) -> str:
    """The fewest header lines that choose one way among others."""
    told_too = [role for role in ROLES if set(roles.signs(role)) - set(told)]
    some = (some for number in range(1, len(told_too)) for some in combinations(told_too, number))
    apart = (its for its in some if all(any(one.signs(r) != roles.signs(r) for r in its) for one in others))
    chosen = next(apart, told_too)
    return " and ".join(f"`{header(role, roles.signs(role))}`" for role in chosen)


def header(role: str, signs: Sequence[str]) -> str:
    return f"# {role}: {' '.join(map(word_of, signs))}"


def word_of(sign: str) -> str:
    """A sign as people type it."""
    if sign.isascii() or sign == GAP:
        return sign if sign != GAP else "digit"
    return next((word for word, its in WORDS.items() if its == sign), "( )" if sign == BLANK_CELL else sign)


def legend(text: str, drawn: Set[str]) -> list[tuple[str, str]]:
    """The roles of signs that a remark as `o = peg, . = empty` tells, beside the signs that are drawn."""
    told = list(re.finditer(_LEGEND, text))
    ends = [match.start() for match in told[1:]] + [len(text)]
    said = []
    for match, end in zip(told, ends, strict=False):
        words = re.sub(_GONE, "empty", re.split(r"[,;)]|\.\s", text[match.end() : end])[0])
        full, empty = (re.search(rf"(?i)\b{form}", words) for form in (_FULL, _EMPTY))
        outside = words[:7].lower() == "outside"
        both = bool(full and empty and not outside)
        if both and match[1] in drawn:
            expected, seen = f"`{header(PEG, match[1])}` or `{header(HOLE, match[1])}`", repr(text[:60])
            what = f"by this remark {match[1]} may be a peg or an empty hole"
            raise InputError(what, seen=seen, expected=expected)
        if not both:  # as "board A: full but for one hole" says
            sign, other = match[1], match[1].swapcase()
            sign = other if sign not in drawn and other in drawn else sign
            said.append((NOTHING if outside else PEG if full else HOLE, sign))
    return said


def row_beside_legend(text: str, drawn: Set[str]) -> str:
    """The row before such a remark, if there is one; one behind it is refused."""
    found = re.search(_LEGEND, text)
    at = 0 if found is None else found.start(1)
    before, behind = text[:at].rstrip(" \t(,;"), text[at:].rsplit(maxsplit=1)[-1]
    if len(behind) > 1 and set(behind) <= drawn:
        what, expected = "a row behind a remark", "the remark in a line of its own"
        raise InputError(what, seen=repr(text[:60]), expected=expected)
    return before if any(set(part) <= drawn for part in before.split()) else ""


def has_words(line: str) -> bool:
    """Whether letters stand in it beside others, that are no signs for pegs and holes."""
    line = re.sub(r"(\w)\1+", r"\1", line)
    return re.search(r"[^\W\d_xXoO][^\W\d_]|[^\W\d_][^\W\d_xXoO]", line) is not None


def unreadable(sign: str, what: str = "a character that is not allowed here") -> InputError:
    names = {"\r": "a carriage return", "\0": "a zero byte", "\ufeff": "a byte order mark", "\t": "a tab"}
    expected = f"x . o ? ● ○ space or {OUTSIDE} for outside"
    return InputError(what, seen=names.get(sign, repr(sign)), expected=expected)
