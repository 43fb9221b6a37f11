"""Facets, boards and lattices in the files of other programs, as those programs see them."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import sympy
from sympy.polys.matrices import DomainMatrix

import feasibility
from feasibility.base.errors import ExitCode, InputError
from feasibility.cli import main
from feasibility.render.matrices import CONES, ENDINGS, VectorList, text_of
from feasibility.studies.polyhedra.cone import dual_cone, orbit
from feasibility.studies.polyhedra.lattice import lattice
from feasibility.studies.polyhedra.sample import facets_in, facets_of
from feasibility.systems.residues import generators
from feasibility.text.catalogue import board
from tests.studies.polyhedra.reference import located

BOARDS = ("line:5", "rectangle:2x3", "triangle:4", "line:3")  # the second and last have a lineality space


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("ending", ENDINGS)
def test_facets_go_out_and_come_back(name: str, ending: str, tmp_path: Path) -> None:
    path, here = tmp_path / f"facets{ending}", board(name)
    assert main(["facets", name, "--all", "--engine", "builtin", "--table", str(path)]) == ExitCode.OK
    found = facets_in(here, path)
    assert set(facets_of(here, found, False)) == set(feasibility.facets(name, engine="builtin"))
    assert main(["facets", name, "--read", str(path), "--summary"]) == ExitCode.OK
    assert feasibility.facets(name, read=path) == tuple(facets_of(here, found, False))


@pytest.mark.parametrize("name", BOARDS)
def test_normaliz_finds_the_facets_from_the_file_of_a_board(name: str, tmp_path: Path) -> None:
    located("normaliz")
    from PyNormaliz import Cone

    assert main(["board", name, "--matrix", str(tmp_path / "board.in")]) == ExitCode.OK
    cone = Cone(file=str(tmp_path / "board"))
    listing = tmp_path / "found.ine"
    rows, equations = cone.SupportHyperplanes(), cone.Equations()
    system = VectorList("inequalities", tuple((0, *r) for r in rows), tuple((0, *r) for r in equations))
    listing.write_text(text_of(listing, system))
    assert set(feasibility.facets(name, read=listing)) == set(feasibility.facets(name, engine="builtin"))


def rays_by_ppl(rows: list[list[int]]) -> VectorList:
    """The Parma Polyhedra Library."""
    import ppl

    system, unknowns = ppl.Constraint_System(), [ppl.Variable(i) for i in range(len(rows[0]) - 1)]
    for constant, *numbers in rows:
        system.insert(sum((a * x for a, x in zip(numbers, unknowns)), ppl.Linear_Expression(constant)) >= 0)
    made = list(ppl.C_Polyhedron(system).generators())
    rays, lines = ([[int(g.coefficient(x)) for x in unknowns] for g in made if kind(g)] for kind in (
        lambda g: g.is_ray(), lambda g: g.is_line()
    ))  # fmt: skip
    return VectorList.rays(rays, lines)


def rays_by_cdd(rows: list[list[int]]) -> VectorList:
    """In floating point: the weights of these boards are multiples of one half."""
    cdd = pytest.importorskip("cdd", reason="NOT CHECKED: no pycddlib, which .ci/run builds and installs")
    matrix = cdd.matrix_from_array(rows, rep_type=cdd.RepType.INEQUALITY)
    made = cdd.copy_generators(cdd.polyhedron_from_matrix(matrix))
    doubled = [[round(2 * value) for value in row] for row in made.array]
    halves = (
        [row[1:] for i, row in enumerate(doubled) if (i in made.lin_set) is line] for line in (False, True)
    )
    return VectorList.rays(*halves)


@pytest.mark.skipif(sys.platform != "linux", reason="pplpy has no wheels for other systems")
@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("rays", [rays_by_ppl, rays_by_cdd])
def test_libraries_find_the_facets_from_the_file_of_a_board(
    rays: Callable[[list[list[int]]], VectorList], name: str, tmp_path: Path
) -> None:
    """The rays of what the .ine of a board holds are the facets."""
    path, found = tmp_path / "board.ine", tmp_path / "found.ext"
    assert main(["board", name, "--matrix", str(path)]) == ExitCode.OK
    rows = [
        [int(word) for word in row.split()] for row in path.read_text().split("integer\n")[1].split("\n")[:-2]
    ]
    found.write_text(text_of(found, rays(rows)))
    assert set(feasibility.facets(name, read=found)) == set(feasibility.facets(name, engine="builtin"))


def test_facets_are_known_by_any_multiple_and_up_to_what_no_jump_changes(tmp_path: Path) -> None:
    here, draw = board("rectangle:2x3"), random.Random(7)
    cone = dual_cone(here)
    path = tmp_path / "moved.mat"
    whole = feasibility.facets(here, engine="builtin")
    moved = []
    for facet in whole:
        for image in orbit(cone, np.array(facet.weights)).tolist():
            line, times = draw.choice(cone.lineality), draw.choice([-2, 5])
            moved.append([3 * w + times * v for w, v in zip(image, line)])
    draw.shuffle(moved)
    path.write_text(text_of(path, VectorList.rays([*moved, list(cone.lineality[0])])))
    assert len(cone.lineality) and set(feasibility.facets(here, read=path)) == set(whole)


@pytest.mark.parametrize(
    ("ending", "rows", "said"),
    [
        (".mat", [[1, 0, 0, 0, 2]], "vector 1 is not a facet: the jump .* raises its total; saw 1 0 0 0 2"),
        (
            ".mat",
            [[1, 1, 0, 1, 1], [2, 2, 1, 1, 2]],
            "vector 2 is not a facet: a pagoda function, and not an",
        ),
        (".mat", [[1, 1, 0, 1]], "not vectors of line:5; saw 4; expected a weight for each of 5 holes"),
        (".mat", [[2**40, 2**40 + 1, 0, 2**40 - 1, 1]], "weights too large"),
        (".ine", [[1, 1, 0, 1, 1]], "vector 1 is not a facet"),
    ],
)
def test_what_is_no_facet_is_refused(ending: str, rows: list[list[int]], said: str, tmp_path: Path) -> None:
    path = tmp_path / f"list{ending}"
    vectors = VectorList.rays(rows)
    path.write_text(text_of(path, VectorList("inequalities", vectors.rows) if ending == ".ine" else vectors))
    with pytest.raises(InputError, match=said):
        facets_in(board("line:5"), path)
    assert main(["facets", "line:5", "--read", str(path)]) == ExitCode.USAGE


def test_a_line_that_a_jump_changes_and_a_vertex_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "list.ext"
    path.write_text(text_of(path, VectorList.rays([(1, 1, 0, 1, 1)], [(1, 0, 0, 0, 0)])))
    with pytest.raises(InputError, match="a jump changes the total of a line"):
        facets_in(board("line:5"), path)
    path.write_text("V-representation\nbegin\n1 6 integer\n1 1 1 0 1 1\nend\n")
    with pytest.raises(InputError, match="not a cone"):
        facets_in(board("line:5"), path)


def test_a_cone_is_written_with_all_its_facets_or_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for ending in CONES:
        path = tmp_path / f"part{ending}"
        assert main(["facets", "line:5", "--table", str(path)]) == ExitCode.USAGE
        assert "a cone needs all its facets" in capsys.readouterr().err
        assert (
            main(["facets", "line:5", "--all", "--time-limit", "0", "--table", str(path)]) == ExitCode.UNKNOWN
        )
        assert "is not written: facets are missing" in capsys.readouterr().err
        assert not path.exists()


def test_the_matrix_of_a_board_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from scipy.io import mmread

    path, here = tmp_path / "english.mtx", board("english33")
    assert main(["board", "english33", "--json", "--matrix", str(path)]) == ExitCode.OK
    assert json.loads(capsys.readouterr().out)["incidence"] == here.incidence.tolist()
    assert (mmread(path).toarray() == here.incidence).all()
    assert main(["board", "rectangle:2x2", "--matrix", str(path)]) == ExitCode.USAGE
    assert main(["board", "line:5", "--matrix", str(tmp_path / "x.csv")]) == ExitCode.USAGE


@pytest.mark.parametrize(
    "name", ["english33", "line:7", "rectangle:2x3", "triangle:4", "torus:3x3", "hexagon:3"]
)
def test_the_transformations_make_the_smith_form(name: str) -> None:
    here, found = board(name), lattice(board(name))
    left, right = (sympy.Matrix(one) for one in found.transformations())
    form = left * sympy.Matrix(here.incidence.tolist()) * right
    diagonal = sympy.zeros(here.n, len(here.jumps))
    for i, value in enumerate(found.diagonal):
        diagonal[i, i] = value
    assert form == diagonal
    for one in (left, right):
        assert abs(DomainMatrix.from_Matrix(one).convert_to(sympy.ZZ).det()) == 1


@pytest.mark.parametrize("name", ["english33", "line:7", "rectangle:2x3", "triangle:3", "torus:3x3"])
def test_the_basis_spans_the_lattice(name: str) -> None:
    """In it by the residues, of its rank and of its index: so it is the whole lattice."""
    here, found = board(name), lattice(board(name))
    basis = found.basis()
    assert len(basis) == len(found.diagonal)
    for row in basis:
        for weights, modulus in generators(here):
            value = sum(w * v for w, v in zip(weights, row))
            assert (value % modulus if modulus else value) == 0
    jumps = sympy.Matrix(here.incidence.T.tolist())
    both = DomainMatrix.from_Matrix(sympy.Matrix(basis).col_join(jumps)).convert_to(sympy.ZZ)
    from sympy.polys.matrices.normalforms import invariant_factors

    alone = DomainMatrix.from_Matrix(sympy.Matrix(basis)).convert_to(sympy.ZZ)
    assert [f for f in invariant_factors(both) if f] == [f for f in invariant_factors(alone) if f]


@pytest.mark.parametrize(
    ("name", "index"),
    [("english33", 1), ("french37", 1), ("line:7", 1), ("triangle:3", None), ("rectangle:2x3", None)],
)
def test_the_index_in_the_kernel_of_phi(name: str, index: int | None) -> None:
    """1 on wide boards: there the lattice is the kernel of phi (Avis, Deza, Onn 2000)."""
    assert lattice(board(name)).index == index


def test_the_lattice_for_other_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    located("normaliz")
    from PyNormaliz import Cone

    assert main(["lattice", "line:7", "--full", "--table", str(tmp_path / "line.in")]) == ExitCode.OK
    assert "U, where U.A.V is the Smith form" in capsys.readouterr().out
    assert int(Cone(file=str(tmp_path / "line")).ExternalIndex()) == lattice(board("line:7")).classes
    assert main(["lattice", "line:7", "--table", str(tmp_path / "line.poly")]) == ExitCode.USAGE
    assert main(["lattice", "line:7", "--json", "--full"]) == ExitCode.OK
    assert json.loads(capsys.readouterr().out)["basis"] == [list(r) for r in lattice(board("line:7")).basis()]


def test_the_half_integral_point_of_the_seven_hole_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Avis, Deza, Onn (2000): jumps one half each, in the cone and the lattice and no sum of whole jumps."""
    assert main(["gap", "line:7", "--engine", "builtin"]) == ExitCode.OK
    jumps = ("a1c1", "c1a1", "c1e1", "e1c1", "e1g1", "g1e1")
    assert "+".join(f"1/2*{jump}" for jump in jumps) in capsys.readouterr().out
