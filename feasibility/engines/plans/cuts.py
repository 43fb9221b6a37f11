"""What a plan lacks that cannot be begun: jumps of which every play must have one.

Let F be the jumps of the plan that may be playable, one after the other, from the start (`Ordering.reach`).
If they alone cannot lead to the target, a play has a first jump that is not in F. It comes after jumps of F
alone, so it is one of those that are then legal; and the plan has none of these. The same from the target,
with pegs and holes exchanged. This is the turning point with F as the jumps before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from feasibility.base.limits import Clock
from feasibility.engines.plans.ordering import Ordering
from feasibility.engines.plans.program import Cut, Program


def first_cuts(program: Program, ordering: Ordering) -> Iterator[Cut]:
    """A play has a first jump, and one with a known end has a last one."""
    for mask in _ends(program):
        yield frozenset(_legal(ordering, mask, ~mask))


def lacking(program: Program, ordering: Ordering, plan: Iterable[int], clock: Clock) -> Iterator[Cut]:
    """The cuts that a plan gives at its two ends, if any."""
    kinds = frozenset(plan)
    for mask in _ends(program):
        full, empty, never = ordering.reach(mask, kinds)
        begun = kinds.difference(never)
        if never and not program.suffice(begun, clock):
            yield frozenset(_legal(ordering, full, empty)) - begun


def _ends(program: Program) -> Iterator[int]:
    """The start, and the target read backward: going back is going forward with pegs and holes exchanged."""
    yield program.pair.start.mask
    if program.pair.exact is not None:
        yield ~program.pair.exact.mask


def _legal(ordering: Ordering, full: int, empty: int) -> Iterator[int]:
    """Jumps that may be legal where these holes can be full, and those empty."""
    for j, (pegs, holes) in enumerate(zip(ordering.pegs, ordering.holes, strict=True)):
        if full & pegs == pegs and empty & (holes ^ pegs):
            yield j
