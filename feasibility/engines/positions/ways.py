"""All ways from a node of a graph without cycles to the nodes that end one, depth first."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import TypeVar

WayNode = TypeVar("WayNode", bound=Hashable)
WayStep = TypeVar("WayStep")


def ways(
    root: WayNode,
    onward: Callable[[WayNode], Iterator[tuple[WayStep, WayNode]]],
    ends: Callable[[WayNode], bool],
    look: Callable[[], None],
) -> Iterator[tuple[tuple[WayStep, ...], WayNode]]:
    """The steps of every way, and its end.

    A node from which no way leads on is entered once only, so between two ways no more nodes are entered than
    there are. Before each of them `look` is asked, which may raise at a limit.
    """
    steps: list[WayStep] = []
    path, following, led, barren = [root], [onward(root)], [False], set[WayNode]()
    while following:
        found = next(following[-1], None)
        if found is None:
            following.pop()
            node, leads = path.pop(), led.pop()
            del steps[-1:]
            if not leads:
                barren.add(node)
            elif led:
                led[-1] = True
        elif found[1] not in barren:
            look()
            step, node = found
            steps.append(step)
            path.append(node)
            following.append(onward(node))
            led.append(ends(node))
            if led[-1]:
                yield tuple(steps), node
