"""Asking a rule about many pairs at once: the shape that all kinds of rules share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic, perf_counter
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from feasibility.engines.positions.words import Flags, Words, pack, popcount, unpack
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target

Answers: TypeAlias = npt.NDArray[np.uint8]
Goals: TypeAlias = Target | Words  # one target for all positions, or a target position for each

KEEP, PRUNE, FAILED = 0, 1, 2
EXAMPLES = 5  # failures of each kind that are kept for the report
BREAKDOWNS = ("crash", "hang", "out of step")
PORTION = 0.1  # seconds of questions between two looks at the clock
LARGEST = 1 << 20  # questions at once
MOST_BREAKDOWNS = 8  # after which a rule is asked no more: each costs a restart
MOST_FAILURES = 300  # of any kind: then a rule is asked no more if it has not answered half of its calls


@dataclass(frozen=True, eq=False)
class Questions:
    """Questions that were put to a rule, in order, with their answers."""

    starts: Words
    goals: Goals
    answers: Answers | None = None


@dataclass(frozen=True)
class Failure:
    """A call without an answer: `kind` is exception, crash, hang, nonsense or out of step.

    `sent` is the line that a program was sent, `errors` the end of what it said on standard error, and
    `repeat` a command that asks the same by hand.
    """

    kind: str
    start: int
    target: Target
    detail: str
    sent: str = ""
    errors: str = ""
    repeat: str = ""


class Judge(ABC):
    """A rule that can be asked. `calls` counts answers and failures, `seconds` the time they took.

    `default_cases` is how many pairs are worth asking by default, given what a call costs.
    """

    default_cases = 200_000
    portion = 1 << 20  # questions at once; a kind of rule whose calls may be slow begins with fewer
    grows = False
    remembered = 1 << 18  # of the questions, how many of the last are kept; 0 for rules without a memory

    def __init__(self, board: Board) -> None:
        self.board = board
        self.calls = 0
        self.seconds = 0.0
        self.failed: Counter[str] = Counter()
        self.examples: list[Failure] = []
        self.given_up = ""
        self.deadline = float("inf")  # by the monotonic clock; after it nothing is asked
        self.history: list[Questions] = []

    def ask(self, starts: Words, goals: Goals) -> Answers:
        """KEEP, PRUNE or FAILED for each start."""
        if self.given_up:
            return np.full(len(starts), FAILED, np.uint8)
        parts = [np.zeros(0, np.uint8)]
        low = 0
        while low < len(starts) and monotonic() < self.deadline:
            high = min(len(starts), low + self.portion)
            part = goals[low:high] if isinstance(goals, np.ndarray) else goals
            parts.append(self._portion(starts[low:high], part))
            low = high
        left = np.full(len(starts) - low, FAILED, np.uint8)  # not asked: no answer, and no failure either
        return np.concatenate([*parts, left])

    def _portion(self, starts: Words, goals: Goals) -> Answers:
        """How many pairs are asked at once: few enough that the time limit is noticed."""
        began = perf_counter()
        answers = self.answer(starts, goals)
        took = perf_counter() - began
        self.seconds += took
        self.calls += len(starts)
        if self.grows and took > 2 * PORTION:
            self.portion = max(1, self.portion // 2)
        elif self.grows and took < PORTION:
            self.portion = min(2 * self.portion, LARGEST)
        if self.remembered and len(starts):
            self._remember(Questions(starts, goals, answers))
        return answers

    def _remember(self, asked: Questions) -> None:
        self.history.append(asked)
        while sum(len(one.starts) for one in self.history[1:]) > self.remembered:
            del self.history[0]

    @abstractmethod
    def answer(self, starts: Words, goals: Goals) -> Answers:
        """What the rule says of the pairs, without keeping account."""

    def fresh(self) -> Judge | None:
        """The rule in one new process; None for a rule that cannot remember what it was asked."""
        return None

    def alone(self, pair: Pair, earlier: Sequence[Questions] = ()) -> int | None:
        """What a new process says of one pair, after some earlier questions; None if `fresh` is."""
        judge = self.fresh()
        if judge is None:
            return None
        try:
            for asked in earlier:
                judge.ask(asked.starts, asked.goals)
            return int(judge.ask(pack([pair.start.mask], self.board.n), pair.target)[0])
        finally:
            judge.close()

    def close(self) -> None:  # noqa: B027  (most kinds of rules hold nothing open)
        """End what runs on behalf of the rule."""

    def note(self, failure: Failure) -> None:
        """Remember a failure; too many crashes and hangs end the questions."""
        self.failed[failure.kind] += 1
        if self.failed[failure.kind] <= EXAMPLES:
            self.examples.append(failure)
        if sum(self.failed[kind] for kind in BREAKDOWNS) >= MOST_BREAKDOWNS and not self.given_up:
            self.given_up = f"asked no more after {MOST_BREAKDOWNS} breakdowns (crashes, hangs)"
        failures = sum(self.failed.values())
        if failures >= MOST_FAILURES and 2 * failures > self.calls and not self.given_up:
            self.given_up = f"asked no more after {failures} calls without an answer"

    def fail(
        self,
        kind: str,
        starts: Words,
        goals: Goals,
        index: int,
        detail: str,
        sent: str = "",
        errors: str = "",
    ) -> None:
        """Remember that the call number `index` of a batch failed."""
        start, goal = unpack(starts[index : index + 1])[0], self.goal(goals, index)
        by_hand = self.by_hand(Position(self.board, start), goal)
        self.note(Failure(kind, start, goal, detail, sent, errors, by_hand))

    def by_hand(self, start: Position, target: Target) -> str:
        """A command that asks the rule about one pair, or nothing if there is no such command."""
        return ""

    def goal(self, goals: Goals, index: int) -> Target:
        """The target of one call."""
        if isinstance(goals, np.ndarray):
            return Target(self.board, unpack(goals[index : index + 1])[0])
        return goals


def as_answers(pruned: Flags) -> Answers:
    """Flags as answers."""
    return pruned.astype(np.uint8)


def must_and_free(goals: Goals) -> tuple[list[int], int]:
    """The required pegs of each target (one for all, or one each) and the free holes.

    A number of pegs frees all holes: what prunes it with these alone prunes it.
    """
    if isinstance(goals, np.ndarray):
        return unpack(goals), 0
    return [goals.must], goals.free


def differing(starts: Words, target: Target) -> Flags:
    """Which positions are not yet what the target asks for."""
    if target.pegs is not None:
        counted: Flags = popcount(starts) != target.pegs
        return counted
    (must,), free = must_and_free(target)
    fixed = pack([target.board.full & ~free, must], target.board.n)
    flags: Flags = ((starts & fixed[0]) != fixed[1]).any(axis=1)
    return flags
