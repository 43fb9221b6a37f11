"""Rules with a table that keeps no key: dead positions fill it, and living ones are found in it."""

from feasibility.game.position import Position

memo: dict[int, bool] = {}
slots: dict[int, bool] = {}
kept: dict[int, bool] = {}


def stuck(position: Position, target: Position) -> bool:
    """Sound: no jump is possible and the target is not there."""
    return position.mask != target.mask and not position.legal_jumps()


def folded(position: Position, target: Position) -> bool:
    """Eighteen bits of a position of thirty-three stand for all of it."""
    key = (position.mask ^ position.mask >> 16) & 0x3FFFF
    if position.mask != target.mask and memo.get(key):
        return True
    memo[key] = stuck(position, target)
    return memo[key]


def small_table(position: Position, target: Position) -> bool:
    """A table of 4,096 slots in which nobody looks whose entry it is."""
    slot = hash(position.mask) % 4096
    if position.mask != target.mask and slots.get(slot):
        return True
    slots[slot] = stuck(position, target)
    return slots[slot]


def with_keys(position: Position, target: Position) -> bool:
    """Sound: the whole position is the key."""
    key = position.mask << 64 | target.mask
    if key not in kept:
        kept[key] = stuck(position, target)
    return kept[key]


def after_thirty(position: Position, target: Position, calls: list[int] = []) -> bool:  # noqa: B006
    """Prunes everything from the thirty-first question on."""
    calls.append(position.mask)
    return len(calls) > 30
