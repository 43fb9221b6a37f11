"""The server, which ends its checks before it closes the connections of their pages."""

from __future__ import annotations

import socket

import uvicorn
from starlette.applications import Starlette


class Server(uvicorn.Server):
    """Pages hear that their check has ended, so no connection is left that must be cut."""

    def __init__(self, config: uvicorn.Config, app: Starlette) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends the checks, then everything else."""
        await self._app.state.jobs.close()
        await super().shutdown(sockets)
