"""Where the entries of a batch come from: JSON lines, a directory of text files, or a pipe.

Nothing is held but the line being read, so the input may be endless.
"""

from __future__ import annotations

import json
import math
import os
import sqlite3
from collections.abc import Iterator
from contextlib import nullcontext
from queue import Empty, Queue
from threading import Thread
from typing import Any, BinaryIO

from feasibility.base.errors import InputError
from feasibility.many.entries import Id, PairText
from feasibility.text.files import read_text, standard_input

MOST_LINE = 4 << 20  # bytes
MOST_DIGITS = 1000  # of a number; Python reads 4,300
FIELDS = ("id", "start", "target", "geometry", "pegs")
EXPECTED = "an object with start and target"
READ_AHEAD = 256  # entries that wait between the input and the workers

EntryStream = Iterator[PairText]


def entries(source: str) -> EntryStream:
    """The entries of a file, a directory or `-`."""
    if source != "-" and os.path.isdir(source):
        return _directory(source)
    if source != "-" and not os.path.exists(source):
        raise InputError("no such file or directory", source=source)
    return _file(source)


def _file(source: str) -> EntryStream:
    try:
        with open(source, "rb") if source != "-" else nullcontext(standard_input("JSON lines")) as file:
            yield from _json_lines(file)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=source) from None


def _json_lines(file: BinaryIO) -> EntryStream:
    """One for each line; a longer one than MOST_LINE is passed over in pieces."""
    number = 0
    while data := file.readline(MOST_LINE):
        number += 1
        complete = data.endswith(b"\n") or len(data) < MOST_LINE
        while not complete:
            piece = file.readline(MOST_LINE)
            complete = piece.endswith(b"\n") or len(piece) < MOST_LINE
            data = b""
        # a byte that is no UTF-8 becomes a character that no board has
        text = data.decode("utf-8-sig" if number == 1 else "utf-8", "replace")
        if not data:
            yield PairText(number, None, error=f"the line is longer than {MOST_LINE >> 20} MiB")
        elif text.strip():
            yield _json_line(number, text)


def _json_line(number: int, text: str) -> PairText:
    name: Id = None
    try:
        data = _parsed(text)
        name = _id(data.get("id"))
        return _entry(number, name, data)
    except InputError as error:
        return PairText(number, name, error=str(error))


def _parsed(text: str) -> dict[str, Any]:
    seen = repr(text.strip()[:40])
    try:
        data = json.loads(text, object_pairs_hook=_object, parse_int=_integer)
    except (ValueError, RecursionError) as error:
        reason = "too deeply nested" if isinstance(error, RecursionError) else str(error)
        raise InputError(f"not JSON: {reason[:120]}", seen=seen, expected=EXPECTED) from None
    if not isinstance(data, dict):
        raise InputError("not a JSON object", seen=seen, expected=EXPECTED)
    return data


def _integer(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"a number of {len(digits):,} digits")
    return int(digits)


def _object(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys are distinct: of two starts neither is the right one."""
    data: dict[str, Any] = {}
    for key, value in members:
        if key in data:
            raise ValueError(f"the key {key[:40]!r} appears twice")
        data[key] = value
    return data


def _id(name: Any) -> Id:
    """A text or a number; Python also reads NaN, and 1e400 as infinite, which JSON cannot say again."""
    endless = isinstance(name, float) and not math.isfinite(name)
    if endless or isinstance(name, bool) or not isinstance(name, str | int | float | None):
        raise InputError("not an id", seen=_seen(name), expected="a text or a number")
    return name


def _seen(value: Any) -> str:
    """A value, true and null as JSON has them."""
    return (repr if isinstance(value, str | list | dict) else json.dumps)(value)[:40]


def _entry(number: int, name: Id, data: dict[str, Any]) -> PairText:
    """The entry of a JSON object, each value of its kind."""
    unknown = [key for key in data if key not in FIELDS]
    if unknown:
        raise InputError("no such key", seen=repr(unknown[0][:40]), expected=f"some of {', '.join(FIELDS)}")
    start, target = _grid(data, "start"), _grid(data, "target")
    geometry, pegs = data.get("geometry"), data.get("pegs")
    if start is None:
        raise InputError("no start", expected=EXPECTED)
    if not isinstance(geometry, str | None) or (geometry is not None and "\n" in geometry):
        raise InputError("not a geometry", seen=_seen(geometry), expected="its name")
    if pegs is not None and (isinstance(pegs, bool) or not isinstance(pegs, int)):
        raise InputError("not a number of pegs", seen=_seen(pegs), expected="an integer")
    if pegs is not None and target is not None:
        raise InputError("a target and a number of pegs", expected="one of them")
    return PairText(number, name, start, target, geometry, pegs)


def _grid(data: dict[str, Any], key: str) -> str | None:
    value = data.get(key)
    if isinstance(value, list) and all(isinstance(row, str) for row in value):
        return "\n".join(value)
    if isinstance(value, str | None):
        return value
    raise InputError(
        f"{key} is no grid", seen=_seen(value), expected="rows in one text or in a list of texts"
    )


def _directory(folder: str) -> EntryStream:
    """The text files of a directory and of those below it, by name; the name is the id."""
    names = []
    for place, folders, files in os.walk(folder):
        folders.sort()
        paths = (os.path.join(place, name) for name in files if name.lower().endswith(".txt"))
        names += [os.path.relpath(path, folder) for path in paths]
    for number, name in enumerate(sorted(names), 1):
        try:
            yield PairText(number, name, read_text(os.path.join(folder, name))[0])
        except InputError as error:
            yield PairText(number, name, error=str(error))


def distinct(entries: EntryStream) -> EntryStream:
    """The entries one by one; a repeated id is refused with its line.

    Which ids have come is kept in a database on disk, so that a long input costs no memory.
    """
    ids = sqlite3.connect("", check_same_thread=False)  # the empty name: a temporary file
    ids.execute("PRAGMA journal_mode = OFF")
    ids.execute("CREATE TABLE ids (id TEXT PRIMARY KEY, line INTEGER) WITHOUT ROWID")
    for entry in entries:
        key = json.dumps(entry.id)
        if (
            entry.id is None
            or ids.execute("INSERT OR IGNORE INTO ids VALUES (?, ?)", (key, entry.line)).rowcount
        ):
            yield entry
        else:
            (line,) = ids.execute("SELECT line FROM ids WHERE id = ?", (key,)).fetchone()
            yield PairText(entry.line, entry.id, error=f"the id occurs already on line {line}")


def read_ahead(entries: EntryStream) -> Iterator[PairText | None]:
    """The entries, read by a thread; None while none has come, so that a slow pipe delays no other work."""
    queue: Queue[PairText | BaseException | None] = Queue(READ_AHEAD)

    def read() -> None:
        try:
            for entry in entries:
                queue.put(entry)
            queue.put(None)
        except BaseException as error:
            queue.put(error)

    Thread(target=read, daemon=True).start()
    while True:
        try:
            entry = queue.get_nowait()
        except Empty:
            yield None
            continue
        if entry is None:
            return
        if isinstance(entry, BaseException):
            raise entry
        yield entry
