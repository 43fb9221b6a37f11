"""What several commands share: results go to standard output, messages to standard error."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from os.path import splitext
from typing import TYPE_CHECKING

from feasibility.base.errors import InputError, UsageError
from feasibility.base.plurals import plural as plural  # noqa: PLC0414  (messages count things)

if TYPE_CHECKING:
    from feasibility.render.scene import Scene


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


def add_time_limit(parser: ArgumentParser, seconds: float) -> None:
    """--time-limit alone."""
    parser.add_argument(
        "--time-limit",
        type=float,
        metavar="S",
        default=seconds,
        help=f"seconds in all (default {seconds:.0f})",
    )


def seconds_of(args: Namespace) -> float:
    """The time limit that the arguments set."""
    seconds: float = args.time_limit
    if not seconds >= 0:
        raise UsageError("not a time limit", seen=str(seconds), expected="seconds, 0 or more")
    return seconds


def add_plot(parser: ArgumentParser, what: str) -> None:
    """The option of every command that has numbers to plot."""
    parser.add_argument("--plot", metavar="FILE", help=f"plot {what}: *.png, *.pdf or *.svg, by matplotlib")


def plot_kind(path: str | None) -> str:
    """The format of a plot, asked for before the work begins; without matplotlib this is where it ends."""
    if path is None:
        return ""
    from feasibility.render.figure import blank
    from feasibility.render.plots import kind_of

    kind = kind_of(path)
    blank(1, 1)
    return kind


def write_file(path: str, data: bytes) -> None:
    """Write a file; what prevents it is bad input."""
    try:
        with open(path, "wb") as file:
            file.write(data)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"cannot be written: {reason}", source=path) from None


def try_file(path: str) -> None:
    """Whether a file can be written there, asked before the work begins; what is there stays as it is."""
    there = os.path.lexists(path)
    try:
        with open(path, "ab"):
            pass
        if not there:
            os.unlink(path)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"cannot be written: {reason}", source=path) from None


def picture_kind(path: str | None) -> str:
    """The format of a picture, asked for before the work begins."""
    ending = ".svg" if path is None else splitext(path)[1].lower()
    if ending not in (".svg", ".png", ".pdf"):
        raise UsageError("not a kind of picture", seen=repr(path), expected=".svg, .png, .pdf")
    if ending != ".svg":
        from feasibility.render.figure import blank

        blank(1, 1)
    return ending[1:]


def write_picture(path: str, scene: Scene, theme: str = "auto") -> None:
    """Write a picture in the format that the ending names."""
    kind = picture_kind(path)
    if kind == "svg":
        from feasibility.render.svg import svg

        write_file(path, (svg(scene, theme) + "\n").encode())
    else:
        from feasibility.render.figure import figure

        write_file(path, figure(scene, kind, theme))
