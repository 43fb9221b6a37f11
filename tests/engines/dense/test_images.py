"""Closures that use symmetries against those of numpy, which close every block by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from feasibility.base.errors import InputError
from feasibility.base.limits import Limits
from feasibility.engines.dense import address_order, residue_class
from feasibility.engines.dense import closure as dense
from feasibility.engines.dense.address_order import UNIT, symmetries
from feasibility.engines.dense.closure import DenseSet, backward_closure, closure
from feasibility.engines.dense.images import address_bits, images
from feasibility.engines.dense.kernel import aligned
from feasibility.engines.dense.levels import dead_ends, level_counts, members
from feasibility.engines.dense.orbits import check_group
from feasibility.engines.dense.plan import plan
from feasibility.engines.dense.plays import count_plays_into
from feasibility.engines.dense.queries import intersect
from feasibility.engines.dense.residue_class import residue_layout
from feasibility.engines.dense.run import ClosureRun
from feasibility.game.symmetry import apply
from feasibility.native import binding
from tests.amounts import amounts
from tests.engines.dense.boards import (
    CENTRE,
    ENGLISH,
    SMALL,
    Board,
    before,
    board_of,
    picture,
    rectangle,
    torus,
    triangle,
)
from tests.engines.dense.games import count_games

BOARDS: dict[str, Board] = {
    "4x4": rectangle(4, 4),
    "4x5": rectangle(4, 5),
    "3x7": rectangle(3, 7),
    "5x5": rectangle(5, 5),
    "triangle 6": triangle(6),
    "cross": picture(" xxx", "xxxxx", "xxxxx", "xxxxx", " xxx"),
    "torus 4x4": torus(4, 4),
    "three lines": board_of((3 * r, c) for r in range(3) for c in range(7)),
    "no symmetry": picture("xxxxx", "xxxxx", "xxxx", "xxxxx", "x"),
}


@pytest.fixture
def small_ones_too(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Symmetric addresses for boards that are usually too small for them, in blocks of 9 to 13 bits."""
    monkeypatch.setattr(address_order, "SYMMETRIC_SIZES", range(10, 45))
    monkeypatch.setattr(address_order, "SYMMETRIC_BLOCKS", (11, 10, 12, 9, 13))
    residue_class._layout.cache_clear()
    yield
    residue_class._layout.cache_clear()


def both(
    monkeypatch: pytest.MonkeyPatch, board: Board, start: int, **options: int
) -> tuple[DenseSet, DenseSet]:
    """What the kernel finds with symmetries, and numpy without."""
    answers = []
    for switch in "10":
        monkeypatch.setattr(binding, "CHOSEN", switch)
        if options:
            found = backward_closure(*board, start, free=options["free"], start=options["anchor"])
        else:
            found = closure(*board, start)
        assert isinstance(found, DenseSet)
        answers.append(found)
    return answers[0], answers[1]


def symmetric(board: Board, start: int) -> bool:
    """Whether blocks of the closure from `start` are copied at all."""
    residue = residue_layout(*board).through(start)
    kept = [g for g in symmetries(*board) if apply(g, start) == start]
    return bool(images(residue, residue.block_bits, kept).steps)


