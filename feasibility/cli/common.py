"""What several commands share: results go to standard output, messages to standard error."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterable

from feasibility.errors import InputError


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


def tell_ignored(lines: Iterable[str]) -> None:
    """Say which lines --lenient has left out."""
    for line in lines:
        message(f"ignored {line}")


def plural(count: int, word: str, words: str | None = None) -> str:
    """1 hole, 2 holes."""
    return f"{count} {word if count == 1 else words or word + 's'}"


def beside(left: str, picture: str, width: int) -> Iterable[str]:
    """The lines of a picture at a column, with a text before the first."""
    for number, line in enumerate(picture.split("\n")):
        yield f"{left if number == 0 else '':{width}}{line}".rstrip()


def write_file(path: str, data: bytes) -> None:
    """Write a file; what prevents it is bad input."""
    try:
        with open(path, "wb") as file:
            file.write(data)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"cannot be written: {reason}", source=path) from None
