"""Planning problems: what is written is read again, what says more than a pair is refused with its place."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feasibility.base.errors import InputError
from feasibility.game.position import Pair, Position, Target
from feasibility.studies.exports.planning_problem import write_problem
from feasibility.text.catalogue import board
from feasibility.text.references import read_pair
from research.problem_files import DOMAINS, parse_problem

BOARDS = ["line:5", "rectangle:2x3", "triangle:3", "english33", "hexagon:3", "torus:3x3", "graph:petersen"]

# In the manner of the competition's files: both cases, remarks, costs, a goal that leaves holes open.
COMPETITION = """
(define (problem pegsolitaire-sequential-000)
  (:domain pegsolitaire-sequential)
  (:objects pos-0-0 - location pos-0-1 - location pos-0-2 - location) ; three in a row
  (:INIT (= (total-cost) 0) (move-ended) (IN-LINE pos-0-0 pos-0-1 pos-0-2) (IN-LINE pos-0-2 pos-0-1 pos-0-0)
    (occupied pos-0-0) (occupied pos-0-1) (free pos-0-2))
  (:goal (and (free pos-0-0) (occupied pos-0-2)))
  (:metric minimize (total-cost)))
"""

# In the manner of CSPLib's: no types, no sweeps, and a line is there for both of its jumps.
LIBRARY = """
(define (problem solitaire-three) (:domain solitaire-strips) (:objects loc0 loc1 loc2)
  (:init (full loc0) (full loc1) (empty loc2) (transition loc0 loc1 loc2))
  (:goal (and (empty loc0) (empty loc1) (full loc2))))
