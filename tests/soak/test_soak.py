"""The soak itself: its cases can be repeated, its judgement can fail, and a short one finds nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from feasibility.registry import commands
from tests.soak import running
from tests.soak.__main__ import Soak
from tests.soak.asked import Asked
from tests.soak.cases import FUNCTIONS, TROUBLES, Case, arguments, make
from tests.soak.judging import leftovers, wrong
from tests.soak.running import Ended, Place, run

ASKED = Asked("line:4", 0b0011, 0b0100)


@pytest.fixture(name="place")
def _place(tmp_path: Path) -> Place:
    place = Place(tmp_path)
    place.make()
    return place


def test_a_case_is_made_from_its_seed_and_number_alone() -> None:
    assert [make(3, n) for n in range(50)] == [make(3, n) for n in range(50)]
    assert make(3, 1) != make(4, 1)


def test_every_command_trouble_and_option_has_its_turn() -> None:
    made = [make(1, n) for n in range(5000)]
    assert {case.name for case in made} == {FUNCTIONS, *(name for name, _, _ in commands())}
    assert {case.trouble for case in made} == {"", *TROUBLES}
    words = Counter(word for case in made for word in case.words)
    left_out = {"-h", "--open", "--scheduler"}
    for command, _, _ in commands():
        for action in arguments(command):
            assert (
                not action.option_strings
                or words[action.option_strings[-1]]
                or left_out & {*action.option_strings}
            )
    answers = [case.asked.feasible for case in made if case.asked is not None and case.asked.small]
    assert 0.2 < sum(answers) / len(answers) < 0.9


def judged(place: Place, case: Case, ended: Ended) -> str:
    place.folder(case).mkdir(exist_ok=True)
    return "; ".join(wrong(case, ended, place, 0.1))


def test_what_is_wrong_is_told(place: Place) -> None:
    check = Case(1, ("check", *ASKED.words(), "--json"), {}, asked=ASKED, seconds=1.0)
    right = json.dumps({"verdict": "feasible", "certificate": None})
    assert judged(place, check, Ended(0, right, "", 1.0)) == ""
    assert "is wrong" in judged(place, check, Ended(1, right.replace("fea", "infea"), "", 1.0)).lower()
    assert "exit code 1" in judged(place, check, Ended(1, right, "", 1.0))
    for jumps, verdict in ((1, "feasible"), (2, "infeasible")):  # the only play has one jump
        solve = Case(1, ("solve", *ASKED.words(), "--last-sweep", str(jumps), "--json"), {}, asked=ASKED)
        for told, code in (("feasible", 0), ("infeasible", 1)):
            amiss = judged(place, solve, Ended(code, json.dumps({"verdict": told}), "", 1.0))
            assert ("WRONG" in amiss) == (told != verdict)
    assert "exit code 4" in judged(place, check, Ended(4, "", "", 1.0))
    assert "exit code -11" in judged(place, check, Ended(-11, "", "", 1.0))
    assert "no JSON" in judged(place, check, Ended(0, right[:9], "", 1.0))
    assert "traceback" in judged(place, check, Ended(0, right, "Traceback (most recent call last)", 1.0))
    assert "with a limit" in judged(place, check, Ended(0, right, "", 5.0))
    assert "no end" in judged(place, check, Ended(-9, "", "", 90.0, hung=True))
    stopped = Case(2, check.words, {}, "signal", 0.5, ("SIGTERM",), ASKED)
    assert judged(place, stopped, Ended(143, "", "", 1.0, 0.1)) == ""
    busy = Case(3, ("page", "--output", "page"), {})
    assert judged(place, busy, Ended(0, "", "", 60.0, processor=6.0)) == ""
    assert "with a limit" in judged(place, busy, Ended(0, "", "", 25.0, processor=23.0))
    assert "signal to the end" in judged(place, stopped, Ended(143, "", "", 9.0, 8.0))


def test_half_a_file_is_told(place: Place) -> None:
    case = Case(3, ("draw", "line:4"), {})
    folder = place.folder(case)
    folder.mkdir()
    for name, text in (("a.svg", "<svg></svg>\n"), ("b.json", '{"a": 1}\n'), ("c.html", "<html></html>")):
        (folder / name).write_text(text)
        assert judged(place, case, Ended(0, "", "", 0.1)) == ""
        (folder / name).write_text(text[:-4])
        assert f"{name} is half a file" in judged(place, case, Ended(0, "", "", 0.1))
        (folder / name).unlink()


def test_what_is_left_behind_is_told(place: Place) -> None:
    case = Case(4, ("validate", "rules.py:forks"), {})
    assert list(leftovers(case, place)) == []
    (place.temporary / "pegfeas-run-0123456789ab").mkdir()
    assert "temporary files are left" in " ".join(leftovers(case, place))


def test_a_command_runs_with_its_trouble(place: Place) -> None:
    words = ("check", *ASKED.words(), "--json")
    (calm,) = run(Case(5, words, {}, asked=ASKED), place)
    assert (calm.code, json.loads(calm.out)["verdict"]) == (0, "feasible")
    assert [ended.code for ended in run(Case(6, words, {}, "twice", asked=ASKED), place)] == [0, 0]
    (silent,) = run(Case(7, words, {}, "closed output", asked=ASKED), place)
    assert (silent.code, silent.out) == (0, "")
    (ended,) = run(Case(8, ("serve", "--port", "0"), {}, "signal", 1.0, ("SIGTERM",)), place)
    assert ended.after_signal is not None
    assert list(leftovers(Case(8, ("serve",), {}), place)) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_a_short_soak_finds_nothing(place: Place, seed: int) -> None:
    soak = Soak(place, seed)
    soak.calibrate()
    for number in range(1, 61):
        soak.one(number)
    assert not soak.failures, soak.failures


@pytest.mark.parametrize("again, found", [(0.5, 0), (60.0, 1)])
def test_what_was_slow_once_is_tried_again(
    place: Place, monkeypatch: pytest.MonkeyPatch, again: float, found: int
) -> None:
    """Another's work may have come just then."""
    case = Case(1, ("check", *ASKED.words(), "--json"), {}, asked=ASKED, seconds=1.0)
    right = json.dumps({"verdict": "feasible", "certificate": None})
    ends = iter([60.0, 0.1, again])  # the case, a start to measure by, the case again
    monkeypatch.setattr("tests.soak.__main__.make", lambda *_: case)
    monkeypatch.setattr("tests.soak.__main__.run", lambda *_: [Ended(0, right, "", next(ends))])
    place.folder(case).mkdir()
    assert len(Soak(place, 1, start_up=0.1).one(1)) == found
    assert next(ends, None) is None


@pytest.mark.parametrize(
    ("told", "ends"), [((2, 4, None), True), ((2, 4, 4), False), ((2, 11), False), ((0,), False)]
)
def test_who_stands_still_is_hung(
    told: Sequence[float | None], ends: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or who has had enough; not who waits for the processor."""
    command = [sys.executable, "-c", "input()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        looks = iter(told)

        def used(_: int) -> float:
            seconds = next(looks)
            if seconds is None:
                process.kill()
                process.wait()
            return seconds if seconds is not None else 6

        monkeypatch.setattr(running, "ENOUGH", 0.01)
        monkeypatch.setattr(running, "_used", lambda pid: used(pid) / 1000)
        monkeypatch.setattr(running, "STILL", 0.001)
        assert running._ends(process) == ends
        process.kill()
