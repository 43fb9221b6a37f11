"""The server: it ends its checks before the connections of their pages, and does not wait for silent ones."""

from __future__ import annotations

import asyncio
import socket
from typing import Any, cast

import h11
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 5.0  # that the head of a request may take to come in
MOST_SILENT = 256  # connections that have not sent the head of a request; a process may have 1,024 files
NO_HTTP = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Connection(H11Protocol):
    """One that waits for a request ends after a while, and the oldest of too many at once.

    Else some hundred connections that send nothing, or a head letter by letter, would shut everyone out.
    """

    silent: dict[Connection, None] = {}  # noqa: RUF012  (of the whole process), the oldest first
    late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._look()

    def data_received(self, data: bytes) -> None:
        """Perhaps the head of a request is complete now."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._heard()

    def _look(self) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            self._heard()
        elif self.late is None and not self.transport.is_closing():
            self.silent[self] = None
            self.late = self.loop.call_later(HEAD_SECONDS, self.transport.abort)
            if len(self.silent) > MOST_SILENT:
                self.loop.call_later(0, self._end_oldest)  # once all that has come in by now is read

    def _end_oldest(self) -> None:
        while len(self.silent) > MOST_SILENT:
            oldest = next(iter(self.silent))
            oldest._heard()
            oldest.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP is refused, or where an answer has begun already, cut off.

        By bytes, as h11 would not let us: it answers the head before, perhaps one that must have no body.
        """
        if self.cycle is not None:  # whoever answers the head that came before it is told to stop
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(NO_HTTP)
        self.transport.close()

    def _heard(self) -> None:
        self.silent.pop(self, None)
        if self.late is not None:
            self.late.cancel()
            self.late = None


class Server(uvicorn.Server):
    """Pages hear that their check has ended, so no connection is left that must be cut."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends the checks, then everything else."""
        cast("Starlette", self.config.app).state.jobs.close()
        await super().shutdown(sockets)
