"""The plays of a pair by their number of sweeps, and the longest sweep that a play can have.

Both are found over the positions that lie on plays, level by level, for every position and every hole where
the peg that moved last may stand. A run of jumps by one peg that stays among these positions is part of a
play, so the longest one is the longest sweep. The checker can repeat that; nothing but this exhaustion
certifies the numbers of plays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from time import monotonic

import numpy as np
import numpy.typing as npt

from feasibility.api.asking import PairLike, TargetLike, as_pair, as_question
from feasibility.base.errors import InputError
from feasibility.base.limits import Clock, Limits, as_limits
from feasibility.base.report import Report, silent
from feasibility.base.stopped import Stopped, StoppedError
from feasibility.engines.frontier.levels import MemoryLevel
from feasibility.engines.frontier.search import way_to
from feasibility.engines.frontier.sides import SideWatch
from feasibility.engines.frontier.winning import winning_levels
from feasibility.engines.positions.question import Move, PositionQuestion, replay
from feasibility.engines.positions.words import Symmetries, Words, pack, placed, unpack, word_count
from feasibility.game.geometry import Jump
from feasibility.proofs.kinds.longest import Longest

TalliedPlay = tuple[tuple[int, ...], ...]
Indices = npt.NDArray[np.int64]
TOO_MANY = 2.0**63  # plays are counted in words of 64 bits
GAP = np.int32(-1)


@dataclass(frozen=True)
class Tally:
    """Plays by sweeps, the same up to the symmetries of the pair, and a play with the longest sweep."""

    plays: dict[int, int]
    orbits: dict[int, int]
    longest: int
    play: TalliedPlay

    def __repr__(self) -> str:
        least = min(self.plays)
        return f"<Tally of plays: {self.plays[least]:,} with the fewest sweeps, {least}>"

    @property
    def proof(self) -> Longest:
        """That no sweep is longer."""
        return Longest(self.longest, tuple(Jump(*jump) for jump in self.play))


def count_sweeps(
    start: PairLike,
    target: TargetLike | None = None,
    *,
    board: str | None = None,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
    report: Report = silent,
) -> Tally | Stopped | None:
    """The plays to one position by number of sweeps, as `pegfeas count --sweeps` has them; None: no play.

    >>> found = count_sweeps("triangle:4:-a2", "triangle:4:+b2")
    >>> found.plays, found.longest
    ({5: 2, 6: 4, 7: 5, 8: 3}, 3)
    """
    pair = as_pair(start, target, board=board)
    if pair.exact is None:
        raise InputError("plays are counted by sweeps only to a single position", seen=str(pair.target))
    question = as_question(pair)
    return tally(
        question,
        clock=as_limits(limits, time_limit, work_limit, memory_limit).start(),
        report=report,
    )


def tally(
    question: PositionQuestion, *, clock: Clock | None = None, report: Report | None = None
) -> Tally | Stopped | None:
    """All plays of an exact pair by sweeps; None where there is none.

    Stopped at a limit, or where there are more plays than a word can count.
    """
    clock = clock or Limits().start()
    levels = winning_levels(question, clock=clock, report=report)
    if isinstance(levels, Stopped):
        return levels
    if not levels:
        return None
    watch = SideWatch(clock, word_count(question.holes), report)
    try:
        counting = Counting(question, levels)
        for _ in levels[1:]:
            counting.advance(watch)
        if counting.about[0] >= TOO_MANY:
            return Stopped("64 bits")
        plays = counting.by_sweeps()
        orbits = _orbits(question, plays, clock)
        return orbits if isinstance(orbits, Stopped) else Tally(plays, orbits, *counting.longest_sweep())
    except StoppedError as end:
        return end.stopped


def _orbits(question: PositionQuestion, plays: dict[int, int], clock: Clock) -> dict[int, int] | Stopped:
    """By Burnside's lemma: a play that a symmetry leaves alone has only jumps that it leaves alone."""
    sums = dict(plays)
    group = Symmetries(question.symmetries, question.holes).permutations
    for permutation in group:
        kept = tuple(m for m in question.moves if all(permutation[hole] == hole for hole in m.name))
        fixed = tally(replace(question, moves=kept, symmetries=()), clock=clock)
        if isinstance(fixed, Stopped):
            return fixed
        for sweeps, number in (fixed.plays if fixed else {}).items():
            sums[sweeps] += number
    return {sweeps: number // (1 + len(group)) for sweeps, number in sums.items()}


class Counting:
    """Level after level: plays into each position by sweeps, in all and by the hole of the peg moved last."""

    def __init__(self, question: PositionQuestion, levels: Sequence[Words]) -> None:
        self.question, self.levels = question, levels
        self.symmetries = Symmetries(question.symmetries, question.holes)
        self.total = np.ones((1, 1), dtype=np.uint64)
        self.last = np.zeros((0, 1), dtype=np.uint64)
        self.place = np.full((1, question.holes), GAP, dtype=np.int32)
        self.about = np.ones(1)  # all plays into each position, roughly
        self.lengths = [np.zeros((1, question.holes), dtype=np.uint8)]

    def advance(self, watch: SideWatch) -> None:
        """The next level, from where each jump into it can have come."""
        depth = len(self.lengths)
        size, holes = len(self.levels[depth]), self.question.holes
        watch.look(8 * (depth + 1) * 8 * size)
        place, about = np.full((size, holes), GAP, dtype=np.int32), np.zeros(size)
        total = np.zeros((size, depth + 1), dtype=np.uint64)
        lengths = np.zeros((size, holes), dtype=np.uint8)
        last, known, began = [self.last[:0, :1].repeat(depth + 1, axis=1)], 0, monotonic()
        for hole in range(holes):
            into = np.zeros_like(total)
            for rows, at, peg in self.steps_back(depth, hole):
                own = self.place[at, peg]
                goes_on = self.last[own] * (own != GAP)[:, None].astype(np.uint64) if len(self.last) else 0
                into[rows, 1:] += self.total[at] - goes_on
                into[rows, :-1] += goes_on
                about[rows] += self.about[at]
                longer = self.lengths[-1][at, peg] + 1
                lengths[rows, hole] = np.maximum(lengths[rows, hole], longer)
            met = np.flatnonzero(lengths[:, hole])
            place[met, hole] = known + np.arange(len(met))
            known += len(met)
            last.append(into[met])
            total += into
            watch.told("plays by sweeps,", depth, hole + 1, holes, known, monotonic() - began)
        self.total, self.last, self.place, self.about = total, np.concatenate(last), place, about
        self.lengths.append(lengths)

    def steps_back(self, depth: int, hole: int) -> Iterator[tuple[Indices, Indices, Indices]]:
        """The jumps into a hole: rows after each, rows before it, and the hole of its peg there."""
        level, before = self.levels[depth], self.levels[depth - 1]
        for move in self.question.moves:
            if move.name[2] != hole:
                continue
            care, after = pack([move.care, move.care ^ move.want], self.question.holes)
            rows = np.flatnonzero(((level & care) == after).all(axis=1))
            words, peg = self.least(level[rows] ^ care, move.name[0])
            at, known = placed(before, words)
            yield rows[known], at[known], peg[known]

    def least(self, words: Words, hole: int) -> tuple[Words, Indices]:
        """The least images of positions, and where a hole is in them."""
        least, by = self.symmetries.least_images(words)
        goes = [hole, *(permutation[hole] for permutation in self.symmetries.permutations)]
        return least, np.array(goes)[by]

    def by_sweeps(self) -> dict[int, int]:
        """The plays to the target, by sweeps."""
        return {sweeps: int(number) for sweeps, number in enumerate(self.total[0]) if number}

    def longest_sweep(self) -> tuple[int, TalliedPlay]:
        """The most jumps of a run of one peg, and a play with one."""
        most = max(int(lengths.max(initial=0)) for lengths in self.lengths)
        if not most:
            return 0, ()
        depth = next(d for d, lengths in enumerate(self.lengths) if lengths.max(initial=0) == most)
        row, hole = (int(i[0]) for i in np.nonzero(self.lengths[depth] == most))
        end = self.levels[depth][row : row + 1]
        begin, run = self.run_into(unpack(end)[0], depth, hole, most)
        levels = [MemoryLevel(words, len(words)) for words in self.levels]
        before = way_to(self.question, self.symmetries, levels[: depth - most + 1], begin)
        back = replace(
            self.question, moves=tuple(Move(m.care, m.care ^ m.want, m.name) for m in self.question.moves)
        )
        after = way_to(back, self.symmetries, levels[: depth - 1 : -1], end)
        return most, replay(self.question, (*before, *run, *reversed(after)))

    def run_into(self, mask: int, depth: int, hole: int, length: int) -> tuple[Words, list[tuple[int, ...]]]:
        """A run of so many jumps into a hole of a position, and the position where it begins."""
        run: list[tuple[int, ...]] = []
        for left in range(1, length + 1):
            into = (m for m in self.question.moves if mask & m.care == m.care ^ m.want and m.name[2] == hole)
            move = next(
                m for m in into if self.length_at(mask ^ m.care, depth - left, m.name[0]) >= length - left
            )
            run.append(move.name)
            mask, hole = mask ^ move.care, move.name[0]
        return pack([mask], self.question.holes), run[::-1]

    def length_at(self, mask: int, depth: int, hole: int) -> int:
        """The longest run that can end in a hole of a position; -1 where the position is on no play."""
        words, place = self.least(pack([mask], self.question.holes), hole)
        at, known = placed(self.levels[depth], words)
        return int(self.lengths[depth][at[0], place[0]]) if known[0] else -1
