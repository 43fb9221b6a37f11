"""Products of connected graphs: which they are, and that each play is one."""

from __future__ import annotations

import json
import re
from itertools import combinations_with_replacement
from pathlib import Path

import networkx as nx
import pytest

from feasibility import verifier
from feasibility.base.errors import InputError
from feasibility.cli import main
from feasibility.studies.census.entries import products
from feasibility.text.graphs import read_graph
from tests.amounts import amounts


def graph_of(start: str) -> nx.Graph:
    return read_graph(start.removesuffix(":-0"))


def test_which_they_are() -> None:
    entries = list(products(4))
    names = [str(entry.id).split(" x ") for entry in entries]
    factors = list(dict.fromkeys(name for two in names for name in two))
    assert len(factors) == 1 + 2 + 6 and len(set(map(tuple, names))) == len(names) == 9 * 10 // 2
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


def test_the_table_of_the_page() -> None:
    """As many products as there are pairs of connected graphs, all played; the first 45 are repeated here."""
    page = Path(__file__).parents[3] / "docs" / "results" / "graphs.md"
    section = page.read_text(encoding="utf-8").partition("## Products")[2].partition("\n## ")[0]
    rows = [tuple(map(int, row)) for row in re.findall(r"^\| (\d) \| (\d+) \| (\d+) \|$", section, re.M)]
    factors = [1, 3, 9, 30, 142]  # connected graphs with two vertices or more, OEIS A001349
    assert rows == [
        (n, m * (m + 1) // 2, m * (m + 1) // 2) for n, m in zip(range(2, 7), factors, strict=True)
    ]


@pytest.mark.parametrize("most", [1, 10, -3])
def test_sizes_that_are_refused(most: int) -> None:
    with pytest.raises(InputError, match="not a size of factors"):
        next(products(most))


@amounts("most", 3, 4)
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
    assert f"{len(entries)} of {len(entries)} products can be played to one peg." in told
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
    assert "0 of 6 products can be played to one peg; of 6 it is not known." in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["pairs"], found["played"], found["unknown"]) == (6, 0, 6)
