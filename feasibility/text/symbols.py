"""Signs of a drawing by hand: which are pegs, which are empty holes, and the refusal of what is not clear."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from feasibility.base.errors import InputError
from feasibility.text.grid import FREE, OUTSIDE, PEGS

PEG, HOLE, NOTHING = "peg", "empty", "outside"
ROLES = {PEG: "a peg", HOLE: "an empty hole", NOTHING: "no hole"}
FULL = "xX*@1●•⬤⚫■◆×✕"
HOLLOW = ".0_○◯◦∘·⚪□◇"
ROUND = "oO"  # a peg beside empty holes, an empty hole beside pegs

CANONICAL = {PEG: "x●", HOLE: ".○"}  # these may be mixed
NOT_ALLOWED = "a character that is not allowed here"
ALLOWED = "x . o ? ● ○ space or {} for outside"
_MOST = 60  # rows and columns of a drawing that a refusal shows


class Row(NamedTuple):
    """A line of a drawing: its number, as it was written, and its signs by columns as they are seen."""

    number: int
    written: str
    text: str


def narrow(line: str, among_wide: bool = False) -> str:
    """Every character at the column where it is seen: those of double width take two.

    Where some do, so do those whose width depends on the neighbours, as that of ●.
    """
    if line.isascii():
        return line
    parts = []
    for sign in line.replace("\ufe0f", ""):
        full = 0xFF01 <= ord(sign) <= 0xFF5E
        shown = chr(ord(sign) - 0xFEE0) if full else " " if sign == "\u3000" else sign
        parts.append(shown + " " * is_wide(sign, among_wide))
    return "".join(parts)


def is_wide(sign: str, among_wide: bool = False) -> bool:
    """Whether a character takes two columns; of those that may, where others do."""
    if sign.isascii():
        return False
    from unicodedata import east_asian_width

    return east_asian_width(sign) in ("WFA" if among_wide else "WF")


def roles_of_signs(bodies: Sequence[Sequence[Row]], told: Mapping[str, str]) -> dict[str, str]:
    """The role of each sign; a refusal where a sign has none, or more than one."""
    rows = [row for body in bodies for row in body]
    used = set("".join(row.text for row in rows)) - set(" " + FREE)
    if NOTHING not in told.values():
        used.discard(OUTSIDE)
    roles = {sign: told[sign] for sign in used if sign in told}
    given = set(told.values())
    for role, signs in ((PEG, FULL), (HOLE, HOLLOW)):
        if role not in given:
            roles |= dict.fromkeys((used - set(told)) & set(signs), role)
    found = given | set(roles.values())
    rest = used - set(roles)
    if len(rest) == 1 and rest <= set(ROUND) and (PEG in found) != (HOLE in found):
        roles[rest.pop()] = HOLE if PEG in found else PEG
    if rest:
        unclear = rest <= set(ROUND)
        what = "it is not clear whether o is a peg or an empty hole" if unclear else None
        error = _unclear(what or NOT_ALLOWED, rest, rows)
        letter = next((sign for sign, role in told.items() if role == NOTHING), OUTSIDE)
        error.at(expected=ALLOWED.format(letter))
        raise _with_ways_out(error, rest, roles, rows)
    _refuse_twice(roles, told, rows)
    return roles


def _refuse_twice(roles: Mapping[str, str], told: Mapping[str, str], rows: Sequence[Row]) -> None:
    """Two signs for one role, or one role alone, may mean what nobody knows."""
    mine = {sign: role for sign, role in roles.items() if sign not in told}
    for role in (PEG, HOLE):
        signs = {sign for sign, its in mine.items() if its == role}
        if len(signs - set(CANONICAL[role])) + bool(signs & set(CANONICAL[role])) > 1:
            kind = "pegs" if role == PEG else "empty holes"
            both = f"two signs for {kind}, {' and '.join(sorted(signs))}"
            error = _unclear(f"{NOT_ALLOWED}: {both}", signs, rows)
            error.details += f"\n{_ways_out_of_two(role, sorted(signs))}"
            raise error
    foreign = {sign for sign, role in mine.items() if sign not in CANONICAL[role]}
    if foreign and {PEG, HOLE} - set(roles.values()):
        hint = " (pegs are lower case)" if foreign == {"X"} else ": one sign alone"
        error = _unclear(NOT_ALLOWED + hint, foreign, rows)
        raise _with_ways_out(error, foreign, {}, rows)


def _unclear(what: str, signs: set[str], rows: Sequence[Row]) -> InputError:
    """The error about some signs of a drawing."""
    places = [(row, i) for row in rows for i, sign in enumerate(row.text) if sign in signs]
    sign = places[0][0].text[places[0][1]]
    error = refused(what, rows, places, ALLOWED.format(OUTSIDE))
    names = {"\r": "a carriage return", "\0": "a zero byte", "\ufeff": "a byte order mark"}
    error.at(seen=names.get(sign, repr(sign)))
    return error


def _with_ways_out(
    error: InputError, signs: set[str], roles: Mapping[str, str], rows: Sequence[Row]
) -> InputError:
    named = next((sign for row in rows for sign in row.text if sign in signs), "")
    if named.isprintable() and named not in "-#":
        error.details += f"\n{_ways_out(named, signs, roles)}"
    return error


def _ways_out(sign: str, signs: set[str], roles: Mapping[str, str]) -> str:
    """The header lines that give a sign each of its possible roles."""
    others = {role: [s for s, its in roles.items() if its == role and s not in signs] for role in ROLES}
    lines = [
        f"`# {role}: {' '.join([*sorted(others[role]), sign])}` {'reads ' * (not i)}{sign} as {words}"
        for i, (role, words) in enumerate(ROLES.items())
        if role != NOTHING or not others[role]
    ]
    return f"A line above the drawing says what it means: {', '.join(lines)}."


def _ways_out_of_two(role: str, signs: Sequence[str]) -> str:
    """The header lines for two signs that seem to mean the same."""
    both = f"`# {role}: {' '.join(signs)}` reads both as {ROLES[role].split(' ', 1)[1]}s"
    outside = [f"`# outside: {sign}` {sign} as no hole" for sign in signs if sign not in PEGS]
    return f"A line above the drawing says what they mean: {', '.join([both, *outside])}."


def legend(text: str) -> list[str]:
    """The header lines that a remark as `o = peg, . = empty` stands for."""
    roles = {"peg": PEG, "mar": PEG, "sto": PEG, "ful": PEG, "out": NOTHING}
    said = re.findall(
        r"(?:^|[\s,;(])(\S)\s*(?:[=:]|is|are|means|for)\s*(?:an?\s+)?"
        r"(peg|marble|stone|full|empty|vacan|hole|outside)",
        text, re.IGNORECASE,
    )  # fmt: skip
    return [f"# {roles.get(word[:3].lower(), HOLE)}: {sign}" for sign, word in said]


def refused(
    what: str,
    rows: Sequence[Row],
    places: Sequence[tuple[Row, int]],
    expected: str | None,
) -> InputError:
    """The error about some places of a drawing, with the drawing and all of them marked."""
    row, column = places[0]
    raw = column if len(row.text) <= len(row.written) else column // 2
    error = InputError(what, line=row.number, column=raw + 1, expected=expected)
    marked: dict[int, list[int]] = {}
    for at, i in places:
        marked.setdefault(at.number, []).append(i)
    shown = []
    for each in rows[:_MOST]:
        shown.append(f"{each.number:5} | {_printable(each.written)[:_MOST]}".rstrip())
        ticks = "".join("^" if i in marked.get(each.number, ()) else " " for i in range(_MOST)).rstrip()
        shown += [f"      | {ticks}"] if ticks else []
    error.details = "\n".join(shown)
    return error


def _printable(text: str) -> str:
    seen = (sign if sign.isprintable() or sign == "\u3000" else "→" if sign == "\t" else "�" for sign in text)
    return "".join(seen)
