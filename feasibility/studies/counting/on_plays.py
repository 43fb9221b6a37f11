"""How many positions lie on plays, by number of pegs: reachable, and the target reachable from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feasibility.api.asking import PairLike, TargetLike, as_pair
from feasibility.base.limits import Clock, Limits, as_limits
from feasibility.base.report import Report, silent
from feasibility.base.stopped import Stopped
from feasibility.game.position import Pair
from feasibility.game.symmetry import pair_stabiliser
from feasibility.systems.residues import separate

if TYPE_CHECKING:
    from feasibility.engines.dense.closure import DenseSet


@dataclass(frozen=True)
class WinningLevel:
    """Positions with so many pegs, and their orbits under the symmetries that fix start and target."""

    pegs: int
    positions: int
    orbits: int


@dataclass(frozen=True)
class OnPlays:
    """The levels from the start down to the last one; none where there is no play."""

    levels: tuple[WinningLevel, ...]

    def __repr__(self) -> str:
        return f"<{self.positions:,} positions on plays, {self.orbits:,} orbits>"

    @property
    def positions(self) -> int:
        """All of them."""
        return sum(level.positions for level in self.levels)

    @property
    def orbits(self) -> int:
        """All orbits."""
        return sum(level.orbits for level in self.levels)


def count_winning(
    start: PairLike,
    target: TargetLike | None = None,
    *,
    pegs: int | None = None,
    board: str | None = None,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
    report: Report = silent,
) -> OnPlays | Stopped:
    """How many positions lie on plays to the target, by pegs, as `pegfeas count --winning` has them.

    >>> count_winning("triangle:5:-a1", "triangle:5:+a1")
    <370 positions on plays, 190 orbits>
    """
    from feasibility.engines.dense.levels import level_counts
    from feasibility.engines.dense.orbits import orbit_counts

    pair, clock = (
        as_pair(start, target, pegs, board),
        as_limits(limits, time_limit, work_limit, memory_limit).start(),
    )
    absent = pair.target.pegs is None and pair.target.must.bit_count() > pair.start.count
    if absent or (pair.exact is not None and separate(pair) is not None):
        return OnPlays(())  # the sets of two residue classes have nothing in common
    both = dense_on_plays(pair, clock, report)
    if isinstance(both, Stopped):
        return both
    if pair.start.mask not in both:
        return OnPlays(())
    report("orbits")
    positions, orbits = level_counts(both), orbit_counts(both, pair_stabiliser(pair))
    counted = (WinningLevel(pegs, positions[pegs], orbits[pegs]) for pegs in range(pair.start.count, -1, -1))
    return OnPlays(tuple(level for level in counted if level.positions))


def dense_on_plays(pair: Pair, clock: Clock, report: Report) -> DenseSet | Stopped:
    """By dense closures from both ends; one is enough where the target is the start's complement."""
    from feasibility.engines.dense.queries import winning

    board, target = pair.board, pair.target
    return winning(
        board.n, board.jumps, pair.start.mask, target.must, free=target.free, pegs=target.pegs,
        clock=clock, progress=lambda told: report(f"positions on plays, {told}"),
    )  # fmt: skip
