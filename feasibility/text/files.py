"""Files as text: bytes within a limit, UTF-8, and errors that name the file and the place."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any, BinaryIO

from feasibility.base.errors import InputError

MOST_BYTES = 4 << 20
DEEPEST = 20  # objects in objects that an answer may hold


@contextmanager
def placed(source: str | None = None, line: int | None = None) -> Iterator[None]:
    """Adds its place to an error: readers of text know the line, and whoever calls them the file."""
    try:
        yield
    except InputError as error:
        error.at(source=None if source is None else called(source), line=line)
        raise


def called(path: str) -> str:
    """The name of a file in messages, which may be a text as well."""
    return "standard input" if path == "-" else "the text" if "\n" in path else path


def standard_input(expected: str) -> BinaryIO:
    """Its bytes; some programs start others without any."""
    if sys.stdin is None:
        raise InputError("standard input is closed", expected=expected)
    return sys.stdin.buffer


def read_text(path: str, most: int = MOST_BYTES) -> tuple[str, str]:
    """The text of a file (`-`: standard input) and the name to use in messages."""
    data, name = read_bytes(path, most)
    return decode(data, name), name


def read_bytes(path: str, most: int = MOST_BYTES) -> tuple[bytes, str]:
    """The content of a file (`-`: standard input) and the name to use in messages."""
    name = called(path)
    try:
        with open(path, "rb") if path != "-" else nullcontext(standard_input("a text")) as file:
            data = file.read(most + 1)
    except FileNotFoundError:
        raise InputError("no such file", source=path) from None
    except (OSError, ValueError) as error:
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
        raise InputError(f"cannot be read: {reason}", source=name) from None
    if len(data) > most:
        raise InputError("the file is too large", source=name, expected=f"at most {most >> 20} MiB")
    return data, name


def decode(data: bytes, source: str | None = None) -> str:
    """UTF-8 text, a byte order mark allowed; anything else is refused with its place."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before, seen = error.object[: error.start], f"byte {error.object[error.start]:#04x}"
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        what = "not a text file"
        raise InputError(what, source=source, line=line, column=column, seen=seen, expected="UTF-8") from None


def objects_in(text: str, keys: Sequence[str], expected: str) -> Iterator[dict[str, Any]]:
    """The JSON object of a text, and those that it holds under some keys, the outer ones first."""
    import json  # the help of the program needs none

    try:
        values = [(json.loads(text), 0)]
    except (ValueError, RecursionError) as error:
        raise InputError(f"not JSON: {error}"[:120], expected=expected) from None
    while values:
        value, depth = values.pop()
        value = value[0] if isinstance(value, list) and len(value) == 1 else value
        if isinstance(value, dict) and depth <= DEEPEST:
            yield value
            values += [(value.get(key), depth + 1) for key in reversed(keys)]
