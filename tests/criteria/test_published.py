"""Published and recomputed numbers, each with its source."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feasibility.base.limits import Limits
from feasibility.exact.simplex import Feasible, solve_exactly
from feasibility.game.geometry import Board
from feasibility.game.position import Pair
from feasibility.game.symmetry import apply
from feasibility.proofs.functional import Functional
from feasibility.proofs.verdict import Outcome
from feasibility.systems.colourings import kernel, phi, reduced_form
from feasibility.systems.linear import cone_system
from feasibility.systems.pagoda_library import library
from feasibility.systems.residues import describe_group, smith_form
from feasibility.text import catalogue
from feasibility.text.references import read_pair
from tests.amounts import amounts
from tests.criteria.reference import CHEAP, ask, feasible, pair_of, reachable_masks, refutes, refuting

ENGLISH = catalogue.board("english33")
FRENCH = catalogue.board("french37")
CENTRE = 1 << ENGLISH.index[3, 3]
LINEAR = ("rule-of-three", "lattice", "cone", "integer-cone")

# Checked in exact arithmetic: 44 jumps keep it, and their vectors have rank 32, so it is a facet.
FACET = (
    11,
    8,
    3,
    7,
    5,
    2,
    4,
    0,
    4,
    3,
    1,
    2,
    -1,
    3,
    0,
    3,
    2,
    1,
    1,
    0,
    1,
    0,
    1,
    1,
    0,
    1,
    -1,
    2,
    1,
    1,
    -1,
    0,
    -1,
)


def _refuting_linear(pair: Pair) -> list[str]:
    return [name for name in LINEAR if refutes(name, pair)]


def _single_vacancy_pairs(board: Board) -> list[Pair]:
    """Full but one hole to one peg, up to symmetry."""
    kept, seen = [], set()
    for v, w in product(range(board.n), repeat=2):
        orbit = {(g[v], g[w]) for g in board.symmetries}
        if not orbit & seen:
            kept.append(pair_of(board, board.full & ~(1 << v), 1 << w))
        seen |= orbit
    return kept


# -- what separates each condition from the next (Avis, Deza, Onn 2000; Kiyomi, Matsui 2001) --


def _mod3(board: Board, mask: int) -> list[int]:
    """The one colouring of the triangular lattice, (row + column) mod 3: parities of its counts."""
    counts = [0, 0, 0]
    for i, (r, c) in enumerate(board.holes):
        counts[(r + c) % 3] += mask >> i & 1
    return [(counts[0] + counts[1]) % 2, (counts[1] + counts[2]) % 2]


def test_triangle_3_the_lattice_is_finer_than_the_colouring() -> None:
    board = catalogue.board("triangle:3")
    alike = [
        pair
        for pair in _single_vacancy_pairs(board)
        if _mod3(board, pair.start.mask) == _mod3(board, pair.target.must)
    ]
    assert len(alike) == 4
    assert all(refutes("lattice", pair) for pair in alike)
    assert not any(feasible(pair) for pair in alike)


def test_line_7_only_half_integral() -> None:
    board = catalogue.board("line:7")
    pair = pair_of(board, 0b1101011, 0b1000001)
    assert pair.difference == (0, -1, 0, -1, 0, -1, 0)
    assert _refuting_linear(pair) == ["integer-cone"]
    solution = solve_exactly(cone_system(pair))
    assert isinstance(solution, Feasible)
    assert {x.denominator for x in solution.point} == {1, 2}


SEPARATING = ([(0, 3), (1, 3)], [(1, 3), (3, 1)], [(1, 3), (3, 3)], [(3, 1), (3, 5)])


@pytest.mark.parametrize("vacant", SEPARATING)
def test_english_in_cone_and_lattice_but_not_in_the_integer_cone(vacant: list[tuple[int, int]]) -> None:
    """31 pegs to the two complementary ones; an instance of Kiyomi and Matsui (2001) is of this kind."""
    mask = ENGLISH.mask(vacant)
    assert _refuting_linear(pair_of(ENGLISH, ENGLISH.full & ~mask, mask)) == ["integer-cone"]


@pytest.mark.slow
def test_english_31_to_2_the_integer_cone_adds_four_pairs() -> None:
    """Over all pairs of two vacancies (up to symmetry) and two survivors, the ones above and no others."""
    found = []
    for vacancies in combinations(range(33), 2):
        mask = sum(1 << h for h in vacancies)
        if min(apply(g, mask) for g in ENGLISH.symmetries) != mask:
            continue
        for survivors in combinations(range(33), 2):
            pair = pair_of(ENGLISH, ENGLISH.full & ~mask, sum(1 << h for h in survivors))
            if (
                not refutes("rule-of-three", pair)
                and not refutes("cone", pair)
                and refutes("integer-cone", pair)
            ):
                assert survivors == vacancies
                found.append([ENGLISH.holes[h] for h in vacancies])
    assert found == list(SEPARATING)


@amounts("most", 3, 12)
def test_triangle_5_seventeen_pass_twelve_are_solvable(most: int) -> None:
    """OEIS A130515 and A130516."""
    board = catalogue.board("triangle:5")
    alike = [pair for pair in _single_vacancy_pairs(board) if not refutes("rule-of-three", pair)]
    assert len(alike) == 17
    assert not any(_refuting_linear(pair) for pair in alike)
    solvable = [pair.target.must in reachable_masks(board, pair.start.mask) for pair in alike]
    assert sum(solvable) == 12
    played = [pair for pair, yes in zip(alike, solvable, strict=True) if yes]
    assert not any(refutes("turning-point", pair) for pair in played[:most])


@pytest.mark.parametrize(("side", "count"), [(4, 3), (5, 17), (6, 29), (7, 27), (8, 80)])
def test_triangles_single_vacancy_single_survivor(side: int, count: int) -> None:
    """OEIS A130515."""
    board = catalogue.board(f"triangle:{side}")
    assert sum(not refutes("rule-of-three", pair) for pair in _single_vacancy_pairs(board)) == count


def test_french_centre_is_in_the_cone_but_not_in_the_residue_class() -> None:
    centre = 1 << FRENCH.index[3, 3]
    pair = pair_of(FRENCH, FRENCH.full & ~centre, centre)
    assert not refutes("cone", pair)
    assert refutes("rule-of-three", pair)


def test_english_facet_refutes_what_the_rule_of_three_allows() -> None:
    target = sum(1 << (h - 1) for h in (1, 2, 3, 4, 9))
    pair = pair_of(ENGLISH, ENGLISH.full & ~target, target)
    facet = Functional(FACET)
    assert facet.is_valid(ENGLISH)
    assert facet.margin(pair.start, pair.target) == 2
    assert not refutes("rule-of-three", pair)
    assert refutes("cone", pair)


def test_english_facet_is_a_facet() -> None:
    import numpy as np

    tight = [j for j in ENGLISH.jumps if Functional(FACET).change(j) == 0]
    assert len(tight) == 44
    columns = [ENGLISH.jump_index[j] for j in tight]
    assert np.linalg.matrix_rank(ENGLISH.incidence[:, columns]) == 32


def test_wiegleb_resource_count() -> None:
    """G. Bell's resource count for the 45-hole board."""
    board = catalogue.board("wiegleb45")
    nine = (0,) * 9
    side = (-1, 1, 0, 1, 0, 1, 0, 1, -1)
    rows = ((-1, 0, -1), (1, 0, 1), (0, 0, 0), side, nine, side, (0, 0, 0), (1, 0, 1), (-1, 0, -1))
    assert Functional(tuple(w for row in rows for w in row)).is_valid(board)


