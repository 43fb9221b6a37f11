"""The longest sweep of all plays of a pair."""

from __future__ import annotations

from feasibility.game.geometry import Jump
from feasibility.proofs.kind import Kind


class Longest(Kind):
    """No sweep of any play of the pair has more than so many jumps; with a play, where one is known."""

    at_most: int
    play: tuple[Jump, ...] | None = None
    kind = "longest"
    claim = "longest-sweep"
