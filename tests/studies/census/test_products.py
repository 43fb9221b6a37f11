"""Products of trees: which they are, that each play is one, and that all connected products have one."""

from __future__ import annotations

import json
import re
from itertools import accumulate, combinations_with_replacement
from pathlib import Path

import networkx as nx
import pytest

from feasibility import verifier
from feasibility.base.errors import InputError
from feasibility.cli import main
from feasibility.game.geometry import Board
from feasibility.studies.census.entries import products
from feasibility.studies.census.sources import graph6_line
from feasibility.text.graphs import board_of, read_graph
from tests.amounts import amounts
from tests.studies.census.reference import connected


def graph_of(start: str) -> nx.Graph:
    return read_graph(start.removesuffix(":-0"))


def test_which_they_are() -> None:
    entries = list(products(4))
    names = [str(entry.id).split(" x ") for entry in entries]
    factors = list(dict.fromkeys(name for two in names for name in two))
    assert all(nx.is_tree(read_graph(f"graph6:{factor}")) for factor in factors)
    assert len(factors) == 1 + 1 + 2 and len(set(map(tuple, names))) == len(names) == 4 * 5 // 2
    assert {frozenset(two) for two in names} == {
        frozenset(two) for two in combinations_with_replacement(factors, 2)
    }
    for entry, name in zip(entries, names, strict=True):
        first, second = (read_graph(f"graph6:{factor}") for factor in name)
        made = graph_of(entry.start)
        beside = {
            (a, b)
            for a, b in made.edges
            if (a // len(second) == b // len(second) and second.has_edge(a % len(second), b % len(second)))
            or (a % len(second) == b % len(second) and first.has_edge(a // len(second), b // len(second)))
        }
        edges = len(first) * second.size() + len(second) * first.size()
        assert len(made) == len(first) * len(second) and len(beside) == made.size() == edges
    assert [entry.start for entry in products(4)] == [entry.start for entry in entries]
    assert [entry.id for entry in products(2)] == ["A_ x A_"] and graph_of(entries[0].start).size() == 4


def test_each_connected_product_has_the_jumps_of_one() -> None:
    """With a spanning tree of each factor; a jump is a path of two edges."""
    asked = [set(str(entry.id).split(" x ")) for entry in products(4)]
    trees = {name: read_graph(f"graph6:{name}") for two in asked for name in two}
    for first, second in combinations_with_replacement([g for g in connected(4) if len(g) > 1], 2):
        spanning = [nx.minimum_spanning_tree(factor) for factor in (first, second)]
        alike = [next(n for n, t in trees.items() if nx.is_isomorphic(t, tree)) for tree in spanning]
        assert set(alike) in asked
        whole = board_of_graph(nx.cartesian_product(first, second))
        assert set(board_of_graph(nx.cartesian_product(*spanning)).jumps) <= set(whole.jumps)


def board_of_graph(graph: nx.Graph) -> Board:
    numbered = nx.convert_node_labels_to_integers(graph, ordering="sorted")
    return board_of(f"graph6:{graph6_line(numbered).decode().strip()}")


def test_the_table_of_the_page() -> None:
    """As many products as there are pairs of trees, all played; the last column counts what has them."""
    page = Path(__file__).parents[3] / "docs" / "results" / "graphs.md"
    section = page.read_text(encoding="utf-8").partition("## Products")[2].partition("\n## ")[0]
    rows = [row.replace(",", "").split(" | ") for row in re.findall(r"^\| (\d.*) \|$", section, re.M)]
    trees = list(accumulate([1, 1, 2, 3, 6, 11, 23, 47, 106, 235, 551]))  # OEIS A000055, from 2 vertices
    graphs = list(accumulate([1, 2, 6, 21, 112, 853, 11117, 261080, 11716571]))  # A001349, connected
    for n, (most, asked, played, every) in enumerate(rows):
        assert int(most) == n + 2 and int(asked) == int(played) == trees[n] * (trees[n] + 1) // 2
        assert int(every) == graphs[n] * (graphs[n] + 1) // 2
    assert len(rows) > 5


@pytest.mark.parametrize("most", [1, 13, -3])
def test_sizes_that_are_refused(most: int) -> None:
    with pytest.raises(InputError, match="not a size of factors"):
        next(products(most))


@amounts("most", 4, 6)
def test_each_has_a_play_that_the_checker_accepts(
    most: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output, folder = tmp_path / "plays.jsonl", tmp_path / "proofs"
    words = [
        "survey",
        "--products",
        str(most),
        "--jobs",
        "1",
        "-o",
        str(output),
        "--certificates",
        str(folder),
    ]
    assert main(words) == 0
    entries = {entry.line: entry for entry in products(most)}
    told = capsys.readouterr().out
    assert (
        f"{len(entries)} of {len(entries)} products of two trees can be played to one peg.\nSo can each"
        in told
    )
    assert told.endswith(", from some vertex: it has all jumps of one of these.\n")
    answers = [json.loads(line) for line in output.read_text().splitlines()]
    assert {answer["line"] for answer in answers} == {*entries}
    for answer in answers:
        claim = verifier.check(folder / answer["certificate"]).claim
        assert claim is not None and (claim.claim, claim.target_count) == ("feasible", 1)
        graph = graph_of(entries[answer["line"]].start)
        assert claim.start == (*range(1, len(graph)),)
        assert {jump[:2] for jump in claim.jumps} == {*graph.edges, *((b, a) for a, b in graph.edges)}
    before = output.read_text()
    assert main([*words, "--resume"]) == 0 and output.read_text() == before


def test_what_does_not_go_with_them(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--graphs", "3"], ["--list", "all"], ["--html", "x.html"], ["triangle:3"], ["--resume"]):
        assert main(["survey", "--products", "2", *words]) == 2, words
        assert "Traceback" not in capsys.readouterr().err
    assert main(["survey", "--products", "2", "--json"]) == 0
    found = {"products": 2, "complete": True, "pairs": 1, "played": 1, "unknown": 0}
    assert json.loads(capsys.readouterr().out) == found


def test_products_that_a_limit_left_open_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["survey", "--products", "3", "--jobs", "1", "--work-limit", "0"]
    assert main(words) == 0
    told = capsys.readouterr().out
    assert told.endswith("0 of 3 products of two trees can be played to one peg; of 3 it is not known.\n")
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["pairs"], found["played"], found["unknown"]) == (3, 0, 3)
