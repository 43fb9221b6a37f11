"""What the server answers beside a check: the fewest sweeps, and surveys of small boards."""

from __future__ import annotations

from time import monotonic

import pytest

from feasibility import reach, read_pair, solve, survey, verify
from feasibility.base.errors import InputError
from feasibility.studies.page import tasks
from feasibility.studies.page.exchange import Question
from feasibility.studies.surveys.families import from_start
from feasibility.studies.surveys.report import vacancy_table
from feasibility.text.moves import parse_jumps
from tests.studies.page.client import Client, worker_processes


def test_the_fewest_sweeps_come_with_their_proof(client: Client) -> None:
    asked = {"board": "triangle:4", "start": "1011111111", "target": 1}
    job = client.start(asked, "solve")
    last = client.messages(job)[-1]
    assert (last["event"], last["verdict"], last["files"]) == ("done", "feasible", ["report", "certificate"])
    known = solve("triangle:4:-a2", pegs=1, sweeps=True)
    assert f"{known.sweeps} sweeps, the least there is" in last["body"]
    assert 'class="player"' in last["body"] and "pegfeas solve pair.txt --sweeps" in last["body"]
    assert "the least there is" in client.ask("GET", f"/api/jobs/{job}/report.html")[1]
    certificate = client.ask("GET", f"/api/jobs/{job}/certificate.json")[1]
    assert certificate["proof"]["kind"] == "sweeps" and verify(certificate).valid
    none = client.messages(client.start({"board": "line:5", "start": "11000", "target": "00001"}, "solve"))[
        -1
    ]
    assert none["verdict"] == "infeasible" and none["files"] == ["report", "certificate"]


def test_a_player_gets_proofs_and_hears_which_jump_lost(client: Client) -> None:
    """From a1 of the triangle of side 5: the third jump loses, and two more are played."""
    asked = {"board": "triangle:5", "start": "0" + "1" * 14, "target": 1}
    won = client.messages(client.start(asked, "advise"))[-1]["advice"]
    assert (won["verdict"], won["lost"]) == ("feasible", None) and "reason" not in won
    assert [(fate["outcome"], "reason" in fate) for fate in won["fates"].values()] == [("wins", False)] * 2
    after = "a3a1 c3a3 c5c3 a4a2"
    lost = client.messages(client.start({**asked, "after": after}, "advise"))[-1]["advice"]
    assert lost["verdict"] == "infeasible" and lost["kernel"].startswith("<")
    assert lost["lost"] == {"said": {"key": "lost.jump", "values": {"number": 3, "jump": "c5c3"}}, "won": 2}
    here = read_pair("triangle:5:-a1").start
    start = here.replay(parse_jumps(here.board, after))
    after_each = {"".join(map(str, start.play(j).vector)) for j in start.legal_jumps()}
    assert set(lost["fates"]) == after_each
    assert all(fate["outcome"] == "loses" and "<" in fate["kernel"] for fate in lost["fates"].values())


class Busy:
    """A channel on which the next question has come by the time that an answer is ready."""

    def __init__(self, *questions: Question) -> None:
        self.left = [(question, 10**9) for question in questions]
        self.sent: list[dict[str, object]] = []

    def receive(self) -> tuple[Question, int]:
        return self.left.pop(0)

    def waiting(self) -> bool:
        return bool(self.left)

    def send(self, message: dict[str, object]) -> None:
        self.sent.append(message)


