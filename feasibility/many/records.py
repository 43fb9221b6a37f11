"""A file of JSON lines that can be continued: a line for what was asked, then one for each answer."""

from __future__ import annotations

import json
from typing import Any, BinaryIO

from feasibility.base.errors import InputError
from feasibility.many.output import Output, open_output, parsed, whole

Line = tuple[int, dict[str, Any]]  # its number in the file, and what it says


class Records:
    """The file of one run, or none. `known`: the answers of the run that is continued."""

    def __init__(
        self, path: str | None, work: str, asked: dict[str, Any], *, resume: bool = False, force: bool = False
    ) -> None:
        self.path, self.work = path or "", work
        self.known: list[Line] = []
        self.output: Output | None = None
        if path is None and not resume:
            return
        self.output = open_output(path, resume=resume, force=force, certificates=None)
        file = self.output.file
        try:
            if not (resume and file.readable() and self._takes_up(file, asked)):
                self.keep(asked)
        except BaseException:
            self.close()
            raise

    def keep(self, data: dict[str, Any]) -> None:
        """Write one whole line."""
        if self.output is not None:
            self.output.line(json.dumps(data))

    def close(self) -> None:
        """Give the file back."""
        if self.output is not None:
            self.output.close()

    def wrong(self, number: int) -> InputError:
        """The error of a line that says something else than expected."""
        return InputError(
            f"not a line of a {self.work}", source=self.path, line=number,
            expected="the output of an interrupted run",
        )  # fmt: skip

    def _takes_up(self, file: BinaryIO, asked: dict[str, Any]) -> bool:
        """Whether the file begins as it should; then a half-written last line is cut off.

        A file of anything else stays as it is.
        """
        head = json.dumps(asked).encode() + b"\n"
        file.seek(0)
        first = file.readline()
        if not head.startswith(first):
            raise self._another(self._read(first, 1), asked)
        file.truncate(whole(file))
        file.seek(len(head) if first == head else 0)
        self.known = [(number, self._read(line, number)) for number, line in enumerate(file, 2)]
        return first == head

    def _another(self, seen: dict[str, Any], asked: dict[str, Any]) -> InputError:
        return InputError(
            f"the output belongs to another {self.work}", source=self.path, line=1,
            seen=json.dumps(seen)[:160], expected=json.dumps(asked),
        )  # fmt: skip

    def _read(self, line: bytes, number: int) -> dict[str, Any]:
        data = parsed(line)
        if data is None:
            raise self.wrong(number)
        return data
