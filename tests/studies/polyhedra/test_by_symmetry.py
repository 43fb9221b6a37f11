"""Facets from neighbour to neighbour: the same lists as the other engines, on every kind of small board."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from feasibility.base.limits import Limits
from feasibility.base.stopped import StoppedError
from feasibility.cli import main
from feasibility.engines.positions.words import as_words
from feasibility.game.geometry import Board
from feasibility.native import binding
from feasibility.native.binding import MOST_ENTRY
from feasibility.solvers.rounding import integral_rays, scaled_inverse
from feasibility.solvers.walk import Walkers, independent
from feasibility.studies.polyhedra import adjacency, facet_file
from feasibility.studies.polyhedra.adjacency import Orbits, first_rays, neighbours
from feasibility.studies.polyhedra.cone import RowCone, dual_cone, jump_symmetries
from feasibility.studies.polyhedra.double_description import extreme_rays
from feasibility.studies.polyhedra.facet_file import FacetList
from feasibility.studies.polyhedra.facets import Enumeration, facets
from feasibility.text.catalogue import board
from tests.amounts import examples
from tests.clocks import Held

Weights = set[tuple[int, ...]]


def cone_of(here: Board) -> RowCone:
    return RowCone(dual_cone(here).inequalities, jump_symmetries(here))


def listed(here: Board, engine: str, every: bool = False) -> Weights:
    run = Enumeration(here, engine, every)
    found = [f.weights for step in run.steps(Limits().start()) for f in step]
    assert run.complete and len(found) == len(set(found))
    return set(found)


SMALL = ("line:3", "line:9", "rectangle:2x3", "rectangle:3x3", "rectangle:3x5", "rectangle:4x4", "triangle:3")
SMALL += ("triangle:4", "torus:3x3", "torus:3x4", "hexagon:2")


@pytest.mark.parametrize("name", SMALL)
def test_the_same_list_as_double_description(name: str) -> None:
    assert listed(board(name), "symmetry") == listed(board(name), "builtin")


@pytest.mark.parametrize("name", ["line:7", "rectangle:3x3", "torus:3x4"])
def test_every_member_of_every_orbit(name: str) -> None:
    assert listed(board(name), "symmetry", every=True) == listed(board(name), "builtin", every=True)


@examples(40, 100, st.integers(0, 2**12 - 1), st.integers(0, 2**12 - 1))
def test_parts_of_a_board(holes: int, more: int) -> None:
    shape = [(i // 4, i % 4) for i in range(12) if (holes | more) >> i & 1]
    if shape and Board(shape).jumps:
        assert listed(Board(shape), "symmetry") == listed(Board(shape), "builtin")


@pytest.mark.parametrize("name", ["torus:3x4", "rectangle:3x4", "triangle:3"])
def test_neighbours_share_an_edge_and_none_is_left_out(name: str) -> None:
    """By definition: two extreme rays share an edge iff the rows tight at both have rank d - 2."""
    cone = cone_of(board(name))
    alone = RowCone(cone.rows, np.arange(len(cone.rows))[None, :])
    rays = extreme_rays(cone.rows, Limits().start())
    tight = alone.tight(rays)
    for ray, mask in list(zip(rays, tight))[::7]:
        ranks = [np.linalg.matrix_rank(cone.rows[mask & other]) for other in tight]
        expected = {tuple(r) for r, rank in zip(rays.tolist(), ranks) if rank == cone.dimension - 2}
        assert {tuple(r) for r in neighbours(alone, ray, Limits().start()).tolist()} == expected


@pytest.mark.parametrize("name", ["torus:3x4", "rectangle:4x4", "triangle:4", "line:9", "hexagon:3"])
@pytest.mark.parametrize("level", binding.levels())
def test_the_kernel_finds_the_same_neighbours(name: str, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = dual_cone(board(name)).inequalities
    alone = RowCone(rows, np.arange(len(rows))[None, :])
    walkers = Walkers(rows, first_rays(rows), 1)
    for _ in range(4):
        walkers.step()
    rays = np.unique(integral_rays(walkers.rays()), axis=0)
    monkeypatch.setattr(binding, "CHOSEN", level)
    compiled = adjacency._compiled(alone, rays)
    assert compiled is not None and len(compiled[2]) < len(rays)
    found, tight, left = compiled
    assert (as_words(alone.tight(found)) == tight).all()
    monkeypatch.setattr(binding, "CHOSEN", "0")
    assert adjacency._compiled(alone, rays) is None
    expected = [tuple(w) for ray in np.delete(rays, left, 0) for w in near(alone, ray)]
    assert sorted(map(tuple, found.tolist())) == sorted(expected)


def near(cone: RowCone, ray: np.ndarray) -> list[list[int]]:
    return neighbours(cone, ray, Limits().start()).tolist()


@pytest.mark.parametrize("entry", [MOST_ENTRY, 70])
def test_numbers_too_large_for_the_kernel_are_left_to_python(entry: int) -> None:
    """A ray of large entries, or a row whose values sum to much."""
    far, near_by = (entry, 1) if entry == MOST_ENTRY else (1, entry)
    rows = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, near_by, -1]])
    cone = RowCone(rows, np.arange(4)[None, :])
    rays = np.array([[far, 0, 0]]) if near_by == 1 else np.array([[1, 0, 0]])
    assert adjacency._compiled(cone, rays) is None
    found, _ = adjacency.neighbours_of_all(cone, rays, Limits().start())
    assert sorted(map(tuple, found.tolist())) == [(0, 1, 0), (0, 1, near_by)]


@pytest.mark.parametrize("name", ["torus:3x4", "torus:4x5", "torus:5x7", "line:9"])
def test_the_kernel_takes_the_same_images(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets of one word, of two, and of more, which numpy does alone."""
    group = RowCone(dual_cone(board(name)).inequalities, jump_symmetries(board(name))).symmetries
    random = np.random.default_rng(1).random((600, group.holes)) < 0.3
    sets = np.vstack([as_words(random), as_words(random[:40] & False), as_words(random[:9] | True)])
    answers = []
    for level in (*binding.levels(), "0"):
        monkeypatch.setattr(binding, "CHOSEN", level)
        answers.append((group.canonical(sets), group.sizes(sets)))
    for least, sizes in answers:
        assert (least == answers[-1][0]).all() and (sizes == answers[-1][1]).all()


