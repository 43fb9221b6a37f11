"""Trees of cases: inner nodes split what is unknown, ends close a case. One for programs and proofs.

Over a BoxSystem a column is unknown, and a leaf with weights closes its box; in a proof it is what a column
stands for (`proofs/nodes.py`). All walks are iterative, so depth is bounded by memory alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from feasibility.base.values import Value

if TYPE_CHECKING:
    from feasibility.exact.box import BoxSystem

Of = TypeVar("Of")
End = TypeVar("End")
T = TypeVar("T")


class Leaf(Value):
    """Weights that certify that the box of this leaf holds no solution."""

    weights: tuple[int, ...]


class Branch(Value, Generic[Of, End]):
    """Two cases: `low` has at most `at_most` of what is unknown, `high` has more."""

    of: Of
    at_most: int
    low: Branch[Of, End] | End
    high: Branch[Of, End] | End


Node: TypeAlias = Branch[int, Leaf] | Leaf


def leaves(system: BoxSystem, root: Node) -> Iterator[tuple[BoxSystem, Leaf]]:
    """Every leaf with the system in its box."""
    todo = [(system, root)]
    while todo:
        box, node = todo.pop()
        if isinstance(node, Leaf):
            yield box, node
            continue
        more = box.narrowed(node.of, low=node.at_most + 1)
        todo += [(more, node.high), (box.narrowed(node.of, high=node.at_most), node.low)]


def fold(root: Any, at_end: Callable[[End], T], at_branch: Callable[[Branch[Of, End], T, T], T]) -> T:
    """Combines a tree from its ends up, as a recursion would.

    `root` is a Branch[Of, End] or an End, which mypy does not infer where ends are of two classes.
    """
    done: list[T] = []
    stack: list[tuple[Any, bool]] = [(root, False)]
    while stack:
        node, ready = stack.pop()
        if not isinstance(node, Branch):
            done.append(at_end(node))
        elif ready:
            high, low = done.pop(), done.pop()
            done.append(at_branch(node, low, high))
        else:
            stack += [(node, True), (node.high, False), (node.low, False)]
    return done.pop()
