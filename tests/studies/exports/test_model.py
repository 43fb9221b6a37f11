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
from feasibility.cli import main
from feasibility.criteria import cone, integer_cone
from feasibility.game.position import Pair, Position, Target
from feasibility.studies.exports.model import KINDS
from feasibility.text.catalogue import board
from feasibility.text.references import read_pair
from tests.studies.polyhedra.reference import located, reachable

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


@pytest.mark.parametrize(
    ("edges", "jump"),
    [("d c\nc b\n", "x_d_c_b"), ("a1 a2\na2 b.1\n", "x_a1_a2_b.1"), ("v_1 v_2\nv_2 v_3\n", "x_a1_b1_c1")],
)
def test_variables_are_called_as_the_vertices_are(edges: str, jump: str, tmp_path: Path) -> None:
    """Unless that could be read in two ways."""
    import highspy

    graph = tmp_path / "g.edges"
    graph.write_text(edges)
    last = edges.rsplit(maxsplit=1)[-1]
    for ending in ("lp", "mps"):
        path = str(tmp_path / f"pair.{ending}")
        feasibility.model(f"{graph}:-{last}", f"{graph}:+{last}", path)
        solver: Any = highspy.Highs()
        solver.setOptionValue("output_flag", False)
        assert solver.readModel(path) == highspy.HighsStatus.kOk
        assert jump in solver.getLp().col_names_
        assert solver.run() == highspy.HighsStatus.kOk
        assert solver.getInfo().objective_function_value == 1


@given(pairs())
@settings(max_examples=25)
def test_models_say_what_the_criteria_and_the_rules_say(pair: Pair) -> None:
    truth = any(pair.target.contains(mask) for mask in reachable(pair.board, pair.start.mask))
    assert solved(feasibility.model(pair, kind="play")) == truth
    in_cone = cone.CRITERION.check(pair, Limits().start()).outcome == "passed"
    assert solved(feasibility.model(pair, kind="cone")) == in_cone
    if pair.target.pegs is None:
        whole = integer_cone.CRITERION.check(pair, Limits().start()).outcome == "passed"
        assert solved(feasibility.model(pair, kind="integer-cone")) == whole


@pytest.mark.parametrize("ending", ["lp", "mps"])
@pytest.mark.parametrize("kind", KINDS)
def test_files_can_be_read_by_another_solver(kind: str, ending: str, tmp_path: Path) -> None:
    import highspy

    for start, target, feasible in (
        ("line:7:+a1+b1+d1", "line:7:+e1", {"cone": True, "integer-cone": True, "play": True}),
        ("line:7:+a1+b1+d1+f1+g1", "line:7:+a1+g1", {"cone": True, "integer-cone": False, "play": False}),
    ):
        path = tmp_path / f"{start[-2:]}.{ending}"
        feasibility.model(start, target, path, kind=kind)
        solver: Any = highspy.Highs()
        solver.setOptionValue("output_flag", False)
        assert solver.readModel(str(path)) == highspy.HighsStatus.kOk
        solver.run()
        assert (solver.getModelStatus() == highspy.HighsModelStatus.kOptimal) == feasible[kind]


def test_bad_questions_about_models(tmp_path: Path) -> None:
    pair = read_pair("line:5:+a1+b1", "line:5:+c1")
    with pytest.raises(InputError, match="no such model"):
        feasibility.model(pair, kind="circus")
    with pytest.raises(InputError, match=r"expected \.lp, \.mps"):
        feasibility.model(pair, None, tmp_path / "model.txt")
    (tmp_path / "there.lp").write_text("")
    with pytest.raises(InputError, match="exists"):
        feasibility.model(pair, None, tmp_path / "there.lp")
    feasibility.model(pair, None, tmp_path / "LOUD.LP")
    with pytest.raises(InputError, match="cannot be written"):
        feasibility.model(pair, None, tmp_path / "no folder" / "x.lp")
    with pytest.raises(InputError, match="too large"):
        feasibility.model(read_pair("rectangle:40x40:-a1", "rectangle:40x40:+a1"), kind="play")


def test_a_problem_and_its_domain_are_two_files(tmp_path: Path) -> None:
    path = tmp_path / "p.pddl"
    with pytest.raises(InputError, match="one file for two texts"):
        feasibility.model("line:4:-b1", "line:4:+b1", path, domain=tmp_path / "." / "p.pddl")
    assert not path.exists()


