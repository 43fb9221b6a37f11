"""Symmetries against all permutations on small boards, against the literature on large ones."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target
from feasibility.game.symmetry import (
    apply,
    apply_to_jump,
    canonical,
    fixes,
    inverse,
    jump_orbits,
    orbits,
    pair_stabiliser,
    stabiliser,
)
from feasibility.text import catalogue
from tests.game.strategies import boards, positions


def brute_force(board: Board) -> set[tuple[int, ...]]:
    """All permutations that map the set of jumps to itself."""
    jumps = set(board.jumps)
    return {g for g in permutations(range(board.n)) if {(g[s], g[o], g[t]) for s, o, t in jumps} == jumps}


@settings(max_examples=150)
@given(boards(most=6))
def test_all_symmetries_of_small_boards(board: Board) -> None:
    assert set(board.symmetries) == brute_force(board)
    assert board.symmetries_complete
    assert board.symmetries[0] == tuple(range(board.n))
    assert list(board.symmetries[1:]) == sorted(board.symmetries[1:])
    assert len(set(board.symmetries)) == len(board.symmetries)


@pytest.mark.parametrize("name", ["line:8", "rectangle:2x4", "torus:2x4", "torus:1x7", "triangle:3"])
def test_all_symmetries_of_boards_of_up_to_eight_holes(name: str) -> None:
    assert set(catalogue.board(name).symmetries) == brute_force(catalogue.board(name))


@pytest.mark.parametrize("seed", range(4))
def test_all_symmetries_of_a_made_up_list_of_jumps(seed: int) -> None:
    """A few random jumps, closed under a random permutation, so that there is something to find."""
    source = random.Random(seed)
    g = source.sample(range(7), 7)
    jumps = {tuple(source.sample(range(7), 3)) for _ in range(2)}
    for _ in range(12):
        jumps |= {(g[s], g[o], g[t]) for s, o, t in jumps}
    board = Board([(0, c) for c in range(7)], "explicit", sorted(jumps))
    assert set(board.symmetries) == brute_force(board)
    assert tuple(g) in board.symmetries


# The square has 8 symmetries, the hexagon 12, the triangle 6; tori have translations as well.
@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("english33", 8), ("french37", 8), ("wiegleb45", 8), ("diamond41", 8), ("asymmetric39", 2), ("defi-jury", 4),
        ("triangle:5", 6), ("hexagon:3", 12), ("hexagon:4", 12), ("line:7", 2), ("rectangle:4x5", 4),
        ("rectangle:6x6", 8), ("cross:1,2,1,2", 4), ("torus:3x3", 72), ("torus:3x4", 48), ("torus:4x4", 128),
    ],
)  # fmt: skip
def test_orders_of_the_groups(name: str, order: int) -> None:
    assert len(catalogue.board(name).symmetries) == order


@settings(max_examples=40)
@given(boards(most=7))
def test_symmetries_are_a_group_that_keeps_the_jumps(board: Board) -> None:
    group = set(board.symmetries)
    few = board.symmetries[:12]
    assert all(tuple(g[i] for i in h) in group for g in few for h in few)
    assert all(inverse(g) in group for g in few)
    assert all({apply_to_jump(g, j) for j in board.jumps} == set(board.jumps) for g in few)


def test_holes_without_jumps_do_not_explode() -> None:
    """Sixty such holes have 60! permutations; the drawing's four remain, and the board says so."""
    board = Board([(3 * r, 2 * c) for r in range(6) for c in range(10)])
    assert not board.jumps
    assert len(board.symmetries) == 4
    assert not board.symmetries_complete


@given(positions(most=7), st.randoms())
def test_canonical_is_the_least_image_and_the_same_for_all_images(
    position: Position, source: random.Random
) -> None:
    group = position.board.symmetries
    g = source.choice(group)
    image = Position(position.board, apply(g, position.mask))
    assert canonical(image) == canonical(position)
    assert canonical(position).mask == min(apply(h, position.mask) for h in group)
    assert apply(inverse(g), image.mask) == position.mask
    fixed = stabiliser(position)
    assert len(group) % len(fixed) == 0
    assert len({apply(h, position.mask) for h in group}) * len(fixed) == len(group)


def test_subgroups_that_fix_a_pair() -> None:
    board = catalogue.board("english33")
    centre = Position.of(board, [16])
    corner = Position.of(board, [0])
    assert len(pair_stabiliser(Pair(centre.complement, centre))) == 8
    assert len(pair_stabiliser(Pair(centre.complement, corner))) == 1
    assert len(pair_stabiliser(Pair(centre.complement, Position.of(board, [1])))) == 2
    top_row = Target(board, 0, 0b111)
    assert len(pair_stabiliser(Pair(centre.complement, top_row))) == 2
    assert all(fixes(g, Target.with_pegs(board, 3)) for g in board.symmetries)


def test_jumps_of_the_centre_game_fall_into_12_orbits() -> None:
    """Kiyomi and Matsui (2001) list the 76 jumps of the English board by symmetry."""
    board = catalogue.board("english33")
    found = jump_orbits(board, board.symmetries)
    assert len(found) == 12
    assert sorted(j for orbit in found for j in orbit) == list(board.jumps)
    assert [len(o) for o in orbits(range(33), board.symmetries)] == [8, 4, 8, 4, 4, 4, 1]
