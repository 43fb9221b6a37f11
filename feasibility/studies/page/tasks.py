"""What the page can ask for, worked on in a process of its own; the answers are parts of a page.

The question comes on the channel, and messages about the work go back: findings and plays as they come, how
far things are, and last `done` or `failed`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

from feasibility.registry import Hook

if TYPE_CHECKING:
    from feasibility.base.limits import Limits
    from feasibility.base.report import Report
    from feasibility.game.geometry import Jump
    from feasibility.game.position import Pair, Position
    from feasibility.processes.inside import Channel
    from feasibility.proofs.certificate import Certificate
    from feasibility.proofs.verdict import Verdict
    from feasibility.studies.page.exchange import Question

Message = dict[str, Any]
Tell = Callable[..., None]

ADVICE = Hook[Callable[["Pair", tuple["Jump", ...], "Limits", "Report", Tell], Message]](
    "studies.page.tasks:ADVICE", "gives advice"
)
OPENING = Hook[Callable[["Pair", "Limits", "Report"], Message]]("studies.page.tasks:OPENING", "gives advice")
REACH = Hook[Callable[["Position", "Limits", "Report"], Message]]("studies.page.tasks:REACH", "counts ends")
SURVEY = Hook[Callable[["Pair", str, "Limits", "Report"], Message]]("studies.page.tasks:SURVEY", "surveys")

BETWEEN = 0.2  # seconds between two messages of progress


class Superseded(Exception):
    """Nobody waits for this answer any more."""


def serve(channel: Channel) -> None:
    """Answers one question, with the bytes that it may take."""
    _answer_one(channel, *channel.receive())


def stay(channel: Channel) -> None:
    """Answers question after question about one target; the next ends the one before, None alone does too."""
    share = None
    while True:
        message = channel.receive()
        if message is not None:
            share = share or message[1]  # sets that are kept count for the questions after them
            _answer_one(channel, message[0], share, lasting=True)


def _answer_one(channel: Channel, question: Question, share: int | None, *, lasting: bool = False) -> None:
    """Sends the messages about one question, each with its key."""
    from feasibility.base.errors import PegfeasError
    from feasibility.base.limits import Limits, resident_bytes

    def last(**message: Any) -> None:
        channel.send({"key": question.key, **message})

    def look() -> None:
        if lasting and channel.waiting():
            raise Superseded

    def tell(**message: Any) -> None:
        look()
        last(**message)

    next_report = 0.0

    def report(text: str) -> None:
        nonlocal next_report
        look()
        if monotonic() >= next_report:
            next_report = monotonic() + BETWEEN
            tell(event="progress", message=text)

    memory = share if share is None or lasting else resident_bytes() + share
    try:
        answer = KINDS[question.kind](question, Limits(question.seconds, memory), report, tell)
    except Superseded:
        return
    except MemoryError:
        last(event="failed", message="out of memory, so the answer is unknown")
    except PegfeasError as error:
        last(event="failed", message=str(error))
    except Exception as error:
        last(event="failed", message=f"a defect of pegfeas: {error!r}")
        raise
    else:
        files = [name for name in ("report", "certificate") if answer.get(name) is not None]
        last(event="done", files=files, **answer)


def check(question: Question, limits: Limits, report: Report, tell: Tell) -> Message:
    """The verdict as a report; every finding is told as it comes."""
    from feasibility.decide import Plan
    from feasibility.decide import check as decide
    from feasibility.proofs.kinds.play import Play
    from feasibility.proofs.verdict import Finding
    from feasibility.render.html import finding_row
    from feasibility.render.player_html import player_html

    def watch(finding: Finding) -> None:
        tell(event="finding", criterion=finding.criterion, row=finding_row(finding))
        if isinstance(finding.proof, Play):
            tell(event="play", body=player_html(question.pair, finding.proof.jumps))

    verdict = decide(question.pair, limits, Plan(threads=1), watch=watch, report=report)
    return _answer(verdict, verdict.certificate)


def solve(question: Question, limits: Limits, report: Report, tell: Tell) -> Message:
    """A play with the fewest sweeps, or the proof that there is no play."""
    from feasibility.api.solve import solve as find
    from feasibility.proofs.verdict import Verdict

    solution = find(question.pair, sweeps=True, limits=limits, report=report)
    verdict = Verdict(question.pair, (solution.finding,), limits)
    command = f"pegfeas solve pair.txt --sweeps --time-limit {limits.seconds:g}"
    if question.pair.target.pegs is not None:
        command += f" --pegs {question.pair.target.pegs}"
    return _answer(verdict, solution.certificate, command, solution.notes)


def _answer(
    verdict: Verdict, certificate: Certificate | None, command: str | None = None, notes: tuple[str, ...] = ()
) -> Message:
    from feasibility.render.html import body_html, report_html

    return {
        "verdict": str(verdict.answer),
        "body": body_html(verdict, command, notes),
        "report": report_html(verdict, command, notes),
        "certificate": None if certificate is None else certificate.text(),
    }


KINDS: dict[str, Callable[[Question, Limits, Report, Tell], Message]] = {
    "check": check,
    "solve": solve,
    # what comes of each legal jump, also before all is known
    "advise": lambda asked, limits, report, tell: ADVICE.only()(
        asked.pair, asked.game, limits, report, partial(tell, event="advice")
    ),
    # whether the start is lost
    "opening": lambda asked, limits, report, tell: OPENING.only()(asked.pair, limits, report),
    # where the game can go, and where it can end
    "reach": lambda asked, limits, report, tell: REACH.only()(
        asked.pair.start.replay(asked.game), limits, report
    ),
    # which vacancies can be solved, or where the last peg can be left from the start
    "survey": lambda asked, limits, report, tell: SURVEY.only()(asked.pair, asked.family, limits, report),
}
LASTING = ("advise", "opening")  # whose process stays, with the sets that it has made
