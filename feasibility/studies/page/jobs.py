"""Checks that run in processes of their own: a few at a time, watched, cancelled when the page has gone."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from feasibility.base.errors import PegfeasError
from feasibility.base.limits import available_memory
from feasibility.processes.worker import Worker

RUNNING, KEPT = 2, 12
GRACE = 15.0  # seconds beyond its limit that a worker may take before it is killed
ORPHAN = 5.0  # seconds that a check goes on when its page has gone away
LARGEST = 32 << 20  # characters of one message, so that the results that are kept have an end
BEAT = 2.0  # seconds after which a silent check gives a sign of life, and its page is looked for
UNCOUNTED = 1 << 30  # bytes beyond twice its share that the system gives a check, for what it cannot count

Message = dict[str, Any]


class Busy(PegfeasError):
    """As many checks as may run at once are running."""


@dataclass
class Job:
    """A check: its messages so far (the last progress apart), and its process."""

    seconds: float
    key: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    messages: list[Message] = field(default_factory=list)
    progress: Message | None = None
    result: Message | None = None
    name: str = "pegfeas"
    listeners: int = 0
    process: Worker | None = None
    task: asyncio.Task[None] | None = None
    ending: asyncio.Future[None] | None = None
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        return self.result is not None

    async def cancel(self, why: str) -> None:
        """Ends the check; the message is what its page hears."""
        if not self.over:
            await self.finish({"event": "failed", "message": why})
        if self.process is not None:
            self.process.kill()  # with all that it started

    async def tell(self, message: Message) -> None:
        async with self.changed:
            if message["event"] == "progress":
                self.progress = message
            else:
                self.messages.append(message)
            self.changed.notify_all()

    async def finish(self, result: Message) -> None:
        async with self.changed:
            self.result = result
            self.progress = None
            self.changed.notify_all()

    async def follow(self, first: int = 0) -> AsyncIterator[tuple[int, Message | None]]:
        """All messages from number `first` on, None where none comes for a while; ends with the last."""
        self.listeners += 1
        seen, shown = first, None
        try:
            while True:
                await self._news(seen, shown)
                fresh, progress, result = self.messages[seen:], self.progress, self.result
                for message in fresh:
                    seen += 1
                    yield seen, message
                if result is not None:
                    yield seen, result
                    return
                if progress is not shown or not fresh:
                    yield seen, None if progress is shown else progress
                shown = progress
        finally:
            self.listeners -= 1
            if not self.listeners and not self.over:
                asyncio.get_running_loop().call_later(ORPHAN, self._if_orphaned)

    async def _news(self, seen: int, shown: Message | None) -> None:
        """Waits until there is something new, but not for long."""

        def something() -> bool:
            return self.over or len(self.messages) > seen or self.progress is not shown

        with suppress(TimeoutError):
            async with asyncio.timeout(BEAT), self.changed:
                await self.changed.wait_for(something)

    def _if_orphaned(self) -> None:
        if not self.listeners and not self.over:
            self.ending = asyncio.ensure_future(self.cancel("cancelled: the page has gone away"))


class Jobs:
    """The checks that run, and the last ones that have ended."""

    def __init__(self) -> None:
        self.known: dict[str, Job] = {}

    def start(self, asked: Message, seconds: float) -> Job:
        """A new check, unless too many are running."""
        if sum(not job.over for job in self.known.values()) >= RUNNING:
            raise Busy(f"{RUNNING} checks are running already; wait for one of them or cancel it")
        ended = [key for key, job in self.known.items() if job.over]
        for key in ended[: max(0, len(self.known) - KEPT + 1)]:
            del self.known[key]
        job = Job(seconds)
        self.known[job.key] = job
        job.task = asyncio.create_task(_run(job, {**asked, "seconds": seconds}))
        asyncio.get_running_loop().call_later(ORPHAN, job._if_orphaned)  # a page that never came
        return job

    async def close(self) -> None:
        for job in self.known.values():
            await job.cancel("cancelled: the server is stopping")
            if job.task is not None:
                job.task.cancel()


async def _run(job: Job, request: Message) -> None:
    try:
        async with asyncio.timeout(job.seconds + GRACE):
            await _talk(job, request)
    except TimeoutError:
        await job.cancel("stopped: the check did not keep to its time limit")
    except Exception as error:
        await job.cancel(f"the check could not be run: {error}")
    finally:
        if job.process is not None:
            await asyncio.to_thread(job.process.end)


async def _talk(job: Job, request: Message) -> None:
    if job.over:  # cancelled before it began
        return
    loop, heard = asyncio.get_running_loop(), asyncio.Queue[Message | None]()

    def hear(message: Message | None) -> None:
        with suppress(RuntimeError):  # the server has stopped, and nobody waits for the message
            loop.call_soon_threadsafe(heard.put_nowait, message)

    share = _memory()
    job.process = process = Worker(
        "feasibility.studies.page.worker:serve", ceiling=None if share is None else 2 * share + UNCOUNTED
    )
    process.listen(hear)
    process.say({**request, "memory": share})
    while (message := await heard.get()) is not None:
        if sum(len(part) for part in message.values() if isinstance(part, str)) > LARGEST:
            message = {"event": "failed", "message": "the report is too large for the page: `pegfeas check`"}
        if message["event"] in ("done", "failed"):
            if not job.over:
                await job.finish(message)
            return
        await job.tell(message)
    if not job.over:
        await job.finish({"event": "failed", "message": "the check ended without an answer (out of memory?)"})


def _memory() -> int | None:
    """What one check may use: a share of what is free now."""
    free = available_memory()
    return None if free is None else free // (2 * RUNNING)
