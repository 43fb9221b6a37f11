"""Checks that run in processes of their own: a few at a time, watched, cancelled when the page has gone."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import suppress

from feasibility.base.errors import PegfeasError
from feasibility.base.limits import available_memory
from feasibility.processes.worker import Worker
from feasibility.render.html import file_name
from feasibility.studies.page.exchange import Question
from feasibility.studies.page.tasks import Message

RUNNING, KEPT = 2, 12
GRACE = 15.0  # seconds beyond its limit that a worker may take before it is killed
ORPHAN = 5.0  # seconds that a check goes on when its page has gone away
LARGEST = 32 << 20  # characters of one message, so that the results that are kept have an end
BEAT = 2.0  # seconds after which a silent check gives a sign of life, and its page is looked for
UNCOUNTED = 1 << 30  # bytes beyond twice its share that the system gives a check, for what it cannot count
LAST = ("done", "failed")  # events after which nothing more comes
TOO_LARGE = "the report is too large for the page: `pegfeas check`"
NO_ANSWER = "the check ended without an answer (out of memory?)"


class Busy(PegfeasError):
    """As many checks as may run at once are running."""


class Job:
    """A check: its messages so far, the last of which is the result, and its process."""

    def __init__(self, question: Question) -> None:
        self.question, self.key = question, secrets.token_urlsafe(12)
        self.name = file_name(question.pair.board.name)
        self.messages: list[Message] = []
        self.news = asyncio.Event()  # of the next message
        self.listeners = 0
        self.process: Worker | None = None

    @property
    def result(self) -> Message | None:
        """The last message, after which nothing more will come."""
        last = self.messages[-1] if self.messages else {}
        return last if last.get("event") in LAST else None

    def begin(self) -> None:
        """Starts the process; a page that never listens is one that has gone."""
        loop, share = asyncio.get_running_loop(), _memory()
        loop.call_later(ORPHAN, self._if_orphaned)
        late = "stopped: the check did not keep to its time limit"
        self.deadline = loop.call_later(self.question.seconds + GRACE, self.fail, late)
        ceiling = None if share is None else 2 * share + UNCOUNTED
        try:
            self.process = process = Worker("feasibility.studies.page.tasks:serve", ceiling=ceiling)
        except (OSError, ValueError) as error:
            self.fail(f"the check could not be run: {error}")
            return

        def hear(message: Message | None) -> None:  # in a thread of its own
            with suppress(RuntimeError):  # the server has stopped, and nobody waits for the message
                loop.call_soon_threadsafe(self._hear, message)
            if message is None:
                process.end()

        process.listen(hear)
        process.say((self.question, share))

    def _hear(self, message: Message | None) -> None:
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

    async def follow(self, first: int = 0) -> AsyncIterator[tuple[int, Message | None]]:
        """All messages from number `first` on, None where none comes for a while; ends with the last."""
        self.listeners += 1
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
            if not self.listeners and self.result is None:
                asyncio.get_running_loop().call_later(ORPHAN, self._if_orphaned)

    def _if_orphaned(self) -> None:
        if not self.listeners:
            self.fail("cancelled: the page has gone away")


class Jobs:
    """The checks that run, and the last ones that have ended."""

    def __init__(self) -> None:
        self.known: dict[str, Job] = {}

    def start(self, question: Question) -> Job:
        """A new check, unless too many are running."""
        ended = [key for key, job in self.known.items() if job.result is not None]
        if len(self.known) - len(ended) >= RUNNING:
            raise Busy(f"{RUNNING} checks are running already; wait for one of them or cancel it")
        for key in ended[: max(0, len(self.known) - KEPT + 1)]:
            del self.known[key]
        job = Job(question)
        self.known[job.key] = job
        job.begin()
        return job

    def close(self) -> None:
        for job in self.known.values():
            job.fail("cancelled: the server is stopping")


def _memory() -> int | None:
    """What one check may use: a share of what is free now."""
    free = available_memory()
    return None if free is None else free // (2 * RUNNING)
