"""A number that is counted alone: within limits, then told in words or as JSON."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence
from typing import TypeVar

from feasibility.base.errors import ExitCode
from feasibility.base.stopped import Stopped
from feasibility.cli.arguments import limits_of
from feasibility.cli.common import message, print_json
from feasibility.cli.terminal import ProgressLine
from feasibility.game.position import Pair

Counted = TypeVar("Counted")


def alone(
    pair: Pair,
    args: Namespace,
    count: Callable[..., Counted | Stopped],
    facts: Callable[[Counted], dict[str, object]],
    show: Callable[[Counted], None],
    names: Sequence[str],
) -> ExitCode:
    """Counts, and prints `facts` as JSON or shows what was counted; `names` are null where it was not."""
    with ProgressLine() as line:
        counted = count(pair, limits=limits_of(args), report=line.show)
    if isinstance(counted, Stopped):
        if args.json:
            print_json({**ended(counted), **dict.fromkeys(names)})
        message(f"not counted: {counted.reason}")
        return ExitCode.UNKNOWN
    if args.json:
        print_json({**ended(None), **facts(counted)})
    else:
        show(counted)
    return ExitCode.OK


def ended(stopped: Stopped | None) -> dict[str, object]:
    """Whether all was counted, and if not, why."""
    return {
        "complete": stopped is None,
        "limit": None if stopped is None else stopped.limit,
        "reason": None if stopped is None else stopped.reason,
    }
