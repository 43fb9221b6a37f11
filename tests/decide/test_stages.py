"""What a check asks first, what it leaves out where nobody reads it, and how turns go on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import pairwise
from math import inf
from types import MappingProxyType, SimpleNamespace

import pytest

from feasibility import check_many, read_pair, verify
from feasibility.base.limits import STEPS_PER_SECOND, Clock, Limits, Needs
from feasibility.base.stopped import Stopped
from feasibility.base.values import replace
from feasibility.cli import main
from feasibility.criteria.base import Resumable, TurnEnd
from feasibility.decide import Plan, check, procedures
from feasibility.decide.engines import Effort
from feasibility.decide.forecast import forecast
from feasibility.decide.procedures import PROCEDURES, AtWork, Procedure
from feasibility.decide.runner import Run
from feasibility.decide.schedule import (
    AMPLE,
    CHECK,
    CRITERIA,
    FAR_SHARE,
    FIRST_ROUND,
    GROWTH,
    PROBE,
    Tier,
)
from feasibility.game.position import Pair
from feasibility.proofs.kinds.pagoda import Pagoda
from feasibility.proofs.verdict import Answer, Outcome, Verdict, passed, undecided
from feasibility.systems import pagoda_library, small_weights
from tests.clocks import Held

WEIGHED = ("english33:-c1-d1-e1-c2-c3", "english33:+c1+d1+e1+c2+c3")
LINE = ("line:7:+a1+b1+d1+f1+g1", "line:7:+a1+g1")
WIDER = (
    "triangle:6:+a2+b2+c3+a4+b4+c4+a5+b5+d5+e5+a6+b6+c6+e6+f6",
    "triangle:6:+a1+a4+c5+e5+c6",
)  # played by a beam that is wider than a probe
PROGRAM = (
    "rectangle:4x5:+a1+b1+d1+a2+b2+d2+a3+b3+c3+e3+a4+e4",
    "rectangle:4x5:+a1+c1+d1+c2+e2+a3+d4",
)  # no known function refutes it, one of a program does
WIDE = (
    "rectangle:9x9:+d1+e1+f1+g1+h1+i1+a2+b2+h2+i2+d3+e3+a4+b4+d4+e4+f4+g4+i4+a5+b5+f5+g5+h5+a6+b6+d6+g6+h6+b7"
    "+c7+e7+f7+a8+f8+i8+b9+c9+d9+h9+i9",
    "rectangle:9x9:+h1+e3+g3+f4+g5+i5+d6+f6+a7+e7+a8+b9+d9+h9",
)  # the ends of a play
LARGE = ("rectangle:12x12:-f6", "rectangle:12x12:+f6")
FEWER = (
    "rectangle:12x12:-f6",
    "rectangle:12x12:-f2-d3-e3-b5-c5-a6-b6-c6-e6-a7-c7-d7-e7-f7-b8-c8-e8-b9-d9-e9-f9-h9-i9-c10-f10-c11-d11-h11-i11-d12-e12",
)
ORDER = ("triangle:5:-b3", "triangle:5:+b3")


def _tier(pair: Pair) -> Tier:
    return CHECK.tier(pair.board.n, pair.jumps_needed or 0)


@pytest.fixture
def no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on boards whose known functions do not refute."""
    monkeypatch.setattr(pagoda_library, "from_library", lambda pair: None)


