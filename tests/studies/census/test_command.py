"""`pegfeas survey --graphs`: sources, records, resuming, certificates, and what is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import closing
from operator import itemgetter
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from feasibility import Limits, SoundnessError, verifier
from feasibility.cli import main
from feasibility.many import Executor
from feasibility.processes import pool
from feasibility.studies.census import sources
from feasibility.studies.census.entries import certify
from feasibility.studies.census.run import Census, count_blocks, records
from tests.studies.census import reference


def lines(most: int, least: int = 1) -> str:
    """All connected graphs with so many vertices, as graph6 lines."""
    return "".join(reference.line(g).decode() + "\n" for g in reference.connected(most) if len(g) >= least)


def asked(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    """What the command prints; messages where it fails."""
    assert main(["survey", "--jobs", "1", *words]) == code
    told = capsys.readouterr()
    return told.err if code == 2 else told.out


def test_the_table_and_the_list(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "all.g6"
    path.write_text(">>graph6<<" + lines(6), encoding="ascii")
    told = asked(capsys, "--graphs", str(path), "--list", "unsolvable")
    assert "       6     112           5                     4              103" in told
    assert "E?Bw    unsolvable  -              4            0 1 2 3 4" in told
    data = json.loads(asked(capsys, "--graphs", str(path), "--list", "all", "--json"))
    assert data["complete"] and len(data["listed"]) == 143
    assert [row["unsolvable"] for row in data["counts"]] == [0, 0, 0, 1, 3, 5]
    for n in (4, 5, 6):
        alone = json.loads(asked(capsys, "--graphs", str(n), "--json"))
        assert alone["counts"] == [data["counts"][n - 1]]


def test_all_ways_to_give_the_same_graphs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trees = [nx.convert_node_labels_to_integers(t) for t in nx.nonisomorphic_trees(7)]
    text = "".join(reference.line(t).decode() + "\n" for t in trees)
    sparse = "".join(nx.to_sparse6_bytes(t, header=False).decode() for t in trees)
    (tmp_path / "a.g6").write_text(text)
    (tmp_path / "a.s6").write_text(sparse)
    names = ["trees:7", *(str(tmp_path / name) for name in ("a.g6", "a.s6"))]
    found = [json.loads(asked(capsys, "--graphs", name, "--json"))["counts"] for name in names]
    assert found[0][0]["graphs"] == 11 and all(one == found[0] for one in found)
    monkeypatch.setattr(sources, "locate", lambda: None)
    atlas = json.loads(asked(capsys, "--graphs", "6", "--json"))["counts"][0]
    assert (atlas["graphs"], atlas["unsolvable"]) == (112, 5)
    assert "geng" in asked(capsys, "--graphs", "9", code=2)
    for name in ("8", "trees:99", "no-such.g6", str(tmp_path)):
        asked(capsys, "--graphs", name, "--output", str(tmp_path / "a.jsonl"), code=2)
        assert not (tmp_path / "a.jsonl").exists()


def test_an_interrupted_census_goes_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path, output = tmp_path / "all.g6", tmp_path / "out.jsonl"
    path.write_text(lines(6))
    words = ("--graphs", str(path), "--list", "not-free", "--output", str(output))
    whole = asked(capsys, *words)
    kept = output.read_text().splitlines(keepends=True)
    assert "exists" in asked(capsys, *words, code=2)
    output.write_text("".join(kept[:4]) + kept[4][:20])  # killed within a line
    assert asked(capsys, *words, "--resume") == whole
    assert output.read_text() == "".join(kept)
    assert "another census" in asked(capsys, *words[:2], "--output", str(output), "--resume", code=2)
    changed = json.loads(kept[3]) | {"input": "0" * 64}
    output.write_text("".join(kept[:3]) + json.dumps(changed) + "\n")
    assert "other graphs" in asked(capsys, *words, "--resume", code=2)
    output.write_text(kept[0] + '{"first": 1}\n')
    assert "line 2: not a line of a census" in asked(capsys, *words, "--resume", code=2)
    for old, new in (
        ('"fool"', '"fol"'),
        ('"vertices": 5', '"vertices": "5"'),
        ('"left": {"1": 1', '"left": {"1": 2'),
    ):
        assert old in "".join(kept)
        output.write_text("".join(kept).replace(old, new))
        assert "not a line of a census" in asked(capsys, *words, "--resume", code=2)
    assert asked(capsys, *words, "--force") == whole


def test_blocks_that_are_known_are_not_counted_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, output = tmp_path / "all.g6", str(tmp_path / "out.jsonl")
    path.write_text(lines(5))
    with closing(records(output, {})) as kept:
        first = list(count_blocks(str(path), "all", kept=kept, jobs=1))
    monkeypatch.setattr("feasibility.studies.census.run.run", lambda _, tasks, *__, **___: list(tasks) and [])
    again = list(count_blocks(str(path), "all", kept=records(output, {}, resume=True), jobs=1))
    assert again == first and len(first) == 5


def test_a_short_list_is_counted_here_and_as_workers_count_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "graphs.g6"
    path.write_text(lines(6, 4) + lines(5))
    with monkeypatch.context() as alone:
        alone.setattr(pool, "_Member", None)
        here = list(count_blocks(str(path), "all"))
    monkeypatch.setattr("feasibility.studies.census.run.HERE", 1 << 7)  # the first block alone
    assert sorted(count_blocks(str(path), "all", jobs=1), key=itemgetter("first")) == here


def test_a_short_list_needs_no_array_no_library_of_graphs_and_no_criterion(tmp_path: Path) -> None:
    path = tmp_path / "graphs.g6"
    path.write_bytes(b"Bw\nCF\n")
    code = f"""
