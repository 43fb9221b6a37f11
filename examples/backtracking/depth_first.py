"""Depth-first search with a table of states known to fail, for peg solitaire as for other puzzles.

`depth_first` knows no pegs. It needs the states that a state leads to, a test for the goal, and a key
under which states count as the same; a state whose key has failed once is not looked at again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

State = TypeVar("State")
Step = TypeVar("Step")

MOST_KEYS = 10_000_000  # beyond, keys are just not remembered


@dataclass(frozen=True)
class Walk(Generic[Step]):
    """How a depth-first search ended: found or none, the steps to the goal, and what it cost."""

    outcome: str
    steps: tuple[Step, ...]
    nodes: int
    repeats: int


def depth_first(
    start: State,
    successors: Callable[[State], Iterable[tuple[Step, State]]],
    is_goal: Callable[[State], bool],
    key: Callable[[State], Hashable] = lambda state: state,
    most_keys: int = MOST_KEYS,
) -> Walk[Step]:
    """The first goal in depth-first order, or the certainty that there is none."""
    seen = {key(start)} if most_keys else set()
    steps: list[Step] = []
    nodes, repeats = 1, 0
    if is_goal(start):
        return Walk("found", (), nodes, repeats)
    stack = [iter(successors(start))]
    while stack:
        following = next(stack[-1], None)
        if following is None:
            stack.pop()
            del steps[-1:]
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
        if is_goal(state):
            return Walk("found", tuple(steps), nodes, repeats)
        stack.append(iter(successors(state)))
    return Walk("none", (), nodes, repeats)
