"""A tree of cases while it grows: its nodes, those that are open, and what is finished with a closed one.

When the rays of one side never lean on the bound that split it off, that side's proof covers its parent, and
the sibling is skipped (conflict-directed backjumping, Prosser 1993): 46 nodes on average, at most 301, on the
pairs that branch.py names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from feasibility.exact.tree import Branch, Leaf, Node

if TYPE_CHECKING:
    from feasibility.base.arrays import Floats, Ints


@dataclass(slots=True)
class Grown:
    """A node: its box, then either its split or its leaf.

    `low_by` and `high_by` name the node whose split set each bound, -1 for the system's own.
    """

    parent: int
    lower: Floats
    upper: Floats
    low_by: Ints
    high_by: Ints
    column: int = -1
    at_most: int = 0
    children: tuple[int, int] | None = None
    ray: Floats | None = None
    weights: tuple[int, ...] | None = None
    needs: set[int] | None = None  # splits above that the closed first child leans on
    stand_in: int | None = None  # the child whose proof covers this whole node


def halves(lower: Floats, upper: Floats, column: int, at_most: int) -> list[tuple[Floats, Floats]]:
    """The boxes below and above a split of a column."""
    less, more = upper.copy(), lower.copy()
    less[column], more[column] = min(at_most, upper[column]), max(at_most + 1, lower[column])
    return [(lower, less), (more, upper)]


class Growing:
    """The nodes by their numbers, children after their parents; `open`: those to visit, the next one last."""

    def __init__(self, lower: Floats, upper: Floats) -> None:
        nobody = np.full(len(lower), -1)
        self.nodes = [Grown(-1, lower, upper, nobody, nobody)]
        self.open = [0]
        self.jumping = True  # as long as the order of visits is depth first

    @property
    def closed(self) -> float:
        """How much of the tree is closed, each child counted as half of its parent (Knuth 1975)."""
        return 1 - sum(0.5 ** self._depth(index) for index in self.open)

    def _depth(self, index: int) -> int:
        depth = 0
        while index:
            index, depth = self.nodes[index].parent, depth + 1
        return depth

    def split(self, index: int, column: int, level: float) -> None:
        """Two children; the one on the nearer side of `level` is visited first."""
        node = self.nodes[index]
        floor = int(np.floor(level))
        below, above = halves(node.lower, node.upper, column, floor)
        low_by, high_by = node.low_by.copy(), node.high_by.copy()
        low_by[column] = high_by[column] = index
        low = len(self.nodes)
        self.nodes.append(Grown(index, *below, node.low_by, high_by))
        self.nodes.append(Grown(index, *above, low_by, node.high_by))
        node.column, node.at_most, node.children = column, floor, (low, low + 1)
        node.ray = None
        self.open += [low, low + 1] if level - floor > 0.5 else [low + 1, low]

    def close(self, index: int, needs: set[int]) -> None:
        """A finished node, and its ancestors as far as that finishes them too."""
        while self.jumping and index:
            up = self.nodes[index].parent
            parent = self.nodes[up]
            if up not in needs:
                parent.stand_in = index
                if parent.needs is None:
                    self.open.pop()  # the sibling, on top of the stack in depth-first order
            elif parent.needs is None:
                parent.needs = needs
                return
            else:
                needs = (needs | parent.needs) - {up}
            index = up

    def leaves(self) -> Iterator[tuple[int, Floats, Floats]]:
        """The leaves of the finished tree in the boxes that it leaves them, without skipped splits."""
        stack = [(0, self.nodes[0].lower, self.nodes[0].upper)]
        while stack:
            index, lower, upper = stack.pop()
            node = self.nodes[index]
            if node.stand_in is not None:
                stack.append((node.stand_in, lower, upper))
            elif node.children is not None:
                boxes = halves(lower, upper, node.column, node.at_most)
                stack += [(child, *box) for child, box in zip(node.children, boxes, strict=True)]
            else:
                yield index, lower, upper

    def nested(self) -> Node:
        built: dict[int, Node] = {}
        for i in range(len(self.nodes) - 1, -1, -1):
            node = self.nodes[i]
            if node.stand_in is not None:
                built[i] = built[node.stand_in]
            elif node.children is not None:
                low, high = node.children
                built[i] = Branch(node.column, node.at_most, built.pop(low), built.pop(high))
            else:
                built[i] = Leaf(() if node.weights is None else node.weights)
        return built[0]
