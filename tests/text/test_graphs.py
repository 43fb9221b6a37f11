"""Boards from graphs: every way to write one, against networkx; and what is no graph."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import feasibility
from feasibility.base.errors import InputError
from feasibility.game.families import examples
from feasibility.game.graph_board import edges_of, graph_board
from feasibility.game.position import Position
from feasibility.studies.census.closures import edges_of as edges_of_line
from feasibility.studies.census.sources import as_graph6
from feasibility.text import board_text
from feasibility.text.graphs import board_of_graph, named_graph
from feasibility.text.references import read_board, read_pair
from feasibility.text.writing import write


@st.composite
def graphs(draw: st.DrawFn, most: int = 9) -> nx.Graph:
    """Simple graphs, connected or not."""
    n = draw(st.integers(1, most))
    pairs = [(a, b) for a in range(n) for b in range(a)]
    graph = nx.empty_graph(n)
    graph.add_edges_from(draw(st.sets(st.sampled_from(pairs))) if pairs else ())
    return graph


def paths(graph: nx.Graph) -> set[tuple[int, int, int]]:
    """The reference: all ways to walk along two edges to a third vertex."""
    return {(a, b, c) for a, b, c in permutations(graph, 3) if graph.has_edge(a, b) and graph.has_edge(b, c)}


@given(graphs())
def test_the_jumps_are_the_paths_of_three_vertices(graph: nx.Graph) -> None:
    board = feasibility.board(graph)
    assert set(board.jumps) == paths(graph)
    assert board.names == tuple(map(str, range(len(graph))))
    assert board_text.parse(write(Position(board, 0))).board == board
    if nx.is_connected(graph) and len(graph) > 2:
        assert set(edges_of(board)) == {tuple(sorted(edge)) for edge in graph.edges}


@given(graphs())
def test_all_texts_of_a_graph_give_one_board(graph: nx.Graph) -> None:
    board = feasibility.board(graph)
    line = nx.to_graph6_bytes(graph, header=False).decode().strip()
    sparse = nx.to_sparse6_bytes(graph, header=False).decode().strip()
    assert feasibility.board(f"graph6:{line}") == board
    assert feasibility.board(f"sparse6:{sparse}") == board == feasibility.board(f"sparse6:{sparse[1:]}")
    assert as_graph6(sparse.encode()).decode() == line
    assert (
        as_graph6(b"~??" + line.encode()).decode() == line
    )  # the longer way to write the number of vertices
    assert {*edges_of_line(line.encode(), len(graph))} == {tuple(sorted(edge)) for edge in graph.edges}


@pytest.mark.parametrize("ending", ["g6", "s6", "graphml", "dot", "edges"])
def test_files_of_all_kinds_are_read(ending: str, tmp_path: Path) -> None:
    graph = nx.petersen_graph()
    path = tmp_path / f"petersen.{ending}"
    if ending == "graphml":
        nx.write_graphml(graph, path)
    elif ending == "dot":
        edges = "; ".join(f"{a} -- {b}" for a, b in graph.edges)
        path.write_text(f"graph G {{ {'; '.join(map(str, graph))}; {edges} }}")
    elif ending == "edges":
        nodes = "".join(f"{a}\n" for a in graph)
        path.write_text("# Petersen\n" + nodes + "".join(f"{a} {b}\n" for a, b in graph.edges))
    else:
        (nx.write_graph6 if ending == "g6" else nx.write_sparse6)(graph, path)
    board = read_board(str(path))
    assert board == feasibility.board(graph)
    pair = read_pair(f"{path}:-0", f"{path}:+0")
    assert pair.start.pegs == tuple(range(1, 10))


@pytest.mark.parametrize(
    ("text", "graph"),
    [
        ("path:6", nx.path_graph(6)), ("cycle:6", nx.cycle_graph(6)), ("star:4", nx.star_graph(4)),
        ("complete:5", nx.complete_graph(5)), ("bipartite:3,4", nx.complete_bipartite_graph(3, 4)),
        ("wheel:5", nx.wheel_graph(6)), ("hypercube:3", nx.hypercube_graph(3)), ("hypercube:1", nx.path_graph(2)),
        ("grid:3x4", nx.grid_2d_graph(3, 4)), ("windmill:3", None), ("windmill:3,0", nx.windmill_graph(3, 3)),
        ("doublestar:1,1", nx.path_graph(4)), ("caterpillar:0,0,0", nx.path_graph(3)),
        ("caterpillar:4", nx.star_graph(4)), ("petersen", nx.petersen_graph()), ("cube", nx.cubical_graph()),
        ("tetrahedron", nx.complete_graph(4)), ("octahedron", nx.octahedral_graph()),
        ("dodecahedron", nx.dodecahedral_graph()), ("icosahedron", nx.icosahedral_graph()),
        ("path:3*path:4", nx.grid_2d_graph(3, 4)), ("cycle:4*path:2", nx.cubical_graph()),
    ],
)  # fmt: skip
def test_named_graphs(text: str, graph: nx.Graph | None) -> None:
    if graph is None:
        with pytest.raises(InputError, match="not a size"):
            named_graph(text)
        return
    assert nx.is_isomorphic(named_graph(text), graph)
    assert feasibility.board(f"graph:{text}").n == len(graph)


def test_each_family_is_made_from_its_example() -> None:
    for example in examples():
        assert feasibility.board(f"graph:{example}").name == f"graph:{example}"


def test_symmetries_are_those_of_the_graph() -> None:
    assert len(feasibility.board("graph:petersen").symmetries) == 120
    assert len(feasibility.board("graph:dodecahedron").symmetries) == 120
    assert len(feasibility.board("graph:hypercube:4").symmetries) == 384


def test_vertices_keep_their_names_where_these_can_be_written() -> None:
    board = feasibility.board(nx.relabel_nodes(nx.path_graph(3), {0: "Ada", 1: "bob_2", 2: "C.3"}))
    assert board.names == ("Ada", "bob_2", "C.3")
    assert feasibility.board(nx.relabel_nodes(nx.path_graph(3), {0: "a b"})).names == ("0", "1", "2")
    assert feasibility.board(nx.grid_2d_graph(2, 2)).names == ("0_0", "0_1", "1_0", "1_1")


@pytest.mark.parametrize("vertices", [[1, 2, 3, "a b"], [-1, 0, 1], [1, "1", 2]])
def test_no_vertex_is_called_by_the_number_of_another(vertices: list[object]) -> None:
    """Hole 1 would be the vertex 2, and +1 another question."""
    with pytest.raises(InputError, match=r"called by the number of another; saw '[01]'"):
        feasibility.board(nx.path_graph(vertices))


def test_a_play_on_a_graph_is_written_along_its_paths() -> None:
    pair = read_pair("graph:path:4:-1", "graph:path:4:+2")
    verdict = feasibility.check(pair)
    assert str(verdict.answer) == "feasible"
    assert feasibility.format_jumps(pair.board, verdict.decisive.proof.jumps) == "3(2)1 0(1)2"


def test_one_way_jumps_only_if_asked(tmp_path: Path) -> None:
    arrows = nx.DiGraph([(0, 1), (1, 2), (2, 0)])
    with pytest.raises(InputError, match="directed"):
        feasibility.board(arrows)
    assert set(board_of_graph(arrows, one_way=True).jumps) == {(0, 1, 2), (1, 2, 0), (2, 0, 1)}
    path = tmp_path / "arrows.graphml"
    nx.write_graphml(arrows, path)
    with pytest.raises(InputError, match="directed"):
        read_board(str(path))
    assert len(read_board(f"oneway:{path}").jumps) == 3
    assert read_pair(f"oneway:{path}:-0", f"oneway:{path}:+0").board.n == 3
    listed = tmp_path / "arrows.edges"
    listed.write_text("0 1\n1 2\n2 0\n")
    for name in (str(listed), "graph:path:3"):  # whose jumps would go both ways
        with pytest.raises(InputError, match="the graph has no arrows; expected GraphML or DOT with arrows"):
            read_board(f"oneway:{name}")


@pytest.mark.parametrize(
    ("reference", "message"),
    [
        ("graph6:Dh", "cut off"), ("graph6:Dhcc", "too long"), ("graph6:", "empty"), ("graph6:D c", "not a char"),
        ("graph6:~", "cut off in its number"), ("graph6:&AG", "directed"), ("sparse6:~~~~~~~~", "too large"),
        ("sparse6::Dx!", "not a char"), ("graph:pats:5", "no such graph"), ("graph:path:x", "not a size"),
        ("graph:path:0", "at least 1"), ("graph:path:5000", "too large"), ("graph:hypercube:13", "too large"),
        ("graph:star:4096", "too large"), ("graph:complete:200", "too many jumps"), ("graph:petersen:3", "not a size"),
        ("graph:path:100*path:100", "too large"), ("graph:cycle:2", "at least 3"), ("graph:", "no such graph"),
        ("nowhere.graphml", "no such file"),
    ],
)  # fmt: skip
def test_what_is_no_graph(reference: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_board(reference)


def test_4097_vertices_are_too_many() -> None:
    with pytest.raises(InputError, match="4,097 vertices"):
        feasibility.board("graph6:~@?@" + "?" * 1398444)
    with pytest.raises(InputError, match="4,097 vertices"):
        feasibility.board(nx.path_graph(4097))
    assert graph_board([str(i) for i in range(4096)], [(i, i + 1) for i in range(4095)]).n == 4096


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.edges", "0 1\n1 1\n", r"a.edges, line 2: a loop"), ("a.edges", "0 1\n1 0\n", "line 2: the edge is listed twice"),
        ("a.edges", "0 1\n1-2\n", "line 2: not an edge"), ("a.edges", "0 1\n% remark\n", "line 2: not an edge"),
        ("a.edges", "source target\na b\nb c\n", "line 1: a first line that may be no edge; saw 'source target'"),
        ("a.edges", "# path\n3 2\n0 1\n1 2\n", "line 2: a first line"), ("a.edges", "5 2\n1 2\n2 3\n", "a first line"),
        ("a.edges", "3\n0 1\n1 2\n", "a first line"), ("a.edges", "Node1 Node2\n0 1\n", "a first line"),
        ("a.dot", "graph { subgraph x { a -- b } b -- c }", "in a subgraph"), ("a.dot", "graph { a:n -- b }", "a port of a vertex"),
        ("a.dot", "graph { { { d } } a -- b }", "in a subgraph"),
        ("a.edges", "0 1 2\n", "line 1: not an edge"), ("a.edges", "# nothing\n", "no vertex"),
        ("a.g6", "Dhc\nDhc\n", "2 lines"), ("a.g6", "\n\nDh\n", "line 3: the line is cut off"), ("a.g6", "", "0 lines"),
        ("a.graphml", "<graphml", "not a .graphml file"),
        ("a.graphml", "<graphml><graph><node id='a'><graph/></node></graph></graphml>", "not one graph; saw 2 graphs"),
        ("a.graphml", "<graphml xmlns='http://graphml.graphdrawing.org/xmlns'><graph edgedefault='undirected'><node id='a'/><edge source='a' target='b'/></graph></graphml>", "not there; saw 'b'"), ("a.dot", "digraph { a -> b }", "directed"),
        ("a.dot", "graph { a -- a }", "a loop"), ("a.dot", "graph { a -- b; a -- b }", "two edges"), ("a.dot", "graph {", "not a .dot file"),
    ],
)  # fmt: skip
def test_what_is_no_simple_graph(name: str, text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match=message) as caught:
        read_board(str(tmp_path / name))
    assert str(caught.value).startswith(str(tmp_path / name))


def test_what_pydot_says_is_no_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.dot").write_text("graph { a -- ")
    with pytest.raises(InputError, match=r"a\.dot: not a \.dot file"):
        read_board(str(tmp_path / "a.dot"))
    assert not capsys.readouterr().out


@pytest.mark.parametrize("graph", [nx.MultiGraph([(0, 1), (0, 1)]), nx.Graph([(0, 0), (0, 1)]), nx.Graph()])
def test_graphs_that_are_not_simple_or_empty(graph: nx.Graph) -> None:
    with pytest.raises(InputError):
        feasibility.board(graph)


def test_a_graph_alone_is_no_position() -> None:
    with pytest.raises(InputError, match="graph:petersen:-0"):
        read_pair("graph:petersen")
    with pytest.raises(InputError, match="no hole 12 on graph:petersen"):
        read_pair("graph:petersen:-12")


def test_a_board_by_its_name_is_never_a_file(tmp_path: Path) -> None:
    """The page on this machine asks for boards by name; no name may make it read files."""
    path = tmp_path / "secret.g6"
    path.write_text("Dhc\n")
    assert read_board(str(path)).n == 5
    for name in (str(path), f"oneway:{path}"):
        with pytest.raises(InputError, match="no such board"):
            feasibility.board(name)
    with pytest.raises(InputError, match=r"secret\.g6:-0"):
        read_pair(str(path))


def test_matrices_are_refused_and_never_taken_for_drawings(tmp_path: Path) -> None:
    path = tmp_path / "path.adj"
    path.write_text("010\n101\n010\n")
    with pytest.raises(InputError, match="graphs as matrices are not read"):
        read_board(str(path))


def test_vertices_of_a_hypercube_are_called_by_their_bits() -> None:
    assert [feasibility.board("graph:hypercube:2").called(i) for i in range(4)] == ["00", "01", "10", "11"]
