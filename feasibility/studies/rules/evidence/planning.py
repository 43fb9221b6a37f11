"""Which feasible pairs a rule is asked about, in which order, and how long each kind may take.

Short questions come first, all of them; then dense ones, of which whole sets are known, too; then what random
play and searches against the rule find, over and over again while there is time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random

from feasibility.base.report import Report, silent
from feasibility.engines.positions.words import pack
from feasibility.game.position import Target
from feasibility.studies.rules.evidence import adversarial, playing, reached, sampling, short
from feasibility.studies.rules.evidence.cases import Source, from_games, named, sliced
from feasibility.studies.rules.evidence.playing import Played
from feasibility.studies.rules.evidence.sampling import Masks
from feasibility.studies.rules.evidence.soundness import EQUAL
from feasibility.studies.rules.evidence.truth import Truth
from feasibility.studies.rules.evidence.winning import ComplementTruth
from feasibility.studies.rules.judges.asking import Judge

PLAYED = 20_000  # random games at most, unless more cases are wanted
SLOW = 20_000  # a rule whose default number of cases is not above this is asked about orbits first
SMALL_FIRST = 1_000_000  # first jumps of short questions, beyond which these come later
FEWEST_FIRST = 50_000  # and up to how many they are listed however few cases are wanted
JOURNEY = 8  # pegs from which one is brought far away
MANY = 100_000  # cases below which large sets are not worth their time
EQUALS = 500  # positions of one target that are the target already
LIVING_SHARE = 0.8  # of the time left, for all positions that reach one target

Step = tuple[Source, float]  # a source, and the share of the time left that it may take


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
    cache: Path | None = None
    report: Report = silent


class CasePlan:
    """What is asked; where no targets are set, `fallback` is the one whose positions are listed."""

    def __init__(
        self,
        judge: Judge,
        options: Options,
        fallback: Target,
        remaining: Callable[[], float | None],
        truth: Callable[[Target], Truth | None],
        winning: Callable[[Target], ComplementTruth | None],
    ) -> None:
        self.judge, self.board, self.options, self.fallback = judge, judge.board, options, fallback
        self.targets, self.cases, self.seed = options.targets, options.cases, options.seed
        self.size = options.cases or judge.default_cases  # of a kind that has no end, in one round
        self.remaining, self.truth, self.winning = remaining, truth, winning

    def steps(self) -> Iterator[Step]:
        if self.targets:
            for target in self.targets:
                yield from self._counted(target)
                yield self._backwards(target, "the", self.seed), 0.3
            yield from self._equal()
            for target in self.targets:
                yield from self._dense(target)
                yield from self._known(target)
                yield from self._all_of(target)
        else:
            for pairs in self._levels():
                if not self._is_long(pairs):
                    yield from self._short(pairs)
            yield from self._equal()
            if self._covered():
                return
            yield from self._random(self.seed)
            yield from self._orbits_of_long()
            yield from self._to_one()
            yield from self._known(self.fallback)
            yield from self._dense(self.fallback)
            yield from self._long()
            yield from self._all_of(self.fallback)

    def rounds(self) -> Iterator[Step]:
        """Draws cases, again and again with new seeds, until nothing is left to be drawn."""
        for seed in count(self.seed + 1) if self.targets or not self._covered() else ():
            for target in self.targets:
                yield from self._again(target, seed)
            if not self.targets:
                yield from self._random(seed)
                yield from self._again(self.fallback, seed)

    def _levels(self) -> Iterator[short.Pairs]:
        most = max(FEWEST_FIRST, 20 * self.cases) if self.cases is not None else short.MOST_FIRST
        return short.levels(self.board, min(most, short.MOST_FIRST))

    def _is_long(self, pairs: short.Pairs) -> bool:
        """Whether these short questions are so many that others are asked before them."""
        return pairs.pegs > 2 and short.first_jumps(self.board, pairs.pegs) > SMALL_FIRST

    @property
    def _brief(self) -> bool:
        """Whether only a few cases are wanted, so that large sets are not worth building."""
        return self.cases is not None and self.cases < MANY

    def _covered(self) -> bool:
        """Whether the short questions were all questions of the board."""
        return self.cases is None and any(pairs.pegs == self.board.n for pairs in self._levels())

    def _short(self, pairs: short.Pairs) -> Iterator[Step]:
        """All short questions of one number of pegs; to slow rules first one of each orbit."""
        slow = self.judge.default_cases <= SLOW and self.cases is None
        if slow and short.of_board(self.board).order > 1:
            yield short.orbits_of(pairs, self.seed), 0.3
        yield short.pairs_of(pairs, self.cases, self.seed), 0.5

    def _orbits_of_long(self) -> Iterator[Step]:
        """One of each orbit of the longest short questions, for rules that are too slow for all of them."""
        if self.cases is None and SLOW < self.judge.default_cases < 10 * MANY:
            for pairs in filter(self._is_long, self._levels()):
                yield short.orbits_of(pairs, self.seed), 0.3

    def _to_one(self) -> Iterator[Step]:
        """Journeys: more pegs than the short questions have, to one peg."""
        last = max((pairs.pegs for pairs in self._levels()), default=0)
        if not self._brief and last == JOURNEY - 2:
            words = short.to_one(self.board, JOURNEY)
            if words is not None:
                batches, show = sliced(*words, short.CHUNK), short.by_search(self.board)
                yield Source("pairs from {} to one peg", batches, show, len(words[0]), pegs=JOURNEY), 0.3

    def _wins(self, target: Target) -> Iterator[Step]:
        """All winning positions, where the rule is fast enough for these."""
        if (self.cases is None and self.judge.default_cases > SLOW) or self.options.exhaustive:
            winning = self.winning(target)
            if winning is not None:
                yield winning.whole_source(), 0.5

    def _long(self) -> Iterator[Step]:
        """The longest of the short questions, those of one peg more with few at the end, and all duals."""
        last = None
        for pairs in self._levels():
            last = pairs
            if self._is_long(pairs):
                yield from self._short(pairs)
        if last is not None and short.FEW < last.pegs < self.board.n:
            more = short.one_more(last)
            yield (
                short.pairs_of(more, self.cases, self.seed, "pairs from {} to one peg or two", False),
                0.3,
            )
        for pairs in self._levels():
            yield short.duals_of(pairs, self.cases, self.seed), 0.3

    def _random(self, seed: int) -> Iterator[Step]:
        games = min(self.size, PLAYED if self.cases is None else self.size)
        name = "pairs from random legal play"
        yield from_games(self.board, name, playing.games(self.board, games, seed)), 0.2
        name = "pairs with targets drawn from all that a start reaches"
        games = min(games, PLAYED // (10 if seed == self.seed else 2))
        yield from_games(self.board, name, reached.pairs(self.board, games, seed)), 0.2

    def _counted(self, target: Target) -> Iterator[Step]:
        """Short questions of a number of pegs as target: all starts of few pegs that can leave these."""
        if target.pegs is not None:
            for pairs in self._levels():
                if pairs.pegs > target.pegs:
                    yield short.starts_of(pairs, target, self.cases, self.seed), 0.2

    def _backwards(self, target: Target, article: str, seed: int) -> Source:
        games = playing.backwards(self.board, target, min(PLAYED, self.size), seed)
        name = f"pairs from random play, backwards from {article} target"
        return from_games(self.board, name, games, target)

    def _dense(self, target: Target) -> Iterator[Step]:
        winning = None if self._brief else self.winning(target)
        if winning is not None:
            yield winning.orbit_source(self.seed, bool(self.targets), self.cases), 0.3

    def _known(self, target: Target) -> Iterator[Step]:
        """Positions that reach the target: symmetric ones, some of all numbers of pegs, and walks."""
        known = self.truth(target)
        symmetric = None if known is None else adversarial.symmetric(known, self.cases)
        if symmetric is not None:
            yield symmetric, 0.2
        yield from self._wins(target)
        known = self.truth(target)
        if known is not None:
            yield self._living(known, self.seed), 0.3
            yield from self._against(known, self.seed)

    def _all_of(self, target: Target) -> Iterator[Step]:
        """All that reach the target, where the rule is fast enough for these."""
        if self.cases is not None and not self.options.exhaustive:
            return
        known = self.truth(target)
        if known is not None and self._everything(known) and not self._few(known):
            yield self._whole(known), LIVING_SHARE

    def _again(self, target: Target, seed: int) -> Iterator[Step]:
        known = self.truth(target)
        if known is None:
            yield self._backwards(target, "a", seed), 0.5
            return
        yield from self._against(known, seed)
        if not self._few(known):
            yield self._living(known, seed, 5 * self.size), 0.5

    def _against(self, known: Truth, seed: int) -> Iterator[Step]:
        yield adversarial.nearest(known, min(self.size, PLAYED), seed), 0.2
        yield adversarial.flipping_walks(self.judge, known, seed, self.size), 0.15
        yield adversarial.pruned_walks(self.judge, known, seed, self.size), 0.15

    def _few(self, known: Truth) -> bool:
        return int(known.levels.sum()) <= self.size

    def _everything(self, known: Truth) -> bool:
        """Whether all positions that reach the target are to be asked, or can be in the time that is left."""
        left, rate = self.remaining(), self.judge.calls / max(self.judge.seconds, 1e-3)
        affordable = left is not None and rate * left * LIVING_SHARE / 2 > int(known.levels.sum())
        return self.options.exhaustive or affordable

    def _living(self, known: Truth, seed: int, size: int | None = None) -> Source:
        """Positions that reach the target, a sample spread over the numbers of pegs; all if they are few."""
        if self._few(known):
            return self._whole(known)
        levels = sampling.sample(known, size or self.size, seed)
        return self._of(known, "positions", (level.masks for level in levels))

    def _whole(self, known: Truth) -> Source:
        return self._of(known, "positions, every one", sampling.everything(known))

    def _of(self, known: Truth, which: str, starts: Iterable[Masks]) -> Source:
        name = f"{which} from which {named(known.target)} can be reached (dense closure)"
        return adversarial.living(known, name, starts, int(known.levels.sum()) - known.reached)

    def _equal(self) -> Iterator[Step]:
        """Pairs whose start is the target already, which no rule may prune either."""
        if self.options.skip_equal:
            return
        ends = [t.must for t in self.targets if not t.free]
        if not self.targets:
            ends = [one.end for one in playing.games(self.board, 500, self.seed)]
            ends += [1 << hole for hole in range(self.board.n)]
        words = pack(sorted(set(ends)), self.board.n)
        yield Source(EQUAL, [(words, words)] if len(words) else [], _equal_play), 1.0
        for target in self.targets:
            if target.free:
                random = Random(f"equal {self.seed}")
                masks = {playing.reached_one(target, random) for _ in range(min(self.size, EQUALS))}
                words = pack(sorted(masks), self.board.n)
                yield Source(EQUAL, [(words, target)], _equal_play, target=target), 1.0


def _equal_play(start: int, end: int | None) -> Played:
    return Played(start, start if end is None else end, ())
