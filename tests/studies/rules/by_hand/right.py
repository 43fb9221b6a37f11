"""Rules that prune no feasible pair, whatever was asked before."""

from __future__ import annotations

from functools import lru_cache
from zlib import crc32

import numpy as np

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
checked: dict[int, tuple[tuple[int, int], bool]] = {}


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


def swallows_and_keeps(position: Position, target: Position) -> bool:
    try:
        return (position.count - 3) / (target.count - 1) > 99 or lost(position, target)
    except ZeroDivisionError:
        return False


def float_with_tolerance(position: Position, target: Position) -> bool:
    """Powers of the golden ratio, smaller towards the lower right, in both directions."""
    holes, phi = position.board.holes, (1 + 5**0.5) / 2

    def total(one: Position, sign: int) -> float:
        return sum(phi ** (sign * (holes[peg][0] + holes[peg][1])) for peg in one.pegs)

    return any(total(position, sign) < total(target, sign) - 1e-6 for sign in (1, -1))


@lru_cache(maxsize=200)
def _kept_for_a_while(position: Position, target: Position) -> bool:
    return lost(position, target)


def kept_for_a_while(position: Position, target: Position) -> bool:
    return _kept_for_a_while(position, target)


def sum_and_key(position: Position, target: Position) -> bool:
    """A slot by a checksum, and the whole key in it."""
    slot = crc32(b"%d %d" % (position.mask, target.mask)) >> 22
    if checked.get(slot, ((0, 0), False))[0] != (position.mask, target.mask):
        checked[slot] = (position.mask, target.mask), lost(position, target)
    return checked[slot][1]


def three_colours(position: Position, target: Position) -> bool:
    """The diagonals by turns: a jump changes the parity of all three, or of none (two at a time)."""
    changes = []
    for sign in (1, -1):
        parity = [0, 0, 0]
        for hole, (row, column) in enumerate(position.board.holes):
            parity[(row + sign * column) % 3] ^= (position.mask ^ target.mask) >> hole & 1
        changes.append(len(set(parity)) > 1)
    return any(changes)


def numpy_words(position: Position, target: Position) -> np.bool_:
    moves = np.array(position.board.jump_masks, np.uint64).reshape(-1, 2)
    can = ((np.uint64(position.mask) & moves[:, 1]) == moves[:, 0]).any()
    return np.bool_(not can and position.mask != target.mask)


def backwards_too(position: Position, target: Position) -> bool:
    """No last jump leads to the target."""
    last = any(target.mask & care == care ^ want for want, care in position.board.jump_masks)
    return position.mask != target.mask and not last


def deeper_and_deeper(position: Position, target: Position) -> bool:
    """Depth first with a limit that grows, the limit in the key, and a limit of work: beyond it, keep."""
    nodes = [400]

    def reaches(mask: int, depth: int) -> bool | None:
        nodes[0] -= 1
        if mask == target.mask:
            return True
        if not depth:
            return False
        if nodes[0] < 0:
            return None
        said = [reaches(mask ^ c, depth - 1) for w, c in position.board.jump_masks if mask & c == w]
        return True if True in said else None if None in said else False

    left = position.count - target.count
    return left < 0 or reaches(position.mask, left) is False
