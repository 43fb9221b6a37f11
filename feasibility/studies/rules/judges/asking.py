"""Asking a rule about many pairs at once: the shape that all kinds of rules share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock
from time import monotonic, perf_counter, process_time
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from feasibility.engines.positions.successors import fits
from feasibility.engines.positions.words import Flags, Words, pack, unpack
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


def some(goals: Goals, rows: slice | npt.NDArray[np.int64]) -> Goals:
    return goals[rows] if isinstance(goals, np.ndarray) else goals


@dataclass(frozen=True)
class Failure:
    """A call without an answer: `kind` is exception, crash, hang, nonsense or out of step.

    `errors` is the end of what a program said on standard error, `by_hand` a command that asks the same.
    """

    kind: str
    pair: Pair
    detail: str
    errors: str
    by_hand: str


class Judge(ABC):
    """A rule that can be asked. `calls` counts answers and failures, `seconds` what they took.

    `default_cases` is how many pairs are worth asking by default, given what a call costs.
    """

    default_cases = 100_000  # a rule that is wrong on one in 33,000 of a kind passes with a chance of exp(-3)
    portion = 1 << 20  # questions at once; a kind of rule whose calls may be slow begins with fewer
    grows = False
    remembers = True  # perhaps: it runs code of which nothing is known
    apart = True  # it can be asked in a new process, in which it knows nothing of what was asked before

    def __init__(self, board: Board) -> None:
        self.board = board
        self.calls = 0
        self.seconds = 0.0
        self.lock = Lock()
        self.failed: Counter[str] = Counter()
        self.examples: list[Failure] = []
        self.given_up = ""
        self.deadline = float("inf")  # by the monotonic clock; after it nothing is asked

    def ask(self, starts: Words, goals: Goals) -> Answers:
        """KEEP, PRUNE or FAILED for each start."""
        if self.given_up:
            return np.full(len(starts), FAILED, np.uint8)
        parts = [np.zeros(0, np.uint8)]
        low = 0
        while low < len(starts) and monotonic() < self.deadline:
            high = min(len(starts), low + self.portion)
            parts.append(self._portion(starts[low:high], some(goals, slice(low, high))))
            low = high
        left = np.full(len(starts) - low, FAILED, np.uint8)  # not asked: no answer, and no failure either
        return np.concatenate([*parts, left])

    def prunes(self, starts: Words, goals: Goals) -> Flags:
        flags: Flags = self.ask(starts, goals) == PRUNE
        return flags

    def pair(self, starts: Words, goals: Goals, row: int) -> Pair:
        """One of the pairs that it is asked about."""
        goal = goals
        if isinstance(goal, np.ndarray):
            goal = Target(self.board, unpack(goal[row : row + 1])[0])
        return Pair(Position(self.board, unpack(starts[row : row + 1])[0]), goal)

    def _portion(self, starts: Words, goals: Goals) -> Answers:
        """How many pairs are asked at once: few enough that the time limit is noticed."""
        began, used = perf_counter(), self.used()
        answers = self.answer(starts, goals)
        took = perf_counter() - began
        self.seconds += self.used() - used
        self.calls += len(starts)
        if self.grows and took > 2 * PORTION:
            self.portion = max(1, self.portion // 2)
        elif self.grows and took < PORTION:
            self.portion = min(2 * self.portion, LARGEST)
        return answers

    def in_threads(self, work: Callable[..., None], *several: Sequence[Any]) -> None:
        """A thread for each of several; when one fails or is interrupted, nothing more is asked."""
        with ThreadPoolExecutor(len(several[0])) as pool:
            try:
                list(pool.map(work, *several))
            except BaseException:
                self.deadline = 0.0
                raise

    def used(self) -> float:
        """The seconds that its calls have taken, of a processor: what a call costs is no matter of load."""
        return process_time()

    @abstractmethod
    def answer(self, starts: Words, goals: Goals) -> Answers:
        """What the rule says of the pairs, without keeping account."""

    @property
    def in_a_loop(self) -> bool:
        """Whether it answers a question before the next is known, as a search wants it."""
        return True

    @property
    def late(self) -> bool:
        """Whether nothing more is asked, because the time is over."""
        return monotonic() >= self.deadline

    def fresh(self) -> Judge | None:
        """The rule in one new process; None where it can be asked in no other."""
        return None

    def session(self) -> Judge:
        """The rule where it is asked in order: in a new process, if it can be."""
        judge = self.fresh() or self
        judge.deadline = self.deadline
        return judge

    def end_session(self, judge: Judge) -> None:
        """Close it, and keep account of its calls with the others."""
        if judge is self:
            return
        self.calls, self.seconds = self.calls + judge.calls, self.seconds + judge.seconds
        self.failed += judge.failed
        self.examples = (self.examples + judge.examples)[: EXAMPLES * len(self.failed)]
        self.given_up = self.given_up or judge.given_up
        judge.close()

    def alone(self, pair: Pair) -> int | None:
        """What a new process says of one pair, or this one asked again; None of a rule without a memory."""
        if not self.remembers:
            return None
        judge = self.fresh() or self
        try:
            return int(judge.ask(pack([pair.start.mask], self.board.n), pair.target)[0])
        finally:
            if judge is not self:
                judge.close()

    def close(self) -> None:  # noqa: B027  (most kinds of rules hold nothing open)
        """End what runs on behalf of the rule."""

    def fail(self, kind: str, pair: Pair, detail: str, errors: str) -> None:
        """Remember that a call failed; too many crashes and hangs end the questions."""
        with self.lock:
            self.failed[kind] += 1
            if self.failed[kind] <= EXAMPLES:
                failure = Failure(kind, pair, detail, errors, self.by_hand(pair))
                self.examples.append(failure)
            breakdowns, failures = sum(self.failed[kind] for kind in BREAKDOWNS), self.failed.total()
            if breakdowns >= MOST_BREAKDOWNS and not self.given_up:
                self.given_up = f"asked no more after {MOST_BREAKDOWNS} breakdowns (crashes, hangs)"
            if failures >= MOST_FAILURES and 2 * failures > self.calls and not self.given_up:
                self.given_up = f"asked no more, as {MOST_FAILURES} calls or more had no answer"

    def by_hand(self, pair: Pair) -> str:
        """A command that asks a program about one pair; nothing for other rules."""
        return ""


def differing(starts: Words, target: Target) -> Flags:
    """Which positions are not yet what the target asks for."""
    return ~fits(starts, target.board.n, target.must, target.free, target.pegs)
