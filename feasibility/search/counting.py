"""Counts of a start: positions, orbits and dead ends by pegs, plays to a target, games.

Boards whose residue class fits in memory are counted over the dense closure; larger ones level by level over
dictionaries, which is slow but knows no size of board, and serves as the reference for the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from feasibility.limits import Clock
from feasibility.position import Position
from feasibility.symmetry import apply, stabiliser

MOST_LISTED = 2_000_000  # positions on one level when they are listed: some hundred bytes each


@dataclass(frozen=True)
class Row:
    """One level: what is reachable with this many pegs."""

    pegs: int
    positions: int
    orbits: int
    dead_ends: int
    games: int | None  # plays that end here without a legal jump; None if not asked


@dataclass(frozen=True)
class Counts:
    """All levels from the start down, and the number of plays to the target if one was asked."""

    rows: tuple[Row, ...]
    plays: int | None

    @property
    def positions(self) -> int:
        """All reachable positions."""
        return sum(row.positions for row in self.rows)

    @property
    def orbits(self) -> int:
        """Positions up to the symmetries that fix the start."""
        return sum(row.orbits for row in self.rows)

    @property
    def games(self) -> int | None:
        """All plays to a dead end."""
        parts = [row.games for row in self.rows if row.games is not None]
        return sum(parts) if len(parts) == len(self.rows) else None

    @property
    def shortest_dead_end(self) -> int | None:
        """Jumps to the first position without a legal jump."""
        dead = [row.pegs for row in self.rows if row.dead_ends]
        return self.rows[0].pegs - max(dead) if dead else None


@dataclass(frozen=True)
class Uncounted:
    """Which limit came first, in words."""

    reason: str


def count(
    start: Position, target: Position | None, clock: Clock, *, games: bool = True, threads: int = 2
) -> Counts | Uncounted:
    """Counts everything reachable from the start."""
    from feasibility.search.dense import closure
    from feasibility.search.dense_run import Refused

    board = start.board
    found = closure(board.n, board.jumps, start.mask, clock=clock, threads=threads)
    if not isinstance(found, Refused):
        return _dense(start, target, found, clock, games, threads)
    if found.limit == "time":
        return Uncounted(found.reason)
    return listed(start, target, clock)


def _dense(
    start: Position, target: Position | None, found: object, clock: Clock, games: bool, threads: int
) -> Counts | Uncounted:
    from feasibility.search.dense import DenseSet
    from feasibility.search.dense_count import count_games, count_plays
    from feasibility.search.dense_levels import dead_ends, level_counts
    from feasibility.search.dense_queries import orbit_counts
    from feasibility.search.dense_run import Refused

    if not isinstance(found, DenseSet):
        raise TypeError("a dense set was expected")
    group = stabiliser(start)
    plays = None if target is None else count_plays(found, target.mask, clock=clock, threads=threads)
    ended = count_games(found, clock=clock, threads=threads) if games else None
    for result in (plays, ended):
        if isinstance(result, Refused):
            return Uncounted(result.reason)
    positions, orbits, dead = level_counts(found), orbit_counts(found, group), dead_ends(found)
    rows = [
        Row(
            p, int(positions[p]), int(orbits[p]), int(dead[p]), ended[p] if isinstance(ended, tuple) else None
        )
        for p in range(start.count, -1, -1)
    ]
    while rows and not rows[-1].positions:
        rows.pop()
    return Counts(tuple(rows), plays if isinstance(plays, int) else None)


def listed(start: Position, target: Position | None, clock: Clock) -> Counts | Uncounted:
    """The same counts with a dictionary per level: position to number of plays that lead there."""
    group = stabiliser(start)
    rows, plays = [], 0
    level = {start.mask: 1}
    while level:
        if len(level) > MOST_LISTED:
            return Uncounted(f"more than {MOST_LISTED:,} positions on one level")
        following: dict[int, int] = {}
        dead = games = 0
        for number, (mask, ways) in enumerate(level.items()):
            if number % 4096 == 0 and clock.expired():
                return Uncounted("time is over")
            after = list(_after(start, mask))
            for image in after:
                following[image] = following.get(image, 0) + ways
            dead += not after
            games += 0 if after else ways
        orbits = sum(1 for mask in level if all(apply(g, mask) >= mask for g in group))
        pegs = next(iter(level)).bit_count()
        rows.append(Row(pegs, len(level), orbits, dead, games))
        plays += level.get(target.mask, 0) if target is not None else 0
        level = following
    return Counts(tuple(rows), None if target is None else plays)


def _after(start: Position, mask: int) -> Iterator[int]:
    for must, holes in start.board.jump_masks:
        if mask & holes == must:
            yield mask ^ holes