@pytest.mark.parametrize("fails", [None, InputError("no answer"), MemoryError()])
def test_a_question_that_comes_with_the_last_word_on_another_is_answered(
    fails: Exception | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(*words: object) -> dict[str, object]:
        if fails is not None:
            raise fails
        return {"advice": None}

    monkeypatch.setitem(tasks.KINDS, "opening", answer)
    asked = [Question("opening", read_pair("line:4:+a1+b1", pegs=1), 1.0, (), "", key) for key in "ab"]
    channel = Busy(*asked)
    with pytest.raises(IndexError):  # nothing more is asked
        tasks.stay(channel)  # type: ignore[arg-type]
    assert [message["key"] for message in channel.sent] == ["a", "b"]


def test_questions_about_one_target_go_to_one_process(client: Client) -> None:
    """It keeps the winning set; a question that is given up leaves it there."""
    asked = {"board": "triangle:6", "start": "0" + "1" * 20, "target": 1}
    first = client.messages(client.start(asked, "opening"))[-1]
    assert (first["event"], first["advice"]) == ("done", None)
    before = set(worker_processes("stay"))
    given_up = client.start({**asked, "after": "a3a1"}, "advise")
    assert client.ask("DELETE", f"/api/jobs/{given_up}")[0] == 200
    last = client.messages(client.start({**asked, "after": "a3a1"}, "advise"))[-1]
    assert last["event"] == "done" and last["advice"]["verdict"] == "feasible"
    assert before and set(worker_processes("stay")) == before


def test_a_start_that_is_lost_is_told(client: Client) -> None:
    asked = {"board": "french37", "start": "1" * 18 + "0" + "1" * 18, "target": "0" * 18 + "1" + "0" * 18}
    told = client.messages(client.start(asked, "opening"))[-1]["advice"]
    assert (told["verdict"], told["reason"]) == ("infeasible", "why.residue") and "<svg" in told["kernel"]


@pytest.mark.parametrize(
    ("after", "words"),
    [
        ("a3a1 zz", "not a jump"),
        ("a3a1 a3a1", "is illegal"),
        (["a3a1"], "not a text"),
        ("a3a1 " * 1000, "too many jumps"),
    ],
)
def test_jumps_that_were_not_played_are_refused(client: Client, after: object, words: str) -> None:
    asked = {"board": "triangle:5", "start": "0" + "1" * 14, "target": 1, "after": after}
    status, found = client.ask("POST", "/api/advise", asked)
    assert status == 400 and words in found["error"]


def test_a_survey_says_which_vacancies_can_be_solved(client: Client) -> None:
    asked = {"board": "triangle:4", "start": "1011111111", "target": 1}
    job = client.start({**asked, "family": "vacancies"}, "survey")
    last = client.messages(job)[-1]
    assert (last["event"], last["verdict"]) == ("done", "every pair is decided")
    assert last["files"] == ["report"], "a survey has no certificate of its own"
    found = survey("triangle:4", jobs=1)
    for row in vacancy_table(found).rows:
        assert "".join(f"<td>{cell}</td>" for cell in row) in last["body"]
    assert last["body"].count("<svg") == 1 + len(found.vacancies)
    status, page = client.ask("GET", f"/api/jobs/{job}/report.html")
    assert status == 200 and page.startswith("<!DOCTYPE html>") and last["body"] in page
    assert client.ask("GET", f"/api/jobs/{job}/certificate.json")[0] == 400


def test_a_survey_of_a_start_says_where_the_last_peg_can_be_left(client: Client) -> None:
    asked = {"board": "line:5", "start": "11011", "target": 1, "family": "start"}
    last = client.messages(client.start(asked, "survey"))[-1]
    assert last["verdict"] == "every pair is decided"
    found = survey(from_start(read_pair("line:5:-c1").start), jobs=1)
    assert {row.verdict for row in found.rows} == {"infeasible"}
    assert (
        last["body"].count("it cannot (proved)") == 1 and "a single peg can be left here" not in last["body"]
    )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"family": "all"}, "no such survey"),
        ({"family": None}, "no such survey"),
        ({"family": "start", "start": "00100"}, "no jump is possible"),
        ({"board": "rectangle:5x10", "start": "0" * 50, "target": 1}, "too large for a survey on the page"),
    ],
)
def test_surveys_that_are_refused(client: Client, change: dict[str, object], words: str) -> None:
    asked = {"board": "line:5", "start": "11011", "target": 1, "family": "vacancies", **change}
    status, found = client.ask("POST", "/api/survey", asked)
    assert status == 400 and words in found["error"]


def test_a_survey_keeps_to_its_time(client: Client) -> None:
    asked = {
        "board": "wiegleb45",  # from e1 to e1 takes twenty minutes
        "start": "0" + "1" * 44,
        "target": 1,
        "family": "vacancies",
        "seconds": 1,
    }
    began = monotonic()
    last = client.messages(client.start(asked, "survey"))[-1]
    assert last["event"] == "done" and last["verdict"] == "unknown pairs are left"
    assert "INCOMPLETE" in last["body"] or "unknown" in last["body"]
    assert monotonic() - began < 120, "from e1 to e1 alone takes twenty minutes"


def test_where_a_game_can_go_and_end(client: Client) -> None:
    """As `reach` says, for the position after the jumps that were played."""
    asked = {"board": "triangle:5", "start": "0" + "1" * 14, "target": 1, "after": "a3a1"}
    last = client.messages(client.start(asked, "reach"))[-1]
    begun = reach("triangle:5:-a1").position
    after = begun.play(parse_jumps(begun.board, "a3a1")[0])
    found = reach(after)
    assert last["event"] == "done" and last["verdict"] == "known" and last["files"] == []
    for level in found.levels:
        assert f"<tr><td>{level.pegs}</td><td>{level.size:,}</td></tr>" in last["body"]
    ends = sorted(begun.board.called(end.pegs[0]) for end in reach(after, pegs=1))
    assert f"The game can end with one peg, in {' '.join(ends)}." in last["body"]
    stuck = {"board": "triangle:4", "start": "0" + "1" * 9, "target": 1}
    assert "At least 3 pegs remain" in client.messages(client.start(stuck, "reach"))[-1]["body"]


def test_a_limit_leaves_a_part(client: Client) -> None:
    asked = {"board": "english33", "start": "1" * 16 + "0" + "1" * 16, "target": 1, "seconds": 0.001}
    last = client.messages(client.start(asked, "reach"))[-1]
    assert last["verdict"] == "not all is known" and "Not all is known: " in last["body"]
