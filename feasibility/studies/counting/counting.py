"""Counts of a start: positions, orbits and dead ends by pegs, plays to a target, games.

Boards whose residue class fits in memory are counted over the dense closure; larger ones level by level over
dictionaries, which is slow but knows no size of board, and serves as the reference for the other. A limit
that comes first ends the count; what was counted until then is exact and kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from feasibility.base.limits import Clock, available_memory
from feasibility.base.plurals import plural
from feasibility.base.report import Report, silent
from feasibility.base.stopped import INTERRUPT, BrokenOffError, Stopped, StoppedError
from feasibility.game.automorphism import Permutation
from feasibility.game.position import Pair, Position, Target
from feasibility.game.symmetry import apply, stabiliser

if TYPE_CHECKING:
    from feasibility.engines.dense.closure import DenseSet


LISTED = 300  # bytes of a listed position; there must be room for as many again
LOOK = 1024  # listed positions between two looks at the limits


@dataclass(frozen=True)
class LevelCounts:
    """One level: what is reachable with this many pegs."""

    pegs: int
    positions: int
    orbits: int
    dead_ends: int
    games: int | None  # plays that end here without a legal jump; None if not counted


INTERRUPTED = Stopped(INTERRUPT, "it was interrupted")


@dataclass(frozen=True)
class Counts:
    """The levels from the start down, and the number of plays to the target if one was asked.

    Every number is exact; what a limit left uncounted is None, and `stopped` names the limit.
    """

    rows: tuple[LevelCounts, ...]
    plays: int | None
    stopped: Stopped | None = None
    all_levels: bool = True  # False if levels below the last row are missing
    chance: Fraction | None = None  # that random play reaches the target

    def __repr__(self) -> str:
        known = "an unknown number of" if self.positions is None else f"{self.positions:,}"
        plays = "plays not counted" if self.plays is None else f"{self.plays:,} plays to the target"
        return f"<Counts: {known} positions, {plays}>"

    @property
    def positions(self) -> int | None:
        """All reachable positions."""
        return sum(row.positions for row in self.rows) if self.all_levels else None

    @property
    def orbits(self) -> int | None:
        """Positions up to the symmetries that fix the start."""
        return sum(row.orbits for row in self.rows) if self.all_levels else None

    @property
    def games(self) -> int | None:
        """All plays to a dead end."""
        parts = [row.games for row in self.rows if row.games is not None]
        return sum(parts) if self.all_levels and len(parts) == len(self.rows) else None

    def share_won(self, target: Target) -> Fraction | None:
        """The share of games that end at the target, where no play can go on from there."""
        end = target.exact
        final = target.pegs in (0, 1) if end is None else end.is_stuck
        return (
            Fraction(self.plays, self.games)
            if final and self.games is not None and self.games > 0 and self.plays is not None
            else None
        )

    @property
    def shortest_dead_end(self) -> int | None:
        """Jumps to the first position without a legal jump."""
        dead = [row.pegs for row in self.rows if row.dead_ends]
        return self.rows[0].pegs - max(dead) if dead else None


def count(
    start: Position,
    target: Target | None,
    clock: Clock,
    *,
    games: bool = True,
    report: Report = silent,
) -> Counts:
    """Counts everything reachable from the start; the games and the chance of random play only if wanted.

    Plays to a pattern or to a number of pegs are the plays into each position that matches.
    """
    from feasibility.engines.dense.closure import DenseSet, closure

    board = start.board
    reached = closure(
        board.n, board.jumps, start.mask, clock=clock, progress=lambda told: report(f"positions, {told}")
    )
    if isinstance(reached, DenseSet):
        counts = _dense(start, target, reached, clock, games, report)
        del reached  # its array is as large as those that follow
        if target is None or not games:
            return counts
        return _with_chance(counts, start, target, clock, report)
    if reached.limit == "time":
        return Counts((), None, Stopped(reached.limit, reached.reason), all_levels=False)
    counts = listed(start, target, clock, report)
    if not games:
        counts = replace(counts, rows=tuple(replace(row, games=None) for row in counts.rows))
    if counts.stopped is None:
        return counts
    dense = f"a dense set {reached.reason}" if reached.limit == "memory" else reached.reason
    return replace(counts, stopped=replace(counts.stopped, reason=f"{counts.stopped.reason}; {dense}"))


def plays_alone(pair: Pair, clock: Clock, *, report: Report = silent) -> int | Stopped:
    """The number of plays, and nothing else: to one position over the positions on plays alone.

    That takes a tenth of the time and memory of all counts. A pattern or a number of pegs, and a board whose
    residue class does not fit, are counted over everything that can be reached.
    """
    from feasibility.engines.dense.plays import plays_to

    if pair.target.exact is not None:
        through = dense_on_plays(pair, clock, report)
        if not isinstance(through, Stopped):
            counted = plays_to(through, pair.target.must, clock=clock, report=report)
            del through  # its array is most of the memory
            return counted()
        if through.limit == "time":
            return through
    counts = count(pair.start, pair.target, clock, games=False, report=report)
    if counts.plays is not None or counts.stopped is None:
        return counts.plays or 0
    where = "" if counts.positions is None else f"{plural(counts.positions, 'position', commas=True)} reached"
    return replace(counts.stopped, so_far=where)


def dense_on_plays(pair: Pair, clock: Clock, report: Report) -> DenseSet | Stopped:
    """By dense closures from both ends; one is enough where the target is the start's complement."""
    from feasibility.engines.dense.queries import winning

    board, target = pair.board, pair.target
    return winning(
        board.n, board.jumps, pair.start.mask, target.must, free=target.free, pegs=target.pegs,
        clock=clock, progress=lambda told: report(f"positions on plays, {told}"),
    )  # fmt: skip


