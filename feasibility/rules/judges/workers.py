"""Python rules in processes of their own: a call that crashes or hangs costs one answer and a restart."""

from __future__ import annotations

import json
import mmap
import os
import select
import subprocess
import sys
import tempfile
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

import feasibility
from feasibility.base.errors import InputError
from feasibility.game.geometry import Board, Geometry
from feasibility.game.position import Target
from feasibility.rules.judges import worker
from feasibility.rules.judges.asking import FAILED, KEEP, PRUNE, Answers, Goals, Judge, must_and_free
from feasibility.search.positions.words import Words, word_count

CAPACITY = 1 << 14  # positions in one request
LOADING = 30.0  # seconds in which a rule's file must be imported
POLL = 0.05
CODES = np.array([FAILED, KEEP, PRUNE, FAILED, FAILED], np.uint8)  # by the worker's code
KINDS = {worker.RAISED: "exception", worker.NONSENSE: "nonsense"}


@dataclass(frozen=True)
class Slice:
    """The calls low .. high - 1 of a batch."""

    low: int
    high: int


class Worker:
    """One process that answers for the rule, restarted when it breaks down."""

    def __init__(self, board: Board, rule: str) -> None:
        self.board, self.rule, self.width = board, rule, word_count(board.n)
        self.file = tempfile.NamedTemporaryFile(prefix="pegfeas-rule-")  # noqa: SIM115  (closed below)
        size = 8 * self.width * CAPACITY
        self.file.truncate(2 * size + CAPACITY)
        memory = mmap.mmap(self.file.fileno(), 0)
        self.starts = np.frombuffer(memory, "<u8", self.width * CAPACITY).reshape(CAPACITY, self.width)
        self.goals = np.frombuffer(memory, "<u8", self.width * CAPACITY, size).reshape(CAPACITY, self.width)
        self.answers = np.frombuffer(memory, np.uint8, CAPACITY, 2 * size)
        self.process: subprocess.Popen[bytes] | None = None
        self.work: Slice | None = None
        self.progress, self.moved = 0, 0.0

    def start(self) -> None:
        """Start the process and load the rule; an error if that fails."""
        root = str(Path(feasibility.__file__).parent.parent)
        paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "feasibility.rules.judges.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            start_new_session=True,
        )
        order = {"board": _fields(self.board), "rule": self.rule, "path": self.file.name}
        self._send({**order, "capacity": CAPACITY, "width": self.width})
        if not select.select([self._stdout], [], [], LOADING)[0]:
            self.stop()
            raise InputError(f"the rule's file was not imported in {LOADING:.0f} s", source=self.rule)
        reply = self.reply()
        if "ready" not in reply:
            self.stop()
            raise InputError(
                f"the rule cannot be loaded: {reply.get('error', 'its process ended')}", source=self.rule
            )

    def give(self, work: Slice, starts: Words, goals: Goals) -> None:
        """Send a slice of a batch."""
        if self.process is None:
            self.start()
        count = work.high - work.low
        self.starts[:count] = starts[work.low : work.high]
        self.answers[:count] = worker.PENDING
        target = None
        if isinstance(goals, np.ndarray):
            self.goals[:count] = goals[work.low : work.high]
        else:
            target = _hexadecimal(goals)
        self.work, self.progress, self.moved = work, 0, monotonic()
        self._send({"count": count, "target": target})

    def _send(self, value: dict[str, Any]) -> None:
        if self.process is not None and self.process.stdin is not None:
            with suppress(BrokenPipeError):  # a dead process is noticed when its answers are read
                self.process.stdin.write(json.dumps(value).encode() + b"\n")
                self.process.stdin.flush()

    @property
    def _stdout(self) -> Any:
        return None if self.process is None else self.process.stdout

    def fileno(self) -> int:
        """For select."""
        return int(self._stdout.fileno())

    def reply(self) -> dict[str, Any]:
        """The next reply; empty when the process has ended."""
        line = self._stdout.readline()
        found: dict[str, Any] = json.loads(line) if line.endswith(b"\n") else {}
        return found

    def stuck(self, limit: float) -> bool:
        """Whether the answer that is due is later than the limit."""
        done = self.answered()
        if done != self.progress:
            self.progress, self.moved = done, monotonic()
        return monotonic() - self.moved > limit

    def answered(self) -> int:
        """Answers given to the slice."""
        count = 0 if self.work is None else self.work.high - self.work.low
        return int(np.count_nonzero(self.answers[:count]))

    def stop(self) -> int | None:
        """End the process; its exit status, if it had ended by itself."""
        process, self.process, self.work = self.process, None, None
        if process is None:
            return None
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.2 if process.poll() is None else 0)
        status = process.returncode
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()
        return status

    def close(self) -> None:
        """End the process and the shared file."""
        if self.process is not None and self.process.stdin is not None:
            with suppress(BrokenPipeError):
                self.process.stdin.close()
        self.stop()
        self.file.close()