def test_weights_are_made_readable_for_people_only(no_library: None, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(small_weights, "simplest", lambda pair, *_: asked.append(pair))
    pair = read_pair(*WEIGHED)
    for patience in (0, 1):
        found = check(pair, Limits(work=10_000_000), Plan(patience=patience)).findings
        finding = next(f for f in found if f.criterion == "pagoda")
        assert finding.outcome is Outcome.REFUTED and isinstance(finding.proof, Pagoda)
        assert len(asked) == patience
    [(_, verdict)] = check_many([pair], jobs=1)
    assert verdict.decided_by == "pagoda" and verify(verdict.certificate)


def test_patience_asks_for_readable_weights(capsys: pytest.CaptureFixture[str], no_library: None) -> None:
    weights = []
    for patience in ("0", "1"):
        words = [*WEIGHED, "--json", "--work-limit", "10000000", "--patience", patience]
        assert main(["check", *words]) == 1
        told = json.loads(capsys.readouterr().out)
        weights.append(next(f["summary"] for f in told["findings"] if f["criterion"] == "pagoda"))
    assert "found by a linear program" in weights[0] and "found by a linear program" not in weights[1]


def asked(patch: pytest.MonkeyPatch, ends: tuple[str, str], limits: Limits, loaded: bool) -> Verdict:
    """In a process that has asked a linear program, or has not."""
    patch.setattr(procedures, "programs_are_loaded", lambda: loaded)
    return check(read_pair(*ends), limits, Plan(patience=0))


def turns(verdict: Verdict) -> dict[str, int]:
    """Of each procedure that was asked."""
    return {stage.name: stage.rounds for stage in verdict.stages}


def test_a_cold_process_looks_for_a_play_before_it_loads(monkeypatch: pytest.MonkeyPatch, held: Held) -> None:
    warm, cold = (asked(monkeypatch, WIDER, Limits(seconds=60), loaded) for loaded in (True, False))
    assert warm.answer is cold.answer is Answer.FEASIBLE
    assert turns(warm)["pagoda"] == 1 and turns(cold)["beam"] == 2 and "pagoda" not in turns(cold)


def test_a_cold_process_gives_the_same_proof(monkeypatch: pytest.MonkeyPatch, held: Held) -> None:
    warm, cold = (asked(monkeypatch, PROGRAM, Limits(seconds=60), loaded) for loaded in (True, False))
    assert turns(cold)["beam"] == turns(warm)["beam"] + 1
    assert cold.decided_by == "pagoda" and cold.certificate == warm.certificate


@pytest.mark.parametrize("ends", [WIDER, PROGRAM, WIDE])
def test_counted_work_is_the_same_in_a_cold_process(
    ends: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    warm, cold = (asked(monkeypatch, ends, Limits(work=2_000_000), loaded) for loaded in (True, False))
    assert turns(warm) == turns(cold)


@pytest.mark.parametrize("words", ["-1", "nan"])
def test_no_patience_below_nothing(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", *LINE, f"--patience={words}"]) == 2
    assert "not a patience" in capsys.readouterr().err


def test_a_play_that_a_probe_finds_saves_all_programs() -> None:
    """By steps, since a slow machine may end the probe first."""
    verdict = check(read_pair("english33:-d4", "english33:+d4"), Limits(work=10_000_000))
    summaries = {f.criterion: (f.ran, f.summary) for f in verdict.findings}
    assert verdict.decided_by == "search"
    for name in ("pagoda", "cone", "integer-cone", "turning-point", "ends"):
        assert summaries[name] == (False, "a play is known")


def test_a_better_proof_is_sought_after_the_first() -> None:
    pair = read_pair(*LINE)
    kinds = []
    for patience in (0, 1):
        certificate = check(pair, Limits(work=10_000_000), Plan(patience=patience)).certificate
        assert certificate is not None
        kinds.append(certificate.proof.kind)
    assert kinds == ["search", "tree"]


def test_rounds_double_and_nothing_is_asked_after_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """By steps: every open procedure has its share of each round, and goes on with what it kept."""
    given: dict[str, list[float]] = {}

    class Patient(Resumable):
        def __init__(self, name: str) -> None:
            self.name, self.turns = name, 0

        def run(self, clock: Clock) -> TurnEnd:
            given.setdefault(self.name, []).append(clock.remaining() or 0)
            self.turns += 1
            assert self.turns == len(given[self.name])
            many = self.name == "beam" and self.turns == 3
            turn = 0 if self.name == "pagoda" else int(STEPS_PER_SECOND * given[self.name][-1])
            clock.spend(10**9 if many else turn)
            ended = self.name == "ends"
            return TurnEnd(passed("ends", "all") if ended else undecided("search", "open"), ended)

    def patient(name: str) -> Procedure:
        return replace(PROCEDURES[name], start=lambda pair, means: Patient(name), cost=None)

    own = {name: patient(name) for name in (*CHECK.rounds, "pagoda")}
    pair = read_pair(*LINE)
    Run(pair, Limits(work=10**9), Plan(), own=own).verdict()
    shares = _tier(pair).shares
    assert len(given["ends"]) == 1  # it has ended
    assert given["beam"][0] == PROBE and not given["cone"][0] > FIRST_ROUND  # probes
    given["beam"].pop(0)
    for name in ("beam", "frontier", "plans"):
        expected = [FIRST_ROUND * GROWTH**turn * shares[name] for turn in range(len(given[name]))]
        assert given[name] == pytest.approx(expected) and given[name]


def test_what_is_asked_alone_has_all_the_time() -> None:
    """A criterion that comes to a limit names the one that the user set, and no other."""
    pair = read_pair("wiegleb45:-e1", "wiegleb45:+e1")
    for name in ("ends", "turning-point"):
        verdict = check(pair, Limits(work=600_000), Plan([name], search=False))
        [stage] = verdict.stages
        assert (stage.rounds, stage.outcome, verdict.stopped) == (1, "open", Stopped("work"))


def test_what_is_still_open_is_told() -> None:
    verdict = check(read_pair("wiegleb45:-e1", "wiegleb45:+e1"), Limits(work=2_000_000), Plan())
    names = {stage.name: stage for stage in verdict.stages}
    assert verdict.stopped == Stopped("work") and names["beam"].outcome == "open" and names["beam"].rounds > 1


def test_a_forecast_asks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AtWork, "turn", lambda *_: pytest.fail("asked"))
    rows = forecast(read_pair("french37:-d4", "french37:+d5"), Limits(), Plan())
    assert {row.name for row in rows} == {*CHECK.once, *CHECK.rounds}
    dense = next(row for row in rows if row.name == "dense")
    assert dense.round is not None and dense.cost is not None and dense.before is not None
    assert dense.before >= dense.cost > dense.before / GROWTH


def test_every_criterion_is_scheduled() -> None:
    assert {criterion.name for criterion in CRITERIA} <= {*CHECK.once, *CHECK.rounds}
    assert {*CHECK.once, *CHECK.rounds} <= {*PROCEDURES}


def test_the_plan_of_a_pair_as_words_and_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "french37:-d4", "french37:+d5", "--plan"]) == 0
    out = capsys.readouterr().out
    assert "needed" in next(line for line in out.splitlines() if line.startswith("dense"))
    for words, said in ((), True), (("--work-limit", "1000"), False), (("--criteria", "ends"), False):
        assert main(["check", *LARGE, "--plan", *words]) == 0
        assert ("asks plans for 0.5 s" in " ".join(capsys.readouterr().out.split())) is said
    assert main(["check", "rectangle:12x12:-a1", "--plan", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [r for r in told["schedule"] if r["name"] == "dense"] == [
        {"name": "dense", "gives": "closure", "round": None, "cost": None}
    ]


def test_json_has_the_stages(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", *ORDER, "--json", "--work-limit", "30000000"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert {"name", "rounds", "seconds", "outcome"} == set(told["stages"][0])
    assert any(stage["outcome"] == "refuted" for stage in told["stages"])


ALWAYS_SOON = (
    -1.0
)  # says after each turn that it needs so little that it comes first, whatever was not enough


class Sayer(Resumable):
    """Uses each turn up, says what it needs, and keeps when it had how much."""

    def __init__(
        self, name: str, log: list[tuple[str, float]], needs: float | None, times: float = 1.0
    ) -> None:
        self.name, self.log, self.needs, self.times = name, log, needs, times
        self.soon, self.vain = inf, 0

    def run(self, clock: Clock) -> TurnEnd:
        if self.name == "pagoda":  # is asked once, with all the time
            return TurnEnd(passed("pagoda", "nothing"), True)
        left = (clock.remaining() or 0.0) * self.times
        self.log.append((self.name, left))
        clock.spend(int(left * STEPS_PER_SECOND) + 1)
        needs = self.needs
        if needs == ALWAYS_SOON:
            self.vain += left >= self.soon
            self.soon = clock.now() / (3 * AMPLE)
            needs = self.soon / 2**self.vain
        told = Needs() if needs is None else Needs(0.0 if isinstance(needs, Latest) else needs, needs)
        return TurnEnd(undecided("search", "open"), False, told)


class Latest(float):
    """Seconds that are needed at most."""


def said(
    needs: dict[str, float], seconds: float, times: Mapping[str, float] = MappingProxyType({})
) -> list[tuple[str, float]]:
    """The turns that procedures had which say this; all others say nothing.

    Of those in `times` a turn takes so many times as long as it may.
    """
    log: list[tuple[str, float]] = []

    def sayer(name: str) -> Procedure:
        return replace(
            PROCEDURES[name],
            start=lambda pair, means: Sayer(name, log, needs.get(name), times.get(name, 1.0)),
            cost=None,
        )

    own = {name: sayer(name) for name in (*CHECK.rounds, "pagoda")}
    Run(read_pair(*LINE), Limits(work=int(seconds * STEPS_PER_SECOND)), Plan(), own=own).verdict()
    return log


def test_who_ends_soon_comes_first_and_has_what_it_needs() -> None:
    log = said({"turning-point": 0.2}, 10)
    at = next(
        place for place, turn in enumerate(log) if turn == ("turning-point", pytest.approx(AMPLE * 0.2))
    )
    before = sum(seconds for _, seconds in log[:at])
    assert 2 * AMPLE * 0.2 <= before < 4 * AMPLE * 0.2
    assert all(seconds < AMPLE * 0.2 for name, seconds in log[:at] if name == "turning-point")


def test_what_needs_nothing_has_its_next_turn_at_once() -> None:
    """Once in a round, between two turns of others as well as before the first."""
    names = [name for name, _ in said({"ends": 0.0}, 10)]
    assert ("ends", "ends") in pairwise(names)
    assert ("ends", "ends", "ends") not in zip(names, names[1:], names[2:])


def test_turns_before_their_time_take_at_most_a_third() -> None:
    """However often a procedure says that it will end soon."""
    liars = ("turning-point", "ends", "cone")
    usual, told = said({}, 60), said(dict.fromkeys(liars, ALWAYS_SOON), 60)
    of_liars, of_honest = (
        sum(seconds for name, seconds in turns if name in liars) for turns in (told, usual)
    )
    assert 1.5 * of_honest < of_liars < 20 + of_honest * 2 / 3  # a third, and their shares of the others


def test_who_is_far_from_its_end_has_less() -> None:
    usual, far = said({}, 20), said({"frontier": 10_000.0}, 20)
    turns = [[seconds for name, seconds in log if name == "frontier"] for log in (usual, far)]
    assert turns[0][0] == turns[1][0]
    assert turns[1][1:3] == pytest.approx([FAR_SHARE * seconds for seconds in turns[0][1:3]], rel=0.01)


def test_a_share_shrinks_with_what_is_needed() -> None:
    """Two seconds at most: who needs 4 has less, and more than who needs 10,000."""
    logs = [said({"frontier": needs}, 2) for needs in (0.001, 4.0, 10_000.0)]
    near, far, lost = (sum(seconds for name, seconds in log if name == "frontier") for log in logs)
    assert near > 2 * far > 4 * lost


def test_who_may_end_before_its_time_keeps_its_share() -> None:
    """It knows the latest end alone."""
    usual, late = said({}, 20), said({"frontier": Latest(10_000.0)}, 20)
    assert [turn for turn in usual if turn[0] == "frontier"] == [t for t in late if t[0] == "frontier"]


@pytest.mark.parametrize("times", [1.5, 40])
def test_who_takes_longer_than_its_turn_has_less_the_next_time(times: float) -> None:
    """So that the others have their shares of the time, but for what its last turn took."""
    usual, greedy = said({}, 60), said({}, 60, {"ends": times})
    both = [sum(seconds for name, seconds in turns if name == "ends") for turns in (usual, greedy)]
    last = max(seconds for name, seconds in greedy if name == "ends") if times > 2 else 0.0
    assert both[0] * 0.7 < both[1] < both[0] * 1.2 + last


def test_what_costs_all_the_time_that_is_left_has_it() -> None:
    """A turn that is shorter than its cost would be in vain: it begins anew in each."""
    log: list[tuple[str, float]] = []
    own = {
        name: replace(PROCEDURES[name], start=lambda pair, means, name=name: Sayer(name, log, None))
        for name in (*CHECK.rounds, "pagoda")
    }
    own["dense"] = replace(own["dense"], cost=lambda pair, clock: 6.0)
    Run(read_pair(*LINE), Limits(work=10 * STEPS_PER_SECOND), Plan(), own=own).verdict()
    assert max(seconds for name, seconds in log if name == "dense") >= 6.0


@pytest.mark.parametrize("seconds", [5, 8, 12])
def test_others_keep_their_shares_beside_what_costs_much(seconds: int) -> None:
    """In the last round too, which is shorter than its cost."""
    log: list[tuple[str, float]] = []

    class Closure(Sayer):
        def run(self, clock: Clock) -> TurnEnd:
            clock.spend(min(STEPS_PER_SECOND // 2, int(STEPS_PER_SECOND * (clock.remaining() or 0.0)) + 1))
            return TurnEnd(undecided("search", "open"), False)

    own = {
        name: replace(PROCEDURES[name], start=lambda pair, means, name=name: Sayer(name, log, None))
        for name in (*CHECK.rounds, "pagoda")
    }
    own["dense"] = replace(
        own["dense"], start=lambda pair, means: Closure("dense", log, None), cost=lambda pair, clock: 0.5
    )
    Run(read_pair(*LINE), Limits(work=seconds * STEPS_PER_SECOND), Plan(), own=own).verdict()
    beam, ends = (sum(part for name, part in log if name == one) for one in ("beam", "ends"))
    shares = _tier(read_pair(*LINE)).shares
    assert shares["beam"] == shares["ends"] and ends <= beam < 1.2 * ends


def test_an_open_tree_says_when_it_ends_at_the_latest_and_nothing_of_a_least(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Closed shares grow by leaps: who believed that its end was far gave it too few turns."""

    class Open:
        def __init__(self, pair: object) -> None:
            self.cases = SimpleNamespace(needs=lambda: 9.0)

        def run(self, clock: Clock) -> Stopped:
            return Stopped("time")

    monkeypatch.setattr("feasibility.systems.integer_cone.IntegerCone", Open)
    clock = Limits(work=1).start()
    turn = PROCEDURES["integer-cone"].start(read_pair(*LINE), Effort(clock)).run(clock)
    assert not turn.ended and turn.needs == Needs(0.0, 9.0)


def test_what_was_not_enough_is_said_again_times_two() -> None:
    log: list[tuple[str, float]] = []
    pair, clock = read_pair(*LINE), Limits(work=STEPS_PER_SECOND).start()
    work = AtWork(
        replace(PROCEDURES["ends"], start=lambda pair, means: Sayer("ends", log, 0.1)), pair, Effort(clock)
    )
    needs = []
    for seconds in (0.2, 0.05, 0.3, 0.45):
        work.turn(clock.within(seconds))
        needs.append(work.needs.most)
    assert needs == [0.1, 0.1, 0.2, 0.4]


@pytest.mark.parametrize("ends", [LINE, WIDE, LARGE, FEWER])
def test_a_cold_process_begins_as_its_tier_says(
    ends: tuple[str, str], monkeypatch: pytest.MonkeyPatch, held: Held
) -> None:
    """Beam search before loading, then who leads; a warm process has the rounds at once."""

    class Told(Resumable):
        def __init__(self, name: str) -> None:
            self.name = name

        def run(self, clock: Clock) -> TurnEnd:
            order.append(self.name)
            parts.append(clock.timeout())
            return TurnEnd(undecided("search", "open"), ended=self.name != "beam" or len(order) > 9)

    def told(name: str) -> Procedure:
        return replace(PROCEDURES[name], start=lambda pair, means: Told(name), cost=None)

    turns_before_rounds = {}
    for loaded in (False, True):
        order: list[str] = []
        parts: list[float | None] = []
        monkeypatch.setattr(
            procedures, "programs_are_loaded", lambda loaded=loaded, order=order: loaded or "pagoda" in order
        )
        own = {name: told(name) for name in (*CHECK.rounds, "pagoda")}
        Run(read_pair(*ends), Limits(), Plan(), own=own).verdict()
        had = zip(order, parts, strict=True)
        turns_before_rounds[loaded] = [(name, part and round(part, 6)) for name, part in had]
        del turns_before_rounds[loaded][order.index("dense") :]
    tier = _tier(read_pair(*ends))
    warm = [("beam", PROBE), ("pagoda", None), ("cone", FIRST_ROUND)]
    cold = [warm[0], *[("beam", tier.before)] * (tier.before > 0), *warm[1:], *tier.lead]
    assert turns_before_rounds == {False: cold, True: warm}


def test_on_large_boards_beam_search_has_its_time_where_most_pegs_go() -> None:
    most, fewer = (_tier(read_pair(*ends)) for ends in (LARGE, FEWER))
    assert most.before > 0 == fewer.before and most.lead == fewer.lead