def _with_chance(counts: Counts, start: Position, target: Target, clock: Clock, report: Report) -> Counts:
    from feasibility.engines.chances import chance

    if counts.stopped is not None:
        return counts
    try:
        known = chance(Pair(start, target), clock, report=report)
    except KeyboardInterrupt:
        raise BrokenOffError(replace(counts, stopped=INTERRUPTED)) from None
    if isinstance(known, Fraction):
        return replace(counts, chance=known)
    return replace(counts, stopped=Stopped(known.limit, f"the chance of random play: {known.reason}"))


def _dense(
    start: Position, target: Target | None, dense: DenseSet, clock: Clock, games: bool, report: Report
) -> Counts:
    from feasibility.engines.dense.plays import games_by_level

    try:
        rows = _dense_rows(start, dense, clock, report)
    except StoppedError:
        stopped = clock.stop("while positions, dead ends and orbits were counted")
        return Counts((), None, stopped, all_levels=False)
    plays: int | Stopped | None = None
    ended: dict[int, int] = {}  # games by the pegs that remain, as far as a limit or an interrupt allows
    refused = None

    def known(stopped: Stopped | None) -> Counts:
        with_games = tuple(replace(row, games=ended.get(row.pegs)) for row in rows)
        return Counts(with_games, plays if isinstance(plays, int) else None, stopped)

    try:
        plays = None if target is None else _dense_plays(dense, target, clock, games, report)
        if games:
            levels, counter = games_by_level(dense, clock=clock, report=report)
            ended.update(levels)
            refused = counter.refusal
    except KeyboardInterrupt:
        raise BrokenOffError(known(INTERRUPTED)) from None
    for what, result in (("plays", plays), ("games", refused)):
        if isinstance(result, Stopped):
            return known(Stopped(result.limit, f"{what}: {result.reason}"))
    return known(None)


