"""What a census finds, against brute force, and against numbers of the literature."""

from __future__ import annotations

import lzma
from collections import Counter
from hashlib import sha256
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from networkx.generators.atlas import graph_atlas_g

from feasibility.native import binding
from feasibility.studies.census import closures
from feasibility.studies.census.block import _one_by_one
from feasibility.studies.census.closures import FACTS, first_apart, rows
from feasibility.studies.census.facts import FREELY, KINDS, SOLVABLE, UNSOLVABLE
from feasibility.studies.census.run import Census, count_blocks
from tests.studies.census import reference
from tests.studies.census.reference import facts_of

DATA = Path(__file__).parent / "data"


def kinds(source: str) -> tuple[int, ...]:
    """Graphs of a source by their kind, in the order unsolvable, solvable, freely solvable."""
    totals = Census()
    for counted in count_blocks(source, jobs=1):
        totals.add(counted)
    return tuple(map(totals.of_kind, KINDS))


def test_all_connected_graphs_to_six_vertices_as_brute_force_finds_them() -> None:
    for graph in reference.connected(6):
        (found,) = facts_of([reference.line(graph)], len(graph))
        assert found._replace(digest="") == reference.facts(graph), nx.to_edgelist(graph)


@st.composite
def connected_graphs(draw: st.DrawFn, most: int = 8) -> nx.Graph:
    """A random tree with some edges more."""
    n = draw(st.integers(2, most))
    graph = nx.Graph((v, draw(st.integers(0, v - 1))) for v in range(1, n))
    graph.add_edges_from(draw(st.sets(st.sampled_from([(a, b) for a in range(n) for b in range(a)]))))
    return nx.relabel_nodes(graph, dict(enumerate(draw(st.permutations(range(n))))))


@settings(max_examples=40, deadline=None)
@given(connected_graphs())
def test_graphs_at_random_as_brute_force_finds_them(graph: nx.Graph) -> None:
    ordered = nx.empty_graph(len(graph))
    ordered.add_edges_from(graph.edges)
    (found,) = facts_of([reference.line(ordered)], len(graph))
    assert found._replace(digest="") == reference.facts(ordered)


def by_graph(lines: list[bytes], n: int, each: bool, engine: str) -> list[tuple[list[int], bytes]]:
    """By whole numbers, or by the kernels of a level: sliced, or one graph after the other."""
    level, _, sliced = engine.partition(" ")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(binding, "CHOSEN", level)
        patch.setattr(closures, "MOST_SLICED", closures.MOST_SLICED if sliced else 0)
        return list(_one_by_one(rows(lines, n, each), FACTS + 2 * n * each))


KERNELS = [level + sliced for level in binding.levels() for sliced in ("", " sliced")]


@settings(max_examples=60, deadline=None)
@given(st.lists(connected_graphs(), min_size=1, max_size=9), st.sampled_from(KERNELS), st.booleans())
def test_kernels_find_what_whole_numbers_do(some: list[nx.Graph], engine: str, each: bool) -> None:
    n = len(some[0])
    lines = [reference.line(_ordered(g)) for g in some if len(g) == n]
    assert by_graph(lines, n, each, engine) == by_graph(lines, n, each, "0")


@pytest.mark.parametrize("engine", KERNELS)
@pytest.mark.parametrize(("n", "more"), [(9, 20), (14, 6), (17, 0), (17, 30), (18, 4)])
def test_larger_graphs_whose_sets_have_several_blocks(n: int, more: int, engine: str) -> None:
    graph = _ordered(nx.random_labeled_tree(n, seed=n))
    graph.add_edges_from([*nx.non_edges(graph)][: 2 * more : 2])
    lines = [reference.line(graph)] * 2
    assert by_graph(lines[:1], n, n < 17, "0") * 2 == by_graph(lines, n, n < 17, engine)


