"""Runs that are continued: a file says what was asked and what is known, or is refused.

The file of a survey begins with a line for what was asked, then come the answers. The file of a batch, whose
input may be endless, holds answers alone, each with the digest of its entry.
"""

from __future__ import annotations

import json
import os
import re
from array import array
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO, Generic, TypeVar

from feasibility.base.durable import Aside
from feasibility.base.errors import InputError
from feasibility.base.files import LINES_ARE_KEPT, unwritable
from feasibility.base.plurals import plural
from feasibility.many.output import hold, open_output, parsed, whole

if TYPE_CHECKING:
    from feasibility.many.entries import PairText

Record = TypeVar("Record")
CONTINUED = "the output of an interrupted run"


class Records(Generic[Record]):
    """The file of one run, or none. `known`: the answers of the run that is continued.

    `asked` says what the run is about, first of all by its kind; `read` makes an answer of the object of a
    line, or fails with an error of the data.
    """

    def __init__(
        self, path: str | None, question: dict[str, Any], read: Callable[[dict[str, Any]], Record], *,
        resume: bool = False, force: bool = False, certificates: str | None = None,
    ) -> None:  # fmt: skip
        self.path, self.work, self.read = path or "", next(iter(question), "run"), read
        self.known: list[Record] = []
        place = path if path is not None or resume or force else os.devnull
        self.output = open_output(place, resume=resume, force=force, certificates=certificates)
        file = self.output.file
        try:
            if not (resume and file.readable() and self._takes_up(file, question)):
                self.keep(question)
        except BaseException:
            self.close()
            raise

    def keep(self, data: dict[str, Any], certificate: str | None = None) -> None:
        """Write one whole line, after the certificate."""
        self.output.write(json.dumps(data), certificate)

    def close(self) -> None:
        self.output.close()

    def _takes_up(self, file: BinaryIO, question: dict[str, Any]) -> bool:
        """Whether the file begins as it should; then a half-written last line is cut off.

        A file of anything else stays as it is.
        """
        head = json.dumps(question).encode() + b"\n"
        file.seek(0)
        first = file.readline()
        if not head.startswith(first):
            seen = json.dumps(self._object(first, 1))[:160]
            raise InputError(
                f"the output belongs to another {self.work}", source=self.path, line=1, seen=seen,
                expected=json.dumps(question),
            )  # fmt: skip
        file.truncate(whole(file))
        file.seek(len(head) if first == head else 0)
        self.known = [self._row(line, number) for number, line in enumerate(file, 2)]
        return first == head

    def _row(self, line: bytes, number: int) -> Record:
        try:
            return self.read(self._object(line, number))
        except (KeyError, TypeError, ValueError, AttributeError):
            raise self._wrong(number) from None

    def _object(self, line: bytes, number: int) -> dict[str, Any]:
        data = parsed(line)
        if data is None:
            raise self._wrong(number)
        return data

    def _wrong(self, number: int) -> InputError:
        what = f"not a line of a {self.work}"
        return InputError(what, source=self.path, line=number, expected=CONTINUED)


class Answered:
    """The lines of a batch's input that have an answer, with the digest of each entry: eight bytes a line."""

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

    def holds(self, entry: PairText) -> bool:
        """Whether the entry is answered already; an error if that answer belongs to another entry."""
        from feasibility.many.entries import digest  # with all that reads entries

        line = entry.line
        if line >= len(self.marks) or not self.marks[line]:
            return False
        if self.marks[line] != _number(digest(entry)):
            what = f"its answer to line {line} is about another pair, or one read otherwise"
            seen = f"line {line} of the input with the id {json.dumps(entry.id)[:60]}"
            raise self._other(what, seen, "the input and the --lenient")
        self.left -= 1
        return True

    def all_met(self) -> None:
        """At the end of the input: an error if there are answers to lines that it does not have."""
        if self.left:
            raise self._other(
                "it has answers to lines that are no pairs there", plural(self.left, "such answer")
            )

    def _other(self, what: str, seen: str, same: str = "the input") -> InputError:
        return InputError(
            f"the output belongs to another input: {what}", source=self.source, seen=seen,
            expected=f"{same} of the interrupted run, or --force to begin anew",
        )  # fmt: skip


def _number(mark: str) -> int:
    return int(mark, 16) or 1


BEGINS = b'{"id": '  # every answer of a batch


def take_up(path: str, heard: Callable[[dict[str, Any]], None]) -> Answered:
    """What an earlier batch has answered, after its half-written last line is cut off.

    `heard` is told every answer that is kept. Failures that another attempt may mend are taken out of the
    file.
    """
    answered = Answered(path)
    if not os.path.isfile(path):  # nor does a pipe or a device have any
        return answered
    with open(path, "r+b") as file:
        hold(file, path)
        first = file.readline()
        if not (first.startswith(BEGINS) or BEGINS.startswith(first)):
            raise _no_answer(path, 1, first)  # and the file of something else stays as it is
        file.truncate(whole(file))
        failures = False
        for number, data in _answers(file, path):
            if data.get("retry"):
                failures = True
            elif answered.add(data["line"], data["digest"]):
                try:
                    heard(data)
                except (KeyError, TypeError, ValueError, AttributeError):
                    raise _no_answer(path, number, json.dumps(data).encode()) from None
            else:
                raise InputError("a line is answered twice", source=path, line=number)
        if failures:
            kept = (data for _, data in _answers(file, path) if not data.get("retry"))
            try:
                with Aside(path) as other:
                    other.writelines(json.dumps(data).encode() + b"\n" for data in kept)
            except OSError as error:
                raise unwritable(path, error, LINES_ARE_KEPT) from None
    return answered


def _answers(file: BinaryIO, path: str) -> Iterator[tuple[int, dict[str, Any]]]:
    file.seek(0)
    for number, line in enumerate(file, 1):
        data = parsed(line) or {}
        place, mark = data.get("line"), str(data.get("digest"))
        if type(place) is not int or place <= 0 or not re.fullmatch("[0-9a-f]{16}", mark):
            raise _no_answer(path, number, line)
        yield number, data


def _no_answer(path: str, number: int, line: bytes) -> InputError:
    return InputError(
        "not a line of a batch's output", source=path, line=number, seen=repr(line[:40]), expected=CONTINUED
    )
