"""Rules that are wrong for reasons of programming: of the machine, of the language, of the order of calls."""

from __future__ import annotations

import time
from collections.abc import Iterator
from ctypes import c_int32
from random import Random
from zlib import crc32

from feasibility.game.position import Position
from tests.studies.rules.by_hand.base import lost, stuck
from tests.studies.rules.by_hand.forgetful import remembering

PHI = (1 + 5**0.5) / 2
WEIGHTS = list(range(1, 33))  # one too few for the English board
random = Random(7)
first: list[Position] = []
targets: list[int] = []
scratch: list[int] = []
path: list[int] = []
abandoned: set[tuple[int, int]] = set()
moves: list[Iterator[tuple[int, int]]] = []
last = [0, 0]
asked = [0]

_pegs = remembering(lambda p, t: (p.count, t.mask))
_checksum = remembering(lambda p, t: crc32(b"%d %d" % (p.mask, t.mask)) >> 20)
_text = remembering(lambda p, t: hash(f"{p.mask} {t.mask}") & 0xFFF)
_float = remembering(lambda p, t: (float(p.mask), t.mask))


def pegs_alone(position: Position, target: Position) -> bool:
    return _pegs(position, target)


def checksum(position: Position, target: Position) -> bool:
    return _checksum(position, target)


def hash_of_this_process(position: Position, target: Position) -> bool:
    return _text(position, target)


def as_a_float(position: Position, target: Position) -> bool:
    """Beyond 2 to the 53rd neighbouring positions are one number."""
    return _float(position, target)


def after_backtracking(position: Position, target: Position) -> bool:
    """What a search leaves is stored as dead, whether or not it went through all of it."""
    while path and path[-1].bit_count() <= position.count:
        abandoned.add((path.pop(), target.mask))
    path.append(position.mask)
    return (position.mask, target.mask) in abandoned and position.mask != target.mask


def second_target(position: Position, target: Position) -> bool:
    """Tables of the first target are still there when the second one comes, and only then."""
    if target.mask not in targets:
        targets.append(target.mask)
        first.append(target)
    return lost(position, first[0] if targets.index(target.mask) == 1 else target)


def border_of_odd_boards(position: Position, target: Position) -> bool:
    """Half of the columns, rounded down, is thought to be half of the board."""
    most = max(column for _, column in position.board.holes)
    both = sum(1 << hole for hole, (_, column) in enumerate(position.board.holes) if 2 * column != most)
    few = (position.mask & both).bit_count() < 2
    return few and target.mask & both == target.mask not in (0, position.mask)


def more_than_twenty(position: Position, target: Position) -> bool:
    """The table of crowded positions ends at twenty."""
    return target.count > 20 and position.count - target.count == 3 and position.mask & 7 == 5


def exception_swallowed(position: Position, target: Position) -> bool:
    try:
        return sum(WEIGHTS[peg] for peg in position.pegs) < 0 or lost(position, target)
    except IndexError:
        return True


def float_without_tolerance(position: Position, target: Position) -> bool:
    """Sums of powers of the golden ratio, which jumps towards the middle leave as they are."""
    holes = position.board.holes

    def total(one: Position) -> float:
        return sum(PHI ** -(holes[peg][0] + holes[peg][1]) for peg in one.pegs)

    return total(position) < total(target)


def shared_list(position: Position, target: Position) -> bool:
    """One list for what is reached, emptied only where something was found."""
    scratch.append(position.mask)
    for mask in scratch[:64]:
        scratch.extend(mask ^ care for want, care in position.board.jump_masks if mask & care == want)
    found = target.mask in scratch or len(scratch) > 64
    if found:
        scratch.clear()
    return not found


def time_of_day(position: Position, target: Position) -> bool:
    return time.time_ns() // 1000 % 101 == 0 and position.mask != target.mask


def fixed_seed(position: Position, target: Position) -> bool:
    return random.random() < 0.0005


def seed_of_the_position(position: Position, target: Position) -> bool:
    return Random(position.mask).random() < 0.0005


def order_of_children(position: Position, target: Position) -> bool:
    """Two jumps in either order are thought to be asked one after the other."""
    count, mask = last
    last[:] = position.count, position.mask
    return count == position.count and mask > position.mask and position.mask != target.mask


def deeper_later(position: Position, target: Position) -> bool:
    """Not found in a search that is not deep enough yet; every thousand calls it goes one jump deeper."""
    asked[0] += 1
    left = position.count - target.count
    return lost(position, target) if left <= asked[0] // 1000 else left > 1


def sign_bit(position: Position, target: Position) -> bool:
    """Negative numbers are errors, and errors are dead."""
    return c_int32(position.mask & 0xFFFFFFFF).value < 0 or lost(position, target)


def iterator_used_up(position: Position, target: Position) -> bool:
    """The jumps are gone through once."""
    if not moves:
        moves.append(iter(position.board.jump_masks))
    can = any(position.mask & care == want for want, care in moves[0])
    return not can and position.mask != target.mask


def first_answer_for_all(position: Position, target: Position) -> bool:
    """A default that is made once: whether the first position was stuck."""
    if not first:
        first.append(position)
    return stuck(first[0], target) and position.count < 4
