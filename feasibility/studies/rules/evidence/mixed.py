"""Living positions among dead ones, for rules that may remember what they were asked.

A search asks about positions from which the target is out of reach, and stores that. A rule that finds its
entry by a part of the question (without the target, without a hole, by a wrong image) prunes a living one
later, but only where a dead one was asked before it; so whoever asks feasible pairs alone never sees it. Here
questions about several targets are asked in one process: as searches ask them, with the rule in the loop;
then the dead ones first, one target after the other, many of them twice; and all that backwards, in another
process. A living position that is pruned, or a question with two answers, is held against the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from feasibility.engines.positions.words import Flags, Words, pack, unpack
from feasibility.game.position import Target
from feasibility.studies.rules.evidence.fields import FieldStart, Listed
from feasibility.studies.rules.evidence.memory import WORDS, Changed, pruned_afresh, unlike
from feasibility.studies.rules.evidence.near import Sees
from feasibility.studies.rules.judges.asking import FAILED, KEEP, PRUNE, Answers, Judge

NAME = "living positions asked among dead ones, in searches and in orders that show a memory"
IN_SEARCHES, ONE_BY_ONE = 12_000, 2_000  # questions of all searches
FIRST_OF_ALL = 50  # dead ones of the fewest pegs, for a rule that keeps what it was asked first
TWICE = "{} as question {:,} of a process, {} as question {:,} {}"

Order: TypeAlias = npt.NDArray[np.int64]
MixedPart: TypeAlias = tuple[int, Words, Flags, Answers]  # which list, questions, what lives, answers


class Heard(NamedTuple):
    """Questions about one target in the order in which a process was asked them; `first` went before them."""

    session: int
    first: int
    number: int
    words: Words
    alive: Flags
    answers: Answers


@dataclass
class Mixture:
    """The questions, the answers so far, and what is against the rule."""

    judge: Judge
    lists: Sequence[Listed]
    most: int  # cases of a kind
    skip_equal: bool = False
    history: list[Heard] = field(default_factory=list)
    looked: int = 0  # how much of it was looked at
    pruned: tuple[Sees, int] | None = None  # a living position that is pruned when it is asked alone, too
    changed: Changed | None = None
    session: int = 0
    complete: bool = True

    @property
    def settled(self) -> bool:
        return self.changed is not None or self.pruned is not None

    @property
    def tried(self) -> int:
        """Living positions that were answered."""
        return sum(int(np.count_nonzero(one.alive & (one.answers != FAILED))) for one in self.history)

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
        judge, asked = self.judge.session(), 0
        try:
            for number, words, alive, answers in ask(judge):
                self.history.append(Heard(self.session, asked, number, words, alive, answers))
                asked += len(words)
                if judge.late:
                    self.complete = False
                    break
        finally:
            self.judge.end_session(judge)
        self._look()
        self.session += 1

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
            yield number, own.words[rows], own.alive[rows], judge.ask(own.words[rows], own.target)

    def _searches(self, judge: Judge, starts: Sequence[FieldStart]) -> Iterator[MixedPart]:
        for start in starts if judge.in_a_loop else ():
            most = min(IN_SEARCHES, 4 * self.most) if start.together else min(ONE_BY_ONE, self.most)
            own = self.lists[start.number]
            words, answers = search(judge, own.target, start, most // len(starts) + 1, self.skip_equal)
            yield start.number, words, own.living(words, start.mask.bit_count()), answers

    def _look(self) -> None:
        """At the new answers for a living position that was pruned, at all for a question with two."""
        new, self.looked = self.history[self.looked :], len(self.history)
        twice = next((found for number in range(len(self.lists)) if (found := self._twice(number))), None)
        for heard in new if self.judge.apart or twice is None else ():
            sees = self.lists[heard.number].sees
            for row in np.flatnonzero(heard.alive & (heard.answers == PRUNE))[:1].tolist():
                self.changed = pruned_afresh(self.judge, heard.words, sees.target, row)
                if self.changed is None:
                    self.pruned = sees, unpack(heard.words[row : row + 1])[0]
                return
        self.changed = twice

    def _twice(self, number: int) -> Changed | None:
        """A question about a target that has two answers, with the places of both in the history."""
        parts = [heard for heard in self.history if heard.number == number]
        if not parts:
            return None
        words = np.concatenate([heard.words for heard in parts])
        answers = np.concatenate([heard.answers for heard in parts])
        order = np.lexsort(words.T)  # stable: equal questions stay in the order of the history
        order = order[answers[order] != FAILED]
        one, other = order[:-1], order[1:]
        twice = (words[one] == words[other]).all(axis=1) & unlike(answers[one], answers[other])
        for row in np.flatnonzero(twice)[:1].tolist():
            return self._told(parts, int(one[row]), int(other[row]))
        return None

    def _told(self, parts: Sequence[Heard], one: int, other: int) -> Changed:
        (heard, row), (later, again) = (_place(parts, at) for at in (one, other))
        where = "of another" if self.judge.apart and heard.session != later.session else "of the same"
        said = (WORDS[int(heard.answers[row])], heard.first + row + 1)
        then = (WORDS[int(later.answers[again])], later.first + again + 1)
        pair = self.judge.pair(heard.words, self.lists[heard.number].target, row)
        return Changed(pair, TWICE.format(*said, *then, where), bool(heard.alive[row]))


def _place(parts: Sequence[Heard], at: int) -> tuple[Heard, int]:
    """What was heard together with a question, and where in it the question is."""
    for heard in parts:
        if at < len(heard.words):
            break
        at -= len(heard.words)
    return heard, at


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