@pytest.mark.parametrize(("name", "most"), [("rectangle:3x4", 14), ("triangle:4", 12), ("torus:3x4", 60)])
def test_cones_taken_apart_again_and_again(name: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    depth, deepest = 0, 0
    once = adjacency.neighbours_of_all

    def counted(*arguments: Any) -> Any:
        nonlocal depth, deepest
        depth += 1
        deepest = max(deepest, depth)
        found = once(*arguments)
        depth -= 1
        return found

    monkeypatch.setattr(binding, "CHOSEN", "0")  # the kernel solves such cones itself
    monkeypatch.setattr(adjacency, "MOST_RAYS", most)
    monkeypatch.setattr(adjacency, "neighbours_of_all", counted)
    assert listed(board(name), "symmetry") == listed(board(name), "builtin")
    assert deepest >= 2


def test_a_cone_is_taken_apart_only_where_it_is_too_large() -> None:
    rows = dual_cone(board("torus:3x4")).inequalities
    with pytest.raises(StoppedError, match="rays"):
        extreme_rays(rows, Limits().start(), most=20)
    assert len(extreme_rays(rows, Limits().start(), most=10_000)) == 498


def test_symmetries_of_a_part() -> None:
    """What `without` keeps are permutations of the rows that are left, and they are a group of symmetries."""
    cone = cone_of(board("torus:3x4"))
    for ray in extreme_rays(cone.rows, Limits().start())[::50]:
        slack = cone.rows @ ray
        fixing = {tuple(g) for g in cone.group.tolist() if (slack[g] == slack).all()}
        part = cone.without(int(np.abs(ray).argmax()), slack == 0)
        group = {tuple(g) for g in part.group.tolist()}
        assert len(group) <= len(fixing) and tuple(range(len(part.rows))) in group
        assert {tuple(g[i] for i in h) for g in group for h in group} == group
        rays = extreme_rays(part.rows, Limits().start())
        slacks = {tuple(s) for s in (rays @ part.rows.T).tolist()}
        assert all({tuple(s[i] for i in g) for s in slacks} == slacks for g in group)


def test_orbits_are_counted_by_brute_force() -> None:
    cone = cone_of(board("torus:3x4"))
    rays = extreme_rays(cone.rows, Limits().start())
    orbits = Orbits(cone)
    assert len(orbits.add(rays)) == 15 and orbits.add(rays) == [] and orbits.total == len(rays) == 498
    slacks = rays @ cone.rows.T
    found = {frozenset(map(tuple, slack[cone.group].tolist())) for slack in slacks}
    assert sorted(map(len, found)) == sorted(orbits.sizes)


def test_when_an_orbit_may_be_left_to_do() -> None:
    """Fewer than d - 1 rays may be left, and not all of them."""
    orbits = Orbits(cone_of(board("line:8")))
    orbits.add(extreme_rays(orbits.cone.rows, Limits().start()))
    assert orbits.total == 62
    done = 0
    for number in range(len(orbits.rays)):
        assert orbits.complete() == (62 - done < 7 and done > 0)
        orbits.finish([number])
        done += orbits.sizes[number]
    assert orbits.complete()
    alone = Orbits(cone_of(board("line:8")))
    alone.add(orbits.rays[0][None, :])
    assert alone.total <= 2 and not alone.complete()


@given(st.integers(1, 8), st.integers(0, 6), st.integers(0, 10**6))
def test_inverses_in_integers(width: int, more: int, seed: int) -> None:
    rows = np.random.default_rng(seed).integers(-1, 2, (width + more, width))
    chosen = independent(rows)
    assert len(chosen) == np.linalg.matrix_rank(rows)
    assert [int(np.linalg.matrix_rank(rows[: i + 1])) for i in chosen] == list(range(1, len(chosen) + 1))
    if len(chosen) < width:
        return
    found = scaled_inverse(rows[chosen])
    assert found is not None
    inverse, size = found
    assert size == abs(round(np.linalg.det(rows[chosen])))
    assert (rows[chosen] @ inverse == size * np.eye(width)).all()


def test_what_floats_do_not_hold_has_no_inverse() -> None:
    assert scaled_inverse(np.array([[1, 1], [1, 1]])) is None
    assert scaled_inverse(np.array([[1 << 30, 1], [(1 << 30) + 1, 1]]) << 20) is None


def command(path: Path, *more: str) -> list[str]:
    return ["facets", "rectangle:4x4", "--by-symmetry", "--jobs", "1", "--output", str(path), *more]


class Killed(BaseException):
    pass


def killing(stop_after: int) -> Callable[[FacetList], None]:
    """Saves a state as it should be, and after so many of them the process is killed."""
    whole, saves = FacetList.save, count()

    def save(listing: FacetList) -> None:
        whole(listing)
        if next(saves) == stop_after:
            with open(str(listing.path), "a") as file:
                file.write("[1, 2")  # what a kill may leave
            raise Killed

    return save


@pytest.mark.parametrize("every", [False, True])
def test_a_killed_run_goes_on(every: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facet_file, "_PAUSE", 0.0)
    monkeypatch.setattr(adjacency, "CHUNK", 16)
    path = tmp_path / "list"
    words = command(path, *(["--all"] if every else []))
    for stop_after in (0, 3, 4):
        with monkeypatch.context() as patched, pytest.raises(Killed):
            patched.setattr(FacetList, "save", killing(stop_after))
            main([*words, *(["--resume"] if path.exists() else [])])
    half = json.loads((tmp_path / "list.state").read_text())
    assert 0 < half["tally"]["orbits"] < 471 and not half["complete"]
    assert main([*words, "--resume"]) == 0
    here = board("rectangle:4x4")
    table = facet_file.listed(str(path), here)
    expected = {f.weights for f in facets(here, engine="builtin")}
    if every:
        assert len(np.unique(table, axis=0)) == len(table) == 3531
        assert expected < {tuple(w) for w in table.tolist()}
    else:
        assert len(table) == 471 and {tuple(w) for w in table.tolist()} == expected
    assert json.loads((tmp_path / "list.state").read_text())["complete"]


def test_a_run_that_the_time_ends_keeps_all_that_it_has_listed(
    tmp_path: Path, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    def later(_: str) -> None:
        held.now += 1

    monkeypatch.setattr(facet_file, "_PAUSE", 1e9)
    monkeypatch.setattr(adjacency, "CHUNK", 16)
    listing = FacetList(Enumeration(board("rectangle:4x4"), "symmetry"), str(tmp_path / "list"))
    with (tmp_path / "list").open("w") as sink:
        assert listing.record(sink, Limits(3.5).start(), later)
    lines = (tmp_path / "list").read_text().splitlines()
    assert json.loads((tmp_path / "list.state").read_text())["tally"]["orbits"] == len(lines) > 0


def unfinished(path: Path) -> None:
    """A run of 4x4 that ended at a checkpoint."""
    here = board("rectangle:4x4")
    run = Enumeration(here, "symmetry")
    listing = FacetList(run, str(path))
    facet_file.open_new(str(path))
    with path.open("a") as file:
        for number, step in enumerate(run.steps(Limits().start())):
            listing.length += file.write("".join(map(facet_file.line, step)))
            run.resume = None if run.checkpoint is None else run.checkpoint()
            if number == 4:
                break
    listing.save()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"weights":[', '"weights":[9', "not a facet"),
        ('"weights":[', '"weights":[1,', "not a facet"),
        ('"weights":[', '"weights":[true,', "not a facet"),
        ('"weights":[', '"weights":[99999999999999999999', "not a facet"),
        ('"weights"', '"Weights"', "not a facet"),
        ('"weights"', "'weights'", "not a facet"),
        ("\n", "\n\n", "not a facet"),
    ],
)
def test_a_list_that_was_changed_is_not_gone_on_with(
    old: str, new: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "list"
    unfinished(path)
    path.write_text(path.read_text().replace(old, new, 1))
    assert main(command(path, "--resume")) == 2
    assert says in capsys.readouterr().err


def test_two_runs_do_not_share_a_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "list"
    unfinished(path)
    before = path.read_bytes()
    with facet_file.opened(str(path)):
        for option in ("--resume", "--force"):
            assert main(command(path, option)) == 2
            assert "another run writes to this file" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_nothing_is_made_where_nothing_is_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command(tmp_path / "list", "--resume")) == 2
    assert "nothing to resume" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_named_with_the_list(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(listing: FacetList) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(FacetList, "save", full)
    assert main(command(tmp_path / "list")) == 2
    assert f"{tmp_path / 'list'}: cannot be written" in capsys.readouterr().err


def test_a_list_with_a_facet_taken_out_or_a_checkpoint_of_another_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, mark = tmp_path / "list", tmp_path / "list.state"
    unfinished(path)
    text, state = path.read_text(), json.loads(mark.read_text())
    lines = text.splitlines(keepends=True)
    for odd in (lines[0] + text, "".join(lines[:-20])):
        path.write_text(odd)
        mark.write_text(json.dumps(state | {"length": len(odd)}))
        assert main(command(path, "--resume")) == 2
        assert "the list is not the one of this checkpoint" in capsys.readouterr().err
    path.write_text(text)
    mark.write_text(json.dumps(state | {"resume": "17 facets"}))
    assert main(command(path, "--resume")) == 2
    assert "not a checkpoint of this engine" in capsys.readouterr().err
    mark.write_text(json.dumps(state))
    assert main(command(path, "--resume")) == 0


@pytest.mark.parametrize(
    ("change", "engine", "says"),
    [
        ({"engine": "lrs"}, "symmetry", "by another engine; saw lrs"),
        ({}, "builtin", "by another engine; saw symmetry"),
        ({"resume": "17 facets"}, "symmetry", "not a checkpoint of this engine"),
        ({"resume": "ff"}, "symmetry", "the list is not the one of this checkpoint"),
        ({"length": "many"}, "symmetry", "no number of bytes"),
        ({"length": 1 << 30, "complete": True}, "symmetry", "shorter than its state file says"),
        ({"complete": True}, "symmetry", "longer than its state file says"),
    ],
)
def test_what_cannot_go_on_is_told_and_nothing_is_cut(
    change: dict[str, object], engine: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, mark = tmp_path / "list", tmp_path / "list.state"
    unfinished(path)
    path.write_text(path.read_text() + "more\n")
    before = path.read_bytes()
    mark.write_text(json.dumps(json.loads(mark.read_text()) | change))
    words = ["facets", "rectangle:4x4", "--engine", engine, "--output", str(path), "--resume"]
    assert main(words) == 2
    assert says in capsys.readouterr().err and path.read_bytes() == before


def test_processes_find_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "list"
    assert main(["facets", "rectangle:3x5", "--by-symmetry", "--jobs", "2", "--output", str(path)]) == 0
    assert "1277 facets in 337 orbits" in capsys.readouterr().err
    found = {tuple(json.loads(line)["weights"]) for line in path.read_text().splitlines()}
    assert found == listed(board("rectangle:3x5"), "builtin")


def test_no_time_is_a_result() -> None:
    run = Enumeration(board("torus:4x4"), "symmetry")
    with pytest.raises(StoppedError, match="time"):
        list(run.steps(Limits(0.05).start()))
    assert not run.complete


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--jobs", "2"], "--jobs goes with --by-symmetry"),
        (["--by-symmetry", "--jobs", "0"], "not a number of processes"),
        (["--by-symmetry", "--engine", "builtin"], "not allowed with"),
        (["--by-symmetry", "--sample", "9"], "--by-symmetry"),
    ],
)
def test_options_that_do_not_fit(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["facets", "line:5", *words]) == 2
    assert says in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("name", ["triangle:5", "rectangle:3x6"])
def test_larger_boards(name: str) -> None:
    assert listed(board(name), "symmetry") == listed(board(name), "builtin")


@pytest.mark.slow
def test_torus_4x4() -> None:
    """95,444 facets in 784 orbits under 128 symmetries; some cones on the way are taken apart themselves."""
    run = Enumeration(board("torus:4x4"), "symmetry")
    assert len([f for step in run.steps(Limits().start()) for f in step]) == 784
    assert run.complete and run.tally.facets == 95_444
