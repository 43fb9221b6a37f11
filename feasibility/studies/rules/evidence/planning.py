"""Which feasible pairs a rule is asked about, in which order.

The shortest questions come first, so that a counterexample is small; then living positions among dead ones,
in orders that show a memory; then the mass of single cases. How many they are depends on the kind of rule
alone, so the verdict is the same on every machine, and what the time did not allow is named.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from random import Random
from typing import TypeAlias

import numpy as np

from feasibility.base.report import Report, silent
from feasibility.engines.positions.words import pack
from feasibility.game.position import Target
from feasibility.studies.rules.evidence import near, short
from feasibility.studies.rules.evidence.cases import (
    Played,
    Source,
    backwards,
    from_games,
    games,
    named,
    reached_one,
)
from feasibility.studies.rules.evidence.fields import drawn_targets
from feasibility.studies.rules.evidence.ground import Ground
from feasibility.studies.rules.evidence.soundness import EQUAL
from feasibility.studies.rules.judges.asking import Judge

PLAYED = 20_000  # random games at most, unless more cases are wanted
FEWEST_FIRST = 50_000  # first jumps up to which short questions are listed however few cases are wanted
MANY = 50_000  # cases below which large sets are not worth their time
LEVEL = 3  # times the number of cases that is wanted: short questions of one number of pegs
LEVEL_BY_DEFAULT = 6  # times the usual number: all of five pegs on the English board
MOST_ON_PLAYS = 1 << 24  # positions that are all asked by default: those of the English centre game, and some
TO_ONE = 1 << 15  # starts that come to one peg in the same hole
EQUALS = 500  # positions of one target that are the target already
BEFORE_MIXED = 50_000  # short questions of one number of pegs, which come before everything else
AMONG_DEAD = "living positions among dead ones"

Mixed: TypeAlias = tuple[tuple[Target, Ground | None], ...]  # targets about which these are asked in turn
# what must be asked, and the name under which it is missing where it was not
Phase: TypeAlias = tuple[str, Callable[[], Iterable[Source | Mixed]]]


@dataclass(frozen=True)
class Options:
    """What to try: so many cases of each kind, for every pair unless targets or the start of all searches are
    set. Where nothing is said the kind of rule says how many, the same on every machine.
    """

    targets: tuple[Target, ...] = ()
    start: int | None = None
    cases: int | None = None
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
        self, judge: Judge, options: Options, fallback: Target, ground: Callable[[Target], Ground | None],
        over: Callable[[], bool] = lambda: False,
    ) -> None:  # fmt: skip
        self.judge, self.board, self.options, self.fallback = judge, judge.board, options, fallback
        self.targets, self.seed, self.start = options.targets, options.seed, options.start
        self.size = judge.default_cases if options.cases is None else options.cases  # of a kind
        self.at_length = options.cases is None and self.size >= MANY
        level = LEVEL_BY_DEFAULT if options.cases is None else LEVEL
        self.of_level = None if options.exhaustive else level * self.size
        self.ground, self.over = ground, over

    def phases(self) -> Iterator[Phase]:
        """In the order in which they are asked."""
        if self.start is not None:
            yield from self._from_start(self.start)
            return
        if self.targets:
            yield "short questions", lambda: chain(*map(self._close, self.targets))
            yield AMONG_DEAD, self._several
            yield "random play", lambda: map(self._backwards, self.targets)
            yield EQUAL, self._equal
            yield "positions that reach the targets", lambda: chain(*map(self._known, self.targets))
            yield "positions on plays", lambda: chain(*map(self._from_complement, self.targets))
            return
        yield "the shortest questions", lambda: self._short(0, BEFORE_MIXED)
        yield AMONG_DEAD, self._several
        yield "short questions", lambda: self._short(BEFORE_MIXED, None)
        yield EQUAL, self._equal
        if self._covered():
            return
        yield "random play", lambda: [self._games()]
        if self.size >= MANY:
            yield "pairs to one peg", self._to_one
        yield f"positions that reach {named(self.fallback)}", lambda: self._known(self.fallback)
        yield "duals of short questions", self._duals
        yield "positions on plays", lambda: self._from_complement(self.fallback)

    def _from_start(self, start: int) -> Iterator[Phase]:
        """What a search from there can meet."""
        yield AMONG_DEAD, self._several
        if not self.targets:
            yield "random play", lambda: [self._games(start)]
        targets = self.targets or (self.fallback,)
        yield "positions on plays", lambda: chain(*(self._plays(one, start) for one in targets))

    def _several(self) -> Iterator[Mixed]:
        """All targets that are set, or some where all must hold; none for rules that cannot remember."""
        if not self.judge.remembers:
            return
        drawn = (self.fallback,) if self.start is not None else drawn_targets(self.fallback, self.seed)
        several = self.targets or tuple(drawn)
        deep = {target: self.ground(target) for target in self.targets or several[:1]}
        yield tuple((target, deep.get(target)) for target in several)

    def _levels(self) -> Iterator[short.Pairs]:
        most = short.MOST_FIRST if self.options.exhaustive else max(FEWEST_FIRST, 25 * self.size)
        return short.levels(self.board, min(most, short.MOST_FIRST))

    def _covered(self) -> bool:
        """Whether the short questions were all questions of the board; unknown where the time is over."""
        if self.over():
            return False
        levels = list(self._levels())
        whole = all(self.of_level is None or len(pairs) <= self.of_level for pairs in levels)
        return whole and any(pairs.pegs == self.board.n for pairs in levels)

    def _short(self, above: int, most: int | None) -> Iterator[Source]:
        """The short questions of each number of pegs that has more than so many, and at most so many."""
        for pairs in self._levels():
            if above < len(pairs) <= (len(pairs) if most is None else most) or (not len(pairs) and not above):
                yield short.pairs_of(pairs, self.seed, self.of_level)

    def _to_one(self) -> Iterator[Source]:
        """The one peg that most problems ask for, in every hole, from all starts a few jumps before it."""
        for hole in range(self.board.n):
            close = near.around(Target(self.board, 1 << hole), TO_ONE)
            if close is not None:
                yield near.living(close, "pairs of few pegs and one peg", close.levels[1:], None)

    def _duals(self) -> Iterator[Source]:
        for pairs in self._levels():
            yield short.duals_of(pairs, self.seed, None if self.options.exhaustive else self.size)

    def _games(self, start: int | None = None) -> Source:
        most = min(self.size, PLAYED) if self.options.cases is None else self.size
        name = f"pairs from random legal play{'' if start is None else ' from the start'}"
        return from_games(self.board, name, games(self.board, self.seed, start), most)

    def _close(self, target: Target) -> Iterator[Source]:
        """Positions one jump before the target, two, and so on, while they are few."""
        most = short.MOST_FIRST if self.of_level is None else max(near.MOST_NEAR, 2 * self.of_level)
        close, random = near.around(target, most), np.random.default_rng([self.seed, 7])
        if close is None:
            return
        for jumps, level in enumerate(close.levels[1:], 1):
            pegs = target.fewest + jumps if target.pegs is not None or not target.free else None
            name = f"positions {f'{jumps} jumps' if pegs is None else 'of {}'} before {named(target)}"
            yield near.living(close, name, [random.permutation(level)[: self.of_level]], len(level), pegs)

    def _backwards(self, target: Target) -> Source:
        made, most = backwards(self.board, target, self.seed), min(PLAYED, self.size)
        name = f"pairs from random play, backwards from {named(target)}"
        return from_games(self.board, name, made, most, target)

    def _known(self, target: Target) -> Iterator[Source]:
        """Positions that reach the target, some of all numbers of pegs."""
        ground = self.ground(target)
        if ground is None:
            return
        if self.options.exhaustive:
            name = f"positions, every one from which {named(target)} can be reached (dense closure)"
            yield near.living(ground, name, ground.truth.members(), ground.truth.open)
            return
        if self.at_length:
            symmetric = [near.symmetric(ground.truth)]
            yield near.living(ground, "living positions with a symmetry", symmetric, None)
        levels = ground.sample(self.size)
        name = f"positions from which {named(target)} can be reached (dense closure)"
        of = sum(one.size for one in levels if one.pegs != target.pegs) - near.needless(target)
        yield near.living(ground, name, [one.masks for one in levels], of)

    def _from_complement(self, target: Target) -> Iterator[Source]:
        if self.size >= MANY and target.exact is not None and not self.options.exhaustive:
            yield from self._plays(target, target.exact.complement.mask)

    def _plays(self, target: Target, start: int) -> Iterator[Source]:
        ground = self.ground(target)
        if ground is not None:
            usual = MOST_ON_PLAYS if self.at_length else 0
            most = self.board.full if self.options.exhaustive else usual
            masks, size = ground.on_plays(start, self.size, most)
            whence = "its complement" if self.start is None else "the start"
            name = f"positions on plays from {whence} to {named(target)}"
            if size:
                yield near.living(ground, name, masks, size - near.needless(target))

    def _equal(self) -> Iterator[Source]:
        """Pairs whose start is the target already, which no rule may prune either."""
        if self.options.skip_equal:
            return
        random = Random(f"equal {self.seed}")
        for target in self.targets:
            masks = {reached_one(target, random) for _ in range(min(self.size, EQUALS))}
            words = pack(sorted(masks), self.board.n)
            yield Source(EQUAL, [(words, target)], _equal_play, target=target)
        if not self.targets:
            some, every = self._some()
            words = pack(sorted(some), self.board.n)
            yield Source(EQUAL, [(words, words)], _equal_play, of=every)

    def _some(self) -> tuple[Collection[int], int | None]:
        """Positions, and how many there are where these are all: games end in few of a small board."""
        every = 1 << self.board.n
        if every <= EQUALS:
            return range(every), every
        ends = {one.end for one in islice(games(self.board, self.seed), EQUALS)}
        return ends | {1 << hole for hole in range(self.board.n)}, None


def _equal_play(start: int, end: int | None) -> Played:
    return Played(start, start if end is None else end, ())
