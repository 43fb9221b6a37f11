"""Depth-first search with a table of positions known to fail: small cases, other puzzles, and teaching.

`depth_first` knows no pegs. It needs the states that a state leads to, a test for the goal, and a key
under which states count as the same; a state whose key has failed once is not looked at again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from time import monotonic
from typing import Generic, Literal, TypeVar

from feasibility.base.limits import Clock, Reason
from feasibility.base.plurals import plural
from feasibility.search.positions.question import Move, Question, replay
from feasibility.search.positions.words import Symmetries
from feasibility.search.results import Exhausted, Found, Result, Stopped

State = TypeVar("State")
Step = TypeVar("Step")

Outcome = Literal["found", "none"] | Reason
NODE_STEPS = 2
PATIENCE = 1 << 12  # states between two looks at the limits
FIRST_TABLE = 10_000_000  # keys that are kept unless the caller says otherwise


@dataclass(frozen=True)
class Walk(Generic[Step]):
    """How a depth-first search ended: the steps to a goal if one was found, and what it cost."""

    outcome: Outcome
    steps: tuple[Step, ...]
    nodes: int
    repeats: int
    deepest: int


class Table(Generic[State]):
    """The keys that were met; beyond `most` keys they are just not remembered."""

    def __init__(self, key: Callable[[State], Hashable], most: int) -> None:
        self.key = key
        self.most = most
        self.seen: set[Hashable] = set()
        self.nodes = 0
        self.repeats = 0

    def new(self, state: State) -> bool:
        """Whether the state is met for the first time, as far as is known."""
        known = self.key(state)
        if known in self.seen:
            self.repeats += 1
            return False
        if len(self.seen) < self.most:
            self.seen.add(known)
        self.nodes += 1
        return True


def depth_first(
    start: State,
    successors: Callable[[State], Iterable[tuple[Step, State]]],
    is_goal: Callable[[State], bool],
    key: Callable[[State], Hashable] = lambda state: state,
    *,
    clock: Clock | None = None,
    most_keys: int = FIRST_TABLE,
    report: Callable[[str], None] | None = None,
) -> Walk[Step]:
    """The first goal in depth-first order, or the certainty that there is none."""
    table = Table(key, most_keys)
    steps: list[Step] = []
    deepest, began = 0, monotonic()
    outcome: Outcome = "found" if table.new(start) and is_goal(start) else "none"
    stack = [iter(successors(start))] if outcome == "none" else []
    while stack:
        following = next(stack[-1], None)
        if following is None:
            stack.pop()
            del steps[-1:]
        elif table.new(following[1]):
            steps.append(following[0])
            deepest = max(deepest, len(steps))
            if is_goal(following[1]):
                outcome = "found"
                break
            stack.append(iter(successors(following[1])))
            if table.nodes % PATIENCE:
                continue
            if report is not None:
                rate = table.nodes / max(monotonic() - began, 1e-9)
                report(f"depth-first search: {table.nodes:,} positions, {len(steps)} deep, {rate:,.0f}/s")
            if clock is not None:
                clock.spend(NODE_STEPS * PATIENCE)
            limit = clock.reached() if clock is not None else None
            if limit is not None:
                outcome = limit
                break
    return Walk(outcome, tuple(steps) if outcome == "found" else (), table.nodes, table.repeats, deepest)


def solve(
    asked: Question,
    *,
    clock: Clock | None = None,
    most_keys: int = FIRST_TABLE,
    report: Callable[[str], None] | None = None,
) -> Result:
    """Peg solitaire depth first: positions are masks, equal up to the symmetries of the question."""
    symmetries = Symmetries(asked.symmetries, asked.holes)

    def successors(mask: int) -> Iterable[tuple[Move, int]]:
        return [(m, mask ^ m.care) for m in asked.moves if mask & m.care == m.want]

    walk = depth_first(
        asked.start,
        successors,
        asked.reached,
        symmetries.least,
        clock=clock,
        most_keys=most_keys,
        report=report,
    )
    seen = plural(walk.nodes, "position", commas=True)
    cost = f"{seen}, {walk.repeats:,} met again, {plural(walk.deepest, 'jump')} deep"
    if walk.outcome == "found":
        return Found(replay(asked, [move.name for move in walk.steps]), walk.nodes, cost)
    if walk.outcome == "none":
        return Exhausted(explored=walk.nodes, cost=cost)
    return Stopped(walk.outcome, explored=walk.nodes, so_far=cost)