"""


@st.composite
def pairs(draw: st.DrawFn) -> Pair:
    here = board(draw(st.sampled_from(BOARDS)))
    start, must, free = (draw(st.integers(0, here.full)) for _ in range(3))
    return Pair(Position(here, start), Target(here, must & ~free, free))


@given(pairs(), st.booleans())
def test_what_is_written_is_read_as_the_same_pair(pair: Pair, costs: bool) -> None:
    again = parse_problem(write_problem(pair, pair.board.name, costs=costs))
    assert again == pair
    assert again.board.name == ("" if pair.board.geometry == "explicit" else pair.board.name)


def test_a_number_of_pegs_is_no_goal() -> None:
    with pytest.raises(InputError, match="no goal"):
        write_problem(read_pair("line:5:+a1+b1", pegs=1))


def test_a_problem_in_the_manner_of_the_competition() -> None:
    pair = parse_problem(COMPETITION)
    assert pair.board == board("line:3") and pair.board.name == "line:3"
    assert (pair.start.mask, pair.target.must, pair.target.free) == (0b011, 0b100, 0b010)


def test_the_temporal_problem_is_the_same_pair() -> None:
    text = COMPETITION.replace("(:domain pegsolitaire-sequential", "(:domain pegsolitaire-temporal")
    text = text.replace("(= (total-cost) 0) (move-ended)", "").replace("(total-cost)", "(total-time)")
    assert parse_problem(text) == parse_problem(COMPETITION)


def test_names_without_coordinates_become_holes() -> None:
    three = parse_problem(LIBRARY)
    assert three.board == board("line:3") and three.start.mask == 0b011 and three.exact.mask == 0b100
    bent = parse_problem(LIBRARY.replace("(transition", "(transition loc0 loc2 loc1) (transition"))
    assert bent.board.names == ("loc0", "loc1", "loc2")
    left = COMPETITION.replace("pos-0-0", "left-most").replace("pos-0-1", "mid").replace("pos-0-2", "right")
    assert len(parse_problem(left).board.jumps) == 2


def test_a_goal_of_one_fact_leaves_the_rest_open() -> None:
    goal = "(and (free pos-0-0) (occupied pos-0-2))"
    assert parse_problem(COMPETITION.replace(goal, "(free pos-0-1)")).target.free == 0b101


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("(define", "(defund"), "line 2, column 1: not a planning problem"),
        ((":goal", ":gaol"), "line 7, column 3: a section that is not read; saw (:gaol"),
        (("(:metric", "(:constraints (always (free pos-0-2))) (:metric"), "line 8, column 3: a section that is"),
        (("(:metric", "(:goal (and)) (:metric"), "line 8, column 3: a section that was there before"),
        (("(:goal (and (free pos-0-0) (occupied pos-0-2)))", ""), "expected (:goal ...)"),
        (("(free pos-0-2))", "(free pos-0-2)"), "line 2, column 1: a ( without )"),
        (("(:metric", ")(:metric"), "line 8, column 35: a ) without ("),
        (("(define", "also (define"), "line 2, column 1: what stands beside the one list; saw also"),
        (("(define", "(" * 200 + "define"), "line 2, column 51: nested too deep"),
        ((":domain pegsolitaire", ":domain mine"), "line 3, column 3: not a domain of peg solitaire"),
        (("0 - location pos-0-1", "0 - hole pos-0-1"), "line 4, column 23: not a type of this domain; saw hole"),
        (("location pos-0-2", "location pos-0-1"), "line 4, column 51: a location that was there before"),
        (("pos-0-2 - location)", "pos-0-2 - location pos-0-3)"), "column 70: a place of which the start says n"),
        (("(free pos-0-2))", "(free pos-0-2) (free pos-0-1))"), "line 6, column 58: a place that is empty and f"),
        (("(free pos-0-2))", "(free pos-0-2 pos-0-1))"), "line 6, column 43: wrong number of places"),
        (("(free pos-0-2))", "(free (pos-0-2)))"), "line 6, column 49: a list where a word belongs"),
        (("(move-ended)", "(last-visited pos-0-0)"), "line 5, column 29: not a fact that is read here"),
        (("(move-ended)", ""), "line 5, column 3: no sweep can begin"),
        (("(= (total-cost) 0)", "(= (total-cost) 1)"), "line 5, column 10: not a fact that is read here"),
        (("(occupied pos-0-0)", "(at 5 (occupied pos-0-0))"), "line 6, column 5: not a fact that is read here"),
        (("(IN-LINE pos-0-0 pos-0-1", "(IN-LINE pos-0-0 pos-0-0"), "line 5, column 42: not a jump"),
        (("(and (free pos-0-0)", "(and (free pos-9-9)"), "line 7, column 21: an unknown place; saw pos-9-9"),
        (("(and (free pos-0-0)", "(and (free pos-0-2)"), "line 7, column 30: the goal asks for a hole to be e"),
        (("(and (free pos-0-0)", "(and (preference g (free pos-0-0))"), "line 7, column 15: not a fact that is"),
        (("(and (free pos-0-0) (occupied pos-0-2))", "(not (free pos-0-0))"), "line 7, column 10: not a fact"),
        (("(and (free", "(and (in-line pos-0-0 pos-0-1 pos-0-2) (free"), "line 7, column 15: not a goal"),
        (("(:goal (and", "(:goal (free pos-0-0) (and"), "line 7, column 3: not a goal"),
        (("(and (free pos-0-0) (occ", "(and (= (total-cost) 0) (occ"), "line 7, column 15: not a fact that is"),
    ],
)  # fmt: skip
def test_more_than_a_pair_is_refused_with_its_place(change: tuple[str, str], says: str) -> None:
    assert change[0] in COMPETITION
    with pytest.raises(InputError) as caught:
        parse_problem(COMPETITION.replace(*change), "file.pddl")
    assert says in str(caught.value) and str(caught.value).startswith("file.pddl, line ")


def test_problems_of_other_domains_are_refused_by_their_names() -> None:
    with pytest.raises(InputError, match=" or ".join(DOMAINS)):
        parse_problem(COMPETITION.replace("pegsolitaire-sequential)", "pegsolitaire-netbenefit)"))


@given(st.text(alphabet="()define:itgoal -0123;occupied\n", max_size=60))
def test_any_text_is_a_pair_or_an_error(text: str) -> None:
    with suppress(InputError):
        assert parse_problem(text).board.n


@given(st.data())
def test_a_problem_with_a_change_is_a_pair_or_an_error(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(COMPETITION)))
    gone = data.draw(st.integers(0, 12))
    put = data.draw(st.sampled_from(["", "(", ")", " - ", "(free pos-0-1)", "(and)", ":goal", "pos-0-1 "]))
    with suppress(InputError):
        assert parse_problem(COMPETITION[:at] + put + COMPETITION[at + gone :]).board.n
