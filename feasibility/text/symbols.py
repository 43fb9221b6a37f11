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
        round_ = "it is not clear whether o is a peg or an empty hole"
        error = _unclear(round_ if rest <= set(ROUND) else NOT_ALLOWED, rest, rows)
        letter = next((sign for sign, role in told.items() if role == NOTHING), OUTSIDE)
        error.at(expected=ALLOWED.format(letter))
        raise _with_ways_out(error, _each_role(rest, roles, rows))
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
            outside = [(NOTHING, [sign]) for sign in sorted(signs) if sign not in PEGS]
            error = _unclear(f"{NOT_ALLOWED}: {both}", signs, rows)
            raise _with_ways_out(error, [(role, sorted(signs)), *outside])
    foreign = {sign for sign, role in mine.items() if sign not in CANONICAL[role]}
    if foreign and {PEG, HOLE} - set(roles.values()):
        hint = " (pegs are lower case)" if foreign == {"X"} else ": one sign alone"
        error = _unclear(NOT_ALLOWED + hint, foreign, rows)
        raise _with_ways_out(error, _each_role(foreign, {}, rows))


def _unclear(what: str, signs: set[str], rows: Sequence[Row]) -> InputError:
    places = [(row, i) for row in rows for i, sign in enumerate(row.text) if sign in signs]
    sign = places[0][0].text[places[0][1]]
    error = refused(what, rows, places, ALLOWED.format(OUTSIDE))
    names = {"\r": "a carriage return", "\0": "a zero byte", "\ufeff": "a byte order mark"}
    error.at(seen=names.get(sign, repr(sign)))
    return error


Headers = list[tuple[str, list[str]]]  # roles, and the signs that a line would give them


def _with_ways_out(error: InputError, headers: Headers) -> InputError:
    lines = [f"`# {role}: {' '.join(signs)}`" for role, signs in headers]
    if lines:
        error.details += f"\nA line above the drawing says what signs mean: {' or '.join(lines)}."
    return error


def _each_role(signs: set[str], roles: Mapping[str, str], rows: Sequence[Row]) -> Headers:
    """The header lines that give the first of some signs each of its possible roles."""
    sign = next(sign for row in rows for sign in row.text if sign in signs)
    if not sign.isprintable() or sign in "-#":
        return []
    others = {role: sorted(s for s, its in roles.items() if its == role and s not in signs) for role in ROLES}
    return [(role, [*known, sign]) for role, known in others.items() if role != NOTHING or not known]


def legend(text: str) -> list[str]:
    """The header lines that a remark as `o = peg, . = empty` stands for."""
    roles = {"peg": PEG, "mar": PEG, "sto": PEG, "ful": PEG, "out": NOTHING}
    said = re.findall(
        r"(?:^|[\s,;(])(\S)\s*(?:[=:]|is|are|means|for)\s*(?:an?\s+)?"
        r"(peg|marble|stone|full|empty|vacan|hole|outside)",
        text, re.IGNORECASE,
    )  # fmt: skip
    return [f"# {roles.get(word[:3].lower(), HOLE)}: {sign}" for sign, word in said]


def refused(what: str, rows: Sequence[Row], places: Sequence[tuple[Row, int]], expected: str) -> InputError:
    """The error about some places of a drawing, with the drawing and all of them marked."""
    row, column = places[0]
    raw = column if len(row.text) <= len(row.written) else column // 2
    error = InputError(what, line=row.number, column=raw + 1, expected=expected)
    marked = {(at.number, i) for at, i in places}
    shown = []
    for each in rows[:_MOST]:
        signs = (s if s.isprintable() or s == "\u3000" else "→" if s == "\t" else "�" for s in each.written)
        shown.append(f"{each.number:5} | {''.join(signs)[:_MOST]}".rstrip())
        ticks = "".join("^" if (each.number, i) in marked else " " for i in range(_MOST)).rstrip()
        shown += [f"      | {ticks}"] if ticks else []
    error.details = "\n".join(shown)
    return error
