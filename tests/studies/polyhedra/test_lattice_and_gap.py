"""The lattice of jumps, and what lies between it, the cone and the integer cone."""

from __future__ import annotations

from itertools import product

import pytest
from sympy import ZZ
from sympy.polys.matrices import DomainMatrix
from sympy.polys.matrices.normalforms import invariant_factors

from feasibility.base.errors import ExitCode, InputError
from feasibility.base.limits import Limits
from feasibility.base.stopped import Stopped
from feasibility.cli import main
from feasibility.criteria import cone, integer_cone
from feasibility.criteria import lattice as criterion
from feasibility.exact.box import BoxSystem, satisfies
from feasibility.game.position import Pair, Position
from feasibility.studies.polyhedra import normaliz
from feasibility.studies.polyhedra.gap import Gap, gap
from feasibility.studies.polyhedra.lattice import lattice
from feasibility.systems.linear import cone_matrix
from feasibility.text.catalogue import board
from tests.exact.reference import tree_certifies
from tests.studies.polyhedra.reference import located


@pytest.mark.parametrize(
    ("name", "twos"),
    [("english33", 4), ("french37", 4), ("wiegleb45", 4), ("rectangle:3x4", 4), ("rectangle:5x6", 4),
     ("line:4", 2), ("line:9", 2), ("triangle:4", 2), ("triangle:6", 2)],
)  # fmt: skip
def test_smith_forms(name: str, twos: int) -> None:
    """Recomputed: 1...1 2 2 2 2 on wide orthogonal boards, 1...1 2 2 on lines and triangles."""
    found = lattice(board(name))
    assert found.diagonal == (1,) * (board(name).n - twos) + (2,) * twos
    assert found.free_rank == 0 and found.classes == 2**twos == found.rule_of_three_classes


@pytest.mark.parametrize(
    "name", ["english33", "line:3", "line:2", "rectangle:2x3", "triangle:4", "torus:3x4", "hexagon:3"]
)
def test_sympy_has_the_same_smith_form(name: str) -> None:
    here = board(name)
    rows = [[ZZ(int(v)) for v in row] for row in here.incidence]
    factors = invariant_factors(DomainMatrix(rows, (here.n, len(here.jumps)), ZZ))
    assert tuple(abs(int(d)) for d in factors if d) == lattice(here).diagonal


@pytest.mark.parametrize("name", ["line:3", "rectangle:2x3", "rectangle:3x3", "triangle:3"])
def test_thin_boards_have_a_free_part(name: str) -> None:
    found = lattice(board(name))
    assert found.free_rank > 0 and found.classes is None


def test_null_class_boards() -> None:
    """The English board is one, the French is not: no complement problem on it is feasible (Reiss 1857)."""
    assert lattice(board("english33")).null_class
    assert len(lattice(board("english33")).complements) == 33
    assert not lattice(board("french37")).null_class
    assert lattice(board("french37")).complements == ()


