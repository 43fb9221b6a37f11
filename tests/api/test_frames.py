"""Answers as tables of pandas, as parts of a notebook, and positions as vectors of numpy."""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import feasibility
from feasibility.base.errors import InputError
from feasibility.game.drawn import Tabled

ANSWERS: dict[str, Callable[[], Any]] = {
    "facets": lambda: feasibility.facets("line:5", engine="builtin"),
    "survey": lambda: feasibility.survey("line:5", jobs=1),
    "bounds": lambda: feasibility.bounds("line:6:-b1", "line:6:+e1"),
    "census": lambda: feasibility.census("trees:5", "all", jobs=1),
    "validate": lambda: feasibility.validate("rule-of-three", "triangle:3", cases=20, power=False),
}
COLUMNS = {
    "facets": ["a1", "b1", "c1", "d1", "e1", "orbit", "tight"],
    "survey": ["start_name", "target_name", "start", "target", "same_residues", "verdict", "decided_by",
               "summary", "seconds", "sha256", "verified", "limit"],
    "bounds": ["jump", "orbit", "most", "least", "most_real", "least_real"],
    "census": ["graph", "kind", "solvable", "left", "from", "fool", "independent", "sha256",
               "fewest", "most"],
    "validate": ["rule", "board", "verdict", "cases", "tried", "of"],
}  # fmt: skip


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_is_a_table(name: str) -> None:
    answer = ANSWERS[name]()
    assert isinstance(answer, Tabled)
    rows = list(answer.records())
    assert rows and all(list(row) == COLUMNS[name] for row in rows)
    html = str(answer._repr_html_())
    assert html.count("<tr>") == 1 + min(len(rows), 20) and repr(answer).replace("<", "&lt;")[:20] in html
    assert ("<svg" in html) == (name not in ("census", "validate"))


def test_the_rows_say_what_the_answers_say() -> None:
    bounds = ANSWERS["bounds"]()
    first = next(iter(bounds.records()))
    assert first == {"jump": "a1c1", "orbit": 0, "most": 1, "least": 1,
                     "most_real": Fraction(1), "least_real": Fraction(1)}  # fmt: skip
    facets = ANSWERS["facets"]()
    assert [tuple(row.values()) for row in facets.records()] == [
        (*f.weights, f.orbit, f.tight) for f in facets
    ]
    survey = ANSWERS["survey"]()
    assert [row["verdict"] for row in survey.records()] == [row.verdict for row in survey.rows]
    assert len(list(ANSWERS["census"]().records())) == 3  # trees with five vertices
    with pytest.raises(InputError, match="no such listing; saw 'every'; expected none, "):
        feasibility.census("trees:5", "every")


@pytest.mark.parametrize("name", ANSWERS)
def test_pandas_has_the_same_rows(name: str) -> None:
    import pandas  # of the extra `test`

    answer = ANSWERS[name]()
    frame = answer.to_frame()
    assert isinstance(frame, pandas.DataFrame) and list(frame.columns) == COLUMNS[name]
    for column in ("verdict", "jump", "orbit", "a1"):
        if column in frame:
            assert frame[column].tolist() == [row[column] for row in answer.records()]


def test_without_pandas_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(InputError, match="pandas is not installed; expected pip install pandas"):
        ANSWERS["facets"]().to_frame()


def test_a_play_is_a_page_in_a_frame() -> None:
    html = str(feasibility.solve("line:6:-b1", pegs=1)._repr_html_())
    assert html.startswith("<iframe srcdoc=") and "&lt;script" in html and "<script" not in html
    assert feasibility.solve("line:5:+a1+b1", "line:5:+e1")._repr_html_() is None


def test_a_rule_that_is_refuted_shows_the_pair() -> None:
    found = feasibility.validate(lambda position, target: position.count > 2, "line:4", cases=20, power=False)
    assert found.counterexample is not None and "<svg" in str(found._repr_html_())


def test_a_game_graph_draws_every_position_once() -> None:
    made = feasibility.graph("line:6:-b1", pegs=1)
    assert made._repr_html_().count("<circle") == 6 * len(made) and feasibility.picture(made)
    assert made._repr_html_().count(">target<") == sum(made.nodes[one]["target"] for one in made) > 0
    assert made.copy()._repr_html_() is None and feasibility.graph("english33:+d2+d3+c4+e4+d6")._repr_html_()
    assert feasibility.graph("triangle:5:-a1", pegs=1)._repr_html_() is None  # of thousands of positions


def test_positions_from_and_to_arrays() -> None:
    position = feasibility.read_pair("english33:-d4").start
    array = position.to_array()
    assert array.dtype == np.uint8 and array.sum() == 32
    for one in (array, array.astype(bool), array.astype(float), array.tolist()):
        assert feasibility.Position.from_array(position.board, one) == position
    for wrong in (array[:-1], array * 2, array - 0.5):
        with pytest.raises(InputError, match="not a position on english33"):
            feasibility.Position.from_array(position.board, wrong)


def test_progress_is_silent_where_nobody_looks_on(capsys: pytest.CaptureFixture[str]) -> None:
    with feasibility.progress() as report:
        assert feasibility.solve("line:4:-b1", pegs=2, report=report).text == "d1b1"
        report("[half] of it")  # brackets are no markup
    assert capsys.readouterr().out == ""


def test_a_notebook_has_its_own_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    """IPython shows it, changes it and takes it away; nothing has to be installed."""
    shown: list[str] = []

    class Handle:
        def update(self, html: str) -> None:
            shown.append(html)

    def display(html: str, *, display_id: bool) -> Handle:
        shown.append(html)
        return Handle()

    monkeypatch.setattr("rich.console._is_jupyter", lambda: True)
    monkeypatch.setattr("feasibility.api.progress.BETWEEN", 0)
    monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(HTML=str, display=display))
    with pytest.raises(InputError), feasibility.progress() as report:
        report("a < b")
        raise InputError("stopped")
    assert [one.replace("0 s", "N s") for one in shown] == [
        "<progress></progress>", "<progress></progress> N s a &lt; b", "",
    ]  # fmt: skip
