"""Texts that were damaged on their way: read right, or refused, and never as another board or other pegs."""

from __future__ import annotations

import random
from collections.abc import Callable

from feasibility.base.errors import InputError
from feasibility.game.position import Position
from feasibility.text.board_text import parse
from feasibility.text.catalogue import board
from feasibility.text.cells import narrow
from feasibility.text.document import position_of
from tests.amounts import amounts
from tests.text.by_hand.styles import WAYS, Due, rows_of
from tests.text.by_hand.test_ways import KNOWN

Damage = Callable[[random.Random, str], str]


def dropped(chosen: random.Random, text: str) -> str:
    at = chosen.randrange(len(text))
    return text[:at] + text[at + 1 :]


def doubled(chosen: random.Random, text: str) -> str:
    at = chosen.randrange(len(text))
    return text[:at] + text[at] + text[at:]


def strange(chosen: random.Random, text: str) -> str:
    at = chosen.randrange(len(text) + 1)
    return text[:at] + chosen.choice(" \n.oxX0123-#_E?|/>,[](){}*\"'q ") + text[at:]


def overwritten(chosen: random.Random, text: str) -> str:
    """One character by another that is no sign of the text, or by a blank."""
    at = chosen.randrange(len(text))
    return (
        text[:at]
        + chosen.choice([c for c in " \n.oxX0123-#_E?|/>,[]*q" if c not in narrow(text) or c == " "])
        + text[at + 1 :]
    )


def slipped(chosen: random.Random, text: str) -> str:
    lines = text.split("\n")
    at = chosen.randrange(len(lines))
    lines[at] = " " * chosen.randrange(1, 4) + lines[at] if chosen.random() < 0.5 else lines[at].lstrip()
    return "\n".join(lines)


def stripped(_: random.Random, text: str) -> str:
    return "\n".join(line.strip() for line in text.split("\n"))


def squeezed(_: random.Random, text: str) -> str:
    """Several blanks become one, as in HTML."""
    return "\n".join(
        " ".join(line.split(" ")) if "  " not in line else " ".join(line.split()) for line in text.split("\n")
    )


def cut_short(chosen: random.Random, text: str) -> str:
    lines = text.split("\n")
    del lines[chosen.randrange(len(lines))]
    return "\n".join(lines)


def repeated(chosen: random.Random, text: str) -> str:
    lines = text.split("\n")
    at = chosen.randrange(len(lines))
    return "\n".join([*lines[: at + 1], *lines[at:]])


def in_one_line(_: random.Random, text: str) -> str:
    return text.replace("\n", " ")


DAMAGES: tuple[Damage, ...] = (
    dropped, doubled, strange, overwritten, slipped, stripped, squeezed, cut_short, repeated, in_one_line,
)  # fmt: skip


def try_once(seed: int, damages: int = 1) -> None:
    chosen = random.Random(seed)
    plain = board(chosen.choice(KNOWN))
    mask = plain.full
    for _ in range(chosen.randrange(1, plain.n)):
        mask &= ~(1 << chosen.randrange(plain.n))
    position = Position(plain, mask or 1)
    way = chosen.choice(WAYS)
    if way.due is Due.REFUSED and (way.name == "in one line" or "triangle" in plain.name):  # as they are
        return
    text = way.make(rows_of(position))
    for _ in range(damages):
        text = chosen.choice(DAMAGES)(chosen, text)
    try:
        found = parse(text)
        start = position_of(found)
    except InputError:
        return
    shaped = found.start.board.listed and not found.start.board.name.startswith(("line", "rectangle"))
    if shaped and found.start.board != plain:  # the rest of a board may be another of the catalogue
        return
    outside = way.name.endswith("tiles outside") or way.name == "underscores outside"
    if outside and len(set("".join(text.split()))) == 2:  # without an empty hole the other sign may be one
        return
    assert found.start.board == plain, (seed, way.name, text, found)
    assert start.mask == position.mask, (seed, way.name, text, found)


@amounts("tries", 300, 20_000)
def test_damage_is_never_misread(tries: int) -> None:
    for seed in range(tries):
        try_once(seed)