import sys
from feasibility.cli import main
code = main(["survey", "--graphs", {str(path)!r}])
heavy = {{"numpy", "networkx", "feasibility.decide", "feasibility.engines.dense.run"}}
sys.exit(code or str(heavy & {{*sys.modules}}))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.strip() == "set()", done.stderr


def test_a_census_that_is_stopped_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """What is known is told, the exit code is that of an interrupt, and the rest is counted later."""
    import signal
    import subprocess
    import sys
    from time import sleep

    output = tmp_path / "out.jsonl"
    words = ["survey", "--graphs", "trees:16", "--jobs", "1", "--json", "--output", str(output)]
    with subprocess.Popen(
        [sys.executable, "-m", "feasibility", *words], stdout=subprocess.PIPE, text=True
    ) as process:
        while not output.exists() or output.read_bytes().count(b"\n") < 3:
            assert process.poll() is None
            sleep(0.05)
        process.send_signal(signal.SIGINT)
        told = json.loads(process.communicate(timeout=60)[0])
    assert process.returncode == 130 and not told["complete"]
    assert 0 < told["counts"][0]["graphs"] < 19_320
    assert told["counts"][0]["graphs"] == 64 * (output.read_text().count("\n") - 1)


def test_certificates_of_listed_graphs_are_accepted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "proofs"
    asked(capsys, "--graphs", "5", "--list", "not-free", "--certificates", str(folder))
    rows: list[dict[str, Any]] = [
        json.loads(row) for row in (folder / "index.jsonl").read_text().splitlines()
    ]
    infeasible = {row["id"].split(":")[1] for row in rows if row["verdict"] == "infeasible"}
    graphs = [nx.from_graph6_bytes(text.encode()) for text in infeasible]
    for known in (nx.star_graph(4), nx.path_graph(5), nx.cycle_graph(5)):
        assert any(nx.is_isomorphic(known, graph) for graph in graphs)
    assert len(rows) == 23
    for row in rows:
        outcome = verifier.check(json.loads((folder / row["certificate"]).read_text()))
        assert outcome.valid and row["verified"], row


def test_vacancies_without_a_certificate_are_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["--graphs", "4", "--list", "all", "--certificates", str(tmp_path), "--time-limit", "0"]
    assert main(["survey", "--jobs", "1", *words]) == 0
    rows = [json.loads(row) for row in (tmp_path / "index.jsonl").read_text().splitlines()]
    unknown = sum(row["verdict"] == "unknown" for row in rows)
    assert unknown and f"no certificate of {unknown} vacancies within the limits" in capsys.readouterr().err


def test_a_check_that_contradicts_the_census_is_an_emergency(tmp_path: Path) -> None:
    wrong = {"graph": "Bw", "solvable": []}  # the triangle, which is freely solvable
    with pytest.raises(SoundnessError, match=r"graph6:Bw:-0"):
        certify([wrong], str(tmp_path), Executor(1), Limits(20.0), print)


@pytest.mark.slow
def test_a_cluster_counts_the_same() -> None:
    import distributed  # of the extra `test`

    here, there = Census(), Census()
    with distributed.LocalCluster(n_workers=1, dashboard_address=":0") as cluster:
        for totals, scheduler in ((here, None), (there, cluster.scheduler_address)):
            for counted in count_blocks("trees:8", "all", jobs=1, scheduler=scheduler):
                totals.add(counted)
    assert vars(here) == vars(there) and here.graphs[8] == 23


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Dhc\nDh\n", "line 2: the line is cut off: 2 characters"),
        ("Dhc\nDhc\nDh!\n", "line 3, column 3: not a character of graph6"),
        ("Dhc\n\nD??\n", "line 3: the graph is not connected"),
        ("Dhc\nDhcc\n", "line 2: the line is too long"),
        ("&AG\n", "line 1: digraph6"),
        ("?\n", "line 1: not a graph for a census; saw 0 vertices"),
        ("Dhc\n~?@?\n", "line 2: the line is cut off"),
        (":Dx\x01\n", "line 1, column 4: not a character"),
        ("", "no graph"),
        ("\n\n", "no graph"),
    ],
)
def test_what_is_no_list_of_graphs(
    text: str, message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "bad.g6"
    path.write_text(text)
    assert message in asked(capsys, "--graphs", str(path), code=2)


def test_4097_vertices_are_refused_and_so_are_27(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "large.g6"
    path.write_text("~@?@" + "?" * 1_398_443 + "\n")
    assert "4,097 vertices; saw" in asked(capsys, "--graphs", str(path), code=2)
    path.write_bytes(reference.line(nx.path_graph(27)) + b"\n")
    assert "27 vertices; expected 1 to 26" in asked(capsys, "--graphs", str(path), code=2)