@pytest.mark.parametrize("name", ["english33", "french37", "triangle:3", "rectangle:3x3", "line:5"])
def test_games_are_what_the_criterion_admits(name: str) -> None:
    here = board(name)
    found = lattice(here)
    admitted = {(v, p) for game in found.games for v in game.vacancies for p in game.pegs}
    assert len(admitted) == found.pairs <= found.rule_of_three_pairs
    for vacancy, peg in list(product(range(here.n), repeat=2))[:: max(1, here.n // 6)]:
        pair = Pair(Position(here, here.full & ~(1 << vacancy)), Position(here, 1 << peg))
        assert (criterion.check(pair, Limits().start()).outcome == "passed") == ((vacancy, peg) in admitted)


def test_english_centre_class() -> None:
    """Five vacancies, and the same five last pegs."""
    here = board("english33")
    games = {game.vacancies: game.pegs for game in lattice(here).games}
    centre = next(v for v in games if here.index[3, 3] in v)
    assert games[centre] == centre == tuple(here.index[h] for h in ((0, 3), (3, 0), (3, 3), (3, 6), (6, 3)))


def test_the_triangle_of_side_3_separates() -> None:
    found = lattice(board("triangle:3"))
    assert found.pairs == 0 < found.rule_of_three_pairs


GAPS = {"line:3": (0, 0), "line:7": (1, 1), "line:8": (2, 1), "rectangle:3x4": (0, 0), "triangle:4": (10, 3)}
LARGER = {"rectangle:3x5": (19, 9), "rectangle:4x4": (64, 17)}  # Hilbert bases by Normaliz 3.9 and 3.10


def answered(found: Gap | Stopped) -> Gap:
    assert isinstance(found, Gap)
    return found


def limit(found: Gap | Stopped) -> str:
    assert isinstance(found, Stopped)
    return str(found)


@pytest.mark.parametrize("engine", ["builtin", "normaliz"])
@pytest.mark.parametrize("name", GAPS)
def test_gaps_of_small_boards(name: str, engine: str) -> None:
    if engine == "normaliz":
        located(engine)
    found = answered(gap(board(name), engine=engine))
    assert (found.elements, len(found.orbits)) == GAPS[name]


@pytest.mark.parametrize(("there", "told"), [(None, "pip install"), ("there", "without --work-limit")])
def test_what_a_gap_that_was_not_found_wants(
    there: str | None, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(normaliz, "locate", lambda: there)
    assert told in limit(gap("rectangle:4x4", engine="builtin", work_limit=9))


@pytest.mark.parametrize("name", LARGER)
def test_gaps_of_larger_boards(name: str) -> None:
    located("normaliz")
    found = answered(gap(board(name)))
    assert (found.elements, len(found.orbits)) == LARGER[name]
    for element in found.orbits:
        system = BoxSystem.cone(cone_matrix(board(name), "position"), element.vector)
        assert satisfies(system, element.point)
        assert tree_certifies(system, element.tree)


@pytest.mark.slow
def test_gap_of_the_fifteen_hole_triangle() -> None:
    located("normaliz")
    assert answered(gap(board("triangle:5"))).elements == 244


def test_the_element_of_the_line_of_7_is_a_pair() -> None:
    """Passes cone and lattice, fails the integer cone: the only real solution is half-integral."""
    element = answered(gap(board("line:7"), engine="builtin")).orbits[0]
    assert element.vector == (0, -1, 0, -1, 0, -1, 0)
    here = board("line:7")
    pair = Pair(Position.of(here, [0, 1, 3, 5, 6]), Position.of(here, [0, 6]))
    assert pair.difference == element.vector
    assert {str(x) for x in element.point} <= {"0", "1/2"}
    outcomes = [c.CRITERION.check(pair, Limits().start()).outcome for c in (cone, criterion, integer_cone)]
    assert outcomes == ["passed", "passed", "refuted"]


def test_limits_and_bad_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(normaliz, "locate", lambda: None)
    for engine in (None, "builtin"):
        assert "sets of jumps" in limit(gap(board("english33"), engine=engine))
    # who names the engine and a limit has no other
    assert "work" in limit(gap(board("english33"), engine="builtin", work_limit=100_000))
    assert "time" in limit(gap(board("rectangle:3x4"), engine="builtin", limits=0.0))
    with pytest.raises(InputError, match="no such engine"):
        gap(board("line:7"), engine="abacus")
    with pytest.raises(InputError, match="no jumps"):
        gap(board("line:2"))


def test_without_normaliz_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A board that is too large for the builtin search, and the engine asked for by name."""
    from feasibility.studies.polyhedra import normaliz

    monkeypatch.setattr(normaliz, "locate", lambda: None)
    assert main(["gap", "rectangle:4x4"]) == ExitCode.UNKNOWN
    told = capsys.readouterr().err
    assert "Normaliz is not used" in told and 'pip install "pegfeas[normaliz]"' in told
    assert main(["gap", "rectangle:3x3", "--engine", "normaliz"]) == ExitCode.USAGE
    told = capsys.readouterr().err
    assert "the engine normaliz is not installed" in told and 'pip install "pegfeas[normaliz]"' in told
