"""The lists and the tables of docs/results/graphs.md against the census."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import networkx as nx
import pytest

from feasibility.studies.census.facts import SOLVABLE, UNSOLVABLE
from feasibility.studies.census.run import count_blocks
from tests.studies.census.reference import facts, facts_of

RESULTS = Path(__file__).parents[3] / "docs" / "results"
PAGE = (RESULTS / "graphs.md").read_text(encoding="utf-8")
FILES = {UNSOLVABLE: "unsolvable.g6", SOLVABLE: "solvable-not-freely.g6"}


def listed(kind: str) -> dict[int, list[bytes]]:
    """The graphs of a list, by their number of vertices."""
    found: dict[int, list[bytes]] = {}
    for text in (RESULTS / "graphs" / FILES[kind]).read_bytes().split():
        found.setdefault(text[0] - 63, []).append(text)
    return found


@pytest.mark.parametrize("kind", FILES)
def test_the_listed_graphs_are_what_the_list_says(kind: str) -> None:
    rows = re.findall(r"^\| (\d+) \| [\d,]+ \| ([\d,]+) \| ([\d,]+) \| [\d,]+ \|$", PAGE, re.M)
    told = {int(n): (_number(unsolvable), _number(solvable)) for n, unsolvable, solvable in rows}
    for n, lines in listed(kind).items():
        assert len(set(lines)) == len(lines) == told[n][kind == SOLVABLE]
        assert {facts.kind for facts in facts_of(lines, n)} == {kind}


def test_the_lists_are_complete_to_seven_vertices() -> None:
    for n in range(3, 8):
        found = Counter[tuple[str, bytes]]()
        for counted in count_blocks(str(n), "not-free", jobs=1):
            found.update((graph["kind"], graph["graph"].encode()) for graph in counted["listed"])
        # geng and networkx list the same graphs with other numbers for the vertices
        assert Counter(kind for kind, _ in found) == Counter(
            {kind: len(lines) for kind in FILES if (lines := listed(kind).get(n))}
        )


def test_the_pictures_show_all_unsolvable_graphs_to_seven_vertices() -> None:
    shown = [name for words in re.findall(r"!\[graphs ([^\]]+)\]", PAGE) for name in words.split()]
    wanted = [text.decode() for n, lines in listed(UNSOLVABLE).items() if n <= 7 for text in lines]
    assert sorted(shown) == sorted(wanted) and len(wanted) == 19


def test_the_table_of_proofs_has_every_unsolvable_graph_to_eight_vertices() -> None:
    rows = re.findall(r"^\| `([^ ]+)` \| (\d) \| (\d+) \| (.*) \|$", PAGE, re.M)
    wanted = [text.decode() for n, lines in listed(UNSOLVABLE).items() if n <= 8 for text in lines]
    assert sorted(name for name, *_ in rows) == sorted(wanted) and len(wanted) == 46
    for _, _, pairs, by in rows:
        told = sum(int(number) for number in re.findall(r"(\d+)(?:,|$)", by))
        assert told == int(pairs) and "nothing" not in by


@pytest.mark.parametrize("name", ["DUW", "F?AFw"])
def test_proofs_that_are_no_exhaustions(name: str) -> None:
    """As the table says, the cycle of five falls without both ends, the other graph with them."""
    from feasibility.text.graphs import board_of
    from research.graphs import first_criteria

    by = first_criteria(board_of(f"graph6:{name}"))
    told = next(row for row in PAGE.split("\n") if row.startswith(f"| `{name}` |")).split(" | ")[3]
    assert dict(by) == {key: int(n) for key, n in re.findall(r"([a-z-]+) (\d+)", told)}


def test_the_table_of_vacancies() -> None:
    """Repeated for all graphs with five, six and seven vertices."""
    rows = re.findall(r"^\| (\d) \| [\d,]+ \| fewest \| (.*) \|\n\| \| \| most \| (.*) \|$", PAGE, re.M)
    told = {int(n): [[*map(_number, row.split("|"))] for row in both] for n, *both in rows}
    assert sorted(told) == [5, 6, 7, 8, 9]
    for n in (5, 6, 7):
        listed = [graph for counted in count_blocks(str(n), "all", jobs=1) for graph in counted["listed"]]
        for key, row in zip(("fewest", "most"), told[n], strict=True):
            found = Counter[int](pegs for graph in listed for pegs in graph[key])
            assert row == [found[pegs] for pegs in range(1, 9)], (n, key)


def test_what_was_seen_of_unsolvable_graphs() -> None:
    """As docs/results/graph-theorems.md says."""
    graphs = {n: [*map(nx.from_graph6_bytes, lines)] for n, lines in listed(UNSOLVABLE).items()}
    without_leaf = [g for some in graphs.values() for g in some if min(dict(g.degree).values()) > 1]
    assert [len(g) for g in without_leaf] == [5, 7, 9, 11]
    assert {degree for g in without_leaf for _, degree in g.degree} == {2}
    most = {n: max(g.number_of_edges() for g in some) for n, some in graphs.items()}
    assert [most[n] for n in (8, 9, 10, 11)] == [10, 12, 15, 17]


def test_fools_numbers_that_are_two_less_than_the_independence_number() -> None:
    page = (RESULTS / "graph-theorems.md").read_text(encoding="utf-8")
    ten, eleven = ([text.encode() for text in re.findall(f"`({head}[^`]+)`", page)] for head in "IJ")
    assert [len(ten), len(eleven)] == [2, 6]
    assert {f.independent - f.fool for lines, n in ((ten, 10), (eleven, 11)) for f in facts_of(lines, n)} == {
        2
    }
    assert [f.kind for f in facts_of(eleven, 11)].count(SOLVABLE) == 1


def test_an_atlas_is_compared_vacancy_by_vacancy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from research.graphs import atlas

    lines = ["n,edges,per_hole_min,per_hole_max"]
    for graph in (nx.star_graph(3), nx.path_graph(4)):
        found, edges = facts(graph), " ".join(f"{b}-{a}" for a, b in graph.edges)
        lines.append(f"4,{edges},{' '.join(map(str, found.fewest))},{' '.join(map(str, found.most))}")
    (tmp_path / "results_4.csv").write_text("\n".join(lines), encoding="ascii")
    atlas(tmp_path)
    assert "| results_4.csv | 2 | 8 | 0 |" in capsys.readouterr().out
    wrong = lines[2][:-1] + str(int(lines[2][-1]) + 1)
    (tmp_path / "results_4.csv").write_text("\n".join([*lines[:2], wrong]), encoding="ascii")
    atlas(tmp_path)
    assert "| results_4.csv | 2 | 8 | 1 |" in capsys.readouterr().out


def _number(cell: str) -> int:
    return int(cell.replace(",", "").strip() or 0)
