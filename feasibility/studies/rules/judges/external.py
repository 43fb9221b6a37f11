"""Rules that are programs of any language: a position and a target per line in, an answer per line out.

A line is START, a space, TARGET. As `grid` both are the rows of the board joined by `/`, x for a peg, . for
an empty hole, E for a place outside the board, ? for a free hole of a target. As `coordinates` they are the
pegs' names joined by commas, or - for none. As `bits` one 0 or 1 per hole in reading order. A target that is
a number of pegs is pegs=1. The answer is prune or keep (also 1 or 0, true or false), not yes or no, which
say whether the target can be reached. A program that answers only at the end of its input, or whose output
waits in a buffer, is started anew for each batch.
"""

from __future__ import annotations

from time import monotonic, perf_counter

import numpy as np

from feasibility.base.errors import InputError
from feasibility.engines.positions.words import Words, unpack
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target, bits
from feasibility.studies.rules.judges.asking import FAILED, KEEP, PRUNE, Answers, Goals, Judge
from feasibility.studies.rules.judges.program import LineProgram, command_words, placed, program_line

WORDS = {"prune": PRUNE, "1": PRUNE, "true": PRUNE, "keep": KEEP, "0": KEEP, "false": KEEP}
WINDOW = 8192  # bytes sent before answers are awaited: they fit every pipe, so writing never blocks
MOST_LINES = 128
AT_THE_END_LINES = 4096  # and its answers, of a few bytes each, fit the pipe


def grid(board: Board, must: int, free: int) -> str:
    """Rows joined by slashes; trailing places outside the board are left out."""
    rows: list[list[str]] = [[] for _ in range(board.holes[-1][0] + 1)]
    for i, (row, column) in enumerate(board.holes):
        rows[row] += ["E"] * (column - len(rows[row]))
        rows[row].append("x" if must >> i & 1 else "?" if free >> i & 1 else ".")
    return "/".join("".join(row) for row in rows)


def coordinates(board: Board, must: int, free: int) -> str:
    return ",".join([*map(board.called, bits(must)), *(board.called(i) + "?" for i in bits(free))]) or "-"


def digits(board: Board, must: int, free: int) -> str:
    return "".join("1" if must >> i & 1 else "?" if free >> i & 1 else "0" for i in range(board.n))


FORMATS = {"grid": grid, "coordinates": coordinates, "bits": digits}


def line(lines: str, start: Position, target: Target) -> str:
    """What a program is sent about a pair, in one of the forms."""
    write, board = FORMATS[lines], start.board
    if target.pegs is not None:
        return f"{write(board, start.mask, 0)} pegs={target.pegs}"
    return f"{write(board, start.mask, 0)} {write(board, target.must, target.free)}"


class External(Judge):
    """A rule that is a program, run `jobs` times at once, each answer within `limit` seconds."""

    default_cases = 20_000

    def __init__(
        self, board: Board, command: str, *, limit: float = 1.0, jobs: int = 1, lines: str = "grid"
    ) -> None:
        if lines not in FORMATS:
            raise InputError("no such form of lines", seen=repr(lines)[:40], expected=", ".join(FORMATS))
        super().__init__(board)
        command = placed(command, board)
        parts = command_words(command)
        self.limit, self.command, self.lines = limit, command, lines
        self.programs = [LineProgram(parts) for _ in range(jobs)]
        self.programs[0].start()

    def close(self) -> None:
        for program in self.programs:
            program.stop()

    def fresh(self) -> External:
        other = External(self.board, self.command, limit=self.limit, lines=self.lines)
        other.programs[0].at_the_end = self.programs[0].at_the_end
        return other

    @property
    def in_a_loop(self) -> bool:
        return not self.programs[0].at_the_end

    def used(self) -> float:
        return perf_counter()  # nobody tells what processor time a program took for an answer

    def by_hand(self, pair: Pair) -> str:
        return program_line(self.command, line(self.lines, pair.start, pair.target))

    def answer(self, starts: Words, goals: Goals) -> Answers:
        """One share of the batch for each program."""
        answers = np.full(len(starts), FAILED, np.uint8)
        texts = self._texts(starts, goals)
        share = -(-len(starts) // len(self.programs)) or 1
        spans = [range(at, min(at + share, len(starts))) for at in range(0, len(starts), share)]

        def work(program: LineProgram, span: range) -> None:
            self._share(program, texts, span, answers, starts, goals)

        self.in_threads(work, self.programs[: len(spans)], spans)
        return answers

    def _texts(self, starts: Words, goals: Goals) -> list[str]:
        if isinstance(goals, np.ndarray):
            targets = [Target(self.board, mask) for mask in unpack(goals)]
        else:
            targets = [goals] * len(starts)
        positions = (Position(self.board, mask) for mask in unpack(starts))
        return [line(self.lines, *pair) for pair in zip(positions, targets, strict=True)]

    def _share(
        self,
        program: LineProgram,
        texts: list[str],
        span: range,
        answers: Answers,
        starts: Words,
        goals: Goals,
    ) -> None:
        low, high = span.start, span.stop
        while low < high and not self.given_up and monotonic() < self.deadline:
            most = AT_THE_END_LINES if program.at_the_end else min(MOST_LINES, WINDOW // len(texts[low]))
            end = min(high, low + max(1, most))
            given, trouble = program.ask(texts[low:end], self.limit, self.deadline)
            for text in given:
                code = WORDS.get(text.lower())
                if code is None:
                    seen = f"answered {text[:60]!r}, expected prune or keep"
                    seen += "; --solver takes yes and no" if text.lower() in ("yes", "no") else ""
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
