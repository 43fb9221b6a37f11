"""Rules that prune no feasible pair, whatever was asked before."""

from __future__ import annotations

from feasibility.game.position import Pair, Position
from feasibility.game.symmetry import apply
from tests.studies.rules.by_hand.base import lost, stuck

known: dict[tuple[int, int], bool] = {}
images: dict[tuple[int, int], bool] = {}
of_one: dict[int, bool] = {}
slots: dict[int, tuple[int, int, bool]] = {}
held: dict[Position, bool] = {}
seen: set[int] = set()
last: list[int] = []


def never(position: Position, target: Position) -> bool:
    return False


def no_jump(position: Position, target: Position) -> bool:
    return stuck(position, target)


def few_jumps(position: Position, target: Position) -> bool:
    return lost(position, target)


def of_pairs(pair: Pair) -> bool:
    return pair.exact is not None and lost(pair.start, pair.exact)


def whole_key(position: Position, target: Position) -> bool:
    key = position.mask, target.mask
    if key not in known:
        known[key] = lost(position, target)
    return known[key]


def canonical_pair(position: Position, target: Position) -> bool:
    """The same symmetry for both ends."""
    group = position.board.symmetries
    key = min((apply(one, position.mask), apply(one, target.mask)) for one in group)
    if key not in images:
        images[key] = lost(position, target)
    return images[key]


def forgets_at_a_new_target(position: Position, target: Position) -> bool:
    if last != [target.mask]:
        last[:] = [target.mask]
        of_one.clear()
    if position.mask not in of_one:
        of_one[position.mask] = lost(position, target)
    return of_one[position.mask]


def slots_with_keys(position: Position, target: Position) -> bool:
    slot = hash((position.mask, target.mask)) % 512
    if slots.get(slot, (0, 0))[:2] != (position.mask, target.mask):
        slots[slot] = position.mask, target.mask, lost(position, target)
    return slots[slot][2]


def keeps_positions(position: Position, target: Position) -> bool:
    if position not in held:
        held[position] = position.count == 0
    return held[position] and target.count > 0


def counts_only(position: Position, target: Position) -> bool:
    seen.add(position.mask)
    return len(seen) < 0 or lost(position, target)


def children_of_the_dead(position: Position, target: Position) -> bool:
    """What a dead position leads to is dead for the same target."""
    key = position.mask, target.mask
    dead = known.get(key, False) or lost(position, target)
    if dead and position.mask != target.mask:
        for want, care in position.board.jump_masks:
            if position.mask & care == want and position.mask ^ care != target.mask:
                known[position.mask ^ care, target.mask] = True
    return dead
