"""Facets: published counts from every engine, brute force from the definition, runs that were stopped."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from feasibility.base.errors import InputError, SoundnessError
from feasibility.base.limits import Limits
from feasibility.base.stopped import StoppedError
from feasibility.cli import main
from feasibility.game.geometry import Board
from feasibility.proofs.functional import Functional
from feasibility.studies.polyhedra import gap_command
from feasibility.studies.polyhedra.cone import changes, dual_cone, orbit
from feasibility.studies.polyhedra.double_description import extreme_rays as double_description
from feasibility.studies.polyhedra.facet_file import FacetList, open_new
from feasibility.studies.polyhedra.facets import WHOLE, Enumeration, Facet, choose, facets
from feasibility.studies.polyhedra.gap import Gap
from feasibility.text.catalogue import board
from tests.clocks import Held
from tests.studies.polyhedra import reference

ENGINES = ("builtin", "normaliz")

# Facets and orbits under the symmetries of the board, recomputed by an exact double description of another
# make; the cones are those of D. Avis, A. Deza, On the solitaire cone (2001).
COUNTS = {
    **{f"line:{n}": (count, None) for n, count in enumerate((4, 9, 17, 32, 62, 121, 235, 455, 881), 4)},
    "rectangle:3x4": (107, 31),
    "rectangle:3x5": (1277, 337),
    "rectangle:4x4": (3531, 471),
    "triangle:4": (182, None),
    "torus:3x3": (15, None),
    "torus:3x4": (498, None),
}


def enumerated(name: str, engine: str, every: bool = False) -> Enumeration:
    run = Enumeration(board(name), reference.located(engine), every)
    for _ in run.steps(Limits().start()):
        pass
    return run


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", COUNTS)
def test_published_counts(name: str, engine: str) -> None:
    facets, orbits = COUNTS[name]
    run = enumerated(name, engine)
    assert run.complete
    assert run.tally.facets == facets
    assert orbits is None or run.tally.orbits == orbits


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("name", "facets"), [("triangle:5", 21744), ("rectangle:3x6", 19306)])
def test_published_counts_of_larger_boards(name: str, facets: int, engine: str) -> None:
    assert enumerated(name, engine).tally.facets == facets


@pytest.mark.slow
def test_4x5() -> None:
    """223,961 facets in 56,061 orbits: Normaliz, double description and adjacency decomposition agree."""
    tally = enumerated("rectangle:4x5", "symmetry").tally
    assert (tally.facets, tally.orbits) == (223_961, 56_061)


@pytest.mark.parametrize("name", ["line:4", "line:5", "line:6", "torus:3x3"])
@pytest.mark.parametrize("engine", ENGINES)
def test_all_facets_by_definition(name: str, engine: str) -> None:
    run = Enumeration(board(name), reference.located(engine), every=True)
    found = [f.weights for step in run.steps(Limits().start()) for f in step]
    if name == "torus:3x3":
        assert len(found) == len(set(found)) == 15
        return
    assert len(found) == len(set(found))
    assert set(found) == reference.extreme_rays(board(name))


@pytest.mark.parametrize("name", ["line:3", "rectangle:3x3", "triangle:3", "rectangle:2x3", "rectangle:3x4"])
@pytest.mark.parametrize("engine", ENGINES)
def test_engines_agree_ray_by_ray(name: str, engine: str) -> None:
    """Boards whose jumps do not span among them: rays modulo what no jump changes."""
    assert {f.weights for f in facets(board(name), engine=reference.located(engine))} == {
        f.weights for f in facets(board(name), engine="builtin")
    }


@pytest.mark.parametrize(("name", "rank"), [("line:3", 2), ("rectangle:3x3", 8), ("triangle:3", 5)])
def test_boards_that_are_not_full_dimensional(name: str, rank: int) -> None:
    cone = dual_cone(board(name))
    assert cone.rank == rank == np.linalg.matrix_rank(board(name).incidence)
    assert len(cone.lineality) == board(name).n - rank
    for row in cone.lineality:
        assert not (np.array(row) @ board(name).incidence).any()


def test_orbits_and_tight_jumps_are_right() -> None:
    here = board("rectangle:3x4")
    cone = dual_cone(here)
    total = set()
    for facet in facets(here):
        images = orbit(cone, np.array(facet.weights))
        assert len(images) == facet.orbit
        assert tuple(images[0].tolist()) == facet.weights
        assert sum(Functional(facet.weights).change(j) == 0 for j in here.jumps) == facet.tight
        assert facet.tight >= cone.rank - 1
        total |= {tuple(w) for w in images.tolist()}
    assert len(total) == 107


def test_the_facet_of_the_literature() -> None:
    """Avis and Deza's facet of the English board: 44 tight jumps of rank 32."""
    from feasibility.studies.polyhedra.pagoda import is_extreme

    weights = "11 8 3 7 5 2 4 0 4 3 1 2 -1 3 0 3 2 1 1 0 1 0 1 1 0 1 -1 2 1 1 -1 0 -1"
    facet = tuple(int(w) for w in weights.split())
    here = board("english33")
    assert Functional(facet).is_valid(here)
    assert sum(Functional(facet).change(j) == 0 for j in here.jumps) == 44
    assert is_extreme(here, facet)
    assert not is_extreme(here, [w + 1 for w in facet])


LINE4 = [[-1, 1, 0, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 0, 1, -1]]


