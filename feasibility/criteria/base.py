"""The one shape of a criterion: how it is declared, and how it is asked, turn by turn."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable

from feasibility.base.limits import Clock, Needs
from feasibility.base.values import Value
from feasibility.game.position import Pair
from feasibility.proofs.preference import PREFERENCE
from feasibility.proofs.verdict import Finding


class TurnEnd(Value):
    """What a turn found, and whether it was the last: no other could find more."""

    finding: Finding
    ended: bool
    needs: Needs = Needs()


class Resumable:
    """A procedure at work on one pair: each turn goes on where the one before came to its clock."""

    def run(self, clock: Clock) -> TurnEnd:
        """One turn."""
        raise NotImplementedError

    def better(self, clock: Clock) -> Finding | None:
        """Another proof of a pair that it has refuted: one that people would rather read."""
        return None

    def close(self) -> None:
        """No turn follows: what it holds open is closed, and its memory is free."""


class AtOnce(Value):
    """A criterion that keeps nothing between turns: it has ended, but where its clock did before it.

    `readable` is a check for another proof, as in `Resumable.better`.
    """

    check: Callable[[Pair, Clock], Finding]
    readable: Callable[[Pair, Clock], Finding | None] | None = None

    def __call__(self, pair: Pair) -> Resumable:
        return _Checking(self, pair)


class _Checking(Resumable):
    def __init__(self, declared: AtOnce, pair: Pair) -> None:
        self.declared, self.pair = declared, pair

    def run(self, clock: Clock) -> TurnEnd:
        finding = self.declared.check(self.pair, clock)
        return TurnEnd(finding, ended=finding.stopped is None)

    def better(self, clock: Clock) -> Finding | None:
        return None if self.declared.readable is None else self.declared.readable(self.pair, clock)


class Criterion(Value):
    """A necessary condition for feasibility, explained by the docstring of its file.

    `start` begins it on a pair: a subclass of Resumable, or `AtOnce(check)`. `gives` is the best kind of
    proof that it finds where those before it pass. `example` is a pair (start, target), as a
    user may write it, which this criterion refutes. `sources` are keys of `pegfeas cite`.
    """

    name: str
    start: Callable[[Pair], Resumable]
    gives: str
    example: tuple[str, str]
    costly: bool = False
    sources: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.gives not in PREFERENCE:
            raise LookupError(
                f"the criterion {self.name} gives {self.gives!r}, which has no place in PREFERENCE; "
                f"say one that it is like: {', '.join(PREFERENCE)}"
            )

    def __repr__(self) -> str:
        return f"<Criterion {self.name}>"

    def check(self, pair: Pair, clock: Clock) -> Finding:
        """What one turn of it says."""
        work = self.start(pair)
        try:
            return work.run(clock).finding
        finally:
            work.close()

    @property
    def told(self) -> dict[str, str]:
        """Title, Theorem, Why, Source, Cost and Certificate, as the docstring has them."""
        home = self.start.check if isinstance(self.start, AtOnce) else self.start
        text = sys.modules[home.__module__].__doc__ or ""
        title, *parts = re.split(r"\n+(?=[A-Z][a-z]+\. )", text)
        heads = (part.partition(". ") for part in parts)
        return {"Title": title.rstrip("."), **{head: " ".join(words.split()) for head, _, words in heads}}
