"""A path in a tree of 18 nodes: depth first with every step shown, and as a flow with a cut for a no."""

from __future__ import annotations

from collections.abc import Iterator

from deciding import Row, refute, system
from depth_first import depth_first

CHILDREN = {
    "a": "bcd", "b": "ef", "c": "g", "d": "hij", "e": "k", "f": "lm", "g": "no", "i": "p", "p": "qr",
}  # fmt: skip
NODES = sorted({*CHILDREN, *"".join(CHILDREN.values())})


def trace(root: str, goal: str) -> tuple[tuple[str, ...] | None, list[str]]:
    """The path from the root down to the goal, and the walk with its steps back."""
    walk: list[str] = []

    def onward(path: str) -> Iterator[tuple[str, str]]:
        for child in CHILDREN.get(path[-1], ""):
            yield child, path + child
        walk.append(f"back from {path[-1]}")

    def is_goal(path: str) -> bool:
        walk.append(f"{'  ' * (len(path) - 1)}{path[-1]}")
        return path[-1] == goal

    found = depth_first(root, onward, is_goal)
    return (tuple(root) + found.steps if found.outcome == "found" else None), walk


def cut(root: str, goal: str) -> set[str] | None:
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
    value = dict(zip(NODES, weights, strict=True))
    side = {node for node in NODES if value[node] <= value[root]}
    if root not in side or goal in side or any(a in side and b not in side for a, b in edges):
        raise RuntimeError("the weights are no cut")
    return side


def main() -> None:
    """One path that exists, one that does not."""
    print(f"{len(NODES)} nodes: {' '.join(NODES)}")
    path, walk = trace("a", "r")
    print("\nfrom a to r:")
    print("\n".join(line for line in walk if not line.startswith("back")))
    print(f"path {' '.join(path or ())}, steps back: {sum(line.startswith('back') for line in walk)}")
    print(f"as a flow: {'a path exists' if cut('a', 'r') is None else 'no path'}")

    path, walk = trace("b", "r")
    seen = sum(not line.startswith("back") for line in walk)
    print(f"\nfrom b to r: {'found' if path else 'none'}, {seen} nodes")
    side = cut("b", "r")
    print(f"as a flow: no path; no edge leaves the set {{{' '.join(sorted(side or ()))}}}")


if __name__ == "__main__":
    main()
