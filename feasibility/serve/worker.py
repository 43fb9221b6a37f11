"""The process that runs one check: a JSON object on standard input, JSON lines on standard output.

It ends with its parent: when standard input closes, nobody is left to hear the answer.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from threading import Lock, Thread
from time import monotonic
from typing import Any

Tell = Callable[..., None]

BETWEEN = 0.2  # seconds between two lines of progress


def main() -> None:
    """Runs the check that is asked for."""
    tell = _channel()
    asked = json.loads(sys.stdin.readline())
    Thread(target=_follow_parent, daemon=True).start()
    try:
        _run(asked, tell)
    except MemoryError:
        tell(event="failed", message="out of memory, so the answer is unknown")
    except Exception as error:
        from feasibility.base.errors import PegfeasError

        known = isinstance(error, PegfeasError)
        tell(event="failed", message=str(error) if known else f"a defect of pegfeas: {error!r}")
        if not known:
            raise


def _channel() -> Tell:
    """Standard output for messages only: whatever else prints goes to standard error."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    lock = Lock()

    def tell(**message: Any) -> None:
        with lock:
            out.write(json.dumps(message) + "\n")
            out.flush()

    return tell


def _follow_parent() -> None:
    sys.stdin.read()
    os._exit(0)


def _run(asked: dict[str, Any], tell: Tell) -> None:
    from feasibility.analysis import Plan, check
    from feasibility.base.limits import Limits
    from feasibility.proofs.verdict import Finding
    from feasibility.render.html import body_html, finding_row, report_html
    from feasibility.serve import exchange

    pair = exchange.read_pair(asked)
    limits = Limits(exchange.read_seconds(asked["seconds"]), _memory(int(asked["workers"])))
    next_report = 0.0

    def report(text: str) -> None:
        nonlocal next_report
        if monotonic() >= next_report:
            next_report = monotonic() + BETWEEN
            tell(event="progress", message=text)

    def watch(finding: Finding) -> None:
        tell(event="finding", criterion=finding.criterion, row=finding_row(finding))

    verdict = check(pair, limits, Plan(threads=1), watch=watch, report=report)
    certificate = verdict.certificate
    tell(
        event="done",
        verdict=str(verdict.answer),
        body=body_html(verdict),
        report=report_html(verdict),
        certificate=None if certificate is None else certificate.text(),
    )


def _memory(workers: int) -> int | None:
    """A share of what is free now, and a hard limit far above it for what does not count along."""
    from feasibility.base.limits import resident_bytes
    from feasibility.search.dense.run import available_memory

    free = available_memory()
    if free is None:
        return None
    share = free // (2 * workers)
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (2 * share + (4 << 30),) * 2)
    except (ImportError, ValueError, OSError):
        pass  # no such limit on this system: the soft one has to do
    return resident_bytes() + share


if __name__ == "__main__":
    main()
