"""No input below a megabyte keeps the checker busy for more than a minute, unless it is allowed to."""

from __future__ import annotations

import json
from collections.abc import Callable
from math import inf
from pathlib import Path
from time import monotonic, process_time

import pytest

from feasibility import cli, verifier
from tests.amounts import amounts
from tests.certificates.conformance import suite
from tests.clocks import Held
from tests.verifier.alone import run
from tests.verifier.hostile import HOSTILE, SOON, Json, closure

MEGABYTE = 1_000_000
ACCEPTED = Path(__file__).parent.parent / "certificates" / "accepted"


def compact(value: Json) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


@pytest.mark.parametrize("make", HOSTILE, ids=lambda make: make.__name__)
def test_hostile_certificates_are_left_in_time(make: Callable[[], Json]) -> None:
    data = compact(make())
    assert len(data) < MEGABYTE
    begun = process_time()
    outcome = verifier.check(data, time_limit=0.1)
    assert process_time() - begun < 60
    assert outcome.exit_code in (0, 1, 3)  # a machine that is fast enough has judged it


@pytest.mark.parametrize("looks", [1, 5])
@pytest.mark.parametrize("make", HOSTILE, ids=lambda make: make.__name__)
def test_no_look_at_the_clock_is_far_from_the_next(
    make: Callable[[], Json], looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the machine: the clock goes on by a second with every look at it."""
    clock = Held(monotonic())
    clock.tick = 1.0
    monkeypatch.setattr(verifier, "monotonic", clock)
    data, begun = compact(make()), process_time()
    outcome = verifier.check(data, time_limit=looks - 0.5)
    assert process_time() - begun < 60
    assert (outcome.outcome, outcome.exit_code, outcome.claim) == ("not checked", 3, None)
    assert " s" in str(outcome.reason) and "(--time-limit)" in str(outcome.reason)


@pytest.mark.slow
@pytest.mark.parametrize("make", HOSTILE, ids=lambda make: make.__name__)
def test_a_minute_is_enough_by_default(make: Callable[[], Json]) -> None:
    begun = process_time()
    outcome = verifier.check(compact(make()))
    assert process_time() - begun < 120
    assert outcome.exit_code in (0, 1, 3)


@pytest.mark.parametrize("kind", sorted(SOON))
def test_kinds_that_cost_what_they_take_to_read_are_judged_soon(kind: str) -> None:
    data = compact(SOON[kind]())
    assert kind == "army" or 300_000 < len(data) < MEGABYTE
    begun = process_time()
    outcome = verifier.check(data, time_limit=None)
    assert process_time() - begun < 60
    assert outcome.exit_code in (0, 1)


def test_every_kind_that_takes_steps_has_a_hostile_certificate(monkeypatch: pytest.MonkeyPatch) -> None:
    made = [make() for make in (*HOSTILE, *SOON.values())]
    hostile = {value["proof"]["kind"] for value in made}  # type: ignore[index]
    assert hostile <= {*verifier.KINDS, "army", "rule"}
    steps = list[int]()
    monkeypatch.setattr(verifier.Budget, "spend", lambda _, number: steps.append(number))
    for case in suite():
        if case.outcome == "valid" and case.kind not in hostile:
            assert verifier.check(case.data).valid
            assert not steps, f"tests/verifier/hostile.py has no certificate of kind {case.kind}"


@amounts("work", 2_000_000, 10_000_000)
def test_the_work_ends_a_check_in_the_same_place_every_time(work: int) -> None:
    outcomes = {verifier.check(closure(), max_work=work, time_limit=None) for _ in range(2)}
    (outcome,) = outcomes
    assert outcome.outcome == "not checked" and "--max-work" in str(outcome.reason)


def test_the_program_says_that_it_did_not_check() -> None:
    hopeless = compact(closure())  # three thousand million positions
    result = run("-", "--time-limit", "1", "--max-work", str(10**15), stdin=hopeless)
    assert (result.returncode, result.stderr) == (3, b"")
    assert result.stdout == b"NOT CHECKED: the check takes more than 1 s (--time-limit)\n"
    assert run("-", "--time-limit", "0", stdin=b"{}").returncode == 2


def test_the_command_has_the_same_limit(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[object] = []

    def check(_: object, **limits: object) -> verifier.Outcome:
        seen.append(limits["time_limit"])
        return verifier.Outcome("not checked", 3, "for want of time")

    monkeypatch.setattr(verifier, "check", check)
    path = str(next(ACCEPTED.glob("*.json")))
    assert cli.main(["verify", path]) == 3
    assert cli.main(["verify", path, "--time-limit", "500"]) == 3
    assert seen == [60, 500]
    assert cli.main(["verify", path, "--time-limit", "0"]) == 2
    assert "not a limit" in capsys.readouterr().err


def test_who_gives_more_time_is_given_more_steps() -> None:
    """So that the limit of time which a longer check is told to ask for is the one that it meets."""
    usual = verifier.MAX_WORK
    given = {None: usual, inf: usual, 1e300: usual, 1: usual, 60: usual, 90: 1.5 * usual, 3600: 60 * usual}
    assert {limit: verifier.Budget(time_limit=limit).max_work for limit in given} == given
    assert verifier.Budget(max_work=7, time_limit=3600).max_work == 7
