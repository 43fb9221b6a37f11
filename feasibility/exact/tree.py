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
Bounds = tuple[tuple[int, ...], tuple[int | None, ...]]


def _split(bounds: Bounds, node: Branch) -> tuple[Bounds, Bounds]:
    lower, upper = bounds
    j, k = node.column, node.at_most
    top = upper[j]
    capped = (*upper[:j], k if top is None else min(k, top), *upper[j + 1 :])
    raised = (*lower[:j], max(k + 1, lower[j]), *lower[j + 1 :])
    return (lower, capped), (raised, upper)


def leaves(system: BoxSystem, root: Node) -> Iterator[tuple[BoxSystem, Leaf]]:
    """Every leaf with the system in its box."""
    stack: list[tuple[Node, Bounds]] = [(root, (system.lower, system.upper))]
    while stack:
        node, bounds = stack.pop()
        if isinstance(node, Leaf):
            yield BoxSystem(system.matrix, system.rhs, *bounds), node
        else:
            low, high = _split(bounds, node)
            stack += [(node.high, high), (node.low, low)]


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