@pytest.mark.parametrize("engine", KERNELS)
def test_more_graphs_than_a_unit_has_bits_and_more_than_one_call_counts(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [reference.line(g) for g in reference.connected(7) if len(g) == 7]
    expected = by_graph(lines, 7, True, "0")
    assert by_graph(lines, 7, True, engine) == expected and len(expected) == 853
    monkeypatch.setattr(closures, "AT_ONCE", 70 << 7)
    assert by_graph(lines, 7, True, engine) == expected


def test_the_first_graph_that_is_not_connected(monkeypatch: pytest.MonkeyPatch) -> None:
    for switch in ("1", "0"):
        monkeypatch.setattr(binding, "CHOSEN", switch)
        for graph in filter(len, graph_atlas_g()):
            whole = reference.line(nx.path_graph(len(graph)))
            expected = None if nx.is_connected(graph) else 1
            assert first_apart([whole, reference.line(graph), whole], len(graph)) == expected


def _ordered(graph: nx.Graph) -> nx.Graph:
    ordered = nx.empty_graph(len(graph))
    ordered.add_edges_from(graph.edges)
    return ordered


def test_the_digest_is_of_the_positions_that_can_reach_one_peg() -> None:
    """As the definition says, from the reference."""
    graph = nx.cycle_graph(5)
    reached = 0
    for mask in range(1 << 5):
        pegs = frozenset(v for v in range(5) if mask >> v & 1)
        reached |= any(len(p) == 1 for p in reference.reachable(graph, pegs)) << mask
    (found,) = facts_of([reference.line(graph)], 5)
    assert found.digest == sha256(reached.to_bytes(4, "little")).hexdigest()


# Computed for this project by another program: of 996 graphs to seven vertices 54 are not freely solvable.
def test_graphs_to_seven_vertices() -> None:
    by_size = {n: [reference.line(g) for g in reference.connected(7) if len(g) == n] for n in range(1, 8)}
    counts = Counter(found.kind for n, lines in by_size.items() for found in facts_of(lines, n))
    assert counts.total() == 996 and counts[SOLVABLE] + counts[UNSOLVABLE] == 54
    assert [kinds(str(n)) for n in (5, 6, 7)] == [(3, 5, 13), (5, 4, 103), (10, 23, 820)]


def unpacked(name: str, folder: Path) -> str:
    (folder / name).write_bytes(lzma.decompress((DATA / f"{name}.xz").read_bytes()))
    return str(folder / name)


def test_graphs_with_eight_vertices(tmp_path: Path) -> None:
    assert kinds(unpacked("graphs8.g6", tmp_path)) == (27, 70, 11_020)


@pytest.mark.slow
def test_graphs_with_nine_vertices(tmp_path: Path) -> None:
    assert kinds(unpacked("graphs9.g6", tmp_path)) == (81, 252, 260_747)


# An atlas of trees and unicyclic graphs of July 2026 has the same numbers.
TREES = {
    12: (234, 216, 101),
    13: (560, 473, 268),
    14: (1303, 1191, 665),
    15: (3120, 2895, 1726),
    16: (7710, 7208, 4402),
}


@pytest.mark.parametrize("n", [12, 13])
def test_trees(n: int) -> None:
    assert kinds(f"trees:{n}") == TREES[n]


@pytest.mark.slow
@pytest.mark.parametrize("n", [14, 15, 16])
def test_larger_trees(n: int) -> None:
    assert kinds(f"trees:{n}") == TREES[n]


@pytest.mark.parametrize("engine", ["0", *KERNELS])
def test_the_closure_of_a_path(engine: str) -> None:
    assert by_graph([b"Bg"], 3, False, engine) == [([0b101, 1, 0b101, 2, 2], bytes([0b01011110]))]


def test_published_fools_numbers() -> None:
    """R. Beeler and T. Rodriguez, "Fool's solitaire on graphs", Involve 5 (2012)."""
    for n in range(4, 10):
        star, complete, path, cycle = (
            nx.star_graph(n),
            nx.complete_graph(n),
            nx.path_graph(n),
            nx.cycle_graph(n),
        )
        found = [facts_of([reference.line(g)], len(g))[0].fool for g in (star, complete, path, cycle)]
        assert found == [n, 1, n // 2, (n - 1) // 2]


def test_a_digest_or_a_number_that_is_wrong_would_be_seen() -> None:
    """The reference is no copy of the census: a star and a path differ in all that is compared."""
    star, path = (facts_of([reference.line(g)], 5)[0] for g in (nx.star_graph(4), nx.path_graph(5)))
    assert (star.kind, path.kind) == (UNSOLVABLE, UNSOLVABLE) and star.left == 3 and path.left == 2
    assert facts_of([reference.line(nx.complete_graph(5))], 5)[0].kind == FREELY
