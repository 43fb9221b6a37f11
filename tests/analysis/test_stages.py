"""What a check does first, and what it leaves out where nobody reads it."""

from __future__ import annotations

import json

import pytest

from feasibility import check_many, read_pair, verify
from feasibility.analysis import Plan, check
from feasibility.cli import main
from feasibility.proofs.certificate import Pagoda
from feasibility.proofs.verdict import Outcome
from feasibility.search import arbiter
from feasibility.systems import pagoda_library, readable_pagoda


@pytest.fixture
def no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on boards whose known functions do not refute."""
    monkeypatch.setattr(pagoda_library, "from_library", lambda pair: None)


def test_weights_are_made_readable_for_people_only(no_library: None, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(readable_pagoda, "simplest", lambda pair, *_: asked.append(pair))
    pair = read_pair("english33:-c1-d1-e1-c2-c3", "english33:+c1+d1+e1+c2+c3")
    for readable in (False, True):
        finding = next(
            f for f in check(pair, plan=Plan(readable=readable)).findings if f.criterion == "pagoda"
        )
        assert finding.outcome is Outcome.REFUTED and isinstance(finding.proof, Pagoda)
        assert len(asked) == readable
    [(_, verdict)] = check_many([pair], jobs=1)
    assert verdict.decided_by == "pagoda" and verify(verdict.certificate)


def test_json_asks_for_readable_weights(capsys: pytest.CaptureFixture[str], no_library: None) -> None:
    weights = []
    for options in ([], ["--readable"]):
        words = ["english33:-c1-d1-e1-c2-c3", "english33:+c1+d1+e1+c2+c3", "--json", *options]
        assert main(["check", *words]) == 1
        told = json.loads(capsys.readouterr().out)
        weights.append(next(f["summary"] for f in told["findings"] if f["criterion"] == "pagoda"))
    assert "found by a linear program" in weights[0] and "found by a linear program" not in weights[1]


@pytest.mark.parametrize(
    ("pair", "order"),
    [
        (("line:7:+a1+b1+d1+f1+g1", "line:7:+a1+g1"), ["brief", "integer-cone"]),
        (("triangle:5:-a1", "triangle:5:+b3"), ["brief", "integer-cone", "long", "turning-point"]),
    ],
)
def test_looks_for_a_play_grow_while_the_pair_is_open(
    pair: tuple[str, str], order: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    monkeypatch.setattr(arbiter, "brief_glance", lambda *_: seen.append("brief"))
    monkeypatch.setattr(arbiter, "glance", lambda *_: seen.append("long"))
    check(read_pair(*pair), watch=lambda f: seen.append(f.criterion) if f.ran else None)
    assert [step for step in seen if step in ("brief", "long", "integer-cone", "turning-point")] == order


def test_a_play_of_the_first_round_saves_the_costly_criteria() -> None:
    verdict = check(read_pair("english33:-d4", "english33:+d4"))
    summaries = {f.criterion: (f.ran, f.summary) for f in verdict.findings}
    assert verdict.decided_by == "search"
    assert {summaries["integer-cone"], summaries["turning-point"]} == {(False, "not run: a play is known")}
