"""What the process of one check does: the request comes on the channel, messages about the check go back."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from feasibility.processes.inside import Channel

BETWEEN = 0.2  # seconds between two messages of progress
PATIENCE = 0.3  # seconds for a reason that people can redo, for each jump that loses


def serve(channel: Channel) -> None:
    """Runs the check that is asked for."""
    from feasibility.base.errors import PegfeasError

    def tell(**message: Any) -> None:
        channel.send(message)

    asked = channel.receive()
    try:
        _run(asked, tell)
    except MemoryError:
        tell(event="failed", message="out of memory, so the answer is unknown")
    except PegfeasError as error:
        tell(event="failed", message=str(error))
    except Exception as error:
        tell(event="failed", message=f"a defect of pegfeas: {error!r}")
        raise


def _run(asked: dict[str, Any], tell: Callable[..., None]) -> None:
    from feasibility.analysis import Plan, check
    from feasibility.analysis.adviser import Adviser
    from feasibility.base.limits import Limits, resident_bytes
    from feasibility.proofs.verdict import Finding
    from feasibility.render.html import body_html, finding_row, report_html
    from feasibility.serve import exchange

    pair = exchange.read_pair(asked)
    share: int | None = asked["memory"]
    memory = None if share is None else resident_bytes() + share
    limits = Limits(exchange.read_seconds(asked["seconds"]), memory)
    next_report = 0.0

    def report(text: str) -> None:
        nonlocal next_report
        if monotonic() >= next_report:
            next_report = monotonic() + BETWEEN
            tell(event="progress", message=text)

    def watch(finding: Finding) -> None:
        tell(event="finding", criterion=finding.criterion, row=finding_row(finding))

    if asked.get("advice"):
        advice = Adviser(pair.target, patience=PATIENCE, threads=1, report=report).advise(
            pair.start, (), limits
        )
        tell(event="done", verdict=str(advice.verdict.answer), advice=exchange.advice_object(advice))
        return
    verdict = check(pair, limits, Plan(threads=1), watch=watch, report=report)
    certificate = verdict.certificate
    tell(
        event="done",
        verdict=str(verdict.answer),
        body=body_html(verdict),
        report=report_html(verdict),
        certificate=None if certificate is None else certificate.text(),
    )
