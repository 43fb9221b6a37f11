"""Trees of cases over a BoxSystem: inner nodes split one integer column, leaves carry weights.

All walks are iterative, so depth is bounded by memory alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from feasibility.exact.box import BoxSystem, gap

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


@dataclass(frozen=True, slots=True)
class _Bound:
    """A bound set by a branch on the path (None: by the system), and the looser one before it."""

    branch: int | None
    value: int | None
    before: _Bound | None = None


_Path = dict[tuple[int, bool], _Bound]  # (column, is it the upper bound?) -> the bound in force


def _descend(system: BoxSystem, path: _Path, node: Branch, number: int) -> tuple[_Path, _Path]:
    """The paths into both sides; a bound that is no tighter than the one in force is left out."""
    j, k = node.column, node.at_most
    upper = path.get((j, True), _Bound(None, system.upper[j]))
    lower = path.get((j, False), _Bound(None, system.lower[j]))
    low, high = path, path
    if upper.value is None or k < upper.value:
        low = path | {(j, True): _Bound(number, k, upper)}
    if lower.value is None or k + 1 > lower.value:
        high = path | {(j, False): _Bound(number, k + 1, lower)}
    return low, high


def _needed(system: BoxSystem, path: _Path, leaf: Leaf) -> frozenset[int]:
    """Branches whose bounds the leaf cannot do without; its slack goes to the topmost ones first."""
    box = system.with_bounds(_column_bounds(system, path))
    crossed = next((j for j, u in enumerate(box.upper) if u is not None and u < box.lower[j]), None)
    if crossed is not None:
        pair = (path.get((crossed, side)) for side in (False, True))
        return frozenset(bound.branch for bound in pair if bound is not None and bound.branch is not None)
    products = box.matrix.weigh(leaf.weights)
    slack = gap(box, leaf.weights) or 0
    used = [(b, abs(products[j])) for (j, up), b in path.items() if (products[j] > 0) is up and products[j]]
    needed = set()
    for last, price in sorted(used, key=lambda pair: pair[0].branch or 0):
        bound = last
        while bound.before is not None and bound.value is not None and bound.before.value is not None:
            cost = price * abs(bound.before.value - bound.value)
            if cost >= slack:
                break
            slack -= cost
            bound = bound.before
        if bound.branch is not None:
            needed.add(bound.branch)
    return frozenset(needed)


def _column_bounds(system: BoxSystem, path: _Path) -> list[tuple[int, int, int | None]]:
    changes = []
    for j in {column for column, _ in path}:
        lower, upper = path.get((j, False)), path.get((j, True))
        low = system.lower[j] if lower is None or lower.value is None else lower.value
        changes.append((j, low, system.upper[j] if upper is None else upper.value))
    return changes


def shrink(system: BoxSystem, root: Node) -> Node:
    """A tree that proves as much and is no larger: a branch goes where one side is proved without it.

    The tree has to certify the system's emptiness; each leaf then needs only some of the
    bounds on its path, and a side none of whose leaves needs the branch above it covers both.
    """
    done: list[tuple[Node, frozenset[int], int]] = []  # node, branches it needs, size
    stack: list[tuple[Node, _Path, int | None]] = [(root, {}, None)]
    count = 0
    while stack:
        node, path, number = stack.pop()
        if isinstance(node, Leaf):
            done.append((node, _needed(system, path, node), 1))
        elif number is None:
            count += 1
            low, high = _descend(system, path, node, count)
            stack += [(node, path, count), (node.high, high, None), (node.low, low, None)]
        else:
            sides = [done.pop(), done.pop()][::-1]
            enough = [side for side in sides if number not in side[1]]
            if enough:
                done.append(min(enough, key=lambda side: side[2]))
            else:
                (one, needs, weight), (other, more, further) = sides
                merged = Branch(node.column, node.at_most, one, other)
                done.append((merged, (needs | more) - {number}, weight + further + 1))
    return done.pop()[0]
