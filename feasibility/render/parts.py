"""What a proof in words is made of; terminal and page each show it in their way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from feasibility.game.geometry import Jump
from feasibility.game.position import Pair
from feasibility.proofs.written import Weights


class Tables(NamedTuple):
    """Weights for the holes; two tables stand side by side."""

    tables: tuple[Weights, ...]


class Marks(NamedTuple):
    """Some holes of the board."""

    mask: int


class Arrows(NamedTuple):
    """Jumps that a picture shows as arrows; in text they are named by the sentence before."""

    jumps: tuple[Jump, ...]


class Moves(NamedTuple):
    """A play as text."""

    text: str


class Remains(NamedTuple):
    """A pair that is left of the one in question."""

    pair: Pair


class Case(NamedTuple):
    """One of several cases, each closed on its own."""

    title: str
    parts: list[Part]


class More(NamedTuple):
    """Cases that may be left out where room is short, and the sentence that then stands for them.

    `lacking`: without them the proof is not whole.
    """

    cases: list[Case]
    instead: str
    lacking: bool = False


MOST_CASES = 4  # that everybody sees; the others unfold, or are in the certificate

Part: TypeAlias = str | Tables | Marks | Arrows | Moves | Remains | Case | More


def lacks(parts: Iterable[Part]) -> bool:
    """Whether what is told without the cases that may be left out is not the whole proof."""
    return any(
        part.lacking if isinstance(part, More) else isinstance(part, Case) and lacks(part.parts)
        for part in parts
    )
