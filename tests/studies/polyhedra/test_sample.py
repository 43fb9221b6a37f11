"""Random facets, and the library of a board that they are kept in."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from feasibility.base.errors import InputError
from feasibility.base.limits import Limits
from feasibility.base.stopped import StoppedError
from feasibility.cli import main
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.functional import Functional
from feasibility.proofs.kinds.pagoda import Pagoda
from feasibility.solvers.rounding import integral_rays
from feasibility.solvers.walk import RandomPrograms
from feasibility.studies.polyhedra.adjacency import first_rays
from feasibility.studies.polyhedra.cone import dual_cone
from feasibility.studies.polyhedra.facets import facets
from feasibility.studies.polyhedra.sample import facets_of, proved_rays, sample
from feasibility.systems import facet_library
from feasibility.text.catalogue import board
from feasibility.verifier import verify


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PEGFEAS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.mark.parametrize("name", ["rectangle:3x4", "triangle:4", "torus:3x4", "rectangle:3x3", "line:9"])
def test_many_draws_find_all_facets_of_a_small_board_and_nothing_else(name: str) -> None:
    found = sample(board(name), 20_000, 1, Limits().start())
    assert {tuple(w) for w in found.weights.tolist()} == {f.weights for f in facets(board(name))}


def test_a_sample_of_the_english_board_is_proved() -> None:
    here = board("english33")
    found = sample(here, 2_000, 7, Limits().start())
    assert found.drawn == 2_000
    facets = facets_of(here, found, False)  # raises unless each is valid and extreme
    assert len(facets) == len({f.weights for f in facets}) > 1_000
    assert all(Functional(f.weights).is_valid(here) for f in facets[:200])
    assert len(sample(here, 2_000, 7, Limits().start()).weights) == len(found.weights)


def test_random_programs_end_in_facets() -> None:
    cone = dual_cone(board("french37"))
    rays = RandomPrograms(cone.inequalities, 3).draw(200)
    assert len(integral_rays(rays)) >= 190
    assert len(proved_rays(cone, rays)) > 50


def test_no_time_gives_what_there_is() -> None:
    found = sample(board("english33"), 10**9, 1, Limits(0.5).start())
    assert 0 < found.drawn < 10**9
    assert len(found.weights)


def test_a_time_that_is_over_before_the_first_ray_is_seen_among_the_programs() -> None:
    """Of a large board each of them takes long."""
    over = Limits(seconds=0.0).start()
    nothing = sample(board("line:12"), 100, 1, over)
    assert nothing.drawn == 0 and not facets_of(board("line:12"), nothing, every=True)
    with pytest.raises(StoppedError, match="time ran out"):
        first_rays(dual_cone(board("line:12")).inequalities, over.look_in_words)
    assert len(first_rays(dual_cone(board("line:12")).inequalities))


def fill(name: str) -> None:
    facet_library.save(board(name), np.array([f.weights for f in facets(board(name))]))


def test_a_library_is_kept_and_grows(cache: Path) -> None:
    here = board("rectangle:3x4")
    assert len(facet_library.table(here)) == 0
    fill("rectangle:3x4")
    assert len(facet_library.table(here)) == 31
    facet_library.save(here, np.array([[1] * 12]))
    assert len(facet_library.table(here)) == 32
    assert [path.parent for path in cache.iterdir()] == [cache]


@pytest.mark.parametrize("change", ["cut", "garbage", "other board", "unsound"])
def test_a_damaged_library_is_not_believed(change: str) -> None:
    here = board("rectangle:3x4")
    fill("rectangle:3x4")
    path = Path(facet_library.path_of(here))
    data = path.read_bytes()
    if change == "cut":
        path.write_bytes(data[:-7])
    elif change == "garbage":
        path.write_bytes(b"\xff\x00 not this")
    elif change == "other board":
        fill("rectangle:4x4")
        path.write_bytes(Path(facet_library.path_of(board("rectangle:4x4"))).read_bytes())
    else:  # a functional that a jump raises
        path.write_bytes(data + np.array([[0] * 11 + [1]], dtype="<i4").tobytes())
    assert len(facet_library.table(here)) == 0


@pytest.mark.usefixtures("cache")
def test_a_sample_that_was_cut_off_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["facets", "rectangle:3x3", "--sample", "100", "--summary"]
    assert main([*words, "--time-limit", "1e-9"]) == 3
    printed, told = capsys.readouterr()
    assert '"complete": false' in printed and "0 rays of 100 drawn in time" in told
    assert main(words) == 0 and '"complete": true' in capsys.readouterr().out


def test_rows_of_zeros_are_no_functions() -> None:
    here = board("rectangle:3x4")
    fill("rectangle:3x4")
    path = Path(facet_library.path_of(here))
    path.write_bytes(path.read_bytes() + bytes(4 * here.n))
    assert len(facet_library.table(here)) == 31


def test_nothing_unsound_is_saved() -> None:
    with pytest.raises(InputError, match="a jump raises"):
        facet_library.save(board("line:4"), np.array([[0, 0, 0, 1]]))


HERE = board("rectangle:3x4")


@given(st.integers(0, HERE.full), st.integers(0, HERE.full), st.integers(0, HERE.full), st.integers(0, 3))
def test_the_library_refutes_what_the_cone_refutes(start: int, must: int, free: int, pegs: int) -> None:
    """With all facets in the library: pairs of positions exactly, patterns and counts soundly."""
    import os
    from tempfile import TemporaryDirectory

    from feasibility.criteria import cone

    with TemporaryDirectory() as folder:
        before = os.environ["PEGFEAS_CACHE"]
        os.environ["PEGFEAS_CACHE"] = folder
        try:
            fill("rectangle:3x4")
            first = Position(HERE, start)
            targets = (Position(HERE, must), Target(HERE, must & ~free, free), Target.with_pegs(HERE, pegs))
            for target in targets:
                pair = Pair(first, target)
                found = facet_library.refuting(pair)
                outcome = cone.CRITERION.check(pair, Limits().start()).outcome
                if found is not None:
                    assert outcome == "refuted"
                    verify(Certificate(pair, Pagoda(found.weights)).to_json())
                elif pair.exact is not None:
                    assert outcome == "passed"
                pool = facet_library.closest(pair, 5)
                assert len(pool) == 5 == len(set(pool))
                assert all(f.is_valid(HERE) for f in pool)
                if found is not None:
                    assert pool[0].separates(first, pair.target)
        finally:
            os.environ["PEGFEAS_CACHE"] = before