def _dense_rows(start: Position, dense: DenseSet, clock: Clock, report: Report) -> tuple[LevelCounts, ...]:
    from feasibility.engines.dense.levels import dead_ends, level_counts
    from feasibility.engines.dense.orbits import orbit_counts

    look = clock.look
    report("positions are reached; how many have how many pegs?")
    positions = level_counts(dense, look)
    report(f"{sum(positions):,} positions; which are dead ends?")
    dead = dead_ends(dense, look)
    report(f"{sum(positions):,} positions; how many orbits?")
    orbits = orbit_counts(dense, stabiliser(start), look)
    last = next(p for p, number in enumerate(positions) if number)
    return tuple(
        LevelCounts(p, positions[p], orbits[p], dead[p], None) for p in range(start.count, last - 1, -1)
    )


def _dense_plays(
    on_plays: DenseSet, target: Target, clock: Clock, keep: bool, report: Report
) -> int | Stopped:
    """Plays to one position are counted over the positions on them, in place of the set if it is not kept."""
    from feasibility.engines.dense.kernel import aligned
    from feasibility.engines.dense.plays import count_plays_into, plays_to
    from feasibility.engines.dense.queries import won
    from feasibility.engines.dense.run import memory_refusal

    if not target.free:
        if target.must not in on_plays:
            return 0
        if keep:
            refusal = memory_refusal(on_plays.words.nbytes, clock)
            if refusal:
                return refusal
            on_plays = replace(on_plays, words=aligned(on_plays.words))
        through = won(on_plays, target.must, clock=clock)
        if isinstance(through, Stopped):
            return through
        return plays_to(through, target.must, clock=clock, report=report)()
    levels = range(target.fewest, target.most + 1)
    return count_plays_into(on_plays, target.must, target.free, levels, clock=clock, report=report)


def listed(start: Position, target: Target | None, clock: Clock, report: Report = silent) -> Counts:
    """Counts with a dictionary for each level: position to number of plays that lead there."""
    group, rows, level = stabiliser(start), list[LevelCounts](), {start.mask: 1}
    plays = None if target is None else 0
    while level:
        pegs = next(iter(level)).bit_count()
        if target is not None and plays is not None:
            plays += sum(ways for mask, ways in level.items() if target.contains(mask))
        known = plays if target is not None and pegs <= target.fewest else None
        try:
            done = _expanded(start, level, group, clock, report)
        except KeyboardInterrupt:
            counts = Counts(tuple(rows), known, INTERRUPTED, all_levels=False)
            raise BrokenOffError(counts) from None
        if isinstance(done, Stopped):
            return Counts(tuple(rows), known, done, all_levels=False)
        row, level = done
        rows.append(row)
    return Counts(tuple(rows), plays)


def _expanded(
    start: Position, level: Mapping[int, int], group: Sequence[Permutation], clock: Clock, report: Report
) -> tuple[LevelCounts, dict[int, int]] | Stopped:
    """One level's row and the level below it."""
    pegs = next(iter(level)).bit_count()
    following: dict[int, int] = {}
    orbits = dead = games = 0
    cost = len(start.board.jumps) + len(group)
    for number, (mask, ways) in enumerate(level.items()):
        if number % LOOK == 0:
            clock.spend(min(LOOK, len(level) - number) * cost // 4)
            report(f"listing {plural(pegs, 'peg')}, {number:,} of {len(level):,} positions")
            if stopped := over_limit(clock, f"in the level of {plural(pegs, 'peg')}", len(following)):
                return stopped
        after = [mask ^ holes for must, holes in start.board.jump_masks if mask & holes == must]
        for image in after:
            following[image] = following.get(image, 0) + ways
        orbits += all(apply(g, mask) >= mask for g in group)
        dead += not after
        games += 0 if after else ways
    return LevelCounts(pegs, len(level), orbits, dead, games), following


def over_limit(clock: Clock, where: str, size: int) -> Stopped | None:
    """The limit that the listing has reached, if any, or the room of the machine."""
    limit = clock.reached()
    if limit is not None:
        said = "the memory limit was reached" if limit == "memory" else clock.ended()
        return Stopped(limit, f"{said} {where}")
    room, needed = available_memory(), LISTED * size
    if room is None or needed <= room:
        return None
    told = f"{where} a list of positions needs {needed >> 20} MiB more, {room >> 20} MiB are available"
    return Stopped("memory", told)
