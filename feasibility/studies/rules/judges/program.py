"""A program that answers line by line: started, asked, and started anew when it breaks down."""

from __future__ import annotations

import os
import select
from contextlib import suppress
from math import inf
from shlex import quote, split
from threading import Thread
from time import monotonic

from feasibility.base.errors import InputError
from feasibility.game.geometry import Board
from feasibility.processes.child import Child, words
from feasibility.processes.own_time import OwnTime

PLACES = ("{board}", "{geometry}", "{jumps}")  # in a command, what differs from board to board
AT_THE_END = 10  # a batch of a program that answers at the end may take so many times the limit
GRACE = 0.1  # seconds in which a program that says more than it is asked shows itself
STARTING = 2.0  # seconds more for the first answer of a process
ENDING = 2.0  # seconds from the end of its output to its own end, on a machine that is busy
POLL = 0.05  # seconds between two looks at a process that says nothing
LONGEST = 1 << 16  # bytes of a line of an answer


def command_words(command: str) -> list[str]:
    """What is run, with its arguments."""
    try:
        parts = split(command)
    except ValueError as error:
        raise InputError(f"not a command: {error}", seen=repr(command[:60])) from None
    if not parts:
        raise InputError("the command is empty")
    return parts


def placed(command: str, board: Board) -> str:
    """The command with what it asks to be told of the board."""
    told = {"{board}": quote(board.name or "-"), "{geometry}": str(board.geometry)}
    told["{jumps}"] = ",".join("-".join(map(str, jump)) for jump in board.jumps) or "-"
    for place in PLACES:
        command = command.replace(place, told[place])
    return command


def program_line(command: str, line: str) -> str:
    """A line for the shell that asks a program."""
    return f"echo {quote(line)} | {command}"


class Ended(Exception):
    """The program did not answer: which kind of failure, and what was seen."""

    def __init__(self, kind: str, detail: str) -> None:
        self.kind, self.detail = kind, detail
        super().__init__(detail)


class LineProgram:
    """A program that is sent lines and answers each with a line; it is started when it is needed.

    One that answers only at the end of its input gets a new process for each time that it is asked, as does
    one that ends in good order after an answer.
    """

    def __init__(self, command: list[str]) -> None:
        self.command = command
        self.process: Child | None = None
        self.rest = b""
        self.new = True  # whether its process was not asked yet
        self.at_the_end = False
        self.known = False  # whether it has ever answered
        self.said = ""  # on standard error, by a process that has ended

    @property
    def errors(self) -> str:
        """The end of what the program says on standard error."""
        return self.said if self.process is None else self.process.errors

    def start(self) -> Child:
        """The process; it is started if it is not there yet."""
        if self.process is None:
            self.rest, self.new = b"", True
            try:
                self.process = Child(self.command)
            except (OSError, ValueError) as error:
                why = getattr(error, "strerror", None) or error
                raise InputError(f"the command cannot be run: {why}", seen=" ".join(self.command)) from None
        return self.process

    def ask(self, lines: list[str], limit: float, deadline: float = inf) -> tuple[list[str], Ended | None]:
        """The answers to some lines, each within the limit, and what went wrong after the last of them."""
        given: list[str] = []
        self.start()
        new, self.new = self.new, False
        try:
            self._unasked(0.0)
            self._send("".join(f"{line}\n" for line in lines).encode())
            each = limit * min(len(lines), AT_THE_END) if self.at_the_end else limit
            while len(given) < len(lines):
                given.append(self._answer(each if given or not new else each + STARTING, deadline))
            if self.at_the_end:
                self.stop()
            else:
                self._unasked(GRACE if new else 0.0)
        except Ended as ended:
            process = self.process
            if ended.kind == "out of step":
                return [], ended  # it cannot be known which answer belongs to which line
            if ended.kind == "crash" and not new and not given and process and process.ended(ENDING) == 0:
                self.stop()
                return self.ask(lines, limit, deadline)
            return given, ended
        return given, None

    def _unasked(self, wait: float) -> None:
        """A line that comes unasked answers none."""
        inbound = self.start().inbound
        if not self.rest and select.select([inbound], [], [], wait)[0]:
            self.rest = os.read(inbound.fileno(), 1 << 16)
        if self.rest:
            seen = self.rest[:60].decode("utf-8", "replace").strip()
            raise Ended("out of step", f"{seen!r} came unasked")

    def _send(self, text: bytes) -> None:
        """All lines at once; if nothing follows them, they may be more than a pipe holds."""
        process = self.start()
        if self.at_the_end:
            Thread(target=self._write, args=(process, text, True), daemon=True).start()
        else:
            self._write(process, text, False)

    @staticmethod
    def _write(process: Child, text: bytes, last: bool) -> None:
        with suppress(OSError, ValueError):  # a closed pipe is noticed when the answers are read
            process.outbound.write(text)
            process.outbound.flush()
        if last:
            process.no_more()

    def _answer(self, limit: float, deadline: float) -> str:
        try:
            said = self.line(limit, deadline)
        except Ended as ended:
            if ended.kind != "hang" or self.known or self.at_the_end:
                raise
            self.start().no_more()  # perhaps it waits for the end of its input; then this is how it is asked
            said = self.line(limit, deadline)
            self.at_the_end = True
        self.known = True
        return said

    def line(self, limit: float, deadline: float) -> str:
        """The next line of its output, within the limit of its own time and before the deadline."""
        process, own = self.start(), None
        while b"\n" not in self.rest:
            wait = max(0.0, min(POLL, limit, deadline - monotonic()))
            if not select.select([process.inbound], [], [], wait)[0]:
                own = OwnTime(process) if own is None else own
                if monotonic() >= deadline or own.look() > limit:
                    raise Ended("hang", f"no answer in {limit:g} s")
                continue
            data = os.read(process.inbound.fileno(), 1 << 16)
            self.rest += data
            if not data and self.rest:
                self.rest += b"\n"  # the last line may lack its end
            elif not data:
                raise Ended("crash", f"it ended before the answer ({words(process.ended(ENDING))})")
            if len(self.rest) > LONGEST and b"\n" not in self.rest:
                raise Ended("nonsense", "a line without end")
        line, _, self.rest = self.rest.partition(b"\n")
        return line.decode("utf-8", "replace").strip()

    def stop(self) -> None:
        process, self.process, self.rest = self.process, None, b""
        if process is not None:
            process.end()
            self.said = process.errors
