"""Whether the verifier has repeated a proof is a part of the answer, and its time a part of the limit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import feasibility
from feasibility import verifier
from feasibility.base.limits import Limits
from feasibility.cli import main
from feasibility.cli.proofs import write
from feasibility.proofs import accept
from feasibility.proofs.kind import Kind
from feasibility.proofs.kinds.closure import Closure
from feasibility.proofs.kinds.search import Search

CLOSED = ["english33:+d4+d5+e5+b3", "english33:+d4+a3"]
PLAYED = ["line:5:-b1", "--pegs", "2"]
UNKNOWN = ["problem:defi/jury", "--work-limit", "0"]


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every exhaustion takes far too long."""
    monkeypatch.setattr(Closure, "forecast", lambda proof: 1e9)
    monkeypatch.setattr(Search, "forecast", lambda proof: 1e9)


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    main([*words, "--json"])
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def searched(words: list[str]) -> list[str]:
    return ["check", *words, "--criteria", "search"]


def test_an_answer_says_that_it_is_verified(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (searched(CLOSED), ["check", *PLAYED], ["solve", *CLOSED], ["solve", *PLAYED, "--sweeps"]):
        found = answer(capsys, *words)
        assert found["verified"] is True and "verification" not in found
    assert answer(capsys, "check", *UNKNOWN)["verified"] is None


def test_lines_of_a_batch_say_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lines = tmp_path / "pairs.jsonl"
    lines.write_text(json.dumps({"start": "xx.", "target": "x.."}) + "\n", encoding="utf-8")
    main(["batch", str(lines), "--criteria", "search", "--jobs", "1"])
    found = json.loads(capsys.readouterr().out.splitlines()[0])
    assert found["verdict"] == "infeasible" and found["verified"] is True


@pytest.mark.usefixtures("patient")
def test_what_was_not_repeated_says_so_everywhere(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for words in (searched(CLOSED), ["solve", *CLOSED, "--method", "frontier"]):
        found = answer(capsys, *words)
        assert found["verdict"] == "infeasible" and found["verified"] is False
        told = found["verification"]
        assert isinstance(told, dict) and told["seconds"] > 60
        assert told["command"].startswith("pegfeas verify FILE --workdir DIR --time-limit ")
        assert main(words) == 1
        assert "Not verified yet" in capsys.readouterr().out
    page = tmp_path / "page.html"
    main([*searched(CLOSED), "--html", str(page)])
    assert "Not verified yet" in page.read_text(encoding="utf-8")
    capsys.readouterr()
    assert answer(capsys, "check", *PLAYED)["verified"] is True, "a play is no exhaustion"


def test_a_verified_certificate_is_not_repeated_when_it_is_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen, check = [], verifier.check
    monkeypatch.setattr(verifier, "check", lambda *a, **k: seen.append(1) or check(*a, **k))
    path = tmp_path / "c.json"
    main([*searched(CLOSED), "--certificate", str(path)])
    assert len(seen) == 1 and "not verified" not in capsys.readouterr().err
    assert verifier.check(path).valid


SEVERAL = {
    "minimum": ("rectangle:3x4:-b2",),
    "bounds": ("line:4:+a1+b1", "line:4:+c1"),
    "bounds --exclusions": ("triangle:4:-a2", "triangle:4:+b2"),
    "army": ("--level", "2"),
    "advise": ("rectangle:3x3:-a1",),
}  # commands whose answers hold several proofs, or one that is about more than a pair


AT_ONCE = ("bounds", "bounds --exclusions")  # their certificates are checked when they are made


@pytest.mark.parametrize("command", SEVERAL)
def test_answers_of_several_proofs_say_so(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the verifier has what is left of the time, in which it may not come to an end."""
    words = [*command.split(), *SEVERAL[command]]
    assert answer(capsys, *words)["verified"] is True
    limits, check = [], verifier.check

    def slow(proof: object, time_limit: float | None = None, **rest: object) -> verifier.Outcome:
        limits.append(time_limit)
        return check(proof) if time_limit is None else verifier.Outcome("not checked", 3, "no time")

    monkeypatch.setattr(verifier, "check", slow)
    for kind in (Kind, Closure, Search):  # as of exhaustions, whatever the proof is
        monkeypatch.setattr(kind, "forecast", lambda _: 0.1)
    assert answer(capsys, *words, "--time-limit", "400")["verified"] is (command in AT_ONCE)
    timed = [limit for limit in limits if limit is not None]
    assert limits == [None] * len(limits) if command in AT_ONCE else timed == limits and max(timed) <= 400


@pytest.mark.usefixtures("patient")
def test_no_check_is_said_to_take_longer_than_no_time(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    proof = feasibility.check(*CLOSED, feasibility.Plan(criteria=("search",))).certificate
    clock = Limits(seconds=0.0).start()
    assert clock.expired() and write(proof, str(tmp_path / "c.json"), clock) is False
    said = capsys.readouterr().err
    assert "but not verified yet" in said and "pegfeas: the verifier: no time is left for its check" in said


@pytest.mark.usefixtures("patient")
def test_writing_ends_with_the_limit_of_the_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A certificate that cannot be checked in what is left is written, and said to be unchecked."""
    limits = []

    def slow(*_: object, time_limit: float | None, **__: object) -> verifier.Outcome:
        limits.append(time_limit)
        return verifier.Outcome("not checked", 3, "for want of time")

    monkeypatch.setattr(verifier, "check", slow)
    for words in (searched(CLOSED), ["solve", *CLOSED, "--method", "frontier"]):
        path = tmp_path / f"{words[0]}.json"
        assert main([*words, "--certificate", str(path), "--time-limit", "500"]) == 1
        assert limits.pop() < 500 and set(limits) <= {accept.BEGINNING}
        limits.clear()
        said = capsys.readouterr().err
        assert (
            "but not verified yet" in said and f"`pegfeas verify {path} --workdir DIR --time-limit " in said
        )
        assert "for want of time" in said
        monkeypatch.undo()
        assert verifier.check(path).valid
        monkeypatch.setattr(verifier, "check", slow)
        for kind in (Closure, Search):
            monkeypatch.setattr(kind, "forecast", lambda proof: 1e9)


@pytest.mark.usefixtures("patient")
def test_a_certificate_that_is_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "proof.json")
    for words in (searched(CLOSED), ["solve", *CLOSED, "--method", "frontier"]):
        main([*words, "--certificate", path])
        told = " ".join(capsys.readouterr().out.split())
        assert f"by `pegfeas verify {path}" in told and "--certificate FILE" not in told
