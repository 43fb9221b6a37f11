"""The one shape of a criterion."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Protocol

from feasibility.base.limits import Clock
from feasibility.base.turns import Kept
from feasibility.base.values import Value
from feasibility.game.position import Pair
from feasibility.proofs.verdict import Finding


class Procedure(Protocol):
    """What can be asked of a pair, by a criterion or an engine alike; `kept` goes from turn to turn."""

    def __call__(self, pair: Pair, clock: Clock, kept: Kept | None = None, /) -> Finding: ...


class Criterion(Value):
    """A necessary condition for feasibility, explained by the docstring of its file.

    `example` is a pair (start, target) as a user may write it, which this criterion refutes. `readable` makes
    another proof of a pair that it has refuted, with what it kept: one that people would rather read.
    """

    name: str
    check: Procedure
    example: tuple[str, str]
    costly: bool = False
    readable: Callable[[Pair, Clock, Kept], Finding | None] | None = None

    def __repr__(self) -> str:
        return f"<Criterion {self.name}>"

    @property
    def told(self) -> dict[str, str]:
        """Title, Theorem, Why, Source, Cost and Certificate, as the docstring has them."""
        text = sys.modules[self.check.__module__].__doc__ or ""
        title, *parts = re.split(r"\n+(?=[A-Z][a-z]+\. )", text)
        heads = (part.partition(". ") for part in parts)
        return {"Title": title.rstrip("."), **{head: " ".join(words.split()) for head, _, words in heads}}
