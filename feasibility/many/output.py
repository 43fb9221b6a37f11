"""The output of a batch: whole lines only, so that an interrupted run can be taken up again."""

from __future__ import annotations

import json
import os
import re
import sys
from array import array
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG
from typing import Any, BinaryIO

from feasibility.base.durable import Aside, is_held
from feasibility.base.errors import InputError, UsageError
from feasibility.base.files import LINES_ARE_KEPT, replace, unwritable
from feasibility.base.plurals import plural
from feasibility.many.entries import Answer, BadEntry, Entry, certificate_name, digest

BEGINS = b'{"id": '  # every answer


class Answered:
    """The lines of the input that have an answer, with the digest of each entry: eight bytes a line."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.marks = array("Q")
        self.left = 0  # answers whose line the input has not come to

    def add(self, line: int, mark: str) -> bool:
        """Whether the line is new."""
        if line >= len(self.marks):
            self.marks.extend([0] * (line + 1 - len(self.marks)))
        new = not self.marks[line]
        self.marks[line] = _number(mark)
        self.left += new
        return new

    def holds(self, entry: Entry | BadEntry) -> bool:
        """Whether the entry is answered already; an error if that answer belongs to another entry."""
        line = entry.line
        if line >= len(self.marks) or not self.marks[line]:
            return False
        if self.marks[line] != _number(digest(entry)):
            raise InputError(
                f"the output belongs to another input: its answer to line {line} is about another pair",
                source=self.source,
                seen=f"line {line} of the input with the id {json.dumps(entry.id)[:60]}",
                expected="the input of the interrupted run, or --force to begin anew",
            )
        self.left -= 1
        return True

    def all_met(self) -> None:
        """At the end of the input: an error if there are answers to lines that it does not have."""
        if self.left:
            raise InputError(
                "the output belongs to another input: it has answers to lines that are no pairs there",
                source=self.source,
                seen=plural(self.left, "such answer"),
                expected="the input of the interrupted run, or --force to begin anew",
            )


def _number(mark: str) -> int:
    return int(mark, 16) or 1


class Output:
    """Standard output or a file, and the directory of certificates if they are kept apart."""

    def __init__(self, name: str, file: BinaryIO, folder: Path | None) -> None:
        self.name, self.file, self.folder = name, file, folder

    def write(self, answer: Answer) -> None:
        """Writes one whole line, after its certificate."""
        try:
            if answer.certificate is not None and self.folder is not None:
                replace(self.folder / certificate_name(answer.line), answer.certificate.encode())
        except OSError as error:
            raise self._trouble(error) from None
        self.line(answer.text)

    def line(self, text: str) -> None:
        """Writes one whole line."""
        try:
            self.file.write(text.encode() + b"\n")
            self.file.flush()  # a reader on the other end of a pipe may wait for this very line
        except OSError as error:
            raise self._trouble(error) from None

    def close(self) -> None:
        """Give the file back, so that another run may take it up."""
        if self.file is not getattr(sys.stdout, "buffer", None):
            with suppress(OSError):  # what cannot be written was told
                self.file.close()

    def _trouble(self, error: OSError) -> Exception:
        """The system's message as an error; the command line deals with a reader that went away."""
        if isinstance(error, BrokenPipeError):
            return error
        with suppress(OSError, ValueError):  # what the buffer still holds must not be tried again at the end
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.file.fileno())
        return unwritable(error.filename or self.name, error, LINES_ARE_KEPT)


def open_output(path: str | None, *, resume: bool, force: bool, certificates: str | None) -> Output:
    """A place for answers. An existing file is kept unless it is to be continued or replaced."""
    folder = None if certificates is None else Path(certificates)
    try:
        if folder is not None:
            _open_folder(folder, resume)
        if path is None:
            if resume:
                raise UsageError("--resume continues a file", expected="--output FILE")
            return Output("standard output", sys.stdout.buffer, folder)
        return Output(path, _open(path, resume, force), folder)
    except OSError as error:
        raise unwritable(error.filename or path or "standard output", error) from None


def _open_folder(folder: Path, resume: bool) -> None:
    """Certificates are named by their lines, so those of another run would be written over."""
    folder.mkdir(parents=True, exist_ok=True)
    if not resume and any(folder.iterdir()):
        raise InputError(
            "the directory of certificates is not empty",
            source=str(folder),
            expected="an empty directory, or --resume to go on with the run that wrote them",
        )


def _open(path: str, resume: bool, force: bool) -> BinaryIO:
    try:
        regular = S_ISREG(os.stat(path).st_mode)
    except FileNotFoundError:
        regular = False
    if regular and not resume and not force:
        raise InputError(
            "the output file exists", source=path, expected="--resume to continue it, --force to replace it"
        )
    file = open(path, "r+b" if regular else "wb")  # noqa: SIM115 - open as long as the run
    if S_ISREG(os.fstat(file.fileno()).st_mode):
        _hold(file, path)
        if not resume:
            file.truncate(0)
        file.seek(0, os.SEEK_END)
    return file


def _hold(file: BinaryIO, path: str) -> None:
    """Two runs must not write to one file."""
    if is_held(file):
        raise InputError("another run writes to this file", source=path)


def take_up(path: str, retry: bool, heard: Callable[[dict[str, Any]], None]) -> Answered:
    """What an earlier run has answered, after its half-written last line is cut off.

    `heard` is told every answer that is kept. With `retry` the failures that another attempt may mend are
    taken out of the file.
    """
    answered = Answered(path)
    if not os.path.exists(path):
        return answered
    with open(path, "r+b") as file:
        _hold(file, path)
        first = file.readline()
        if not (first.startswith(BEGINS) or BEGINS.startswith(first)):
            raise _no_answer(path, 1, first)  # and the file of something else stays as it is
        file.truncate(whole(file))
        if retry:
            _without_failures(path, file)
    with open(path, "rb") as file:
        for number, data in _answers(file, path):
            if not answered.add(data["line"], data["digest"]):
                raise InputError("a line is answered twice", source=path, line=number)
            heard(data)
    return answered


def whole(file: BinaryIO) -> int:
    """The length up to the last line end."""
    end = file.seek(0, os.SEEK_END)
    while end:
        begin = max(0, end - (1 << 16))
        file.seek(begin)
        at = file.read(end - begin).rfind(b"\n")
        if at >= 0:
            return begin + at + 1
        end = begin
    return 0


def parsed(line: bytes) -> dict[str, Any] | None:
    """The object of a line, if it is one."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _answers(file: BinaryIO, path: str) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(file, 1):
        data = parsed(line)
        place = data.get("line") if data and "id" in data else None
        if data is None or not isinstance(place, int) or place <= 0:
            raise _no_answer(path, number, line)
        if not re.fullmatch("[0-9a-f]{16}", str(data.get("digest"))):
            raise InputError(
                "an answer without the digest of its pair, as older versions wrote them",
                source=path,
                line=number,
                expected="answers with the digest of their entries, or --force to begin anew",
            )
        yield number, data


def _no_answer(path: str, number: int, line: bytes) -> InputError:
    return InputError(
        "not a line of a batch's output", source=path, line=number, seen=repr(line[:40]),
        expected="the output of an interrupted run",
    )  # fmt: skip


def _without_failures(path: str, file: BinaryIO) -> None:
    """Take out of a file the answers that may be mended; it is replaced in one step."""
    file.seek(0)
    with Aside(path) as other:
        for _, data in _answers(file, path):
            if not data.get("retry"):
                other.write(json.dumps(data).encode() + b"\n")