class Workers(Judge):
    """A Python rule, asked in `jobs` processes, each answer within `limit` seconds."""

    def __init__(self, board: Board, rule: str, *, limit: float = 1.0, jobs: int = 1) -> None:
        super().__init__(board)
        self.limit = limit
        self.workers = [Worker(board, rule) for _ in range(jobs)]
        try:
            self.workers[0].start()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End all processes."""
        for one in self.workers:
            one.close()

    def answer(self, starts: Words, goals: Goals) -> Answers:
        """Slices go to whoever is idle; what a breakdown leaves undone goes back to the queue."""
        answers = np.full(len(starts), FAILED, np.uint8)
        share = min(CAPACITY, max(256, -(-len(starts) // len(self.workers))))
        todo = deque(Slice(at, min(at + share, len(starts))) for at in range(0, len(starts), share))
        while (todo and not self.given_up) or any(one.work for one in self.workers):
            for one in self.workers:
                if one.work is None and todo and not self.given_up:
                    one.give(todo.popleft(), starts, goals)
            busy = [one for one in self.workers if one.work is not None]
            ready = select.select(busy, [], [], POLL)[0]
            for one in busy:
                self._attend(one, one in ready, answers, todo, starts, goals)
        return answers

    def _attend(
        self, one: Worker, ready: bool, answers: Answers, todo: deque[Slice], starts: Words, goals: Goals
    ) -> None:
        work = one.work
        if work is None:
            return
        reply = one.reply() if ready else {}
        if not reply and not ready and not one.stuck(self.limit):
            return
        done = one.answered()
        codes = one.answers[:done].copy()
        answers[work.low : work.low + done] = CODES[codes]
        self._failures(codes, reply.get("notes", {}), work, starts, goals)
        if reply:
            one.work = None
            return
        status = one.stop()
        at = work.low + done
        if at < work.high:
            kind = "crash" if ready else "hang"
            detail = f"its process ended ({_status(status)})" if ready else f"no answer in {self.limit:g} s"
            self.fail(kind, starts, goals, at, detail)
            if at + 1 < work.high:
                todo.appendleft(Slice(at + 1, work.high))

    def _failures(
        self, codes: Answers, notes: dict[str, str], work: Slice, starts: Words, goals: Goals
    ) -> None:
        for code, kind in KINDS.items():
            for index in np.flatnonzero(codes == code):
                self.fail(kind, starts, goals, work.low + int(index), notes.get(str(index), ""))


def _fields(board: Board) -> dict[str, Any]:
    explicit = board.geometry is Geometry.EXPLICIT
    jumps = [list(j) for j in board.jumps] if explicit else None
    return {"holes": list(board.holes), "geometry": str(board.geometry), "jumps": jumps, "name": board.name}


def _hexadecimal(target: Target) -> list[str]:
    (must,), free = must_and_free(target)
    return [hex(must), hex(free)]


def _status(status: int | None) -> str:
    if status is None:
        return "no exit status"
    return f"signal {-status}" if status < 0 else f"exit status {status}"
