"""Trees of cases over a BoxSystem: inner nodes split one integer column, leaves carry weights.

All walks are iterative, so depth is bounded by memory alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from feasibility.exact.box import BoxSystem

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Leaf:
    """Weights that certify that the box of this leaf holds no solution."""

    weights: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """`low` has x[column] <= at_most, `high` has x[column] >= at_most + 1."""

    column: int
    at_most: int
    low: Node
    high: Node


Node = Branch | Leaf


def leaves(system: BoxSystem, root: Node) -> Iterator[tuple[BoxSystem, Leaf]]:
    """Every leaf with the system in its box."""
    todo = [(system, root)]
    while todo:
        box, node = todo.pop()
        if isinstance(node, Leaf):
            yield box, node
            continue
        column, most = node.column, node.at_most
        low, high = box.lower[column], box.upper[column]
        below = [(column, low, most if high is None else min(most, high))]
        above = [(column, max(low, most + 1), high)]
        todo += [(box.with_bounds(above), node.high), (box.with_bounds(below), node.low)]


def fold(root: Any, at_leaf: Callable[[Any], T], at_branch: Callable[[Any, T, T], T]) -> T:
    """Combines a tree of branches with `low` and `high` from its leaves up, as a recursion would."""
    done: list[T] = []
    stack: list[tuple[Any, bool]] = [(root, False)]
    while stack:
        node, ready = stack.pop()
        if not hasattr(node, "low"):
            done.append(at_leaf(node))
        elif ready:
            high, low = done.pop(), done.pop()
            done.append(at_branch(node, low, high))
        else:
            stack += [(node, True), (node.high, False), (node.low, False)]
    return done.pop()
