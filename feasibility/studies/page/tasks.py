"""What the page can ask for, as it is worked on in a process of its own; the answers are parts of a page."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from feasibility.base.report import Report
from feasibility.registry import offered

if TYPE_CHECKING:
    from feasibility.base.limits import Limits
    from feasibility.game.geometry import Jump
    from feasibility.game.position import Pair
    from feasibility.proofs.certificate import Certificate
    from feasibility.proofs.verdict import Verdict

Message = dict[str, Any]


class Asked(NamedTuple):
    """A question, and how to speak to the page: `tell` sends a message, `report` says how far things are.

    `game`: the jumps that a player has made since the start.
    """

    pair: Pair
    limits: Limits
    family: str
    game: tuple[Jump, ...]
    tell: Callable[..., None]
    report: Report


def check(asked: Asked) -> Message:
    """The verdict as a report; every finding is told as it comes."""
    from feasibility.decide import Plan
    from feasibility.decide import check as decide
    from feasibility.proofs.certificate import Play
    from feasibility.proofs.verdict import Finding
    from feasibility.render.html import finding_row
    from feasibility.render.player_html import player_html

    def watch(finding: Finding) -> None:
        asked.tell(event="finding", criterion=finding.criterion, row=finding_row(finding))
        if isinstance(finding.proof, Play):
            asked.tell(event="play", body=player_html(asked.pair, finding.proof.jumps))

    verdict = decide(asked.pair, asked.limits, Plan(threads=1), watch=watch, report=asked.report)
    return _answer(verdict, verdict.certificate)


def solve(asked: Asked) -> Message:
    """A play with the fewest sweeps, or the proof that there is no play."""
    from feasibility.api.solve import solve as find
    from feasibility.proofs.verdict import Verdict

    solution = find(asked.pair, sweeps=True, limits=asked.limits, report=asked.report)
    verdict = Verdict(asked.pair, (solution.finding,), asked.limits)
    command = f"pegfeas solve pair.txt --sweeps --time-limit {asked.limits.seconds:g}"
    if asked.pair.target.pegs is not None:
        command += f" --pegs {asked.pair.target.pegs}"
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


def advise(asked: Asked) -> Any:
    """What comes of each legal jump."""
    advice = offered("advice on the page")
    return advice(asked.pair, asked.game, asked.limits, asked.report, asked.tell)


def reach(asked: Asked) -> Any:
    """Where the game can go, and where it can end."""
    position = asked.pair.start.replay(asked.game)
    return offered("what a position reaches, on the page")(position, asked.limits, asked.report)


def survey(asked: Asked) -> Any:
    """Which vacancies can be solved, or where the last peg can be left from the start."""
    return offered("a survey on the page")(asked.pair, asked.family, asked.limits, asked.report)


KINDS: dict[str, Callable[[Asked], Message]] = {
    "check": check, "advise": advise, "solve": solve, "survey": survey, "reach": reach,
}  # fmt: skip
