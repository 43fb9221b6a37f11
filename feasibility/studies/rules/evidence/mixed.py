"""Living positions among dead ones, for rules that may remember what they were asked.

A rule that stores dead positions and finds its entry by a part of the question (without the target, without a
hole, by a wrong image) prunes a living one, but only where a dead one was asked before it. So questions about
several targets are asked in one process: as searches ask them, with the rule in the loop; then the dead ones
first, one target after the other, many of them twice; and all that backwards, in another process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from feasibility.engines.positions.words import Flags, Words, pack, unpack
from feasibility.game.position import Pair, Position, Target
from feasibility.studies.rules.evidence.fields import FieldStart, Listed
from feasibility.studies.rules.evidence.near import Sees
from feasibility.studies.rules.judges.asking import FAILED, KEEP, PRUNE, Answers, Judge

NAME = "living positions asked among dead ones, in searches and in orders that show a memory"
IN_SEARCHES, ONE_BY_ONE = 12_000, 2_000  # questions of all searches
FIRST_OF_ALL = 50  # dead ones of the fewest pegs, for a rule that keeps what it was asked first
WORDS = {0: "keep", 1: "prune"}
IN_A_NEW_PROCESS = "{} in the run, {} in a new process that is asked nothing else"
AT_ONCE = "{} in the run, {} when it was asked again at once"
TWICE = "{} as question {:,} of a process, {} as question {:,} {}"

HeardAnswer: TypeAlias = tuple[int, int, int]  # what it was, in which process, as which question
Order: TypeAlias = npt.NDArray[np.int64]
MixedPart: TypeAlias = tuple[int, Words, Flags, Answers]  # which list, questions, what lives, answers


@dataclass(frozen=True)
class Changed:
    """A pair with two answers: which, and when it got them."""

    pair: Pair
    answers: str
    feasible: bool


def pruned_afresh(judge: Judge, pair: Pair) -> Changed | None:
    """None if a new process prunes the feasible pair as well, or the same one where there is no other."""
    said = judge.alone(pair)
    if said in (None, PRUNE, FAILED):
        return None
    how = IN_A_NEW_PROCESS if judge.apart else AT_ONCE
    return Changed(pair, how.format(WORDS[PRUNE], WORDS[int(said or 0)]), True)


@dataclass
class Mixture:
    """The questions of several processes, the answers so far, and what is against the rule."""

    judge: Judge
    lists: Sequence[Listed]
    most: int  # cases of a kind
    skip_equal: bool = False
    answered: dict[tuple[int, int], HeardAnswer] = field(default_factory=dict)  # by list and position
    twice: Changed | None = None  # a question with two answers
    wrong: tuple[Sees, int] | None = None  # a living position that was pruned
    pruned: tuple[Sees, int] | None = None  # one that is pruned when it is asked alone, too
    changed: Changed | None = None
    tried: int = 0  # living positions that were answered
    session: int = 0
    complete: bool = True

    @property
    def settled(self) -> bool:
        return self.changed is not None or self.pruned is not None

    def run(self, starts: Sequence[FieldStart], seed: int) -> None:
        """Searches, questions in turn, the same backwards, each in a process of its own where that can be."""
        turns = list(self._turns(seed))
        self._session(lambda judge: self._searches(judge, starts))
        self._session(lambda judge: self._questions(judge, turns))
        begun = [(0, self.lists[0].rows(False)[::-1][:FIRST_OF_ALL])]
        back = begun + [(number, rows[::-1]) for number, rows in reversed(turns)]
        self._session(lambda judge: self._questions(judge, back))

    def _session(self, ask: Callable[[Judge], Iterator[MixedPart]]) -> None:
        if self.settled or self.judge.given_up or not self.complete:
            return
        judge, place = self.judge.session(), 0
        try:
            for number, words, alive, answers in ask(judge):
                for one in zip(unpack(words), alive.tolist(), answers.tolist(), strict=True):
                    place += 1
                    self._hear(number, place, *one)
                if judge.late:
                    self.complete = False
                    break
        finally:
            self.judge.end_session(judge)
        self._look()
        self.session += 1

    def _hear(self, number: int, place: int, mask: int, alive: bool, answer: int) -> None:
        """An answer, as question `place` of its process."""
        if answer == FAILED:
            return
        sees, heard = self.lists[number].sees, (answer, self.session, place)
        self.tried += alive and (number, mask) not in self.answered  # they are asked several times
        said, session, before = self.answered.get((number, mask), heard)
        self.answered[number, mask] = heard
        if said != answer and self.twice is None:
            where = "of another" if self.judge.apart and session != self.session else "of the same"
            told = TWICE.format(WORDS[said], before, WORDS[answer], place, where)
            self.twice = Changed(self._pair(sees, mask), told, alive)
        if alive and answer == PRUNE and self.wrong is None:
            self.wrong = sees, mask

    def _look(self) -> None:
        """What is held against the rule: a living position that is pruned always, or two answers."""
        if self.wrong is None or (self.twice is not None and not self.judge.apart):
            self.changed = self.twice
        else:
            self.changed = pruned_afresh(self.judge, self._pair(*self.wrong))
            self.pruned = self.wrong if self.changed is None else None

    def _pair(self, sees: Sees, mask: int) -> Pair:
        return Pair(Position(self.judge.board, mask), sees.target)

    def _turns(self, seed: int) -> Iterator[tuple[int, Order]]:
        """Of each target what is dead, what lives, both mixed; what lives once more after all the others."""
        random = np.random.default_rng([seed, 3])
        for number, one in enumerate(self.lists):
            yield number, one.rows(False)
            yield number, one.rows(True)
            yield number, random.permutation(len(one.words))
        for number, one in enumerate(self.lists):
            yield number, one.rows(True)

    def _questions(self, judge: Judge, turns: Sequence[tuple[int, Order]]) -> Iterator[MixedPart]:
        for number, rows in turns:
            own = self.lists[number]
            yield number, own.words[rows], own.alive[rows], judge.ask(own.words[rows], own.sees.target)

    def _searches(self, judge: Judge, starts: Sequence[FieldStart]) -> Iterator[MixedPart]:
        for start in starts if judge.in_a_loop else ():
            most = min(IN_SEARCHES, 4 * self.most) if start.together else min(ONE_BY_ONE, self.most)
            own = self.lists[start.number]
            words, answers = search(judge, own.sees.target, start, most // len(starts) + 1, self.skip_equal)
            yield start.number, words, own.living(words, start.mask.bit_count()), answers


def search(
    judge: Judge, target: Target, start: FieldStart, most: int, skip_equal: bool
) -> tuple[Words, Answers]:
    """The first questions of a search depth first that goes on where the rule says keep.

    A search asks about all children of a position and then goes into them, or about each as it comes to it.
    """
    board, masks, said = target.board, list[int](), list[int]()

    def ask(several: list[int]) -> list[int]:
        """Those that are kept and not the target."""
        asked = [one for one in several if not (skip_equal and target.contains(one))]
        answers = judge.ask(pack(asked, board.n), target).tolist()
        masks.extend(asked)
        said.extend(answers)
        kept = (one for one, answer in zip(asked, answers, strict=True) if answer == KEEP)
        return [one for one in kept if not target.contains(one)]

    def children(mask: int) -> Iterator[int]:
        return (mask ^ care for want, care in board.jump_masks if mask & care == want)

    waiting = [children(one) for one in ask([start.mask])]
    while waiting and len(masks) < most and not judge.late:
        asked = list(waiting.pop()) if start.together else list(islice(waiting[-1], 1))
        if asked:
            waiting += [children(one) for one in reversed(ask(asked))]
        elif not start.together:
            waiting.pop()
    return pack(masks, board.n), np.array(said, np.uint8)
