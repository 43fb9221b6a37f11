"""A path in the tree of a lesson on backtracking: depth first, drawn as it is walked; a cut for a no.

With node 0 as a child of 13 there is a cycle, and a search that remembers nothing goes around it for ever.
Below, a binary tree that is written down nowhere: its nodes are [depth, place].
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from deciding import Row, refute, system
from depth_first import depth_first

CHILDREN: Mapping[int, Sequence[int]] = {
    0: (4, 1, 16), 1: (2, 5, 7), 4: (9, 13), 5: (11, 14), 8: (17, 6, 3), 13: (10, 12), 16: (15, 8),
}  # fmt: skip
CYCLE = {**CHILDREN, 13: (10, 12, 0)}
NODES = range(18)
ENOUGH = 1000  # nodes, after which a search without memory is given up


def walk(tree: Mapping[int, Sequence[int]], root: int, goal: int) -> tuple[tuple[int, ...] | None, list[int]]:
    """The path from the root down to the goal, and the nodes in the order in which they are entered."""
    entered: list[int] = []

    def is_goal(node: int) -> bool:
        entered.append(node)
        return node == goal

    found = depth_first(root, lambda node: ((child, child) for child in tree.get(node, ())), is_goal)
    return ((root, *found.steps) if found.outcome == "found" else None), entered


def without_memory(tree: Mapping[int, Sequence[int]], goal: int) -> int | None:
    """How many nodes the same search enters that remembers none; None where it does not end."""
    stack, entered = [0], 0
    while stack and entered < ENOUGH:
        node, entered = stack.pop(), entered + 1
        if node == goal:
            return entered
        stack += reversed(tree.get(node, ()))
    return None


def picture(entered: Sequence[int], path: Sequence[int], node: int = 0, depth: int = 0) -> Iterator[str]:
    """The tree, each node with the step at which it is entered; the path has arrows."""
    step = f"{entered.index(node) + 1:2}" if node in entered else " ."
    yield f"{step}  {'   ' * depth}{'> ' if node in path else '  '}{node}"
    for child in CHILDREN.get(node, ()):
        yield from picture(entered, path, child, depth + 1)


def cut(root: int, goal: int) -> set[int] | None:
    """The nodes on the root's side when no path leads down to the goal; None if one does."""
    edges = [(a, b) for a, children in CHILDREN.items() for b in children]
    rows: list[Row] = [
        ({k: (b == node) - (a == node) for k, (a, b) in enumerate(edges) if node in (a, b)},
         (node == goal) - (node == root))
        for node in NODES
    ]  # fmt: skip
    weights = refute(system(len(edges), rows, None))
    if weights is None:
        return None
    side = {node for node in NODES if weights[node] <= weights[root]}
    if root not in side or goal in side or any(a in side and b not in side for a, b in edges):
        raise RuntimeError("the weights are no cut")
    return side


def binary(depth: int, goal: tuple[int, int]) -> tuple[list[tuple[int, int]], int]:
    """The path in the binary tree of this depth, and how many nodes are entered for it."""

    def onward(node: tuple[int, int]) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        level, place = node
        if level < depth:
            for child in ((level + 1, 2 * place), (level + 1, 2 * place + 1)):
                yield child, child

    found = depth_first((0, 0), onward, lambda node: node == goal)
    return [(0, 0), *found.steps], found.nodes


def main() -> None:
    """One path that exists, one that does not, a cycle, and a tree without a table."""
    path, entered = walk(CHILDREN, 0, 14)
    print("from 0 to 14, each node with its step:")
    print("\n".join(picture(entered, path or ())))
    print(f"path {' '.join(map(str, path or ()))}; {len(entered)} nodes entered")
    print(f"as a flow: {'a path exists' if cut(0, 14) is None else 'no path'}")

    path, entered = walk(CHILDREN, 1, 8)
    print(f"\nfrom 1 to 8: {'found' if path else 'none'}, {len(entered)} nodes")
    side = cut(1, 8)
    print(f"as a flow: no path; no edge leaves the set {{{' '.join(map(str, sorted(side or ())))}}}")

    path, entered = walk(CYCLE, 0, 14)
    print(f"\nwith 0 as a child of 13, 0 to 14: path {' '.join(map(str, path or ()))}, {len(entered)} nodes")
    for name, tree in (("tree", CHILDREN), ("cycle", CYCLE)):
        alone = without_memory(tree, 14)
        print(f"without memory, {name}: {alone or f'no end after {ENOUGH} nodes'}")

    steps, nodes = binary(4, (4, 11))
    print(f"\nbinary tree of depth 4 to [4, 11]: {' '.join(map(str, map(list, steps)))}; {nodes} of 31 nodes")


if __name__ == "__main__":
    main()
