"""Which feasible pairs a rule is asked about, in which order.

Short questions come first, all of them; then the positions from which a target can be reached; then what
random play and samples of these positions show, over and over again while there is time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from random import Random

from feasibility.base.report import Report, silent
from feasibility.engines.positions.words import pack
from feasibility.game.position import Target
from feasibility.studies.rules.evidence import living, playing, short
from feasibility.studies.rules.evidence.cases import Source, from_games, named
from feasibility.studies.rules.evidence.playing import Played
from feasibility.studies.rules.evidence.soundness import EQUAL
from feasibility.studies.rules.evidence.truth import Truth
from feasibility.studies.rules.judges.asking import Judge

PLAYED = 20_000  # random games at most, unless more cases are wanted
FIRST = 1_000_000  # short questions of one number of pegs; of more these are asked before other kinds
FEWEST_FIRST = 50_000  # first jumps up to which these are listed however few cases are wanted
MANY = 100_000  # cases below which large sets are not worth their time
FAST = 1_000_000  # a rule whose default number of cases is above this is asked about whole sets
EQUALS = 500  # positions of one target that are the target already


@dataclass(frozen=True)
class Options:
    """What to try: all that the time allows unless `cases` is set, for every pair unless targets are set.

    `cases` limits each kind of cases, `enough` all of them together.
    """

    targets: tuple[Target, ...] = ()
    cases: int | None = None
    enough: int | None = None
    exhaustive: bool = False
    seed: int = 0
    seconds: float | None = None
    threads: int = 2
    power: bool = True
    skip_equal: bool = False
    report: Report = silent


class CasePlan:
    """What is asked; where no targets are set, `fallback` is the one whose positions are listed."""

    def __init__(
        self,
        judge: Judge,
        options: Options,
        fallback: Target,
        truth: Callable[[Target], Truth | None],
        on_plays: Callable[[Truth], Source | None],
    ) -> None:
        self.judge, self.board, self.options, self.fallback = judge, judge.board, options, fallback
        self.targets, self.cases, self.seed = options.targets, options.cases, options.seed
        self.size = options.cases or judge.default_cases  # of a kind that has no end, in one round
        self.of_level = None if self.cases is None else max(1, self.cases // 5)
        self.truth, self.on_plays = truth, on_plays

    def steps(self) -> Iterator[Source]:
        if self.targets:
            for target in self.targets:
                yield from self._counted(target)
                yield self._backwards(target, self.seed)
            yield from self._equal()
            for target in self.targets:
                yield from self._known(target)
                yield from self._whole(target)
            return
        yield from self._short(False, 0, self.of_level)
        yield from self._equal()
        if self._covered():
            yield from self._short(True, 0, None)
            return
        yield self._games(self.seed)
        yield from self._short(True, 0, self.of_level or FIRST)
        if not self._brief:
            yield from short.to_one(self.board, max((pairs.pegs for pairs in self._levels()), default=1))
        yield from self._known(self.fallback)
        if self.cases is None:
            yield from self._short(True, FIRST, None)
        for pairs in self._levels():
            yield short.duals_of(pairs, self.seed, self.of_level)
        yield from self._whole(self.fallback)

    def rounds(self) -> Iterator[Source]:
        """Draws cases, again and again with new seeds, until nothing is left to be drawn."""
        for seed in count(self.seed + 1):
            if self.targets:
                several = [self._again(target, seed) for target in self.targets]
            else:
                several = [] if self._covered() else [self._games(seed), self._again(self.fallback, seed)]
            drawn = [source for source in several if source is not None]
            if not drawn:
                return
            yield from drawn

    def _again(self, target: Target, seed: int) -> Source | None:
        """More positions that reach the target, where not all of them are few."""
        known = self.truth(target)
        if known is None:
            return self._backwards(target, seed)
        return living.sampled(known, 5 * self.size, seed) if known.count > self.size else None

    def _levels(self) -> Iterator[short.Pairs]:
        most = max(FEWEST_FIRST, 20 * self.cases) if self.cases is not None else short.MOST_FIRST
        return short.levels(self.board, min(most, short.MOST_FIRST))

    @property
    def _brief(self) -> bool:
        """Whether only a few cases are wanted, so that large sets are not worth building."""
        return self.cases is not None and self.cases < MANY

    def _covered(self) -> bool:
        """Whether the short questions were all questions of the board."""
        return self.cases is None and any(pairs.pegs == self.board.n for pairs in self._levels())

    def _short(self, many: bool, low: int, high: int | None) -> Iterator[Source]:
        """The short questions of each number of pegs, where they are many or few, between two places."""
        for pairs in self._levels():
            if (len(pairs) > FIRST) == many:
                yield short.pairs_of(pairs, self.seed, low, high)

    def _games(self, seed: int) -> Source:
        games = min(self.size, PLAYED) if self.cases is None else self.size
        return from_games(self.board, "pairs from random legal play", playing.games(self.board, games, seed))

    def _counted(self, target: Target) -> Iterator[Source]:
        """Short questions of a number of pegs as target: all starts of few pegs that can leave these."""
        if target.pegs is not None:
            for pairs in self._levels():
                if pairs.pegs > target.pegs:
                    yield short.starts_of(pairs, target, self.seed, self.of_level)

    def _backwards(self, target: Target, seed: int) -> Source:
        games = playing.backwards(self.board, target, min(PLAYED, self.size), seed)
        name = f"pairs from random play, backwards from {named(target)}"
        return from_games(self.board, name, games, target)

    def _known(self, target: Target) -> Iterator[Source]:
        """Positions that reach the target: symmetric ones, some of all numbers of pegs, all on its plays."""
        known = self.truth(target)
        if known is None:
            return
        symmetric = living.symmetric(known, self.cases)
        if symmetric is not None:
            yield symmetric
        yield living.sampled(known, self.size, self.seed)
        played = None if self._brief else self.on_plays(known)
        if played is not None:
            yield played

    def _whole(self, target: Target) -> Iterator[Source]:
        """All that reach the target, where the rule is fast enough for these."""
        if self.options.exhaustive or (self.cases is None and self.judge.default_cases > FAST):
            known = self.truth(target)
            if known is not None and known.count > self.size:
                yield living.everything(known)

    def _equal(self) -> Iterator[Source]:
        """Pairs whose start is the target already, which no rule may prune either."""
        if self.options.skip_equal:
            return
        random = Random(f"equal {self.seed}")
        for target in self.targets:
            masks = {playing.reached_one(target, random) for _ in range(min(self.size, EQUALS))}
            words = pack(sorted(masks), self.board.n)
            yield Source(EQUAL, [(words, target)], _equal_play, target=target)
        if not self.targets:
            ends = {one.end for one in playing.games(self.board, EQUALS, self.seed)}
            words = pack(sorted(ends | {1 << hole for hole in range(self.board.n)}), self.board.n)
            yield Source(EQUAL, [(words, words)], _equal_play)


def _equal_play(start: int, end: int | None) -> Played:
    return Played(start, start if end is None else end, ())
