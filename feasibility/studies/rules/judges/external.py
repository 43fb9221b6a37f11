"""Rules that are programs of any language: a position and a target per line in, an answer per line out.

A line is START, a space, TARGET. As `grid` both are the rows of the board joined by `/`, x for a peg, . for
an empty hole, E for a place outside the board, ? for a free hole of a target. As `coordinates` they are the
pegs' names joined by commas, or - for none. As `bits` one 0 or 1 per hole in reading order. A target that is
a number of pegs is pegs=1, and a rule that sees positions alone is sent START alone. The answer is
prune or keep (also 1 or 0, true or false, yes or no). A program that answers only at the end of its input, or
whose output waits in a buffer, is started anew for each batch.
"""

from __future__ import annotations

import os
import select
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from shlex import quote, split
from threading import Thread
from time import monotonic

import numpy as np

from feasibility.base.errors import InputError
from feasibility.engines.positions.words import Words, unpack
from feasibility.game.geometry import Board, coordinate
from feasibility.game.position import Pair, Target, bits
from feasibility.processes.child import Child, words
from feasibility.studies.rules.judges.asking import FAILED, KEEP, PRUNE, Answers, Goals, Judge

WORDS = dict.fromkeys(("prune", "1", "true", "yes"), PRUNE) | dict.fromkeys(
    ("keep", "0", "false", "no"), KEEP
)
WINDOW = 8192  # bytes sent before answers are awaited: they fit every pipe, so writing never blocks
MOST_LINES = 128
AT_THE_END = 10  # a batch of a program that answers at the end may take so many times the limit
AT_THE_END_LINES = 4096  # and its answers, of a few bytes each, fit the pipe
GRACE = 0.05  # seconds in which a program that says more than it is asked shows itself
STARTING = 2.0  # seconds more for the very first answer
ENDING = 2.0  # seconds from the end of its output to its own end, on a machine that is busy
LONGEST = 1 << 16  # bytes of a line of an answer


def grid(board: Board, must: int, free: int) -> str:
    """Rows joined by slashes; trailing places outside the board are left out."""
    rows: list[list[str]] = [[] for _ in range(board.holes[-1][0] + 1)]
    for i, (row, column) in enumerate(board.holes):
        rows[row] += ["E"] * (column - len(rows[row]))
        rows[row].append("x" if must >> i & 1 else "?" if free >> i & 1 else ".")
    return "/".join("".join(row) for row in rows)


def coordinates(board: Board, must: int, free: int) -> str:
    names = [coordinate(board.holes[i]) for i in bits(must)]
    names += [coordinate(board.holes[i]) + "?" for i in bits(free)]
    return ",".join(names) or "-"


def digits(board: Board, must: int, free: int) -> str:
    return "".join("1" if must >> i & 1 else "?" if free >> i & 1 else "0" for i in range(board.n))


FORMATS: dict[str, Callable[[Board, int, int], str]] = {
    "grid": grid,
    "coordinates": coordinates,
    "bits": digits,
}


def command_words(command: str) -> list[str]:
    """What is run, with its arguments."""
    try:
        parts = split(command)
    except ValueError as error:
        raise InputError(f"not a command: {error}", seen=repr(command[:60])) from None
    if not parts:
        raise InputError("the command is empty")
    return parts


def program_line(command: str, line: str) -> str:
    """A line for the shell that asks a program."""
    return f"echo {quote(line)} | {command}"


class Ended(Exception):
    """The program did not answer: which kind of failure, and what was seen."""

    def __init__(self, kind: str, detail: str) -> None:
        self.kind, self.detail = kind, detail
        super().__init__(detail)


class LineProgram:
    """The running program, started when needed."""

    def __init__(self, command: list[str]) -> None:
        self.command = command
        self.process: Child | None = None
        self.rest = b""
        self.at_the_end = False
        self.fresh = True
        self.known = False  # whether it was ever asked
        self.said = ""  # on standard error, by a process that has ended

    @property
    def errors(self) -> str:
        """The end of what the program says on standard error."""
        return self.said if self.process is None else self.process.errors

    def start(self) -> Child:
        """The process; it is started if it is not there yet."""
        if self.process is None:
            self.rest, self.fresh = b"", True
            try:
                self.process = Child(self.command)
            except (OSError, ValueError) as error:
                raise InputError(f"the command cannot be run: {error}", seen=" ".join(self.command)) from None
        return self.process

    def send(self, lines: list[bytes], end: bool = False) -> None:
        """Write lines; with `end`, nothing follows them."""
        process = self.start()
        with suppress(OSError, ValueError):  # a closed pipe is noticed when the answers are read
            process.outbound.write(b"".join(lines))
            process.outbound.flush()
        if end:
            process.no_more()

    def end_of_input(self) -> None:
        self.start().no_more()

    def spoke(self) -> bool:
        """Whether there is output beyond the answers; a new program gets a moment to show it."""
        wait, self.fresh = (GRACE if self.fresh else 0.0), False
        return bool(self.rest or select.select([self.start().inbound], [], [], wait)[0])

    def line(self, limit: float) -> str:
        """The next line of its output, within the limit."""
        process = self.start()
        deadline = monotonic() + limit
        while b"\n" not in self.rest:
            left = deadline - monotonic()
            if left <= 0:
                raise Ended("hang", f"no answer in {limit:g} s")
            if not select.select([process.inbound], [], [], left)[0]:
                continue  # the clock says whether that was long enough
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