@pytest.mark.parametrize(
    "rays",
    [
        [[1, 0, 0, 0], *LINE4[1:]],  # not a pagoda function
        [[1, 1, 1, 1], *LINE4[1:]],  # not extreme
        LINE4[:3],  # one short of its own count
        [LINE4[0], LINE4[1], LINE4[1], LINE4[3]],  # the first of an orbit twice, another one missing
    ],
)
def test_an_engine_that_is_wrong_is_caught(rays: list[list[int]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WHOLE, "lying", lambda rows, clock, report: np.array(rays))
    for every in (False, True):
        with pytest.raises(SoundnessError):
            list(Enumeration(board("line:4"), "lying", every).steps(Limits().start()))


def test_an_engine_that_is_right_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WHOLE, "right", lambda rows, clock, report: np.array(LINE4))
    run = Enumeration(board("line:4"), "right")
    list(run.steps(Limits().start()))
    assert run.complete


@pytest.mark.parametrize("engine", ENGINES)
def test_no_time_is_a_result(engine: str) -> None:
    run = Enumeration(board("rectangle:4x5"), reference.located(engine))
    with pytest.raises(StoppedError):
        list(run.steps(Limits(0.05).start()))
    assert not run.complete


def test_resuming_asks_for_the_same_run(tmp_path: Path) -> None:
    here = board("line:4")
    path = str(tmp_path / "list.jsonl")
    wanted = FacetList(Enumeration(here, "builtin"), path)
    with pytest.raises(InputError, match="nothing to resume"):
        wanted.go_on()
    open_new(path)
    with pytest.raises(InputError, match="the output file exists"):
        open_new(path)
    wanted.save()
    for run, differs in (
        (Enumeration(board("line:5"), "builtin"), "its board differs"),
        (Enumeration(here, "builtin", True), "--all was said in one of them only"),
    ):
        with pytest.raises(InputError, match=f"the earlier run was another one: {differs}"):
            FacetList(run, path).go_on()
    Path(f"{path}.state").write_text('{"board": 3}')
    with pytest.raises(InputError, match="not a state file"):
        wanted.go_on()


@given(st.integers(0, 2**12 - 1), st.integers(0, 2**12 - 1))
def test_parts_of_a_board_by_double_description(holes: int, more: int) -> None:
    """Any shape cut from 3x4: the builtin engine against the one by symmetry."""
    shape = [(i // 4, i % 4) for i in range(12) if (holes | more) >> i & 1]
    if not shape or not Board(shape).jumps:
        return
    rows = dual_cone(Board(shape)).inequalities
    ours = {tuple(w) for w in double_description(rows, Limits().start()).tolist()}
    theirs = {f.weights for f in every_facet(Board(shape))}
    cone = dual_cone(Board(shape))
    assert {tuple(w) for w in cone.reduce(cone.lift(np.array(sorted(ours)))).tolist()} == theirs


def every_facet(here: Board) -> list[Facet]:
    run = Enumeration(here, "symmetry", every=True)
    return [f for step in run.steps(Limits().start()) for f in step]


@pytest.mark.parametrize("count", [0, 1, 999, 1000, 1500])
def test_changes_are_the_same_for_few_and_for_many(count: int) -> None:
    here = board("rectangle:4x5")
    weights = np.random.default_rng(count).integers(-(2**40), 2**40, size=(count, here.n))
    expected = [[w[t] - w[s] - w[o] for s, o, t in here.jumps] for w in weights.tolist()]
    found = changes(here, weights)
    assert found.shape == (count, len(here.jumps)) and found.dtype == np.int64
    assert found.tolist() == expected


@pytest.mark.parametrize(
    ("name", "engine"),
    [("rectangle:3x6", "builtin"), ("hexagon:3", "symmetry"), ("rectangle:4x6", "symmetry"),
     ("graph:complete:7", "builtin")],
)  # fmt: skip
def test_the_engine_suits_the_board(name: str, engine: str) -> None:
    assert choose(None, board(name)) == engine


def test_a_limit_on_a_large_board_says_what_else_there_is(
    held: Held, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    held.tick = 0.001
    words = ["facets", "hexagon:3", "--jobs", "1", "--by-symmetry", "--time-limit", "0.2"]
    assert main([*words, "--output", str(tmp_path / "list")]) == 3
    assert "; --resume goes on with this list, --sample N" in capsys.readouterr().err
    assert main(words) == 3
    out, err = capsys.readouterr()
    assert len(out.splitlines()) > 0, "facets are listed as they are met"
    assert "time ran out" in err and "--sample N" in err and "--resume" in err
    assert main(["facets", "hexagon:3", "--engine", "builtin", "--time-limit", "0"]) == 3
    assert "--by-symmetry" in capsys.readouterr().err
    assert main(["facets", "rectangle:6x6", "--jobs", "1", "--by-symmetry"]) == 3
    err = capsys.readouterr().err  # where it would end again
    assert "this engine goes to 32. So far 64 facets in 8 orbits; --sample N" in err


def test_orbits_are_a_bound_where_not_all_symmetries_are_known(capsys: pytest.CaptureFixture[str]) -> None:
    """Of 9! = 362,880."""
    assert main(["facets", "graph:star:9"]) == 0
    assert "510 facets in at most 510 orbits" in capsys.readouterr().err
    assert main(["facets", "graph:star:9", "--summary"]) == 0
    assert json.loads(capsys.readouterr().out)["symmetries_complete"] is False
    assert main(["facets", "graph:star:9", "--sample", "40"]) == 0
    assert re.search("rays drawn, at most [0-9]+ orbits of", capsys.readouterr().err)
    assert "0 elements in at most 0 orbits" in gap_command._text(Gap(board("graph:star:9"), "builtin", ()))


def test_a_limit_of_time_is_not_passed_over_beside_facets_that_are_read(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["facets", "line:4", "--read", "list.ext", "--time-limit", "0"]) == 2
    assert "--read and --time-limit do not go together" in capsys.readouterr().err


def test_thousands_of_symmetries_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["facets", "graph:complete:7", "--by-symmetry"]) == 2
    assert "5,040" in capsys.readouterr().err
