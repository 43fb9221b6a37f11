"""Checks that run in processes of their own: a few at a time, watched, cancelled when the page has gone.

What is asked again and again of one target is asked of a process that stays for a while, with all positions
that lead there.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

from feasibility.base.errors import PegfeasError
from feasibility.base.limits import available_memory
from feasibility.game.position import Target
from feasibility.processes.worker import Worker
from feasibility.render.html import file_name
from feasibility.studies.page.exchange import Question
from feasibility.studies.page.tasks import LASTING, Message

RUNNING, KEPT = 2, 12
GRACE = 15.0  # seconds beyond its limit that a worker may take before it is killed
ORPHAN = 5.0  # seconds that a check goes on when its page has gone away
LARGEST = 32 << 20  # characters of one message, so that the results that are kept have an end
IDLE = 300.0  # seconds that a process stays without a question
BEAT = 2.0  # seconds after which a silent check gives a sign of life, and its page is looked for
UNCOUNTED = 1 << 30  # bytes beyond twice its share that the system gives a check, for what it cannot count
LAST = ("done", "failed")  # events after which nothing more comes
TOO_LARGE = "the report is too large for the page: `pegfeas check`"
GONE = "cancelled: the page has gone away"
NO_ANSWER = "the check ended without an answer (out of memory?)"


class Busy(PegfeasError):
    """As many checks as may run at once are running."""


class Job:
    """A check: its messages so far, the last of which is the result, and its process."""

    def __init__(self, question: Question) -> None:
        self.key = secrets.token_urlsafe(12)
        self.question = question._replace(key=self.key)
        self.name = file_name(question.pair.board.name)
        self.messages: list[Message] = []
        self.news = asyncio.Event()  # of the next message
        self.listeners, self.left = 0, False  # left: its page was there, and has gone
        self.process: Worker | None = None
        self.friend: Companion | None = None

    @property
    def result(self) -> Message | None:
        """The last message, after which nothing more will come."""
        last = self.messages[-1] if self.messages else {}
        return last if last.get("event") in LAST else None

    def begin(self, friend: Companion | None = None) -> None:
        """Starts the process, or asks the one that stays; a page that never listens is one that has gone."""
        loop = asyncio.get_running_loop()
        loop.call_later(ORPHAN, self._if_orphaned)
        late = "stopped: the check did not keep to its time limit"
        self.deadline = loop.call_later(self.question.seconds + GRACE, self._late, late)
        self.friend = friend
        try:
            if friend is not None:
                friend.ask(self)
                return
            share = _memory()
            self.process = started("serve", share, self.hear)
        except (OSError, ValueError) as error:
            self.fail(f"the check could not be run: {error}")
            return
        self.process.say((self.question, share))

    def _late(self, why: str) -> None:
        if self.friend is not None:
            self.friend.end()
        self.fail(why)

    def hear(self, message: Message | None) -> None:
        """A message of the process, None where nothing more will come."""
        if message is None:
            self.fail(NO_ANSWER)
        elif sum(len(part) for part in message.values() if isinstance(part, str)) > LARGEST:
            self.fail(TOO_LARGE)
        else:
            self._tell(message)

    def fail(self, why: str) -> None:
        """Ends the check, if it runs; the message is what its page hears."""
        self._tell({"event": "failed", "message": why})

    def _tell(self, message: Message) -> None:
        if self.result is not None:
            return
        self.messages.append(message)
        self.news.set()
        self.news = asyncio.Event()
        if message["event"] in LAST:
            self.deadline.cancel()
            if self.process is not None:
                self.process.kill()  # with all that it started
            if self.friend is not None:
                self.friend.rest(message["event"] == "done")

    async def follow(self, first: int = 0) -> AsyncIterator[tuple[int, Message | None]]:
        """All messages from number `first` on, None where none comes for a while; ends with the last."""
        self.listeners, self.left = self.listeners + 1, False
        seen = first
        try:
            while self.result is None or seen < len(self.messages):
                if seen >= len(self.messages):
                    try:
                        await asyncio.wait_for(self.news.wait(), BEAT)
                    except TimeoutError:
                        yield seen, None
                for message in self.messages[seen:]:
                    seen += 1
                    yield seen, message
        finally:
            self.listeners -= 1
            self.left = not self.listeners
            if self.left and self.result is None:
                asyncio.get_running_loop().call_later(ORPHAN, self._if_orphaned)

    def _if_orphaned(self) -> None:
        if not self.listeners:
            self.fail(GONE)


def started(entry: str, share: int | None, hear: Callable[[Message | None], None]) -> Worker:
    """A process; `hear` takes its messages one after the other, None after the last."""
    loop = asyncio.get_running_loop()
    process = Worker(
        f"feasibility.studies.page.tasks:{entry}", ceiling=None if share is None else 2 * share + UNCOUNTED
    )

    def pass_on(message: Message | None) -> None:  # in a thread of its own
        with suppress(RuntimeError):  # the server has stopped, and nobody waits for the message
            loop.call_soon_threadsafe(hear, message)
        if message is None:
            process.end()

    process.listen(pass_on)
    return process


class Companion:
    """A process that answers one question after the other about a target."""

    def __init__(self, target: Target) -> None:
        self.target, self.share = target, _memory()
        self.job: Job | None = None
        self.leave: asyncio.TimerHandle | None = None
        self.gone = False
        self.process = started("stay", self.share, self._hear)

    def ask(self, job: Job) -> None:
        """The next question; what was asked before is given up."""
        if self.leave is not None:
            self.leave.cancel()
        self.job = job
        self.process.say((job.question, self.share))

    def rest(self, answered: bool) -> None:
        self.job = None
        if not answered:
            self.process.say(None)
        self.leave = asyncio.get_running_loop().call_later(IDLE, self.end)

    def end(self) -> None:
        if self.leave is not None:
            self.leave.cancel()
        self.gone = True
        self.process.kill()

    def _hear(self, message: Message | None) -> None:
        if message is None:
            self.gone = True
        if self.job is not None and (message is None or message["key"] == self.job.key):
            self.job.hear(message)


class Jobs:
    """The checks that run, the last ones that have ended, and the processes that stay."""

    def __init__(self) -> None:
        self.known: dict[str, Job] = {}
        self.companions: list[Companion] = []  # the one that was asked last is the last

    def start(self, question: Question) -> Job:
        """A new check, unless too many are running."""
        for job in self.known.values():
            if job.left:  # a page that was loaded anew waits for no answer of before
                job.fail(GONE)
        ended = [key for key, job in self.known.items() if job.result is not None]
        if len(self.known) - len(ended) >= RUNNING:
            raise Busy(f"{RUNNING} checks are running already; wait for one of them or cancel it")
        for key in ended[: max(0, len(self.known) - KEPT + 1)]:
            del self.known[key]
        job = Job(question)
        self.known[job.key] = job
        job.begin(self._companion(question.pair.target) if question.kind in LASTING else None)
        return job

    def _companion(self, target: Target) -> Companion | None:
        """The process that stays for the target; a new one takes the place of the longest at rest."""
        free = [one for one in self.companions if one.job is None and not one.gone]
        chosen = next((one for one in free if one.target == target), None)
        busy = [one for one in self.companions if one.job is not None]
        for one in free[: len(free) + len(busy) - RUNNING + 1] if chosen is None else ():
            one.end()
        with suppress(OSError, ValueError):
            chosen = chosen or Companion(target)
            others = [one for one in self.companions if not one.gone and one is not chosen]
            self.companions = [*others, chosen]
        return chosen

    def close(self) -> None:
        for job in self.known.values():
            job.fail("cancelled: the server is stopping")
        for one in self.companions:
            one.end()


def _memory() -> int | None:
    """What one check may use: a share of what is free now."""
    free = available_memory()
    return None if free is None else free // (2 * RUNNING)