@pytest.mark.usefixtures("small_ones_too")
@pytest.mark.parametrize("name", BOARDS)
def test_the_same_sets_from_every_vacancy(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    n, jumps = board = BOARDS[name]
    full = (1 << n) - 1
    copied = 0
    for vacancy in {min(g[hole] for g in symmetries(n, jumps)) for hole in range(n)}:
        start = full ^ 1 << vacancy
        with_symmetries, without = both(monkeypatch, board, start)
        copied += symmetric(board, start)
        assert np.array_equal(with_symmetries.words, without.words)
    assert copied or name in ("no symmetry", "torus 4x4")


@pytest.mark.usefixtures("small_ones_too")
@pytest.mark.parametrize("name", ["4x5", "5x5", "triangle 6", "three lines"])
def test_the_same_sets_from_drawn_symmetric_positions(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    n, jumps = board = BOARDS[name]
    rng = np.random.default_rng(7)
    group = symmetries(n, jumps)
    for _ in range(6 if n < 25 else 3):
        generator = group[rng.integers(1, len(group))]
        drawn = int(rng.integers(1 << n)) | int(rng.integers(1 << n))
        start = drawn
        for _ in range(len(group)):
            start |= apply(generator, start)
        found, reference = both(monkeypatch, board, start)
        assert np.array_equal(found.words, reference.words)
        assert level_counts(found) == level_counts(reference)
        if n < 25:
            assert dead_ends(found) == dead_ends(reference)


@pytest.mark.usefixtures("small_ones_too")
@pytest.mark.parametrize("name", ["4x5", "5x5", "triangle 6"])
@amounts("many", 2, 4)
def test_the_same_sets_backward_from_patterns(name: str, many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    n, jumps = board = BOARDS[name]
    rng = np.random.default_rng(8)
    group = symmetries(n, jumps)
    for _ in range(many):
        free = int(rng.integers(1 << n)) & int(rng.integers(1 << n))
        for g in group:
            free |= apply(g, free)
        must = ((1 << n) - 1 ^ free) if rng.integers(2) else 0
        found, reference = both(monkeypatch, board, must, free=free, anchor=int(rng.integers(1 << n)))
        assert np.array_equal(found.words, reference.words)
        assert level_counts(found) == level_counts(reference)


@pytest.mark.usefixtures("small_ones_too")
@pytest.mark.parametrize("name", ["4x5", "triangle 6", "cross"])
def test_the_same_numbers_of_games_and_plays(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board = BOARDS[name]
    n = board[0]
    for vacancy in range(0, n, 5):
        start = (1 << n) - 1 ^ 1 << vacancy
        if not symmetric(board, start):
            continue
        found, reference = both(monkeypatch, board, start)
        monkeypatch.setattr(binding, "CHOSEN", "1")
        games, many = count_games(found), count_plays_into(found, 0, (1 << n) - 1, range(3))
        monkeypatch.setattr(binding, "CHOSEN", "0")
        without = replace(reference, symmetries=())
        assert games == count_games(without)
        assert many == count_plays_into(without, 0, (1 << n) - 1, range(3))


@pytest.mark.usefixtures("small_ones_too")
def test_threads_lose_no_image() -> None:
    n, jumps = BOARDS["5x5"]
    start = (1 << n) - 1 ^ 1 << 12
    expected = closure(n, jumps, start, threads=1)
    for _ in range(20):
        found = closure(n, jumps, start, threads=4)
        assert isinstance(found, DenseSet) and isinstance(expected, DenseSet)
        assert np.array_equal(found.words, expected.words)


def only_ways(found: DenseSet) -> Iterator[tuple[int, int]]:
    """Members of copied blocks, each with a member of a closed block to which it is the only way."""
    residue = found.residue
    closed = images(residue, residue.block_bits, found.symmetries).order.tolist()
    for after in (int(position) for level in members(found) for position in level):
        all_ways = (way for jump in found.jumps if (way := before(after, jump)) is not None and way in found)
        ways = list(islice(all_ways, 2))  # a second one is enough to know
        blocks = [residue.address(position) >> residue.block_bits for position in (*ways, after)]
        if len(ways) == 1 and blocks[0] not in closed and blocks[1] in closed:
            yield ways[0], after


@pytest.mark.usefixtures("small_ones_too")
def test_what_comes_through_an_image_alone_is_found_again() -> None:
    """A stop without symmetries may leave images behind their blocks; the rest must still be found."""
    n, jumps = BOARDS["4x5"]
    found = closure(n, jumps, (1 << n) - 1 ^ 1 << 17)
    assert isinstance(found, DenseSet)
    operations = plan(found.residue, jumps, found.residue.block_bits)
    pairs = list(only_ways(found))
    assert len(pairs) > 100
    for pair in pairs:
        kept = aligned(found.words)
        for address in map(found.residue.address, pair):
            kept[address >> 6] ^= np.uint64(1 << (address & 63))
        run = ClosureRun(operations, kept, Limits().start(), 1, 0, found.symmetries)
        assert run.close() is None
        assert np.array_equal(kept, found.words)


@pytest.mark.usefixtures("small_ones_too")
@pytest.mark.parametrize(
    ("name", "holes", "order"), [("5x5", [12], 8), ("cross", [10], 8), ("three lines", [0, 7, 14], 3)]
)
def test_groups_of_several_orders_are_used(
    name: str, holes: list[int], order: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    n, jumps = board = BOARDS[name]
    start = (1 << n) - 1 ^ sum(1 << hole for hole in holes)
    residue = residue_layout(n, jumps).through(start)
    kept = [g for g in symmetries(n, jumps) if apply(g, start) == start]
    used = 1 + len(images(residue, residue.block_bits, kept).steps)
    assert used % order == 0
    found, reference = both(monkeypatch, board, start)
    assert np.array_equal(found.words, reference.words)
    assert level_counts(found) == level_counts(reference)


def test_an_eighth_of_the_blocks_of_english() -> None:
    n, jumps = ENGLISH
    residue = residue_layout(n, jumps).through((1 << n) - 1 ^ 1 << CENTRE)
    parts = images(residue, residue.block_bits, symmetries(n, jumps))
    assert len(parts.steps) == 7 and len(parts.order) == 570
    assert parts.lengths().sum() == 1 << residue.bits - residue.block_bits
    reached = np.union1d(parts.order, parts.blocks[parts.blocks >= 0])
    assert len(reached) == 1 << residue.bits - residue.block_bits


def test_exchanges_make_up_each_symmetry() -> None:
    n, jumps = ENGLISH
    residue = residue_layout(n, jumps).through((1 << n) - 1 ^ 1 << CENTRE)
    group = symmetries(n, jumps)
    parts = images(residue, residue.block_bits, group)
    wanted = sorted(bits for g in group if (bits := address_bits(residue, g)))[1:]
    for steps, bits in zip(parts.steps, wanted, strict=True):
        for address in range(1 << UNIT):
            place = address
            for low, high in steps:
                if (place >> low ^ place >> high) & 1:
                    place ^= 1 << low | 1 << high
            assert place == sum((address >> bit & 1) << bits[bit] for bit in range(UNIT))


@pytest.mark.usefixtures("small_ones_too")
@pytest.mark.parametrize("name", BOARDS)
def test_symmetric_addresses_are_addresses(name: str) -> None:
    """Address and position are inverse, and a symmetry of both permutes the address bits."""
    n, jumps = BOARDS[name]
    layout = residue_layout(n, jumps)
    rng = np.random.default_rng(9)
    for position in rng.integers(1 << n, size=200).tolist():
        residue = layout.through(position)
        assert residue.position(residue.address(position)) == position
        for g in symmetries(n, jumps):
            bits = address_bits(residue, g)
            if bits is not None:
                address = residue.address(position)
                expected = sum((address >> i & 1) << place for i, place in enumerate(bits))
                assert residue.address(apply(g, position)) == expected


@pytest.mark.usefixtures("small_ones_too")
def test_common_members_keep_common_symmetries_only() -> None:
    n, jumps = BOARDS["5x5"]
    start = (1 << n) - 1 ^ 1 << 12
    target = start ^ 1 << 12 ^ 1 << 11 ^ 1 << 10  # after one jump to the centre, along a row
    ahead, back = closure(n, jumps, start), backward_closure(n, jumps, target)
    assert isinstance(ahead, DenseSet) and isinstance(back, DenseSet)
    assert len(ahead.symmetries) == 8 and len(back.symmetries) == 2
    common = intersect(ahead, back)
    assert set(common.symmetries) == set(back.symmetries)
    assert sum(level_counts(common)) == len(common) == 2


# Ten invariants, two more than have a parity; among its symmetries is the exchange of holes 2 and 4.
PIECES: Board = (
    22,
    (
        *((2, 0, 4), (2, 3, 4), (4, 0, 2), (4, 3, 2), (5, 7, 10), (6, 8, 9), (8, 5, 9), (9, 5, 8)),
        *((9, 8, 6), (10, 7, 5), (11, 13, 14), (14, 13, 11), (16, 17, 15), (18, 19, 20), (18, 20, 21)),
        (20, 19, 18),
    ),
)


def test_a_union_of_residue_classes_that_a_symmetry_does_not_keep(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address_order, "BLOCK", 9)
    residue_class._layout.cache_clear()
    try:
        found, reference = both(monkeypatch, PIECES, 2089, free=3930070, anchor=485975)
        residue = residue_layout(*PIECES).through(485975)
    finally:
        residue_class._layout.cache_clear()
    assert np.array_equal(found.words, reference.words)
    exchange = (0, 1, 4, 3, 2, *range(5, 22))
    assert exchange in symmetries(*PIECES) and exchange not in found.symmetries
    assert address_bits(residue, exchange) is None
    with pytest.raises(InputError, match="leaves the residue class"):
        check_group(reference, [tuple(range(22)), exchange])


def test_tables_of_blocks_count_as_memory() -> None:
    """The array has 2^41 bits in blocks of 2^17 or longer; stamps and images take tens of bytes for each."""
    n, jumps = rectangle(3, 15)
    residue = residue_layout(n, jumps)
    blocks = 1 << residue.bits - dense.block_bits(residue)
    assert dense.dense_memory(n, jumps) - (1 << residue.bits - 3) >= 40 * blocks


def test_small_boards_do_without() -> None:
    for n, jumps in SMALL.values():
        residue = residue_layout(n, jumps)
        assert not images(residue, dense.block_bits(residue), symmetries(n, jumps)).steps
