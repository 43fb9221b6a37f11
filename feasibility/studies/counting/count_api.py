"""What a start can reach, and how often it is played to a target, counted."""

from dataclasses import dataclass
from fractions import Fraction

from feasibility.api.asking import PairLike, TargetLike, as_hole, as_pair
from feasibility.base.errors import InputError
from feasibility.base.limits import Limits, as_limits
from feasibility.base.report import Report, silent
from feasibility.base.stopped import Stopped
from feasibility.game.hand import with_hand
from feasibility.game.position import Pair
from feasibility.game.symmetry import pair_stabiliser
from feasibility.studies.counting import counting
from feasibility.studies.counting.counting import Counts
from feasibility.systems.residues import separate


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
        return sum(level.positions for level in self.levels)

    @property
    def orbits(self) -> int:
        return sum(level.orbits for level in self.levels)


def count(
    start: PairLike,
    target: TargetLike | None = None,
    *,
    pegs: int | None = None,
    board: str | None = None,
    games: bool = True,
    return_peg: int | str | None = None,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
    report: Report | None = None,
) -> Counts:
    """Positions, orbits, dead ends, plays to the target, games and chances, as `pegfeas count` gives them.

    Without `games` the costliest numbers are left out. With `return_peg` the peg of that hole may go back
    into it once, and plays to the target have put it back. A number that a limit left uncounted is None.

    >>> counts = count("triangle:4:-b2", pegs=1)
    >>> counts.positions, counts.plays, counts.games
    (62, 14, 93)
    >>> count("rectangle:4x4:-a1", pegs=1, return_peg="a1").plays
    1309600
    """
    pair = put_back(as_pair(start, target, pegs, board), return_peg)
    return counting.count(
        pair.start,
        pair.target,
        as_limits(limits, time_limit, work_limit, memory_limit).start(),
        games=games,
        report=report or silent,
    )


def count_plays(
    start: PairLike,
    target: TargetLike | None = None,
    *,
    pegs: int | None = None,
    board: str | None = None,
    return_peg: int | str | None = None,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
    report: Report | None = None,
) -> int | Stopped:
    """Only the number of plays, several times faster, as `pegfeas count --plays` gives it.

    >>> count_plays("triangle:4:-b2", pegs=1)
    14
    """
    pair = put_back(as_pair(start, target, pegs, board), return_peg)
    clock = as_limits(limits, time_limit, work_limit, memory_limit).start()
    return counting.plays_alone(pair, clock, report=report or silent)


def count_chance(
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
) -> Fraction | Stopped:
    """The chance that random play reaches the target, exactly, as `pegfeas count --chance` has it.

    >>> count_chance("triangle:4:-b2", pegs=1)
    Fraction(13, 432)
    """
    from feasibility.engines.chances import chance

    return chance(
        as_pair(start, target, pegs, board),
        as_limits(limits, time_limit, work_limit, memory_limit).start(),
        report=report,
    )


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

    pair = as_pair(start, target, pegs, board)
    clock = as_limits(limits, time_limit, work_limit, memory_limit).start()
    absent = pair.target.pegs is None and pair.target.must.bit_count() > pair.start.count
    if absent or (pair.exact is not None and separate(pair) is not None):
        return OnPlays(())  # the sets of two residue classes have nothing in common
    both = counting.dense_on_plays(pair, clock, report)
    if isinstance(both, Stopped):
        return both
    if pair.start.mask not in both:
        return OnPlays(())
    report("orbits")
    positions, orbits = level_counts(both), orbit_counts(both, pair_stabiliser(pair))
    counted = (WinningLevel(pegs, positions[pegs], orbits[pegs]) for pegs in range(pair.start.count, -1, -1))
    return OnPlays(tuple(level for level in counted if level.positions))


def put_back(pair: Pair, hole: int | str | None) -> Pair:
    """The pair on the board with a hand, where every play to the target puts the peg of the hole back."""
    if hole is None:
        return pair
    if pair.target.pegs is not None and pair.target.pegs > 1:
        expected = "one peg, a position or a pattern"
        raise InputError("plays that put a peg back end otherwise", seen=str(pair.target), expected=expected)
    return with_hand(pair, as_hole(pair.board, hole))
