"""The fewest sweeps of all plays, exactly: a play, and levels by number of sweeps that have none shorter.

Iterative deepening from both ends with the bound by Merson regions, as in bidirectional breadth-first
iterative-deepening A* (J. K. Barker and R. E. Korf, AAAI 2012). For each number of sweeps the levels either
meet, which gives a play, or prove that every play has one sweep more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from feasibility.base.limits import Clock, Limits
from feasibility.base.report import Report
from feasibility.base.stopped import INTERRUPT, BrokenOffError, Stopped, StoppedError
from feasibility.engines.frontier.search import with_closed_pagodas
from feasibility.engines.frontier.sides import SideWatch
from feasibility.engines.positions.question import PositionQuestion, replay
from feasibility.engines.positions.successors import matches
from feasibility.engines.positions.words import Symmetries, Words, pack, unpack, word_count
from feasibility.game.geometry import Jump
from feasibility.game.position import bits
from feasibility.game.symmetry import apply
from feasibility.proofs.kinds.residue import Residue
from feasibility.proofs.kinds.sweeps import Sweeps, SweepWeights
from feasibility.studies.sweeps.kept import SweepFolder
from feasibility.studies.sweeps.levels import SweepSide, all_targets, distinct
from feasibility.studies.sweeps.narrow import KNOWN, better, narrow, next_side, way_to, width_for
from feasibility.studies.sweeps.regions import Regions
from feasibility.studies.sweeps.weights import Pricing, asks_for
from feasibility.text.moves import join_sweeps

SweptPlay = tuple[tuple[int, ...], ...]
ENOUGH = 1_000  # positions of all levels: with fewer it is quicker to make the next ones than to learn bounds
FAR = 4_000_000  # the same, to look for some play with few; and each time that there are GROWN as many
GROWN = 4
FIRST_MORE = 2  # sweeps beyond what is proved, which are tried first; then twice as many


@dataclass(frozen=True)
class Fewest:
    """A play, and the proof that none has fewer sweeps; None where nothing need be played."""

    play: SweptPlay
    proof: Sweeps | None

    @property
    def sweeps(self) -> int:
        return 0 if self.proof is None else self.proof.at_least


@dataclass(frozen=True)
class KnownSweeps:
    """What is known where a limit comes first: how many sweeps every play has, and a play with few."""

    proof: Sweeps
    some: SweptPlay | None = None


def fewest_sweeps(
    question: PositionQuestion,
    *,
    clock: Clock | None = None,
    report: Report | None = None,
    workdir: Path | None = None,
) -> Fewest | Stopped | None:
    """The least number of sweeps from the start to the target, exactly, with a play; None: there is no play.

    In a work directory the search goes on where one was stopped. A limit or Ctrl-C leaves `KnownSweeps`.
    """
    if question.reached(question.start):
        return Fewest((), None)
    search = deepening(question, clock or Limits().start(), report)
    kept = None if workdir is None else SweepFolder(workdir, search.question)
    try:
        return search.run(kept)
    except StoppedError as end:
        return replace(end.stopped, known=KnownSweeps(search.proved, search.some), by_levels=True)
    except KeyboardInterrupt:
        raise BrokenOffError(Stopped(INTERRUPT, known=KnownSweeps(search.proved, search.some))) from None
    finally:
        if kept is not None:
            kept.store.close()  # lets the next search into the directory


def deepening(question: PositionQuestion, clock: Clock, report: Report | None = None) -> Deepening:
    """The search, with what prunes it closed under the symmetries."""
    return Deepening(with_closed_pagodas(question), SideWatch(clock, word_count(question.holes), report))


def first_bound(question: PositionQuestion, regions: Regions, clock: Clock) -> list[SweepWeights]:
    """The best bound of the start, if there is time to make its program."""
    try:
        best = Pricing(question, regions, clock).best(question, clock)
    except StoppedError:
        best = None
    return [] if best is None else [best]


class Deepening:
    """Both sides, again for every number of sweeps."""

    def __init__(self, question: PositionQuestion, watch: SideWatch) -> None:
        self.question, self.watch = question, watch
        self.symmetries = Symmetries(question.symmetries, question.holes)
        self.regions = Regions(question)
        self.full = pack([question.full], question.holes)
        start = pack([question.start], question.holes)
        targets = all_targets(question)
        self.forward, self.narrow = (
            SweepSide(question, start, self.regions, self.symmetries, back=False) for _ in range(2)
        )
        self.backward = None
        if targets is not None:
            dual = replace(question, target=question.full ^ question.start, free=0, pegs=None)
            self.backward = SweepSide(dual, targets ^ self.full, self.regions, self.symmetries, back=True)
        self.bounds = first_bound(question, self.regions, watch.clock)
        asks = int(self.regions.counted_in(start, False)[0]) - self.regions.spared
        self.first = max(1, asks, *(asks_for(bound, question, self.regions) for bound in self.bounds))
        self.some: SweptPlay | None = None  # with few sweeps, perhaps not the fewest
        self.look_at = FAR
        self.forward.begin(self.first - 1, self.bounds)
        self.proved = self.proof(self.first, with_backward=False)

    def run(self, kept: SweepFolder | None = None) -> Fewest | None:
        """One more sweep after the other, until the sides meet or nothing is left out for its sweeps.

        Levels that do not meet are joined by a sweep more before the next number begins: with luck it need
        not begin, as a play goes through positions that were kept for one sweep less.
        """
        for most in count(self.resume(kept)):
            self.begin(most)
            self.make_levels(kept, self.improved)
            if self.settled():
                break
            common = self.common()
            if not len(common):
                self.proved = self.proof(most + 1)
                if self.settled():  # one more level may be more than the limits allow
                    break
                if most >= self.question.length or any(
                    not len(s.last) and not s.cut(self.watch) for s in self.sides
                ):
                    return None
                common = self.joined()
            if len(common):
                return Fewest(next(self.plays(common)), self.proved)
            if self.positions >= ENOUGH:
                self.learn(most + 1)
            if kept is not None:
                kept.begin(most + 1, self.bounds, self.proved)
        assert self.some is not None  # it is what settled the question
        return Fewest(self.some, self.proved)

    def learn(self, most: int) -> None:
        """Better bounds for levels for so many sweeps, in place of the levels that were made."""
        self.bounds = better(self.question, self.sides, most, self.bounds, self.watch)

    def settled(self) -> bool:
        """Whether a play is known with as many sweeps as are proved."""
        return self.some is not None and sweeps_of(self.some) == self.proved.at_least

    def resume(self, kept: SweepFolder | None) -> int:
        """How many sweeps to ask about first, with what an earlier search has learned and proved."""
        begun = None if kept is None else kept.begun(self.proved)
        if begun is None:
            if kept is not None:
                kept.begin(self.first, self.bounds, self.proved)
            return self.first
        most, self.bounds, self.proved = begun
        if self.proved.backward:  # the first proof, from which the rest is, had no levels from the target
            self.proved = replace(self.proved, residues=self.residues)
        return most

    def make_levels(self, kept: SweepFolder | None, enough: Callable[[], bool] = lambda: False) -> None:
        """From both ends, until they reach from end to end, or are enough; those that are kept are read."""
        if kept is not None:
            for side in self.sides:
                side.take(kept.levels(side.place))
        while (next_one := next_side(self.sides)) is not None:
            next_one.advance(self.watch)
            if kept is not None:
                kept.add(next_one.place, next_one.depth - 1, next_one.last)
            if enough():
                return

    def joined(self) -> Words:
        """Where the sides meet when one of them goes a sweep further."""
        side = min(self.sides, key=lambda side: side.predicted)
        side.most += 1
        side.advance(self.watch)
        return self.common()

    def improved(self) -> bool:
        """Looks for a play with fewer sweeps when levels have grown much; whether it ends the search."""
        if self.positions >= self.look_at and not self.settled():
            self.look_at = GROWN * self.positions
            self.improve(width_for(self.positions))
        return self.settled()

    def improve(self, width: int) -> None:
        """Some play by narrow levels, then plays with one sweep less each, until none is found."""
        least, more = self.proved.at_least, FIRST_MORE
        while self.some is None and least + more < 2 * self.question.length:
            self.some = self.with_few(least + more, width)
            more *= 2
        while self.some is not None and not self.settled():
            fewer = self.with_few(sweeps_of(self.some) - 1, width)
            if fewer is None:
                return
            self.some = fewer

    def with_few(self, most: int, width: int) -> SweptPlay | None:
        """A play with at most so many sweeps, by narrow levels; they may miss what there is."""
        self.narrow.begin(most, self.bounds[-KNOWN:])
        behind, made = None, 0
        if self.backward is not None:
            behind, made = self.together(self.turned(self.backward)), self.backward.depth
        common = narrow(self.narrow, behind, made, width, self.watch)
        if not len(common):
            return None
        jumps, mask = way_to(self.narrow, common[:1], self.watch)
        rest = [] if self.question.reached(mask) else next(self.ways_on(mask))
        return replay(self.question, [*jumps, *rest])

    @property
    def sides(self) -> list[SweepSide]:
        return [self.forward] if self.backward is None else [self.forward, self.backward]

    def begin(self, most: int) -> None:
        for side in self.sides:
            side.begin(most, self.bounds)

    def common(self) -> Words:
        """The positions where the sides meet, or that match the target."""
        if self.backward is None:
            return self.together(block[matches(self.question, block)] for block in self.forward.blocks())
        return self.together(block[self.forward.known(block)] for block in self.turned(self.backward))

    def together(self, blocks: Iterable[Words]) -> Words:
        return distinct([self.full[:0], *blocks])

    def turned(self, backward: SweepSide) -> Iterator[Words]:
        """The positions that the levels from the target stand for, some at a time."""
        return (self.symmetries.canonical(block ^ self.full) for block in backward.blocks())

    @property
    def positions(self) -> int:
        return sum(len(level) for side in self.sides for level in side.levels)

    def plays(self, common: Words) -> Iterator[SweptPlay]:
        """The plays through these positions; every one, where the levels left out none of theirs."""
        for mask in self.images(common):
            for way in self.forward.ways_to(mask, self.watch):
                for behind in self.ways_on(mask):
                    self.watch.look()
                    yield replay(self.question, [jump for sweep in way for jump in sweep] + behind)

    def images(self, positions: Words) -> Iterator[int]:
        """The positions that these stand for, one by one."""
        for least in unpack(positions):
            yield from sorted({least, *(apply(p, least) for p in self.symmetries.permutations)})

    def number_of_plays(self, common: Words) -> int:
        number, ahead, behind = 0, dict[int, int](), dict[int, int]()
        for mask in self.images(common):
            ways = self.forward.number_to(mask, ahead, self.watch)
            if self.backward is not None:
                ways *= self.backward.number_to(mask ^ self.question.full, behind, self.watch)
            number += ways
        return number

    def ways_on(self, mask: int) -> Iterator[list[tuple[int, ...]]]:
        """The jumps from a position where the sides meet to the target."""
        if self.backward is None:
            yield []
            return
        for way in self.backward.ways_to(mask ^ self.question.full, self.watch):
            yield [jump for sweep in way for jump in sweep][::-1]

    def shortest(self, fewest: int) -> Words:
        """Where the sides meet in all plays with so many sweeps, which must be the fewest."""
        self.learn(fewest)
        self.begin(fewest)
        self.make_levels(None)
        return self.common()

    @property
    def residues(self) -> tuple[Residue, ...]:
        """What tells targets apart that the start cannot reach."""
        return tuple(Residue(*r) for r in self.question.residues)

    def proof(self, sweeps: int, *, with_backward: bool = True) -> Sweeps:
        """What the levels made so far prove."""
        backward = self.backward if with_backward else None
        return Sweeps(
            at_least=sweeps,
            regions=tuple(map(bits, self.regions.masks)),
            bounds=self.forward.bounds.bounds,
            pagodas=self.question.pagodas,
            residues=() if backward is None else self.residues,
            symmetries=self.symmetries.permutations,
            forward=self.forward.sizes,
            backward=() if backward is None else backward.sizes,
        )


def sweeps_of(play: SweptPlay) -> int:
    return len(join_sweeps([Jump(*jump) for jump in play]))