# -- rule of three (Suremain de Missery 1841, Reiss 1857, Lucas 1882) --


def test_phi_of_the_full_boards() -> None:
    assert phi(ENGLISH, ENGLISH.full) == ("e", "e")
    assert phi(FRENCH, FRENCH.full) == ("a", "a")


@given(st.integers(0, FRENCH.full))
def test_no_complement_problem_on_the_french_board(mask: int) -> None:
    assert refutes("rule-of-three", pair_of(FRENCH, mask, FRENCH.full & ~mask))


@given(st.integers(0, ENGLISH.full), st.integers(0, ENGLISH.full))
def test_reduced_form_is_phi(one: int, other: int) -> None:
    assert (reduced_form(ENGLISH, one) == reduced_form(ENGLISH, other)) == (
        phi(ENGLISH, one) == phi(ENGLISH, other)
    )
    assert refutes("rule-of-three", pair_of(ENGLISH, one, other)) == (
        phi(ENGLISH, one) != phi(ENGLISH, other)
    )


def test_sixteen_forms_of_a_2x2_square() -> None:
    square = catalogue.board("rectangle:2x2")
    forms = {(phi(square, mask), reduced_form(square, mask)) for mask in range(16)}
    assert len({f for f, _ in forms}) == len({g for _, g in forms}) == len(forms) == 16
    for mask in range(16):
        flat = sum(bit << i for i, bit in enumerate(sum(reduced_form(square, mask), ())))
        assert flat == mask  # a square is its own reduced form


@pytest.mark.parametrize("name", ["english33", "french37", "wiegleb45", "rectangle:3x4", "rectangle:6x6"])
def test_a_single_peg_never_has_an_e(name: str) -> None:
    board = catalogue.board(name)
    assert all("e" not in phi(board, 1 << h) for h in range(board.n))
    assert len(kernel(board)) == 4


def test_english_vacancies_that_reach_the_centre_peg() -> None:
    holes = [(3, 3), (0, 3), (3, 0), (3, 6), (6, 3)]
    five = ENGLISH.mask(holes)
    for h in range(33):
        to_centre = pair_of(ENGLISH, ENGLISH.full & ~(1 << h), CENTRE)
        from_centre = pair_of(ENGLISH, ENGLISH.full & ~CENTRE, 1 << h)
        possible = bool(five >> h & 1)
        for pair in (to_centre, from_centre):  # all nine pairs are feasible
            assert (refuting(pair, CHEAP) == []) == possible
            assert refutes("rule-of-three", pair) != possible


