"""How a frontier search ends, and what it tells on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from feasibility.base.limits import Reason
from feasibility.base.plurals import plural


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

    def __str__(self) -> str:
        reason = f"{self.reason}: {self.detail}" if self.detail else self.reason
        return f"stopped at the limit of {reason}; {complete(self.forward, self.backward)}"


def complete(forward: Sequence[int], backward: Sequence[int]) -> str:
    """What is told of the levels that were complete when a search had to end."""
    largest = max((*forward, *backward), default=0)
    return (
        f"{plural(len(forward), 'level')} from the start, {len(backward)} from the target complete, "
        f"the largest of {plural(largest, 'position', commas=True)}"
    )


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

    def __str__(self) -> str:
        return (
            f"{self.side} level {self.level}: {self.done:,} of {self.total:,} expanded, "
            f"{self.found:,} found, {self.rate:,.0f}/s, {self.seconds_left:.0f} s left on this level"
        )


Report = Callable[[Progress], None]
