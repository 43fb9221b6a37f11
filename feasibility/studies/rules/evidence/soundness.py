"""Is a rule sound? Feasible pairs from independent sources are put to it; none may be pruned."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from feasibility.base.limits import Clock
from feasibility.engines.positions.words import Words, popcount, unpack
from feasibility.game.position import Pair, Position, Target
from feasibility.studies.rules.evidence.cases import CaseKind, Source, merged, sliced
from feasibility.studies.rules.evidence.counterexample import (
    Counterexample,
    confirmed,
    fewest_pegs,
    overflow,
    smallest_of,
)
from feasibility.studies.rules.evidence.ground import Ground
from feasibility.studies.rules.evidence.mixed import Changed, Mixture, pruned_afresh
from feasibility.studies.rules.evidence.near import shown
from feasibility.studies.rules.evidence.playing import Played
from feasibility.studies.rules.judges.asking import FAILED, PRUNE, Answers, Goals, Judge, differing

EQUAL = "with start and target equal"
LOOKS = 5  # at the clock, in as many cases as a rule of this speed is asked by default


@dataclass
class Soundness:
    """The cases put to a rule so far, and the first source of cases that it got wrong."""

    judge: Judge
    clock: Clock
    ground: Callable[[Target], Ground | None]
    start: int | None = None  # of all searches, if the rule need only hold in these
    counts: dict[tuple[str, int | None], CaseKind] = field(default_factory=dict)
    counterexample: Counterexample | None = None
    changed: Changed | None = None
    suspect: Counterexample | None = None  # which a smaller one may replace

    @property
    def kinds(self) -> tuple[CaseKind, ...]:
        """The kinds of cases that were tried, in order."""
        return merged(kind for kind in self.counts.values() if kind.tried)

    @property
    def tried(self) -> int:
        return sum(kind.tried for kind in self.kinds)

    @property
    def settled(self) -> bool:
        """Whether there is nothing more to find out."""
        decided = self.counterexample is not None or self.changed is not None
        return decided or bool(self.judge.given_up)

    def put(self, source: Source) -> bool:
        """Ask about the pairs of a source until one is pruned or the time is over; whether all were asked."""
        at_once = max(1, self.judge.default_cases // LOOKS)
        parts = (piece for batch in source.batches for piece in sliced(*batch, at_once))
        for part, goals in parts:
            if self.settled or self.clock.expired():
                return False
            starts = part
            if not isinstance(goals, np.ndarray) and source.name != EQUAL:
                starts = part[differing(part, goals)]
            answers = self.judge.ask(starts, goals)
            self._count(source, int(np.count_nonzero(answers != FAILED)))
            if (answers == PRUNE).any():
                self._wrong(source, starts, goals, answers)
        return not (self.settled or self.judge.late)

    def take(self, mixture: Mixture, source: Source) -> None:
        """What came of living positions among dead ones."""
        self._count(source, mixture.tried)
        self.changed = mixture.changed
        if mixture.pruned is not None:
            sees, mask = mixture.pruned
            found = self._smallest(source, shown(sees)(mask, None), sees.target)
            if self.judge.apart:
                self.suspect = found
            else:  # what is asked next may be answered from a memory, too
                self.counterexample = found

    def _count(self, source: Source, tried: int) -> None:
        key = (source.name, source.pegs)
        before = self.counts.get(key, source.kind(0))
        self.counts[key] = source.kind(before.tried + tried)

    def _wrong(self, source: Source, starts: Words, goals: Goals, answers: Answers) -> None:
        """Make a pruned feasible pair small, the one with the fewest pegs and jumps."""
        rows = np.flatnonzero(answers == PRUNE)
        kept = popcount(goals[rows]) if isinstance(goals, np.ndarray) else np.zeros(len(rows))
        first = starts[rows]  # of equally small ones the same in every run
        row = int(rows[np.lexsort((first[:, 0], -kept, popcount(first)))[0]])
        start = unpack(starts[row : row + 1])[0]
        end = unpack(goals[row : row + 1])[0] if isinstance(goals, np.ndarray) else None
        self.changed = pruned_afresh(self.judge, self.judge.pair(starts, goals, row))
        if self.changed is None:
            self.counterexample = self._smallest(source, source.show(start, end), goals)

    def _smallest(self, source: Source, one: Played, goals: Goals) -> Counterexample:
        """A small one, if the rule prunes it when it is asked that first of all; else the one first found."""
        small, least = one, source.least and self._below(source)
        if self.start is not None:  # what comes later in the play can be reached, too
            small, least = smallest_of(self.judge, one, self._pair(one, goals).target), False
        elif isinstance(goals, np.ndarray):
            small = one if least else smallest_of(self.judge, one)
        elif not least and (ground := self.ground(goals)) is not None and one.play:
            start, least = fewest_pegs(self.judge, ground.truth, one.start)
            small = shown(ground)(start, None)
        elif not least:
            small = smallest_of(self.judge, one, goals)
        pair = self._pair(small, goals)
        if self.judge.alone(pair) not in (None, PRUNE):
            small, pair, least = one, self._pair(one, goals), False
        return confirmed(pair, small.play, source.kind(0).title, least, overflow(self.judge, pair))

    def _pair(self, played: Played, goals: Goals) -> Pair:
        target = Target(self.judge.board, played.end) if isinstance(goals, np.ndarray) else goals
        return Pair(Position(self.judge.board, played.start), target)

    def _below(self, source: Source) -> bool:
        """Whether all cases of the kind with fewer pegs were tried, from one peg more than is left on."""
        asked = {k.pegs[0]: k.complete for k in self.counts.values() if k.name == source.name and k.pegs}
        left = 1 if source.target is None else source.target.fewest
        return all(asked.get(pegs, False) for pegs in range(left + 1, source.pegs or 0))
