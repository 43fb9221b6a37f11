"""Conway's army: levels within reach and beyond, with plays and proofs."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feasibility import verifier
from feasibility.base.errors import InputError
from feasibility.base.limits import Limits
from feasibility.cli import main
from feasibility.criteria import cone
from feasibility.game.geometry import Geometry
from feasibility.studies.armies.army import half_plane, least_pegs, out_of_reach, positive, power
from feasibility.studies.armies.army_api import usual_size
from feasibility.studies.armies.march import fewest_on_board, finite_pair, march
from tests.clocks import Held

S = Fraction(618033988749894848204586834365638117720, 10**39)


@given(st.integers(-(10**9), 10**9), st.integers(-(10**9), 10**9))
def test_signs_are_exact(a: int, b: int) -> None:
    assert positive((a, b)) == (a + b * S > 0)


@given(st.integers(-40, 40))
def test_powers(exponent: int) -> None:
    a, b = power(exponent)
    assert abs(a + b * S - S**exponent) < Fraction(1, 10**20)


@pytest.mark.parametrize(
    ("geometry", "pegs"),
    [
        (Geometry.ORTHOGONAL, [2, 4, 8, 20]),  # J. H. Conway (1961)
        (Geometry.TRIANGULAR, [2, 3, 5, 9, 17]),  # levels 0 to 7: 1, 2, 3, 5, 9, 17, 36, 145 (OEIS A014227)
        pytest.param(Geometry.TRIANGULAR, [2, 3, 5, 9, 17, 36], marks=pytest.mark.slow),
        pytest.param(
            Geometry.DIAGONAL,
            [2, 3, 5, 8, 13, 23, 46, 123],  # Bell, Hirschberg and Guerrero-Garcia (2007); OEIS A125730
            marks=pytest.mark.slow,
        ),
    ],
)
def test_smallest_armies(geometry: Geometry, pegs: list[int]) -> None:
    for level, known in enumerate(pegs, 1):
        width, depth = usual_size(level)
        found = march(geometry, level, width, depth, Limits().start())
        pair = finite_pair(geometry, level, width, depth)
        assert found is not None
        army, jumps = found
        assert army.count == known and army.replay(jumps).matches(pair.target)
        assert all(army.board.holes[hole][0] >= level for hole in army.pegs)
        floor = least_pegs(geometry, level)
        assert floor is not None and floor <= known
        proof = fewest_on_board(pair, known, Limits().start())
        assert proof is not None
        assert verifier.check(proof.to_json()).valid
        assert fewest_on_board(pair, known + 1, Limits().start()) is None


@pytest.mark.parametrize(("geometry", "first"), [("orthogonal", 5), ("triangular", 8), ("diagonal", 9)])
def test_levels_out_of_reach(geometry: str, first: int) -> None:
    for level in range(1, 20):
        proof = out_of_reach(Geometry(geometry), level)
        assert (proof is not None) == (level >= first)
        if proof is not None:
            assert verifier.check(proof.to_json()).valid
            assert least_pegs(Geometry(geometry), level) is None
            wrong, total = proof.to_json(), proof.proof.total
            wrong["proof"] = wrong["proof"] | {"total": [total[0] - 1, total[1]]}
            assert not verifier.check(wrong).valid


def test_the_whole_half_plane_weighs_one() -> None:
    assert half_plane(Geometry.ORTHOGONAL, 5) == (1, 0)


def test_the_cone_refutes_finite_boards() -> None:
    assert (
        cone.CRITERION.check(finite_pair(Geometry.ORTHOGONAL, 5, 9, 4), Limits().start()).outcome == "refuted"
    )
    assert (
        cone.CRITERION.check(finite_pair(Geometry.ORTHOGONAL, 2, 7, 3), Limits().start()).outcome == "passed"
    )


@pytest.mark.parametrize(("geometry", "pegs"), [(Geometry.TRIANGULAR, 36), (Geometry.DIAGONAL, 23)])
def test_level_6_needs_so_many(geometry: Geometry, pegs: int) -> None:
    proof = fewest_on_board(finite_pair(geometry, 6, *usual_size(6)), pegs, Limits(60).start())
    assert proof is not None and verifier.check(proof.to_json()).valid
    less = proof.to_json()
    told = less["proof"]["bound"]
    less["proof"] = less["proof"] | {"bound": told | {"pegs_at_most": told["pegs_at_most"] - 1}}
    assert not verifier.check(less).valid


def test_a_board_that_is_too_small_for_any_army() -> None:
    assert march(Geometry.ORTHOGONAL, 3, 2, 2, Limits(20).start()) is None
    assert march(Geometry.ORTHOGONAL, 4, 7, 2, Limits(20).start()) is None


def test_json_says_what_a_limit_left_undecided(
    held: Held, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def late(*_: object) -> None:
        held.now += 60

    monkeypatch.setattr("feasibility.studies.armies.march.fewest_on_board", late)
    assert main(["army", "--level", "2", "--time-limit", "50", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["pegs"], found["fewest_on_board"], found["complete"]) == (4, None, False)


def test_bad_sizes() -> None:
    with pytest.raises(InputError, match="not a size"):
        finite_pair(Geometry.ORTHOGONAL, 3, 0, 4)


def test_a_size_for_a_level_out_of_reach_is_not_passed_over(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["army", "--level", "5", "--size", "11x5"]) == 1
    assert "proved for a board of any size" in capsys.readouterr().err
