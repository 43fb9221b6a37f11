"""The games of a dense set, all levels at once."""

from __future__ import annotations

from feasibility.base.limits import Clock
from feasibility.base.stopped import Stopped
from feasibility.engines.dense.closure import DenseSet
from feasibility.engines.dense.plays import games_by_level


def count_games(
    found: DenseSet, *, clock: Clock | None = None, threads: int = 2
) -> tuple[int, ...] | Stopped:
    """The number of games, plays to a position without a legal jump, by the pegs that remain."""
    games = [0] * (found.residue.n + 1)
    levels, counter = games_by_level(found, clock=clock, threads=threads)
    for pegs, number in levels:
        games[pegs] = number
    return counter.refusal or tuple(games)
