from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from feasibility.exact.gf2 import echelon, left_kernel
from tests.exact.reference import cross, jump_matrix

masks = st.lists(st.integers(0, 63), max_size=7)


def span(vectors: list[int]) -> set[int]:
    members = {0}
    for vector in vectors:
        members |= {m ^ vector for m in members}
    return members


@given(masks, st.permutations(range(6)))
def test_echelon_spans_the_same_and_is_reduced(vectors: list[int], preference: list[int]) -> None:
    basis = echelon(vectors, preference)
    assert span(list(basis.rows)) == span(vectors)
    assert 2 ** len(basis.rows) == len(span(vectors))
    for i, pivot in enumerate(basis.pivots):
        assert [row >> pivot & 1 for row in basis.rows] == [int(k == i) for k in range(len(basis.rows))]


@given(masks, st.integers(0, 63))
def test_reduce_finds_members(vectors: list[int], vector: int) -> None:
    reduced = echelon(vectors).reduce(vector)
    assert (reduced == 0) == (vector in span(vectors))
    assert reduced ^ vector in span(vectors)


@given(masks)
def test_left_kernel_is_all_even_masks(columns: list[int]) -> None:
    kernel = left_kernel(columns, 6)
    even = {w for w in range(64) if all((w & c).bit_count() % 2 == 0 for c in columns)}
    assert span(list(kernel.rows)) == even


def test_english_board_has_sixteen_residue_classes() -> None:
    """The rule of three has 16 values (Reiss 1857)."""
    columns = [sum(1 << row for row, _ in column) for column in jump_matrix(cross(7, 3)).columns]
    assert len(left_kernel(columns, 33).rows) == 4
