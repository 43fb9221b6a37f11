"""Pagoda functions of pairs, all 0/1 ones against brute force, and hand-made tables."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feasibility.base.errors import InputError
from feasibility.base.limits import Limits
from feasibility.criteria import cone
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.functional import Functional
from feasibility.proofs.kinds.pagoda import Pagoda
from feasibility.studies.polyhedra.pagoda import diagnose, is_extreme, mend, pagoda, zero_one
from feasibility.text.catalogue import board
from feasibility.text.references import read_pair
from feasibility.text.weights import read_weights
from feasibility.verifier import verify
from tests.amounts import examples

BOARDS = ["line:7", "rectangle:3x3", "triangle:4", "rectangle:2x4"]


@st.composite
def pairs(draw: st.DrawFn) -> Pair:
    here = board(draw(st.sampled_from(BOARDS)))
    start = Position(here, draw(st.integers(0, here.full)))
    must, free = draw(st.integers(0, here.full)), draw(st.integers(0, here.full))
    targets = (
        Position(here, must),
        Target(here, must & ~free, free),
        Target.with_pegs(here, draw(st.integers(0, 3))),
    )
    return Pair(start, draw(st.sampled_from(targets)))


@examples(20, 60, pairs())
def test_whatever_is_shown_refutes(pair: Pair) -> None:
    found = pagoda(pair)
    for one in found:
        assert one.margin > 0
        verify(Certificate(pair, Pagoda(one.weights)).to_json())
        assert one.extreme == is_extreme(pair.board, one.weights)
    outcome = cone.CRITERION.check(pair, Limits().start()).outcome
    if outcome == "passed":
        assert not found
    else:
        assert found
    if found and pair.exact is not None:
        assert max(map(abs, found[0].weights)) == min(max(map(abs, one.weights)) for one in found)


def test_a_number_of_pegs_that_only_negative_weights_refute() -> None:
    """Two pegs far from each other weigh -2, one peg anywhere at least -1; no weights 0 and 1 tell them apart."""
    pair = read_pair("line:3:+a1+c1", pegs=1)
    assert pagoda(pair)[0].weights == (-1, 0, -1)
    assert not list(zero_one(pair, Limits().start()))


def zero_one_by_definition(pair: Pair) -> set[tuple[int, ...]]:
    n = pair.board.n
    tables = (tuple(mask >> i & 1 for i in range(n)) for mask in range(1 << n))
    functionals = (Functional(table) for table in tables)
    return {f.weights for f in functionals if f.is_valid(pair.board) and f.separates(pair.start, pair.target)}


@given(pairs())
@settings(max_examples=40)
def test_all_zero_one_functions(pair: Pair) -> None:
    found = list(zero_one(pair, Limits().start()))
    assert len(found) == len(set(found))
    assert set(found) == zero_one_by_definition(pair)


def test_a_pair_that_only_large_weights_refute() -> None:
    """P' = {1, 2, 3, 4, 9} from its complement: a published facet gives 2; weights below 10 will not do."""
    pair = read_pair("english33:-c1-d1-e1-c2-c3", "english33:+c1+d1+e1+c2+c3")
    found = pagoda(pair, limits=60)
    assert max(map(abs, found[0].weights)) == 10
    assert any(one.extreme and one.margin == 2 for one in found)
    assert not list(zero_one(pair, Limits().start()))


def test_hand_made_tables() -> None:
    """G. Bell's resource count on Wiegleb's board is a pagoda function; spoilt in one hole it is mended."""
    here = board("wiegleb45")
    arm, side, empty = "-1 0 -1  1 0 1  0 0 0", "-1 1 0 1 0 1 0 1 -1", "0 0 0 0 0 0 0 0 0"
    rows = f"{arm}  {side}  {empty}  {side}  0 0 0  1 0 1  -1 0 -1"
    weights = [int(w) for w in rows.split()]
    good = diagnose(here, weights)
    assert good.valid and good.mended is None
    weights[0] += 2
    bad = diagnose(here, weights)
    assert not bad.valid
    assert {here.holes[jump.landing] for jump, _ in bad.breaks} == {here.holes[0]}
    assert all(by == Functional(tuple(weights)).change(jump) > 0 for jump, by in bad.breaks)
    assert bad.mended is not None
    assert Functional(bad.mended).is_valid(here)
    assert sum(abs(a - b) for a, b in zip(weights, bad.mended)) <= 2


@given(st.sampled_from(["line:4", "triangle:3", "rectangle:2x3"]), st.data())
@settings(max_examples=25)
def test_repairs_are_the_least(name: str, data: st.DataObject) -> None:
    from itertools import product

    here = board(name)
    weights = data.draw(st.lists(st.integers(-1, 2), min_size=here.n, max_size=here.n))
    mended = mend(here, weights, Limits().start())
    assert mended is not None and Functional(mended).is_valid(here)
    change = sum(abs(a - b) for a, b in zip(weights, mended))
    for other in product(range(-1, 3), repeat=here.n):
        lowers = any(Functional(other).change(j) < 0 for j in here.jumps)
        if lowers and Functional(other).is_valid(here):
            assert sum(abs(a - b) for a, b in zip(weights, other)) >= change


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1 2 3", "not a weight for each hole of line:4; saw 3 weights; expected 4"),
        ("1 2 3 4 5", "saw 5 weights"),
        ("", "saw 0 weights"),
        ("1,2,x,4", "line 1, column 5: not a weight; saw 'x'"),
        ("1 2\n3 4.0", "line 2, column 3"),
        ("1 2 3 " + "9" * 30, "not a weight"),
    ],
)
def test_bad_weights(text: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        read_weights(text, board("line:4"))
    assert says in str(caught.value)


def test_weights_as_people_write_them(tmp_path: object) -> None:
    from pathlib import Path

    assert read_weights("[-1, 1, +0, 1]", board("line:4")) == (-1, 1, 0, 1)
    file = Path(str(tmp_path)) / "weights.txt"
    file.write_text("-1 1\n0 1\n")
    assert read_weights(str(file), board("line:4")) == (-1, 1, 0, 1)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="UTF-8"):
        read_weights(str(file), board("line:4"))
