"""What the process of one check does: the request comes on the channel, messages about the check go back."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from feasibility.processes.inside import Channel

BETWEEN = 0.2  # seconds between two messages of progress


def serve(channel: Channel) -> None:
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
    from feasibility.base.limits import Limits, resident_bytes
    from feasibility.studies.page import exchange, tasks

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

    game = exchange.read_game(asked.get("after"), pair)
    question = tasks.Asked(pair, limits, asked.get("family", ""), game, tell, report)
    answer = tasks.KINDS[asked["kind"]](question)
    files = [name for name in ("report", "certificate") if answer.get(name) is not None]
    tell(event="done", files=files, **answer)