class External(Judge):
    """A rule that is a program, run `jobs` times at once, each answer within `limit` seconds."""

    default_cases = 20_000

    def __init__(
        self,
        board: Board,
        command: str,
        *,
        limit: float = 1.0,
        jobs: int = 1,
        lines: str = "grid",
        positions: bool = False,
    ) -> None:
        super().__init__(board)
        parts = command_words(command)
        self.limit, self.write = limit, FORMATS[lines]
        self.command, self.lines, self.positions = command, lines, positions
        self.programs = [LineProgram(parts) for _ in range(jobs)]
        self.programs[0].start()

    def close(self) -> None:
        for program in self.programs:
            program.stop()

    def fresh(self) -> External:
        return External(
            self.board, self.command, limit=self.limit, lines=self.lines, positions=self.positions
        )

    def sent(self, pair: Pair) -> str:
        return self.write(self.board, pair.start.mask, 0) + self._end(pair.target)

    def by_hand(self, pair: Pair) -> str:
        return program_line(self.command, self.sent(pair))

    def answer(self, starts: Words, goals: Goals) -> Answers:
        """One share of the batch for each program."""
        answers = np.full(len(starts), FAILED, np.uint8)
        texts = self._texts(starts, goals)
        share = -(-len(starts) // len(self.programs)) or 1
        spans = [range(at, min(at + share, len(starts))) for at in range(0, len(starts), share)]

        def work(program: LineProgram, span: range) -> None:
            self._share(program, texts, span, answers, starts, goals)

        with ThreadPoolExecutor(len(self.programs)) as pool:
            list(pool.map(work, self.programs, spans))
        return answers

    def _texts(self, starts: Words, goals: Goals) -> list[bytes]:
        if isinstance(goals, np.ndarray):
            ends = [self._end(Target(self.board, mask)) for mask in unpack(goals)]
        else:
            ends = [self._end(goals)] * len(starts)
        pairs = zip(unpack(starts), ends, strict=True)
        return [f"{self.write(self.board, mask, 0)}{end}\n".encode() for mask, end in pairs]

    def _end(self, target: Target) -> str:
        """What follows the start on a line."""
        if self.positions:
            return ""
        if target.pegs is not None:
            return f" pegs={target.pegs}"
        return f" {self.write(self.board, target.must, target.free)}"

    def _share(
        self,
        program: LineProgram,
        texts: list[bytes],
        span: range,
        answers: Answers,
        starts: Words,
        goals: Goals,
    ) -> None:
        low, high = span.start, span.stop
        while low < high and not self.given_up and monotonic() < self.deadline:
            most = AT_THE_END_LINES if program.at_the_end else min(MOST_LINES, WINDOW // len(texts[low]))
            end = min(high, low + max(1, most))
            given, trouble = self._window(program, texts[low:end])
            for text in given:
                code = WORDS.get(text.lower())
                if code is None:
                    seen = f"answered {text[:60]!r}, expected prune or keep"
                    self.fail("nonsense", self.pair(starts, goals, low), seen, program.errors)
                else:
                    answers[low] = code
                low += 1
            if trouble is not None:
                program.stop()
                if trouble.kind == "hang" and monotonic() >= self.deadline:
                    return  # the end of the validation is no fault of the rule
                pair = self.pair(starts, goals, min(low, high - 1))
                self.fail(trouble.kind, pair, trouble.detail, program.errors)
                low = end if trouble.kind == "out of step" else low + (low < end)

    def _left(self, limit: float) -> float:
        """The seconds that an answer may take, as far as there are so many."""
        return min(limit, max(0.0, self.deadline - monotonic()))

    def _window(self, program: LineProgram, texts: list[bytes]) -> tuple[list[str], Ended | None]:
        """The answers to a few lines, and what went wrong after the last of them."""
        given: list[str] = []
        if program.at_the_end:  # more than a pipe holds, so the program must read while we write
            program.start()
            Thread(target=program.send, args=(texts, True), daemon=True).start()
        else:
            program.send(texts)
        limit = self.limit * (AT_THE_END if program.at_the_end else 1)
        limit, program.known = self._left(limit + (0 if program.known else STARTING)), True
        try:
            while len(given) < len(texts):
                try:
                    given.append(program.line(limit))
                except Ended as ended:
                    if ended.kind != "hang" or given or program.at_the_end:
                        raise
                    # nothing at all so far: perhaps it waits for the end of its input
                    program.end_of_input()
                    given.append(program.line(self._left(self.limit)))
                    program.at_the_end = True
        except Ended as ended:
            return given, ended
        if program.at_the_end:
            program.stop()
        elif program.spoke():
            # it cannot be known which answer belongs to which position, so none of them counts
            return [], Ended("out of step", f"more lines than positions, last of them {given[-1][:60]!r}")
        return given, None