@given(pairs(), st.sampled_from(KINDS))
@settings(max_examples=25)
def test_the_objects_say_the_same(pair: Pair, kind: str) -> None:
    """pulp by CBC, the solver of highspy, and the arrays by scipy."""
    import highspy
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp

    truth = solved(feasibility.model(pair, kind=kind))
    solver = feasibility.model(pair, kind=kind, form="highspy")
    solver.run()
    assert (solver.getModelStatus() == highspy.HighsModelStatus.kOptimal) == truth
    made = feasibility.model(pair, kind=kind, form="arrays")
    rows = LinearConstraint(made.A, np.where(made.senses == "L", -np.inf, made.b), made.b)
    whole = np.full(len(made.costs), int(made.whole))
    assert (
        milp(made.costs, integrality=whole, bounds=Bounds(*made.bounds.T), constraints=rows).success == truth
    )
    assert made.A.shape == (len(made.rows), len(made.columns))


def test_the_files_hold_the_same_program(tmp_path: Path) -> None:
    """Each by a reader written after its manual: zsolve's project, Matrix Market, lrs, Normaliz."""
    import numpy as np
    from scipy.io import mmread

    pair = read_pair("line:7:+a1+b1+d1+f1+g1", "line:7:+a1+g1")
    made = feasibility.model(pair, kind="integer-cone", form="arrays")
    for ending in (".mat", ".mtx", ".ine", ".in", ".poly"):
        feasibility.model(pair, None, tmp_path / f"pair{ending}")
    matrix = made.A.toarray()

    def dense(suffix: str) -> list[list[str]]:
        head, *rows = (tmp_path / f"pair.{suffix}").read_text().splitlines()
        assert head.split() == [str(len(rows)), str(len(rows[0].split()))]
        return [row.split() for row in rows]

    assert np.array_equal(np.array(dense("mat"), dtype=int), matrix)
    assert np.array_equal(np.array(dense("rhs")[0], dtype=int), made.b)
    assert set(dense("rel")[0]) == {"="} and set(dense("sign")[0]) == {"1"} and set(dense("ub")[0]) == {"*"}
    assert np.array_equal(mmread(tmp_path / "pair.mtx").toarray(), matrix)
    assert np.array_equal(mmread(tmp_path / "pair_b.mtx").ravel(), made.b)
    assert (mmread(tmp_path / "pair_hi.mtx") == 1e308).all() and (mmread(tmp_path / "pair_lo.mtx") == 0).all()
    lines = (tmp_path / "pair.ine").read_text().splitlines()
    assert lines[1].split() == ["linearity", "7", *map(str, range(1, 8))]
    rows = np.array([line.split() for line in lines[4:-1]], dtype=int)
    assert np.array_equal(rows[:7, 1:], matrix) and np.array_equal(-rows[:7, 0], made.b)
    assert np.array_equal(rows[7:, 1:], np.eye(matrix.shape[1]))


def test_normaliz_finds_a_play_in_the_file_of_a_program(tmp_path: Path) -> None:
    located("normaliz")
    from PyNormaliz import Cone

    for target, count in (("line:5:+e1", 1), ("line:5:+a1", 0)):
        feasibility.model("line:5:+a1+b1+d1", target, tmp_path / "play.in", kind="play", force=True)
        assert len(Cone(file=str(tmp_path / "play")).ModuleGenerators()) == count


def test_bad_questions_about_objects(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such form of a model"):
        feasibility.model("line:4:-b1", form="gurobi")
    with pytest.raises(InputError, match="go with a file"):
        feasibility.model("line:4:-b1", force=True)  # type: ignore[call-overload]
    with pytest.raises(InputError, match="equations alone"):
        feasibility.model("line:4:-b1", None, tmp_path / "play.mtx", kind="play")
    with pytest.raises(InputError, match="zsolve works in whole numbers"):
        feasibility.model("line:4:-b1", None, tmp_path / "pair.mat", kind="cone")
    (tmp_path / "pair.rhs").write_text("mine")
    with pytest.raises(InputError, match=r"pair\.rhs: the output file exists"):
        feasibility.model("line:4:-b1", None, tmp_path / "pair.mat")
    assert not (tmp_path / "pair.mat").exists() and (tmp_path / "pair.rhs").read_text() == "mine"
    with pytest.raises(InputError, match="too large for this kind of file"):
        feasibility.model("english33:-d4", "english33:+d4", tmp_path / "play.mat", kind="play")


def test_every_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "m.mat"
    assert main(["model", "line:7:-b1", "--pegs", "1", "-o", str(path)]) == 0
    told = capsys.readouterr().err
    assert all(str(one) in told for one in tmp_path.iterdir()) and len(list(tmp_path.iterdir())) == 5
    names = feasibility.model("line:7:-b1", None, path, pegs=1, force=True)
    assert sorted(names) == sorted(map(str, tmp_path.iterdir()))
