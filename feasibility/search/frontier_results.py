"""How a frontier search ends, and what it tells on the way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Reason = Literal["time", "memory", "disk", "interrupted"]


@dataclass(frozen=True)
class Found:
    """A play, replayed; names are jump triples, or (hole,) for a peg put back."""

    play: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Exhausted:
    """No play exists: the level sizes without symmetry, and the functionals that pruned.

    `backward` is empty when that side was not used. A target with more pegs than the start gives
    forward (1,) and no backward; its certificate is the plain pagoda and not a search.
    """

    forward: tuple[int, ...]
    backward: tuple[int, ...]
    pagodas: tuple[tuple[int, ...], ...] = ()
    residues: tuple[tuple[int, tuple[int, ...]], ...] = ()


@dataclass(frozen=True)
class Stopped:
    """A limit came first; what is known are the complete levels. `detail`: what the disk said, and where."""

    reason: Reason
    forward: tuple[int, ...]
    backward: tuple[int, ...]
    remaining: int
    detail: str = ""


@dataclass(frozen=True)
class Progress:
    """Told after every block: the level being made, how much of it, and what is expected."""

    side: str
    level: int
    done: int
    total: int
    found: int
    rate: float
    seconds_left: float


Report = Callable[[Progress], None]
