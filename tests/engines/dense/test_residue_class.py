"""Addresses: a bijection between a residue class and the numbers below its size."""

from __future__ import annotations

from itertools import accumulate
from time import monotonic

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from feasibility.engines.dense.residue_class import residue_layout
from tests.engines.dense.boards import ENGLISH, SMALL, Board, after, rectangle, triangle


@pytest.mark.parametrize("name", SMALL)
def test_residue_classes_partition_the_positions(name: str) -> None:
    n, jumps = SMALL[name]
    layout = residue_layout(n, jumps)
    places = set()
    for position in range(1 << n):
        residue = layout.through(position)
        assert residue.contains(position)
        assert residue.position(residue.address(position)) == position
        assert 0 <= residue.address(position) < 1 << residue.bits
        places.add((residue.offset, residue.address(position)))
    assert len(places) == 1 << n


@pytest.mark.parametrize("name", SMALL)
def test_a_jump_never_leaves_the_residue_class(name: str) -> None:
    n, jumps = SMALL[name]
    layout = residue_layout(n, jumps)
    for position in range(1 << n):
        residue = layout.through(position)
        for jump in jumps:
            following = after(position, jump)
            assert following is None or residue.contains(following)


def test_kernel_dimensions() -> None:
    """4 on orthogonal boards that are not too thin, 2 on triangles from side 4 (theory: Smith forms)."""
    for board, dimension in ((ENGLISH, 4), (rectangle(3, 4), 4), (triangle(4), 2), (triangle(5), 2)):
        assert board[0] - residue_layout(*board).bits == dimension


def beside(*boards: Board) -> Board:
    """Boards that share no hole, as one."""
    first = list(accumulate((n for n, _ in boards), initial=0))
    jumps = [
        (s + low, o + low, t + low) for low, (_, own) in zip(first, boards, strict=False) for s, o, t in own
    ]
    return first[-1], tuple(jumps)


@pytest.mark.parametrize(
    "pieces",
    [
        [rectangle(3, 10), rectangle(3, 4)],
        [rectangle(4, 5), rectangle(4, 5)],
        [rectangle(6, 6), triangle(3), (1, ())],
        [rectangle(4, 8), (32, ())],
        [rectangle(1, 10)] * 3,
        [rectangle(1, 9)] * 7,
    ],
)
def test_boards_in_pieces_get_their_addresses_at_once(pieces: list[Board]) -> None:
    """Few unions of orbits can be pivots there, and groups may have millions of members."""
    board = beside(*pieces)
    began = monotonic()
    residue = residue_layout(*board)
    assert monotonic() - began < 30.0  # far more than it takes; trying all unions takes minutes
    assert residue.position(residue.address(0)) == 0


@given(st.lists(st.integers(0, (1 << 33) - 1), min_size=1, max_size=50))
def test_arrays_agree_with_single_positions(positions: list[int]) -> None:
    residue = residue_layout(*ENGLISH).through(positions[0])
    array = np.array(positions, np.uint64)
    addresses = residue.addresses(array)
    assert addresses.tolist() == [residue.address(position) for position in positions]
    assert residue.positions(addresses).tolist() == [residue.position(int(a)) for a in addresses]
    inside = residue.positions(residue.addresses(array)) == array
    assert inside.tolist() == [residue.contains(position) for position in positions]