@pytest.mark.slow
def test_english_nine_pairs_pass_everything() -> None:
    for hole in [(3, 3), (0, 3), (3, 0), (3, 6), (6, 3)]:
        mask = 1 << ENGLISH.index[hole]
        assert refuting(pair_of(ENGLISH, ENGLISH.full & ~mask, CENTRE)) == []
        assert refuting(pair_of(ENGLISH, ENGLISH.full & ~CENTRE, mask)) == []


# -- lattice (Avis, Deza, Onn 2000); the forms were recomputed with an independent program --

FOURTH = (
    "english33",
    "french37",
    "wiegleb45",
    "diamond41",
    *(f"rectangle:{a}x{b}" for a in (3, 4, 5) for b in (4, 5, 6)),
)
SECOND = (*(f"line:{n}" for n in range(4, 13)), *(f"triangle:{n}" for n in range(4, 9)))


@pytest.mark.parametrize("name", FOURTH)
def test_smith_four_twos(name: str) -> None:
    board = catalogue.board(name)
    assert smith_form(board).invariants == (2, 2, 2, 2)
    assert describe_group(board) == "(Z/2)^4"


@pytest.mark.parametrize("name", SECOND)
def test_smith_two_twos(name: str) -> None:
    board = catalogue.board(name)
    assert smith_form(board).invariants == (2, 2)
    assert describe_group(board) == "(Z/2)^2"


@pytest.mark.parametrize("name", ["rectangle:1x3", "rectangle:2x3", "rectangle:3x3", "triangle:3"])
def test_rank_deficient_boards_have_a_free_part(name: str) -> None:
    board = catalogue.board(name)
    assert smith_form(board).free_rank > 0
    assert "Z" in describe_group(board).replace("Z/", "")


@pytest.mark.parametrize(
    "name", ["line:7", "rectangle:3x3", "triangle:3", "triangle:4", "rectangle:3x4", "torus:3x3"]
)
def test_smith_against_sympy(name: str) -> None:
    from sympy import ZZ, Matrix
    from sympy.matrices.normalforms import smith_normal_form

    board = catalogue.board(name)
    theirs = smith_normal_form(Matrix(board.incidence.tolist()), domain=ZZ)
    diagonal = [abs(int(theirs[i, i])) for i in range(min(theirs.shape))]
    form = smith_form(board)
    assert sorted(d for d in diagonal if d > 1) == sorted(form.invariants)
    assert board.n - sum(d != 0 for d in diagonal) == form.free_rank


@pytest.mark.parametrize("name", ["english33", "french37"])
def test_on_large_boards_the_lattice_is_the_rule_of_three(name: str) -> None:
    board, rng = catalogue.board(name), random.Random(name)
    for _ in range(300):
        pair = pair_of(board, rng.randrange(board.full), rng.randrange(board.full))
        assert refutes("lattice", pair) == refutes("rule-of-three", pair)


# -- pagoda functions (Boardman, Conway 1961) --


@pytest.mark.parametrize(
    "name", ["english33", "french37", "triangle:6", "rectangle:4x5", "torus:4x4", "line:9"]
)
def test_library_keeps_the_rules_of_a_line(name: str) -> None:
    """On a triple playable both ways the middle is not negative, and a 0 there makes its neighbours equal."""
    board = catalogue.board(name)
    assert library(board)
    for functional in library(board):
        assert functional.is_valid(board)
        for a, b, c in board.jumps:
            w = functional.weights
            if (c, b, a) in board.jump_index:
                assert w[b] >= 0
                assert w[b] or w[a] == w[c]


# -- playable classes (Beasley 1985) --


def test_english_playable_classes() -> None:
    assert sorted(mask.bit_count() for mask in ENGLISH.playable_classes) == [5, 8, 8, 12]
    assert ENGLISH.never_over.bit_count() == 8


# -- problems that are known to be solvable --


def _defi() -> list[str]:
    return [f"problem:defi/plateau{n}" for n in (10, 11, 12, 14, 15, 16)]


@pytest.mark.parametrize(
    "reference",
    [f"problem:lucas/EL{n:02}" for n in range(1, 31)]
    + [pytest.param(name, marks=pytest.mark.full) for name in [*_defi(), "problem:defi/jury"]],
)
def test_known_problems_pass_cheap(reference: str) -> None:
    """E. Lucas, Recreations mathematiques (1882); boards of a contest of 2009, solved by its winners."""
    assert refuting(read_pair(reference), CHEAP) == []
    assert ask("integer-cone", read_pair(reference), Limits(work=2_000_000)).outcome is not Outcome.REFUTED


@pytest.mark.slow
@pytest.mark.parametrize("reference", [f"problem:lucas/EL{n:02}" for n in range(1, 31)] + _defi())
def test_known_problems_pass_turning_point(reference: str) -> None:
    assert ask("turning-point", read_pair(reference), Limits(work=8_000_000)).outcome is not Outcome.REFUTED
