"""What several commands share: results go to standard output, messages to standard error."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable

from feasibility.base.errors import UsageError
from feasibility.base.plurals import plural as plural  # noqa: PLC0414  (messages count things)


def print_json(value: object) -> None:
    """One JSON value on one line."""
    import json

    print(json.dumps(value, ensure_ascii=False))


def message(text: str) -> None:
    """A message for the person at the terminal, not part of the result."""
    print(f"pegfeas: {text}", file=sys.stderr)


def add_lenient(parser: ArgumentParser) -> None:
    """The option of every command that reads board text."""
    parser.add_argument(
        "--lenient",
        action="store_true",
        help="leave out whole lines that hold a character which is not allowed",
    )


def beside(left: str, picture: str, width: int) -> Iterable[str]:
    """The lines of a picture at a column, with a text before the first."""
    for number, line in enumerate(picture.split("\n")):
        yield f"{left if number == 0 else '':{width}}{line}".rstrip()


def add_time_limit(parser: ArgumentParser, seconds: float | None, what: str = "seconds in all") -> None:
    """--time-limit alone; None: there is no limit unless one is given."""
    default = "none" if seconds is None else f"{seconds:.0f}"
    parser.add_argument(
        "--time-limit", type=float, metavar="S", default=seconds, help=f"{what} (default {default})"
    )


def seconds_of(args: Namespace) -> float | None:
    """The time limit that the arguments set."""
    seconds: float | None = args.time_limit
    if seconds is not None and not seconds >= 0:
        raise UsageError("not a time limit", seen=str(seconds), expected="seconds, 0 or more")
    return seconds


def add_picture(parser: ArgumentParser, what: str, *older: str) -> None:
    """The option of every command whose answer people would rather look at; `older` names stay accepted."""
    parser.add_argument(
        "--picture", *older, metavar="FILE", help=f"draw {what}: *.svg, or *.png, *.pdf by matplotlib"
    )


def add_plot(parser: ArgumentParser, what: str) -> None:
    """The option of every command that has numbers to plot."""
    parser.add_argument("--plot", metavar="FILE", help=f"plot {what}: *.png, *.pdf or *.svg, by matplotlib")
