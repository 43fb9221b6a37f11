"""Python rules in processes of their own: a call that crashes or hangs costs one answer and a restart.

Where a callable holds state or has no name in a file, no other process can have it, and it is asked in this
very one. Then nothing protects this process from a call that crashes, hangs or takes all memory, and the rule
cannot be asked afresh.
"""

from __future__ import annotations

import mmap
import tempfile
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from itertools import repeat
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any

import numpy as np
import numpy.typing as npt

from feasibility.base import scratch
from feasibility.base.errors import InputError
from feasibility.engines.positions.words import Words, unpack
from feasibility.game.geometry import Board
from feasibility.processes.child import words
from feasibility.processes.own_time import OwnTime
from feasibility.processes.worker import Worker
from feasibility.studies.rules.judges import worker
from feasibility.studies.rules.judges.asking import FAILED, KEEP, PRUNE, Answers, Goals, Judge, some

CAPACITY = 1 << 14  # positions in one request
LOADING = 30.0  # seconds in which a rule's file must be imported
POLL = 0.05
CODES = np.array([FAILED, KEEP, PRUNE, FAILED, FAILED], np.uint8)  # by the worker's code
KINDS = {worker.RAISED: "exception", worker.NONSENSE: "nonsense"}

Reply = dict[str, Any]


class PythonJudge(Judge):
    """A Python rule; slow ones are asked few questions between two looks at the clock."""

    portion, grows = 4, True

    def understood(
        self, codes: npt.NDArray[np.uint8], notes: worker.Notes, starts: Words, goals: Goals, errors: str
    ) -> Answers:
        """The answers that the codes of calls stand for; calls without one are kept account of."""
        for code, kind in KINDS.items():
            for index in np.flatnonzero(codes == code).tolist():
                self.fail(kind, self.pair(starts, goals, index), notes.get(index, ""), errors)
        answers: Answers = CODES[codes]
        return answers


class InProcess(PythonJudge):
    """A callable, asked here."""

    apart = False

    def __init__(self, board: Board, rule: Callable[..., object]) -> None:
        super().__init__(board)
        self.rule, self.parameters = rule, worker.parameters(rule)

    def answer(self, starts: Words, goals: Goals) -> Answers:
        target = None if isinstance(goals, np.ndarray) else goals
        ends = unpack(goals) if isinstance(goals, np.ndarray) else repeat(0)
        asked = worker.caller(self.rule, self.parameters, self.board, target)
        codes = bytearray(len(starts))
        notes = worker.evaluate(asked, unpack(starts), ends, codes, (Exception, SystemExit))
        return self.understood(np.frombuffer(codes, np.uint8), notes, starts, goals, "")


class WrittenRule(InProcess):
    """What a rule that is written down says of a pair: no memory, and nothing that could break."""

    default_cases = 20_000
    remembers, apart = False, True


class RuleProcess:
    """One process that answers for the rule, restarted when it breaks down."""

    def __init__(self, board: Board, rule: str) -> None:
        self.board, self.rule = board, rule
        self.file = _shared_file()
        self.answers = np.frombuffer(mmap.mmap(self.file.fileno(), 0), np.uint8)
        self.process: Worker | None = None
        self.replies: SimpleQueue[Reply | None] = SimpleQueue()

    def start(self) -> Worker:
        """Start the process and load the rule; an error if that fails."""
        self.process = process = Worker("feasibility.studies.rules.judges.worker:serve", keep_errors=True)
        self.replies = SimpleQueue()
        process.listen(self.replies.put)
        process.say({"board": self.board, "rule": self.rule, "path": self.file.name})
        own, reply = OwnTime(process), Reply()
        trouble = f"the rule's file was not imported in {LOADING:.0f} s"
        while own.look() < LOADING:
            with suppress(Empty):
                reply = self.replies.get(timeout=POLL) or {}
                trouble = f"the rule cannot be loaded: {reply.get('error', 'its process ended')}"
                break
        if "ready" not in reply:
            self.stop()
            raise InputError(trouble, source=self.rule)
        return process

    def ask(self, starts: Words, goals: Goals, limit: float, deadline: float) -> Reply | None:
        """What comes back about some pairs; an empty reply where the process ended, None where it hangs."""
        process, count = self.process or self.start(), len(starts)
        self.answers[:count] = worker.PENDING
        process.say((starts.tobytes(), goals.tobytes() if isinstance(goals, np.ndarray) else goals))
        done, own = 0, None
        while monotonic() < deadline and (own is None or own.look() <= limit):
            with suppress(Empty):
                return self.replies.get(timeout=min(POLL, limit)) or {}
            if own is None or self.answered(count) != done:
                done, own = self.answered(count), OwnTime(process)
        return None

    def answered(self, count: int) -> int:
        """How many of so many pairs have their answer."""
        return int(np.count_nonzero(self.answers[:count]))

    @property
    def errors(self) -> str:
        return "" if self.process is None else self.process.errors

    def stop(self) -> int | None:
        """End the process; its exit status, if it had ended by itself."""
        process, self.process = self.process, None
        if process is None:
            return None
        status = process.ended(0.2)
        process.end()
        return status

    def close(self) -> None:
        if self.process is not None:
            self.process.end()
        self.file.close()


