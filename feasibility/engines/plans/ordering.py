"""An order in which the jumps of a plan can be played, each as often as planned; exact.

Jumps that share no hole, not even over others, do not meet: such parts of a plan are ordered one by one. What
is left of a plan tells the position on its holes, since its end is known; so a part that has no order is
remembered by itself, as long as that plan is asked about. A part in which some jump can never come, or after
which none can be the last, has none: this is seen where a hole that once was full counts as full for ever,
and one that once was empty as empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import inf

from feasibility.base.limits import Clock
from feasibility.game.geometry import Board

PlanPart = tuple[int, ...]  # jumps by number, rising, each as often as planned

STEPS = 20  # that a node counts where work is limited


@dataclass
class OrderingStep:
    """A part at work: which jump comes first is chosen, then the parts that are left are ordered."""

    part: PlanPart
    mask: int
    choices: list[int]
    parts: list[PlanPart] | None = None  # None: no jump is chosen
    order: list[int] = field(default_factory=list)
    first: int = -1


class Ordering:
    def __init__(self, board: Board) -> None:
        self.pegs = [pegs for pegs, _ in board.jump_masks]
        self.holes = [holes for _, holes in board.jump_masks]
        self.dead: set[PlanPart] = set()
        self.nodes = 0

    def order(self, start: int, plan: Iterable[int], clock: Clock, nodes: int | None) -> list[int] | None:
        """All jumps in an order; None: there is none, or it was not found in so many nodes for each part."""
        self.dead.clear()
        done: list[int] = []
        for part in sorted(self.split(plan), key=len):
            here = self._part(start, part, clock, inf if nodes is None else self.nodes + nodes)
            if here is None:
                return None
            done += here
        return done

    def split(self, plan: Iterable[int]) -> list[PlanPart]:
        parts: list[tuple[int, list[int]]] = []
        for jump in plan:
            holes, together = self.holes[jump], [jump]
            apart = []
            for mask, jumps in parts:
                if mask & self.holes[jump]:
                    holes |= mask
                    together += jumps
                else:
                    apart.append((mask, jumps))
            parts = [*apart, (holes, together)]
        return [tuple(sorted(jumps)) for _, jumps in parts]

    def reach(self, mask: int, jumps: Iterable[int]) -> tuple[int, int, list[int]]:
        """Holes that may ever be full, and those that may ever be empty; and the jumps that never come."""
        full, empty, left = mask, ~mask, list(jumps)
        while True:
            waiting = []
            for j in left:
                pegs = self.pegs[j]
                landing = self.holes[j] ^ pegs
                if full & pegs == pegs and empty & landing:
                    full, empty = full | landing, empty | pegs
                else:
                    waiting.append(j)
            if len(waiting) == len(left):
                return full, empty, left
            left = waiting

    def _part(self, mask: int, part: PlanPart, clock: Clock, most: float) -> list[int] | None:
        stack = [frame] if (frame := self._open(mask, part)) else []
        while stack:
            frame = stack[-1]
            if frame.parts is None:
                if frame.choices and self.nodes < most:
                    if clock.expired():
                        break  # what is cut short says nothing of the parts above it
                    self._choose(frame)
                    continue
                if not frame.choices:
                    self.dead.add(frame.part)
                stack.pop()
                if stack:
                    stack[-1].parts = None
            elif not frame.parts:
                stack.pop()
                if not stack:
                    return frame.order
                stack[-1].order += frame.order
            else:
                following = self._open(frame.mask ^ self.holes[frame.first], frame.parts.pop())
                clock.spend(STEPS)
                clock.meter.saw(1)
                if following is None:
                    frame.parts = None
                else:
                    stack.append(following)
        return None

    def _open(self, mask: int, part: PlanPart) -> OrderingStep | None:
        if part in self.dead:
            return None
        self.nodes += 1
        kinds = sorted(set(part))
        if not self._alive(mask, part, kinds):
            self.dead.add(part)
            return None
        pegs, holes = self.pegs, self.holes
        legal = [j for j in kinds if mask & holes[j] == pegs[j]]

        def opens(jump: int) -> int:
            after = mask ^ holes[jump]
            return sum(after & holes[k] == pegs[k] for k in kinds)

        return OrderingStep(part, mask, sorted(legal, key=opens))

    def _alive(self, mask: int, part: PlanPart, kinds: Sequence[int]) -> bool:
        """Whether every jump can come, and backward as well, with pegs and holes exchanged."""
        if self.reach(mask, kinds)[2]:
            return False
        for j in part:
            mask ^= self.holes[j]
        return not self.reach(~mask, kinds)[2]

    def _choose(self, frame: OrderingStep) -> None:
        """The next jump that may be the first of the part; all its orders before were dead ends."""
        frame.first = frame.choices.pop()
        rest = list(frame.part)
        rest.remove(frame.first)
        frame.order = [frame.first]
        frame.parts = sorted(self.split(rest), key=len, reverse=True)
