"""A batch from beginning to end: entries in, answers out, within bounds of time and memory."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from queue import Empty, Queue
from threading import Thread

from feasibility.base.errors import InputError
from feasibility.base.report import Report
from feasibility.many import Engine, run
from feasibility.many.entries import Answering, BadEntry, Entry, answer_of
from feasibility.many.output import Output
from feasibility.many.sources import Entries
from feasibility.many.summary import Summary
from feasibility.processes.tasks import Stop

READ_AHEAD = 256  # entries that wait between the input and the workers


def distinct(entries: Entries) -> Entries:
    """The entries one by one; a repeated id is refused with its line.

    Which ids have come is kept in a database on disk, so that a long input costs no memory.
    """
    ids = sqlite3.connect("", check_same_thread=False)  # the empty name: a temporary file
    for pragma in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -8192"):
        ids.execute(f"PRAGMA {pragma}")
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
            yield BadEntry(entry.line, entry.id, f"the id occurs already on line {line}")


def read_ahead(entries: Entries) -> Iterator[Entry | BadEntry | None]:
    """The entries, read by a thread; None while none has come, so that a slow pipe delays no other work."""
    queue: Queue[Entry | BadEntry | BaseException | None] = Queue(READ_AHEAD)

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


def run_batch(
    entries: Entries,
    answering: Answering,
    output: Output,
    summary: Summary,
    engine: Engine,
    *,
    stop: Stop,
    strict: bool = False,
    report: Report | None = None,
) -> None:
    """Answer every entry. With `strict` the first bad one ends it as an error."""
    under_way: dict[int, Entry | BadEntry] = {}
    empty = True

    def tasks() -> Iterator[Entry | BadEntry | None]:
        nonlocal empty
        number = 0
        for entry in read_ahead(entries):
            if entry is not None:
                under_way[number] = entry
                number, empty = number + 1, False
            yield entry

    results = run(answering, tasks(), engine, stop=stop, report=report)
    try:
        for number, result in results:
            answer = answer_of(under_way.pop(number), result)
            if strict and answer.verdict == "error":
                raise InputError(json.loads(answer.text)["error"], line=answer.line)
            output.write(answer)
            summary.add(answer)
            if report is not None:
                report(summary.progress())
    finally:
        results.close()  # type: ignore[attr-defined]
    if empty and not summary.total and not stop.asked:
        raise InputError("the input holds no pair", expected="JSON lines, CSV, or a directory of text files")


def same_file(one: str, other: str) -> bool:
    """Whether two paths lead to one file."""
    try:
        return os.path.samefile(one, other)
    except OSError:
        return False
