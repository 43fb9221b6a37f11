"""Is a rule sound? Feasible pairs from independent sources are put to it; none may be pruned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from feasibility.base.limits import Clock
from feasibility.game.geometry import Board
from feasibility.game.position import Target, bits
from feasibility.rules.evidence import playing, sampling, small
from feasibility.rules.evidence.counterexample import (
    Counterexample,
    confirmed,
    fewest_pegs,
    later_in_play,
    smallest_of,
)
from feasibility.rules.evidence.playing import Played
from feasibility.rules.evidence.truth import Truth
from feasibility.rules.judges.asking import FAILED, PRUNE, Goals, Judge, differing
from feasibility.search.positions.words import Words, pack, unpack

CHUNK = 1 << 17  # pairs asked at once
AT_ONCE = 4096  # random games asked at once
PLAYED = 20_000  # random games at most, unless more cases are wanted


@dataclass(frozen=True)
class Kind:
    """Where cases came from, and how many were tried."""

    name: str
    tried: int
    of: int | None = None  # all there are, where that is known

    def __str__(self) -> str:
        if self.of is None or self.of == self.tried:
            return f"{self.tried:,} {self.name}"
        return f"{self.tried:,} of {self.of:,} {self.name}"


@dataclass
class Soundness:
    """The cases put to a rule so far, and the first source of cases that it got wrong."""

    judge: Judge
    clock: Clock
    kinds: list[Kind] = field(default_factory=list)
    counterexample: Counterexample | None = None
    skip_equal: bool = False
    stopped: str = ""
    sampled: list[sampling.Level] = field(default_factory=list)  # of the last target, unless all were asked

    @property
    def board(self) -> Board:
        """The board of the rule."""
        return self.judge.board

    @property
    def tried(self) -> int:
        """Cases that the rule has answered."""
        return sum(kind.tried for kind in self.kinds)

    @property
    def open(self) -> bool:
        """Whether more cases can be put to the rule."""
        if self.clock.expired():
            self.stopped = "time limit"
        return self.counterexample is None and not self.judge.given_up and not self.stopped

    def played(self, name: str, pairs: Iterable[Played], target: Target | None = None) -> None:
        """Pairs with their plays; with a target, the pairs all end there."""
        tried, wrong, games = 0, list[Played](), iter(pairs)
        while self.open and (batch := list(islice(games, AT_ONCE))):
            starts = pack([one.start for one in batch], self.board.n)
            goals: Goals = pack([one.end for one in batch], self.board.n) if target is None else target
            answers = self.judge.ask(starts, goals)
            tried += int(np.count_nonzero(answers != FAILED))
            wrong += [batch[i] for i in np.flatnonzero(answers == PRUNE)]
            if wrong:
                break
        self._count(name, tried)
        if wrong:
            one = min(wrong, key=lambda p: (p.start.bit_count(), len(p.play)))
            one = smallest_of(self.judge, one) if target is None else later_in_play(self.judge, one, target)
            goal = Target(self.board, one.end) if target is None else target
            self.counterexample = confirmed(self.board, one, goal, name)

    def every_pair(self, cases: int, seed: int) -> None:
        """All pairs of a small board, or a sample, by its own list of what each position reaches."""
        found = small.reachable(self.board)
        total = sum(one.bit_count() - 1 for one in found)
        share, random = min(1.0, cases / max(1, total)), np.random.default_rng([seed, 3])
        name = "feasible pairs of the board" if share < 1 else "pairs, every feasible one of the board"
        tried, wrong = 0, list[tuple[int, int]]()
        for all_starts, all_ends in _joined(small.feasible_pairs(found)):
            if not self.open:
                break
            chosen = random.random(len(all_starts)) < share
            starts, ends = all_starts[chosen], all_ends[chosen]
            answers = self.judge.ask(starts, ends)
            tried += int(np.count_nonzero(answers != FAILED))
            rows = np.flatnonzero(answers == PRUNE)
            wrong += zip(unpack(starts[rows]), unpack(ends[rows]), strict=True)
        self._count(name, tried, total)
        if wrong:
            start, end = min(wrong, key=lambda p: (p[0].bit_count(), p[0].bit_count() - p[1].bit_count(), p))
            played = Played(start, end, small.play(self.board, found, start, end))
            least = share == 1 and not self.stopped and not self.judge.given_up
            self.counterexample = confirmed(self.board, played, Target(self.board, end), name, least)

    def truth(self, truth: Truth, cases: int, seed: int, exhaustive: bool) -> None:
        """Positions that reach one target: all, or a sample spread over the numbers of pegs."""
        total = int(truth.levels().sum())
        if exhaustive or total <= cases:
            source: Iterator[Words] = (masks[:, None] for masks in sampling.everything(truth))
        else:
            self.sampled = sampling.sample(truth, cases, seed)
            source = (level.masks[:, None] for level in self.sampled)
        name = f"positions from which {_named(truth.target)} can be reached (dense closure)"
        tried, reached, wrong = 0, 0, list[int]()
        for words in _sliced(source):
            if not self.open:
                break
            moving = words[differing(words, truth.target)]
            reached += len(words) - len(moving)
            answers = self.judge.ask(moving, truth.target)
            tried += int(np.count_nonzero(answers != FAILED))
            wrong += unpack(moving[answers == PRUNE][:1000])
        self._count(name, tried, total - reached if exhaustive or total <= cases else total)
        if wrong:
            start, least = fewest_pegs(self.judge, truth, min(wrong, key=int.bit_count))
            one = Played(start, 0, truth.play(start) or ())
            self.counterexample = confirmed(self.board, one, truth.target, name, least)

    def equal(self, targets: Sequence[Target], seed: int) -> None:
        """Pairs whose start is the target already, which no rule may prune either."""
        if self.skip_equal:
            return
        name = "with start and target equal"
        ends = [t.must for t in targets if not t.free]
        if not targets:
            ends = [one.end for one in playing.games(self.board, 500, seed)]
            ends += [1 << hole for hole in range(self.board.n)]
        if not self.open or not ends:
            return
        words = pack(sorted(set(ends)), self.board.n)
        answers = self.judge.ask(words, words)
        self._count(name, int(np.count_nonzero(answers != FAILED)))
        wrong = unpack(words[answers == PRUNE])
        if wrong:
            mask = min(wrong, key=int.bit_count)
            one = Played(mask, mask, ())
            self.counterexample = confirmed(self.board, one, Target(self.board, mask), name)

    def _count(self, name: str, tried: int, of: int | None = None) -> None:
        if tried:
            self.kinds.append(Kind(name, tried, of))


def _named(target: Target) -> str:
    if not target.free and target.most <= 4:
        return " ".join(target.board.called(i) for i in bits(target.must)) or "the empty board"
    return "the target"


def _joined(pairs: Iterator[tuple[int, Words]]) -> Iterator[tuple[Words, Words]]:
    """Pairs of many targets in batches worth a call."""
    starts, ends, size = list[Words](), list[Words](), 0
    for target, words in pairs:
        starts.append(words)
        ends.append(np.full(words.shape, target, np.uint64))
        size += len(words)
        if size >= CHUNK:
            yield np.concatenate(starts), np.concatenate(ends)
            starts, ends, size = [], [], 0
    if size:
        yield np.concatenate(starts), np.concatenate(ends)


def _sliced(source: Iterator[Words]) -> Iterator[Words]:
    for words in source:
        for low in range(0, len(words), CHUNK * 8):
            yield words[low : low + CHUNK * 8]
