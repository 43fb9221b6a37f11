"""Tables for papers: CSV that is read back, LaTeX with every cell, and the commands that write them."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feasibility.cli import main
from feasibility.render.tables import Table

CELLS = st.lists(st.tuples(st.text('ab &%$#_{}~^\\,"1', max_size=6), st.integers()), max_size=5)


@given(CELLS)
def test_csv_is_read_back(rows: list[tuple[str, int]]) -> None:
    table = Table(("word", "number"), frozenset({1}))
    for row in rows:
        table.add(*row)
    read = list(csv.reader(table.csv().splitlines()))
    assert read == [["word", "number"], *([word, str(number)] for word, number in rows)]


@given(CELLS)
def test_latex_has_a_line_for_each_row_and_no_sign_of_its_own(rows: list[tuple[str, int]]) -> None:
    table = Table(("word", "number"), frozenset({1}))
    for row in rows:
        table.add(*row)
    lines = table.latex().splitlines()
    assert lines[0] == r"\begin{tabular}{lr}" and lines[-1] == r"\end{tabular}"
    inner = [line for line in lines[1:-1] if line != r"\hline"]
    assert len(inner) == 1 + len(rows)
    for line in inner:
        bare = line.removesuffix(r" \\")
        for escaped in (r"\textbackslash{}", r"\textasciitilde{}", r"\textasciicircum{}"):
            bare = bare.replace(escaped, "")
        for sign in "&%$#_{}":
            bare = bare.replace("\\" + sign, "")
        assert bare.count("&") == 1 and not set(bare) & set("%$#_{}~^\\")


@pytest.mark.parametrize("ending", ["csv", "tex"])
def test_the_commands_write_what_they_print(
    ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"table.{ending}"
    assert main(["facets", "line:5", "--engine", "builtin", "--table", str(path)]) == 0
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    between = "," if ending == "csv" else " & "
    for facet in printed:
        line = between.join(map(str, (*facet["weights"], facet["orbit"], facet["tight"])))
        assert line in path.read_text()
    assert main(["survey", "triangle:4", "--jobs", "1", "--table", str(path)]) == 0
    row = capsys.readouterr().out.splitlines()[1].split()
    assert between.join(row) in path.read_text()
    assert main(["lattice", "triangle:4", "--table", str(path)]) == 0
    assert between.join(["modulo 2", "1 0 1 1 1 0 1 0 1 1"]) in path.read_text()


def test_other_endings_are_refused_before_the_work(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["facets", "line:5", "--resume", "--output", "x", "--table", "x.csv"]) == 2
