"""Models for other solvers say the truth, and planning problems go both ways."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import feasibility
from feasibility.base.errors import InputError
from feasibility.base.limits import Limits
from feasibility.criteria import cone, integer_cone
from feasibility.game.position import Pair, Position, Target
from feasibility.studies.exports.model import KINDS, build, write
from feasibility.text.catalogue import board
from feasibility.text.references import read_pair
from tests.studies.polyhedra.reference import reachable

BOARDS = ["line:5", "rectangle:2x3", "triangle:3", "line:7", "rectangle:1x2"]


@st.composite
def pairs(draw: st.DrawFn) -> Pair:
    here = board(draw(st.sampled_from(BOARDS)))
    start = Position(here, draw(st.integers(0, here.full)))
    near = draw(st.sampled_from(sorted(reachable(here, start.mask))))
    must = draw(st.sampled_from([near, draw(st.integers(0, here.full))]))
    free = draw(st.integers(0, here.full))
    count = Target.with_pegs(here, draw(st.integers(0, 2)))
    return Pair(start, draw(st.sampled_from([Position(here, must), Target(here, must & ~free, free), count])))


def solved(problem: Any) -> bool:
    """Whether CBC, the solver that pulp brings along, finds a solution."""
    import pulp

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        problem.solve(pulp.PULP_CBC_CMD(msg=False))
    assert problem.status in (pulp.LpStatusOptimal, pulp.LpStatusInfeasible)
    return bool(problem.status == pulp.LpStatusOptimal)


@given(pairs())
@settings(max_examples=25)
def test_models_say_what_the_criteria_and_the_rules_say(pair: Pair) -> None:
    truth = any(pair.target.contains(mask) for mask in reachable(pair.board, pair.start.mask))
    assert solved(build(pair, "play")) == truth
    in_cone = cone.CRITERION.check(pair, Limits().start()).outcome == "passed"
    assert solved(build(pair, "cone")) == in_cone
    if pair.target.pegs is None:
        whole = integer_cone.CRITERION.check(pair, Limits().start()).outcome == "passed"
        assert solved(build(pair, "integer-cone")) == whole


@pytest.mark.parametrize("ending", ["lp", "mps"])
@pytest.mark.parametrize("kind", KINDS)
def test_files_can_be_read_by_another_solver(kind: str, ending: str, tmp_path: Path) -> None:
    import highspy

    for start, target, feasible in (
        ("line:7:+a1+b1+d1", "line:7:+e1", {"cone": True, "integer-cone": True, "play": True}),
        ("line:7:+a1+b1+d1+f1+g1", "line:7:+a1+g1", {"cone": True, "integer-cone": False, "play": False}),
    ):
        path = tmp_path / f"{start[-2:]}.{ending}"
        write(build(read_pair(start, target), kind), str(path))
        solver: Any = highspy.Highs()
        solver.setOptionValue("output_flag", False)
        assert solver.readModel(str(path)) == highspy.HighsStatus.kOk
        solver.run()
        assert (solver.getModelStatus() == highspy.HighsModelStatus.kOptimal) == feasible[kind]


def test_bad_questions_about_models(tmp_path: Path) -> None:
    pair = read_pair("line:5:+a1+b1", "line:5:+c1")
    with pytest.raises(InputError, match="no such model"):
        build(pair, "circus")
    with pytest.raises(InputError, match=r"expected \.lp, \.mps"):
        feasibility.model(pair, None, tmp_path / "model.txt")
    (tmp_path / "there.lp").write_text("")
    with pytest.raises(InputError, match="exists"):
        feasibility.model(pair, None, tmp_path / "there.lp")
    feasibility.model(pair, None, tmp_path / "LOUD.LP")
    with pytest.raises(InputError, match="cannot be written"):
        write(build(pair, "cone"), str(tmp_path / "no folder" / "x.lp"))
    with pytest.raises(InputError, match="too large"):
        build(read_pair("rectangle:40x40:-a1", "rectangle:40x40:+a1"), "play")


def test_a_problem_and_its_domain_are_two_files(tmp_path: Path) -> None:
    path = tmp_path / "p.pddl"
    with pytest.raises(InputError, match="one file for two texts"):
        feasibility.model("line:4:-b1", "line:4:+b1", path, domain=tmp_path / "." / "p.pddl")
    assert not path.exists()
