"""Depth-first search with a table of positions known to fail: small cases, other puzzles, and teaching.

`depth_first` knows no pegs. It needs the states that a state leads to, a test for the goal, and a key
under which states count as the same; a state whose key has failed once is not looked at again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from feasibility.limits import Clock, Limits
from feasibility.search.question import Move, Question, replay
from feasibility.search.words import Symmetries

State = TypeVar("State")
Step = TypeVar("Step")

Outcome = Literal["found", "none", "time", "interrupted"]
PATIENCE = 1 << 12  # states between two looks at the clock
FIRST_TABLE = 10_000_000  # failed keys that are kept when no limit is given


@dataclass(frozen=True)
class Walk(Generic[Step]):
    """How a depth-first search ended: the steps to a goal if one was found, and what it cost."""

    outcome: Outcome
    steps: tuple[Step, ...]
    nodes: int
    repeats: int
    deepest: int


def depth_first(
    start: State,
    successors: Callable[[State], Iterable[tuple[Step, State]]],
    is_goal: Callable[[State], bool],
    key: Callable[[State], Hashable] = lambda state: state,
    *,
    clock: Clock | None = None,
    most_keys: int = FIRST_TABLE,
) -> Walk[Step]:
    """The first goal in depth-first order, or the certainty that there is none.

    A full table is no error: keys beyond `most_keys` are just not remembered.
    """
    clock = clock or Limits().start()
    seen: set[Hashable] = {key(start)}
    nodes, repeats, deepest = 1, 0, 0
    steps: list[Step] = []
    if is_goal(start):
        return Walk("found", (), nodes, repeats, deepest)
    stack = [iter(successors(start))]
    try:
        while stack:
            following = next(stack[-1], None)
            if following is None:
                stack.pop()
                del steps[len(stack) - 1 if stack else 0 :]
                continue
            step, state = following
            known = key(state)
            if known in seen:
                repeats += 1
                continue
            if len(seen) < most_keys:
                seen.add(known)
            nodes += 1
            steps.append(step)
            deepest = max(deepest, len(steps))
            if is_goal(state):
                return Walk("found", tuple(steps), nodes, repeats, deepest)
            stack.append(iter(successors(state)))
            if nodes % PATIENCE == 0 and clock.expired():
                return Walk("time", (), nodes, repeats, deepest)
    except KeyboardInterrupt:
        return Walk("interrupted", (), nodes, repeats, deepest)
    return Walk("none", (), nodes, repeats, deepest)


def solve(
    asked: Question, *, clock: Clock | None = None, most_keys: int = FIRST_TABLE
) -> Walk[tuple[int, ...]]:
    """Peg solitaire depth first: positions are masks, equal up to the symmetries of the question."""
    symmetries = Symmetries(asked.symmetries, asked.holes)

    def successors(mask: int) -> Iterable[tuple[Move, int]]:
        return [(m, mask ^ m.care) for m in asked.moves if mask & m.care == m.want]

    found = depth_first(
        asked.start, successors, asked.reached, symmetries.least, clock=clock, most_keys=most_keys
    )
    play = tuple(move.name for move in found.steps)
    if found.outcome == "found":
        replay(asked, play)
    return Walk(found.outcome, play, found.nodes, found.repeats, found.deepest)
