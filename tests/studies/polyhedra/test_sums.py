"""Sums of jumps and conditions on them: what is read, what it means, what is refused and where."""

from __future__ import annotations

import operator
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feasibility.base.errors import InputError
from feasibility.proofs.kinds.bound import JumpBound
from feasibility.studies.polyhedra.sums import format_condition, format_sum, parse_condition, parse_sum
from feasibility.text.catalogue import board
from feasibility.text.moves import format_jump

ENGLISH = board("english33")


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("e3c3+c3e3>=3", ["c3e3+e3c3>=3"]),
        ("2*e3c3-d4b4<=1", ["2*e3c3-d4b4<=1"]),
        ("3<=e3c3", ["e3c3>=3"]),
        ("e3c3<3", ["e3c3<=2"]),
        ("-1 > - e3c3", ["e3c3>=2"]),
        ("e3c3==3", ["e3c3<=3", "e3c3>=3"]),
        ("e3c3+e3c3>=1", ["e3c3>=1"]),  # twice, so at least a half
        ("2*e3c3=3", ["e3c3<=1", "e3c3>=2"]),  # never
        ("6*e3c3-4*c3e3>=7", ["-2*c3e3+3*e3c3>=4"]),
        ("e3c3>=c3e3", ["-c3e3+e3c3>=0"]),
        ("46-44=2", ["d2d4<=2", "d2d4>=2"]),  # signs that belong to jumps
        ("46-44-44-46<=2", ["d2d4-d4d2<=2"]),
        ("5->17-17->5<2", ["d2d4-d4d2<=1"]),
        ("5->17>=1", ["d2d4>=1"]),
    ],
)
def test_conditions(text: str, read: list[str]) -> None:
    found = parse_condition(ENGLISH, text)
    assert [format_condition(ENGLISH, one) for one in found] == read
    assert [parse_condition(ENGLISH, one) for one in read] == [(one,) for one in found]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("e3c3", "'e3c3': not a condition; expected a condition, as e3c3>=3 or 2*e3c3-d4b4<=1"),
        ("", "'': not a condition"),
        ("e3c3>", "'e3c3>', column 6: not one jump; saw ''"),
        (">=2", "'>=2', column 1: not one jump"),
        ("3>=2", "'3>=2': no jump is left"),
        ("0*e3c3>=1", "'0*e3c3>=1': no jump is left"),
        ("e3c3>=e3c3", "'e3c3>=e3c3': no jump is left"),
        ("e3c3+d2d3>=1", "column 6: english33 has no jump from d2 to d3; saw 'd2d3'; expected d2d4"),
        ("1>=e3c3+d2d3", "column 9: english33 has no jump from d2 to d3"),
        ("e3c3+>=1", "column 6: not one jump; saw ''"),
        ("e3c3 c3e3>=1", "column 1: not one jump; saw 'e3c3 c3e3'"),
        ("d2-d4-b4>=1", "column 7: not a jump; saw 'b4'"),
        ("e3c3>=1.5", "column 7: not a jump; saw '1.5'"),
        ("e3c3=>3", "not a jump; saw 'e3c3='"),
        ("1<=e3c3<=3", "not a jump; saw '1<=e3c3'"),
        ("12345678901*e3c3>=1", "not a jump; saw '12345678901*e3c3'"),
        ("e3c3>=99999999999", "not a jump; saw '99999999999'"),
        ("e3c3>=--1", "column 8: not a jump"),
    ],
)
def test_what_is_no_condition(text: str, error: str) -> None:
    with pytest.raises(InputError, match=re.escape(error)):
        parse_condition(ENGLISH, text)


def test_what_can_be_read_in_two_ways_is_refused() -> None:
    """As numbers of holes: the jump from 1 to 3 more than once, or that from 3 to 1 less than once."""
    assert parse_condition(ENGLISH, "1>3>=2") == parse_condition(ENGLISH, "c1e1>=2")
    assert parse_condition(ENGLISH, "1>=3>1") == parse_condition(ENGLISH, "e1c1<=1")
    with pytest.raises(InputError, match="'1>3>1': this can be read in several ways"):
        parse_condition(ENGLISH, "1>3>1")


BOARDS = ["english33", "triangle:4", "line:6", "torus:4x4"]
SIGNS = {"<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt, "=": operator.eq}


@given(st.sampled_from(BOARDS), st.data())
def test_a_condition_is_read_as_what_it_says(name: str, data: st.DataObject) -> None:
    """For whatever numbers of jumps."""
    here = board(name)
    jumps = here.jumps[:4]
    terms = st.lists(st.tuples(st.integers(-4, 4), st.sampled_from(jumps)), min_size=1, max_size=4)
    left, right, number = data.draw(terms), data.draw(terms), data.draw(st.integers(-5, 5))
    sign = data.draw(st.sampled_from(sorted(SIGNS)))
    one_sided = data.draw(st.booleans())
    written = [
        "".join(f" {'-' if f < 0 else '+'} {abs(f)}*{format_jump(here, j)}" for f, j in side)
        for side in (left, right)
    ]
    text = f"{written[0]}{sign}{number if one_sided else written[1]}"
    try:
        found = parse_condition(here, text)
    except InputError as error:
        assert "no jump is left" in str(error)
        return
    assert [parse_condition(here, format_condition(here, one)) for one in found] == [(one,) for one in found]
    for _ in range(5):
        times = dict(zip(jumps, data.draw(st.lists(st.integers(0, 5), min_size=4, max_size=4)), strict=False))
        values = [sum(f * times[j] for f, j in side) for side in (left, right)]
        truth = SIGNS[sign](values[0], number if one_sided else values[1])
        totals = [(sum(f * times[j] for f, j in one.terms), one) for one in found]
        assert truth == all(
            total <= one.times if one.at_most else total >= one.times for total, one in totals
        )


@given(st.text(alphabet='e3c3d4b42*+-<>= 0(){}"', max_size=25))
def test_any_text_is_read_or_refused(text: str) -> None:
    for parse in (parse_sum, parse_condition):
        try:
            found = parse(ENGLISH, text)
        except InputError as error:
            assert error.source is not None
        else:
            again = (format_condition(ENGLISH, one) for one in found if isinstance(one, JumpBound))
            assert (
                found == parse_sum(ENGLISH, format_sum(ENGLISH, found)) if parse is parse_sum else all(again)
            )  # type: ignore[arg-type]
