"""How an engine ends: with a play, with no position left, or at a limit."""

from __future__ import annotations

from collections.abc import Sequence

from feasibility.base.limits import Clock, Needs
from feasibility.base.plurals import plural
from feasibility.base.stopped import Stopped
from feasibility.base.values import Value


class Found(Value):
    """A play, replayed, as jump triples. `cost`: what it took, in words."""

    play: tuple[tuple[int, ...], ...]
    cost: str = ""


class Exhausted(Value):
    """No play exists: the level sizes without symmetry, and the functionals that pruned.

    `backward` is empty when that side was not used. The functionals were weighed at the positions `near`
    moves from the ends. `closure`: the number of all positions that can be reached. With neither levels nor
    closure the engine kept nothing that proves it. A target with more pegs than the start gives forward (1,)
    and no backward; its certificate is the plain pagoda and not a search.
    """

    forward: tuple[int, ...] = ()
    backward: tuple[int, ...] = ()
    pagodas: tuple[tuple[int, ...], ...] = ()
    residues: tuple[tuple[int, tuple[int, ...]], ...] = ()
    closure: int = 0
    cost: str = ""
    near: int = 0


Result = Found | Exhausted | Stopped


class Searcher:
    """An engine at work on one pair: each turn goes on where the one before came to its clock."""

    def run(self, clock: Clock) -> Result:
        raise NotImplementedError

    def needs(self) -> Needs:
        """As far as anything tells."""
        return Needs()

    def close(self) -> None:
        """No turn follows: what it holds open is closed."""


def complete(forward: Sequence[int], backward: Sequence[int]) -> str:
    """Words for the levels that were complete when a search had to end."""
    largest = max((*forward, *backward), default=0)
    return (
        f"{plural(len(forward), 'level')} from the start, {len(backward)} from the target complete, "
        f"the largest of {plural(largest, 'position', commas=True)}"
    )
