"""Rules with a memory that mixes up questions; asked one by one in new processes, all would be right."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from feasibility.game.position import Position
from feasibility.game.symmetry import apply
from tests.studies.rules.by_hand.base import lost, stuck

Key = Callable[[Position, Position], Hashable]
Rule = Callable[[Position, Position], bool]


def remembering(key: Key, rule: Rule = lost) -> Rule:
    """A rule that looks its answers up by this key."""
    memory: dict[Hashable, bool] = {}

    def look_up(position: Position, target: Position) -> bool:
        if position.mask == target.mask:
            return False
        entry = key(position, target)
        if entry not in memory:
            memory[entry] = rule(position, target)
        return memory[entry]

    return look_up


def _reversed(position: Position) -> int:
    return int(f"{position.mask:0{position.board.n}b}"[::-1], 2)


def _rows(position: Position) -> tuple[tuple[int, ...], ...]:
    rows: dict[int, list[int]] = {}
    for hole in range(position.board.n):
        row, column = position.board.holes[hole]
        rows.setdefault(row, []).append(column * 2 + (position.mask >> hole & 1))
    return tuple(sorted(tuple(row) for row in rows.values()))


def _transposed(position: Position) -> frozenset[tuple[int, int]]:
    pegs = frozenset(position.board.holes[peg] for peg in position.pegs)
    return min(pegs, frozenset((c, r) for r, c in pegs), key=sorted)


def _mirrored(position: Position) -> int:
    return min(apply(one, position.mask) for one in position.board.symmetries)


_without_target = remembering(lambda p, t: p.mask)
_count_of_target = remembering(lambda p, t: (p.mask, t.count))
_no_first_hole = remembering(lambda p, t: (p.mask & ~1, t.mask))
_no_last_hole = remembering(lambda p, t: (p.mask & p.board.full >> 1, t.mask))
_reversal = remembering(lambda p, t: (min(p.mask, _reversed(p)), t.mask))
_canonical_start = remembering(lambda p, t: (_mirrored(p), t.mask))
_canonical_ends = remembering(lambda p, t: (_mirrored(p), _mirrored(t)))
_shifted = remembering(lambda p, t: (p.mask // (p.mask & -p.mask or 1), t.mask))
_sorted_rows = remembering(lambda p, t: (_rows(p), t.mask))
_transposition = remembering(lambda p, t: (_transposed(p), t.mask))
_sums = remembering(lambda p, t: (sum(p.pegs), p.count, t.mask))
_moves = remembering(lambda p, t: (p.count, len(p.legal_jumps()), t.mask))
_target_modulo = remembering(lambda p, t: (p.mask, t.mask % 61))
_slots = remembering(lambda p, t: (p.mask * 2_654_435_761 >> 7) % 4096)
_fold = remembering(lambda p, t: ((p.mask ^ p.mask >> 16) & 0xFFFF, t.mask))
_low_word = remembering(lambda p, t: (p.mask & 0xFFFFFFFF, t.mask))
_pegs_moved = remembering(lambda p, t: p.mask ^ t.mask)


def without_target(position: Position, target: Position) -> bool:
    return _without_target(position, target)


def count_of_target(position: Position, target: Position) -> bool:
    return _count_of_target(position, target)


def no_first_hole(position: Position, target: Position) -> bool:
    return _no_first_hole(position, target)


def no_last_hole(position: Position, target: Position) -> bool:
    return _no_last_hole(position, target)


def reversal(position: Position, target: Position) -> bool:
    return _reversal(position, target)


def canonical_start(position: Position, target: Position) -> bool:
    return _canonical_start(position, target)


def canonical_ends(position: Position, target: Position) -> bool:
    """Each end by a symmetry of its own."""
    return _canonical_ends(position, target)


def shifted(position: Position, target: Position) -> bool:
    return _shifted(position, target)


def sorted_rows(position: Position, target: Position) -> bool:
    return _sorted_rows(position, target)


def transposition(position: Position, target: Position) -> bool:
    """On a board that is not square, where that is no symmetry."""
    return _transposition(position, target)


def sums(position: Position, target: Position) -> bool:
    return _sums(position, target)


def moves(position: Position, target: Position) -> bool:
    return _moves(position, target)


def target_modulo(position: Position, target: Position) -> bool:
    return _target_modulo(position, target)


def slots(position: Position, target: Position) -> bool:
    return _slots(position, target)


def fold(position: Position, target: Position) -> bool:
    return _fold(position, target)


def low_word(position: Position, target: Position) -> bool:
    return _low_word(position, target)


def difference(position: Position, target: Position) -> bool:
    return _pegs_moved(position, target)


marks = bytearray(1 << 12)
upper: dict[int, int] = {}
visited: set[tuple[int, int]] = set()
first_target: list[Position] = []
root: list[int] = []
before: list[tuple[int, bool]] = []
parents: set[tuple[int, int]] = set()
targets: set[int] = set()


def bloom(position: Position, target: Position) -> bool:
    """Two marks for a dead position; a position with both is taken for one of them."""
    places = [hash((position.mask, target.mask, salt)) % len(marks) for salt in (1, 2)]
    if position.mask != target.mask and all(marks[place] for place in places):
        return True
    if stuck(position, target):
        for place in places:
            marks[place] = 1
        return True
    return False


def upper_bits(position: Position, target: Position) -> bool:
    """A slot knows the upper bits of its position only."""
    slot = (position.mask & 0xFF) * 31 % 64
    if position.mask != target.mask and upper.get(slot) == position.mask >> 8:
        return True
    if stuck(position, target):
        upper[slot] = position.mask >> 8
        return True
    return False


def been_there(position: Position, target: Position) -> bool:
    """A search need not enter a position twice, but the next search must."""
    key = position.mask, target.mask
    if key in visited:
        return True
    visited.add(key)
    return False


def one_target_for_all(position: Position, target: Position) -> bool:
    first_target[1:] = []
    first_target.append(target)
    return position.mask != target.mask and lost(position, first_target[0])


def only_below_the_root(position: Position, target: Position) -> bool:
    """The first position that is asked is taken for the root of every search."""
    root.append(position.count)
    return position.count > root[0]


def as_its_sibling(position: Position, target: Position) -> bool:
    """When one child is dead, the next is taken to be."""
    dead = stuck(position, target)
    if before and before[-1] == (position.count, True) and position.mask != target.mask:
        dead = True
    before[:] = [(position.count, stuck(position, target))]
    return dead


def parents_of_the_dead(position: Position, target: Position) -> bool:
    """Whoever can come to a dead position is taken for dead."""
    if (position.mask, target.mask) in parents and position.mask != target.mask:
        return True
    if not lost(position, target):
        return False
    for want, care in position.board.jump_masks:
        if position.mask & care == care ^ want:
            parents.add((position.mask ^ care, target.mask))
    return True


def three_targets(position: Position, target: Position) -> bool:
    """There is room for the tables of three targets."""
    targets.add(target.mask)
    return len(targets) > 3 and position.mask != target.mask
