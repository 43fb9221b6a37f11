"""The options of `pegfeas solve`, alone and together, and what `pegfeas replay` makes of its plays."""

from __future__ import annotations

import json
import re
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from feasibility.base.limits import Clock, Limits
from feasibility.base.stopped import StoppedError
from feasibility.cli import main, proofs
from feasibility.decide import Plan, check
from feasibility.decide import search as decide
from feasibility.decide.engines import ENGINES, Effort
from feasibility.decide.findings import EngineRun
from feasibility.decide.procedures import PROCEDURES
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.accept import verify
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.search import Search
from feasibility.proofs.kinds.sweeps import Sweeps
from feasibility.proofs.verdict import Outcome
from feasibility.systems.pruning_pool import pruning_residues
from feasibility.text.catalogue import board as named
from feasibility.text.references import read_pair
from tests.answers import answer
from tests.clocks import Held


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(words)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


# --- what is asked before anything is searched ---


def test_a_cheap_criterion_spares_the_search(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Centre to centre on the French board: the rule of three instead of three billion positions."""

    def searched(*_: object) -> None:
        pytest.fail("searched")

    for name in ENGINES:
        monkeypatch.setitem(ENGINES, name, searched)
    for words in ((), ("--sweeps",), ("--all", "2")):
        code, out, _ = run(capsys, "solve", "french37:-d4", *words)
        assert code == 1 and answer(out).startswith("No, it cannot be done: a total that no jump changes")
        assert "\nINFEASIBLE: rule-of-three: " in out
        assert "The start has an even number of pegs on marked holes, the target an odd number." in out


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (["french37:-d4"], "residue"),
        (["triangle:5:-b3"], "search or closure"),
        (["triangle:5:-b3", "--method", "dense"], "closure"),
        (["triangle:5:-a1"], "play"),
    ],
)
def test_the_certificate_of_a_solution(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: list[str], kind: str
) -> None:
    path = tmp_path / "proof.json"
    code, out, err = run(capsys, "solve", *words, "--json", "--certificate", str(path))
    shown = json.loads(out)["certificate"]
    assert shown == json.loads(path.read_text()) and "certificate written" in err
    assert shown["proof"]["kind"] in kind.split(" or ") and verify(shown).valid
    assert run(capsys, "verify", str(path))[0] == 0 and code == (kind != "play")


def test_no_certificate_without_an_answer(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    words = ("--method", "dense", "--time-limit", "0", "--certificate", str(path), "--json")
    code, out, err = run(capsys, "solve", "english33:-d4", *words)
    assert (code, json.loads(out)["certificate"], path.exists()) == (3, None, False)
    assert "no certificate is written: there is no proof in this answer\n" in err
    path.write_text("of an earlier answer")
    assert run(capsys, "solve", "english33:-d4", *words)[2].endswith(
        f"answer; {path} is not of this answer\n"
    )


@pytest.mark.parametrize("start", ["french37:-d4", "triangle:4:-a1", "line:7:+a1+b1"])
def test_a_residue_ends_a_frontier_search(capsys: pytest.CaptureFixture[str], start: str) -> None:
    """Its certificate names that residue alone, and the verifier cuts by it as the search did."""
    target = {"line:7:+a1+b1": ("line:7:+e1",)}.get(start, ())
    code, out, _ = run(capsys, "solve", start, *target, "--method", "frontier", "--json")
    certificate = json.loads(out)["certificate"]
    assert code == 1 and certificate["proof"]["forward"] == [1, 0]
    assert len(certificate["proof"]["residues"]) == 1 and verify(certificate).valid
    certificate["proof"]["residues"] = []
    assert not verify(certificate).valid


def test_residues_of_a_pattern_vanish_on_its_free_holes() -> None:
    board = named("line:7")
    refuted = 0
    for start in range(1, 128, 3):
        for must, free in ((1 << 4, 1 << 6), (1 << 5, 0b11), (0b101, 1 << 3)):
            pair = Pair(Position(board, start), Target(board, must, free))
            asked = Effort(Limits().start(), residues=pruning_residues(pair))
            dense = decide(pair, Effort(Limits().start()), "dense")
            finding = decide(pair, asked, "frontier")
            assert (finding.outcome is Outcome.REFUTED) == (dense.outcome is Outcome.REFUTED)
            refuted += isinstance(finding.proof, Search) and bool(finding.proof.residues)
            assert finding.proof is not None and verify(Certificate(pair, finding.proof)).valid
    assert refuted


def test_check_searches_with_residues() -> None:
    plan = Plan(criteria=())
    pair = read_pair("triangle:4:-a1")
    verdict = check(pair, Limits(), plan)
    assert verdict.certificate is not None and verify(verdict.certificate).valid
    work = PROCEDURES["frontier"].start(pair, Effort(Limits().start()))
    assert isinstance(work, EngineRun) and work.effort.residues


# --- fewest sweeps within limits ---


def test_out_of_time_for_the_fewest_sweeps_there_is_still_a_play(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise StoppedError("time")

    monkeypatch.setattr("feasibility.studies.sweeps.levels.SweepSide.advance", stopped)
    code, out, _ = run(capsys, "solve", "english33:-d4", "--sweeps")
    assert code == 0 and "\nFEASIBLE: a play of 31 jumps" in out
    assert out.count("every play needs at least 14 sweeps\n") == 1
    _, out, _ = run(capsys, "solve", "english33:-d4", "--pegs", "1", "--sweeps")
    assert "every play needs at least 13 sweeps; asked for one last position at a time, it may" in out
    code, out, _ = run(capsys, "solve", "english33:-d4", "--sweeps", "--json")
    data = json.loads(out)
    assert (data["verdict"], data["sweeps_at_least"]) == ("feasible", 14) and data["sweeps"] >= 18


def test_the_bound_is_all_there_is_without_a_play(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("solve", "english33:-d4", "--sweeps", "--time-limit", "0")
    code, out, _ = run(capsys, *words)
    assert code == 3 and len(re.findall(r"at least 1[24] sweeps", out)) == 1  # 14 where there is a moment
    assert "the time was up" in out and "all that was asked" not in out
    with monkeypatch.context() as none:
        none.setattr("feasibility.studies.sweeps.weights.LEAST_SECONDS", 0.0)
        assert "at least 12 sweeps" in run(capsys, *words)[1]
        assert (
            "at least 14 sweeps" in run(capsys, *words[:3], "--work-limit", "1")[1]
        )  # no clock decides there
    code, out, _ = run(capsys, "solve", "english33:-d4", "--sweeps", "--time-limit", "0", "--json")
    data = json.loads(out)
    assert (data["verdict"], data["sweeps"]) == ("unknown", None) and data["sweeps_at_least"] in (12, 14)


def test_an_interrupt_leaves_the_play_the_bound_and_its_certificate(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("feasibility.studies.sweeps.levels.SweepSide.advance", interrupted)
    path = tmp_path / "bound.json"
    code, out, err = run(capsys, "solve", "english33:-d4", "--sweeps", "--certificate", str(path))
    assert code == 130 and "the fewest sweeps are not known" in err
    assert out.count("interrupted: every play needs at least 14 sweeps") == 1
    proof = json.loads(path.read_text())["proof"]
    assert proof["at_least"] == 14 and proof["play"]
    assert verify(str(path)).valid
    monkeypatch.setattr(Sweeps, "forecast", lambda _: 60.0)
    asked: list[float | None] = []
    looked = proofs.refused_at_length

    def left(certificate: Certificate, clock: Clock, **how: float) -> str | None:
        asked.append(clock.timeout())
        return looked(certificate, clock, **how)

    monkeypatch.setattr("feasibility.cli.proofs.refused_at_length", left)
    assert run(capsys, "solve", "english33:-d4", "--sweeps", "--certificate", str(path))[0] == 130
    assert asked == [0.0]  # whoever asks for the end waits for no long check


def test_the_fewest_sweeps_are_their_own_bound(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(run(capsys, "solve", "triangle:4:-b2", "--sweeps", "--json")[1])
    assert data["verdict"] == "infeasible" or data["sweeps"] == data["sweeps_at_least"]
    data = json.loads(run(capsys, "solve", "triangle:5:-a1", "--sweeps", "--json")[1])
    assert data["sweeps"] == data["sweeps_at_least"] > 0


@pytest.mark.parametrize("words", [("triangle:5:-a1",), ("triangle:5:-a1", "--pegs", "1")])
def test_the_certificate_of_the_fewest_sweeps_holds_the_bound_and_the_play(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: tuple[str, ...]
) -> None:
    path = tmp_path / "proof.json"
    code, out, _ = run(capsys, "solve", *words, "--sweeps", "--certificate", str(path))
    assert code == 0
    proof = json.loads(path.read_text())["proof"]
    assert f"{proof['at_least']} sweeps, the least there is" in out and proof["play"]
    code, out, _ = run(capsys, "verify", str(path))
    assert code == 0 and f"at least {proof['at_least']} sweeps; the play" in out


def test_a_stopped_search_writes_the_bound_that_it_has(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "proof.json"
    words = ("solve", "english33:-d4", "--sweeps", "--time-limit", "0", "--certificate", str(path))
    assert run(capsys, *words)[0] == 3
    code, out, _ = run(capsys, "verify", str(path))
    assert code == 0 and re.search(r"at least 1[24] sweeps, if there is a play", out)


def test_several_plays_with_the_fewest_sweeps(capsys: pytest.CaptureFixture[str]) -> None:
    """All 1,362 of them, as `count --sweeps` tells; each once, each with ten sweeps."""
    code, out, err = run(capsys, "solve", "triangle:5:-a1", "--sweeps", "--all", "2000")
    lines = answer(out).splitlines()
    assert code == 0 and "there are no others with as few sweeps: 1,362 plays in all" in err
    assert len(set(lines)) == len(lines) == 1362 and {len(line.split()) for line in lines} == {10}
    code, out, _ = run(capsys, "solve", "triangle:5:-a1", "--pegs", "1", "--sweeps", "--all", "3")
    assert code == 0 and {len(line.split()) for line in answer(out).splitlines()} == {10}
    code, out, err = run(capsys, "solve", "line:3:+a1+b1", "line:3:+a1+b1", "--sweeps", "--all", "3")
    assert (code, answer(out)) == (0, "(no jump is needed)\n")
    assert "there is no other play with as few sweeps" in err


@pytest.mark.parametrize("options", [(), ("--sweeps",), ("--sweeps", "--trace")])
def test_where_no_jump_is_needed(capsys: pytest.CaptureFixture[str], options: tuple[str, ...]) -> None:
    code, out, _ = run(capsys, "solve", "line:3:+a1+b1", "--pegs", "2", *options)
    assert code == 0 and "no jump is needed: the start is already what the target asks for\n" in out
    assert " 0 jumps" not in out and "\n\n" not in answer(out)


def test_where_putting_the_peg_back_is_enough(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "solve", "rectangle:4x4:-a1", "--pegs", "16", "--return-peg", "a1")
    assert code == 0 and answer(out) == "no jump is needed: the peg goes back into a1\n(put back a1)\n"
    assert run(capsys, "solve", "line:4:+a1", "--pegs", "3", "--return-peg", "b1")[0] == 1


def test_a_stopped_search_lists_no_play_as_one_with_the_fewest_sweeps(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise StoppedError("time")

    monkeypatch.setattr("feasibility.studies.sweeps.levels.SweepSide.advance", stopped)
    code, out, err = run(capsys, "solve", "english33:-d4", "--sweeps", "--all", "3")
    told = f"at least 14 sweeps; the play above has {len(answer(out).split())} sweeps, so those with the fewest are not"
    assert code == 0 and len(answer(out).splitlines()) == 1 and told in err


# --- options together ---


@pytest.mark.parametrize(
    "words",
    [
        ("--return-peg", "a1", "--sweeps"),
        ("--return-peg", "a1", "--all", "2"),
        ("--return-peg", "a1", "--method", "beam"),
        ("--return-peg", "a1", "--workdir", "work"),
        ("--sweeps", "--method", "dense"),
        ("--method", "beam", "--workdir", "work"),
        ("--json", "--trace"),
    ],
)
def test_no_option_is_passed_over(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    code, out, err = run(capsys, "solve", "triangle:4:-a1", *words)
    named_options = [word for word in words if word.startswith("--")]
    assert (code, out) == (2, "") and all(option in err for option in named_options)


def test_no_option_of_a_replay_is_passed_over(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "replay", "line:3:+a1+b1", "a1c1", "--json", "--trace")
    assert (code, out) == (2, "") and "--json and --trace do not go together" in err


def test_no_play_by_the_french_rule_has_two_certificates(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """One with the peg in hand and one without, both accepted; of a play there is one."""
    for start, target, hole, code, kinds in (
        ("line:4:+a1+d1", "line:4:+b1", "c1", 1, ["residue", "closure"]),
        ("french37:-d4", "french37:+d4", "d4", 0, ["play"]),
    ):
        path = tmp_path / f"{hole}.json"
        words = ("solve", start, target, "--return-peg", hole, "--certificate", str(path))
        done, out, _ = run(capsys, *words)
        assert done == code
        assert code == 0 or answer(out).startswith("INFEASIBLE: neither with the peg put back nor")
        written = [json.loads(line) for line in path.read_text().splitlines()]
        assert [one["proof"]["kind"] for one in written] == kinds
        assert main(["verify", str(path)]) == 0 and capsys.readouterr().out.count("VALID: ") == len(kinds)
        facts = json.loads(run(capsys, *words, "--json")[1])
        assert facts["certificates"] == written
        path.write_text(json.dumps(facts))
        assert main(["verify", str(path)]) == 0 and capsys.readouterr().out.count("VALID: ") == len(kinds)


def test_trace_shows_every_play(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "solve", "line:4:+a1+b1+d1", "line:4:+b1", "--all", "3", "--trace")
    assert code == 0 and "1. a1c1\n..xx\n" in out and out.endswith("a1c1 d1b1\n")
    code, out, _ = run(capsys, "solve", "french37:-d4", "french37:+d4", "--return-peg", "d4", "--trace")
    assert code == 0 and "\n(put back d4)\n" in out and "\n36. " in out


# --- JSON, and the way back through replay ---


def test_every_answer_is_one_json_document(capsys: pytest.CaptureFixture[str]) -> None:
    for words, verdict in (
        (("triangle:4:-a1", "--return-peg", "a1"), "infeasible"),
        (("french37:-d4", "french37:+d4", "--return-peg", "d4", "--time-limit", "0"), "unknown"),
        (("line:3:-c1", "line:3:+c1", "--return-peg", "c1"), "feasible"),
        (("rectangle:4x4:-a1", "--pegs", "1", "--return-peg", "a1"), "feasible"),
        (("triangle:4:-a1", "--pegs", "1", "--return-peg", "a1"), "infeasible"),
        (("triangle:4:-a1", "--all", "3"), "infeasible"),
        (("english33:-d4", "--all", "3", "--time-limit", "0"), "unknown"),
        (("line:4:+a1+b1+d1", "line:4:+b1", "--all", "3"), "feasible"),
    ):
        code, out, _ = run(capsys, "solve", *words, "--json")
        data = json.loads(out)
        assert data["verdict"] == verdict and code == ["feasible", "infeasible", None, "unknown"].index(
            verdict
        )
        assert (data["moves"] is None) == (verdict != "feasible")


def test_several_plays_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(run(capsys, "solve", "triangle:5:-a1", "--all", "3", "--json")[1])
    assert len({tuple(play["moves"]) for play in data["plays"]}) == 3 and not data["complete"]
    assert data["plays"][0] == {"moves": data["moves"], "jumps": data["jumps"]}
    data = json.loads(run(capsys, "solve", "line:4:+a1+b1+d1", "line:4:+b1", "--all", "3", "--json")[1])
    assert [play["moves"] for play in data["plays"]] == [["a1c1", "d1b1"]] and data["complete"]


@pytest.mark.parametrize(
    ("words", "complete", "number"),
    [
        (("line:4:-b1", "line:4:+a1"), True, None),
        (("line:4:-b1", "line:4:+a1", "--sweeps"), True, 0),
        (("english33:-d4", "--time-limit", "0"), False, None),
    ],
)
def test_no_play_is_an_empty_list(
    words: tuple[str, ...], complete: bool, number: int | None, capsys: pytest.CaptureFixture[str]
) -> None:
    """The keys that --all promises were missing where there is no play, or none is known."""
    _, out, _ = run(capsys, "solve", *words, "--all", "3", "--json")
    data = json.loads(out)
    assert (data["plays"], data["complete"], data.get("number")) == ([], complete, number)


def test_of_several_plays_none_is_taken_in_silence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    picture, words = str(tmp_path / "play.svg"), ("solve", "triangle:4:-a2", "triangle:4:+b2", "--all")
    assert "play.svg shows the first of 2 plays" in run(capsys, *words, "2", "--picture", picture)[2]
    assert "shows" not in run(capsys, *words, "1", "--picture", picture, "--force")[2]
    for number, code in (("2", 2), ("1", 0)):
        answer = tmp_path / f"{number}.json"
        answer.write_text(run(capsys, *words, number, "--json")[1])
        assert run(capsys, "replay", "triangle:4:-a2", str(answer))[0] == code


def test_a_play_is_found_the_usual_way_before_others_are_listed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, held: Held
) -> None:
    """Where time is over before the listing finds any, that one is left, and nothing is claimed of others."""

    def too_slow(_: Pair, effort: Effort) -> None:
        held.now += effort.clock.remaining() or 0

    monkeypatch.setattr("feasibility.decide.plays._alive", too_slow)
    code, out, err = run(capsys, "solve", "triangle:5:-a1", "--all", "2", "--time-limit", "1")
    assert code == 0 and len(answer(out).splitlines()) == 1
    assert "stopped at the time limit after 1 play; there may be more" in err


def test_a_limit_of_work_ends_a_listing(capsys: pytest.CaptureFixture[str]) -> None:
    """It was counted nowhere, so all 29,760 plays came, however small it was."""
    words = ("solve", "triangle:5:-a1", "--pegs", "1", "--all", "100000", "--work-limit", "30000")
    code, out, err = run(capsys, *words)
    assert code == 0 and 100 < len(answer(out).splitlines()) < 2000
    assert "stopped at the work limit after" in err


def test_a_listing_does_not_repeat_the_first_play(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, err = run(capsys, "solve", "rectangle:3x4:-a1", "rectangle:3x4:+d1", "--all", "100000")
    lines = answer(out).splitlines()
    assert len(lines) == len(set(lines)) and ("there are no others" in err or lines[0].startswith("No,"))


def test_a_play_with_the_peg_put_back_can_be_replayed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pair = ("french37:-d4", "french37:+d4")
    out = run(capsys, "solve", *pair, "--return-peg", "d4")[1]
    play = out.splitlines()[-1]
    replay = ("replay", pair[0], "--target", pair[1])
    code, out, _ = run(capsys, *replay, play, "--return-peg", "d4", "--trace")
    assert code == 0 and "This is the target." in out and "\n(put back d4)\n" in out
    data = json.loads(run(capsys, "solve", *pair, "--return-peg", "d4", "--json")[1])
    path = tmp_path / "moves.txt"
    path.write_text("# (put back d4) is a remark here\n" + "\n".join(data["moves"]))
    code, out, _ = run(capsys, *replay, str(path), "--return-peg", "d4", "--json")
    shown = json.loads(out)
    assert code == 0 and shown["reached"] and shown["returned_before"] == data["returned_before"]


@pytest.mark.parametrize(
    ("moves", "hole", "code", "said"),
    [
        ("d2d4 (put back d2)", None, 2, "column 6: no peg may be put back; saw (put back d2)"),
        ("d2d4 (put back d2)", "d4", 2, "one peg goes back once; saw (put back d2); expected d4"),
        ("(put back d4)\n(put back d4)", "d4", 2, "line 2, column 1: one peg goes back once"),
        ("d2d4 (put back d4)", "d4", 1, "ILLEGAL: jump 2 (put back d4) is illegal: d4 holds a peg"),
        ("(put back d4) d2d4", "d4", 1, "ILLEGAL: jump 1"),
        ("(put back d4) d2x4", "d4", 2, "line 1, column 15"),
        ("(put back d2)", "d2", 2, "not empty at the start"),
        ("d2d4", "d4", 0, "LEGAL: 1 jump"),
    ],
)
def test_the_peg_goes_back_by_its_rule(
    capsys: pytest.CaptureFixture[str], moves: str, hole: str | None, code: int, said: str
) -> None:
    option = () if hole is None else ("--return-peg", hole)
    found, out, err = run(capsys, "replay", "english33:-d4", moves, *option)
    assert found == code and said in out + err


def test_replay_reads_standard_input_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = b"xx.\n---\n..x\n"
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text)))
    code, out, _ = run(capsys, "replay", "-", "a1c1")
    assert code == 0 and "This is the target." in out
    code, _, err = run(capsys, "replay", "-", "-")
    assert code == 2 and "two of START, TARGET and MOVES are standard input" in err


@pytest.mark.parametrize("words", [("solve",), ("count", "--plays")])
def test_a_peg_that_is_put_back_may_make_one_more(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """Above the play that was found it said that start and target may be exchanged."""
    pair = ("line:4:-b1", "line:4:+a1+b1+c1+d1")
    code, _, err = run(capsys, *words, *pair, "--return-peg", "b1")
    assert code == 0 and "exchanged" not in err
    assert "exchanged" in run(capsys, "solve", *pair)[2]