class Workers(PythonJudge):
    """A Python rule, asked in `jobs` processes, each answer within `limit` seconds."""

    def __init__(self, board: Board, rule: str, *, limit: float = 1.0, jobs: int = 1) -> None:
        super().__init__(board)
        self.limit, self.rule, self.in_calls = limit, rule, 0.0
        self.workers = [RuleProcess(board, rule) for _ in range(jobs)]
        try:
            self.workers[0].start()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        for one in self.workers:
            one.close()

    def fresh(self) -> Workers:
        return Workers(self.board, self.rule, limit=self.limit)

    def used(self) -> float:
        return self.in_calls

    def answer(self, starts: Words, goals: Goals) -> Answers:
        """Parts go to whoever is idle; what a breakdown leaves undone goes back to the queue."""
        answers = np.full(len(starts), FAILED, np.uint8)
        share = min(CAPACITY, max(16, -(-len(starts) // len(self.workers))))
        todo = deque(range(at, min(at + share, len(starts))) for at in range(0, len(starts), share))

        def work(one: RuleProcess) -> None:
            while not self.given_up and monotonic() < self.deadline:
                try:
                    part = todo.popleft()
                except IndexError:  # another has taken the last one
                    return
                left = self._part(one, part, answers, starts, goals)
                todo.extendleft([] if left is None else [left])

        self.in_threads(work, self.workers[: len(todo)])
        return answers

    def _part(
        self, one: RuleProcess, part: range, answers: Answers, starts: Words, goals: Goals
    ) -> range | None:
        """Ask about a part; what is left of it after a breakdown."""
        rows = slice(part.start, part.stop)
        reply = one.ask(starts[rows], some(goals, rows), self.limit, self.deadline)
        late = reply is None and monotonic() >= self.deadline
        done = one.answered(len(part))
        notes = (reply or {}).get("notes", {})
        with self.lock:
            self.in_calls += (reply or {}).get("used", 0.0)
        answers[part.start : part.start + done] = self.understood(
            one.answers[:done].copy(), notes, starts[rows], some(goals, rows), one.errors
        )
        if reply is not None and reply != {}:  # which comes where the process ended
            return None
        errors, status, at = one.errors, one.stop(), part.start + done
        if at == part.stop or late:  # the end of the validation is no fault of the rule
            return None
        kind, detail = "crash", f"its process ended ({words(status)})"
        if reply is None:
            kind, detail = "hang", f"no answer in {self.limit:g} s"
        self.fail(kind, self.pair(starts, goals, at), detail, errors)
        return range(at + 1, part.stop)


def _shared_file() -> Any:
    """A file for the answers, in the folder of this run."""
    try:
        file = tempfile.NamedTemporaryFile(dir=scratch.folder())  # noqa: SIM115  (its owner closes it)
        file.write(bytes(CAPACITY))  # a disk that is full shows now, and not as a process that dies
        file.flush()
    except OSError as error:
        raise InputError(
            f"no room for temporary files: {error.strerror}", source=error.filename or tempfile.gettempdir()
        ) from None
    return file
