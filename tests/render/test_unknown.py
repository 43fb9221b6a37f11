"""A verdict UNKNOWN names the limit, where the time went and what to raise."""

from __future__ import annotations

import html
import json
from dataclasses import replace

import pytest

from feasibility.base.limits import Limits, resident_bytes
from feasibility.base.stopped import Stopped
from feasibility.decide import Plan, check, choose, engines
from feasibility.engines.dense.run import memory_refusal
from feasibility.proofs.verdict import Answer, Stage, Verdict, passed, undecided
from feasibility.render.data import verdict_json
from feasibility.render.html import report_html
from feasibility.render.sentences import to_try, yes_or_no
from feasibility.render.text import report
from feasibility.render.unknown import OPTIONS, advice
from feasibility.text.references import read_pair
from tests.clocks import Held, also_stopwatches
from tests.decide.ended import Ended

HARD = ("wiegleb45:-e1", "wiegleb45:+e1")


@pytest.mark.parametrize(("board", "tick"), [("rectangle:30x30", 0.005), ("wiegleb45", 0.003)])
def test_the_rows_add_up_to_the_whole(
    board: str, tick: float, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But for the moments between them, looks for a play included, and the limit is named."""
    check(read_pair("line:4:-a1"))  # all that has a stopwatch is there
    also_stopwatches(held, monkeypatch)
    held.tick, began = tick, held.now
    verdict = check(read_pair(f"{board}:-e1", f"{board}:+e1"), Limits(seconds=3))
    took = held.now - began
    assert verdict.answer is Answer.UNKNOWN
    looks = 25 + 8 * sum(stage.rounds for stage in verdict.stages)  # of the schedule itself, at the clock
    assert sum(f.seconds for f in verdict.findings) == pytest.approx(took, abs=looks * tick)
    assert verdict.stopped is not None and verdict.stopped.limit == "time"
    words = " ".join(report(verdict, full=True).split())
    assert "The time limit was reached: 3 s." in words
    assert "Raise first: --time-limit." in words


@pytest.mark.parametrize("limit", list(OPTIONS))
def test_each_limit_has_its_option(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    criteria, search = choose(["trivial", "search"])
    for engine in engines.ENGINES:
        monkeypatch.setitem(engines.ENGINES, engine, lambda *_: Ended(limit))
    own = {"time": Limits(seconds=0.2), "work": Limits(work=5000)}
    limits = own.get(limit, Limits(seconds=50, memory=resident_bytes() + (40 << 20)))
    verdict = check(read_pair(*HARD), limits, Plan(criteria, search))
    assert verdict.stopped is not None and verdict.stopped.limit == limit
    assert OPTIONS[limit] in advice(verdict)[-1]
    assert OPTIONS[limit].split()[0].rstrip(",") in yes_or_no(verdict)


def test_batch_and_survey_are_not_told_of_a_work_directory_of_their_own() -> None:
    finding = replace(undecided("search", "frontier search stopped"), stopped=Stopped("memory"))
    data = verdict_json(Verdict(read_pair(*HARD), (finding,), Limits(memory=10**9)))
    assert data["advice"][-1].endswith("by --workdir of check or solve.")


def test_what_a_dense_closure_needs_is_what_is_advised() -> None:
    """And where the machine does not have it, a larger limit is of no use."""
    for needed, limit, said, why in (
        (263_936 << 20, 10**11, "More may help: --memory-limit 278.", "the memory was not enough (100 GB)"),
        (4 * 10**14, 5 * 10**14, "", "this machine has not enough memory"),
    ):
        refusal = memory_refusal(needed, Limits(memory=limit).start())
        finding = replace(undecided("search", f"dense closure {refusal}"), stopped=refusal)
        verdict = Verdict(read_pair(*HARD), (finding,), Limits(memory=limit))
        assert " ".join(to_try(verdict)) == said
        assert why in yes_or_no(verdict) and "e+" not in yes_or_no(verdict)


def test_json_and_page_say_it_too() -> None:
    """The limit, where the time went and what to raise; of decided pairs nothing."""
    findings = (
        passed("cone", "some real combination leads there").timed(1.0),
        replace(
            undecided("turning-point", "time is over; 12 of 76 jumps can never be played"),
            stopped=Stopped("time"),
        ),
    )
    stages = (Stage("cone", 1, 1.0, "passed"), Stage("turning-point", 4, 2.0, "open"))
    verdict = Verdict(read_pair(*HARD), findings, Limits(seconds=3), stages)
    data, page = json.loads(json.dumps(verdict_json(verdict))), report_html(verdict)
    assert data["limit"] == "time" and data["advice"] == advice(verdict)
    assert [sentence.split()[0] for sentence in data["advice"]] == ["The", "Of", "Raise"]
    assert page.count('<p class="advice">') == 1 and all(html.escape(said) in page for said in data["advice"])
    decided = check(read_pair("english33:-d4", "english33:+d3"))
    assert not {"limit", "advice"} & verdict_json(decided).keys()
    assert '<p class="advice">' not in report_html(decided)


def test_without_a_limit_nothing_is_said_of_one() -> None:
    criteria, _ = choose(["trivial"])
    verdict = check(read_pair(*HARD), Limits(seconds=50), Plan(criteria, search=False))
    assert advice(verdict)[0].startswith("No limit was reached")
    assert "search" in advice(verdict)[-1]
