"""A batch from beginning to end: entries in, answers out, within bounds of time and memory."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Generator, Iterator
from queue import Empty, Queue
from threading import Thread

from feasibility.base.report import Report
from feasibility.many import Engine, run
from feasibility.many.entries import Answer, Answering, BadEntry, Entry, answer_of
from feasibility.many.sources import Entries
from feasibility.processes.tasks import Stop

READ_AHEAD = 256  # entries that wait between the input and the workers


def distinct(entries: Entries) -> Entries:
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


def answers(
    entries: Entries, answering: Answering, engine: Engine, stop: Stop, report: Report | None = None
) -> Generator[Answer, None, None]:
    """The answer to every entry, as they come."""
    under_way: dict[int, Entry | BadEntry] = {}

    def tasks() -> Iterator[Entry | BadEntry | None]:
        number = 0
        for entry in read_ahead(entries):
            if entry is not None:
                under_way[number] = entry
                number += 1
            yield entry

    for number, result in run(answering, tasks(), engine, stop=stop, report=report):
        yield answer_of(under_way.pop(number), result)
