"""A page on this machine to draw boards, set positions and check pairs.

It is for one person on one machine: it listens on 127.0.0.1, and refuses requests that name another host or
come from pages of another origin. Checks are bounded in number, size, time and memory, and end with their
tab. Other users of the same machine are not kept out.

examples:
  pegfeas serve --open
  pegfeas serve --port 0
"""

from __future__ import annotations

import signal
import socket
from argparse import ArgumentParser, Namespace
from contextlib import suppress

from feasibility.base.errors import ExitCode, InputError, UsageError
from feasibility.cli.common import message

HOST = "127.0.0.1"
BACKLOG = 256  # connections that are taken on at once


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--port", type=int, default=8033, help="default 8033; 0 takes any free port")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")


def run(args: Namespace) -> ExitCode:
    if not 0 <= args.port <= 65535:
        raise UsageError("not a port", seen=str(args.port), expected="0 to 65535")
    try:
        import uvicorn

        from feasibility.studies.page.app import application
        from feasibility.studies.page.server import Connection, Server
    except ImportError as error:
        raise InputError(
            f"the page needs {error.name}, which is not installed", expected=f"`pip install {error.name}`"
        ) from None
    listener = bind(args.port)
    port = listener.getsockname()[1]
    address = f"http://{HOST}:{port}/"
    hosts = [f"{HOST}:{port}", f"localhost:{port}"]
    config = uvicorn.Config(
        application(hosts),
        http=Connection,
        loop="asyncio",
        backlog=BACKLOG,
        log_level="error",  # what strangers send is no news
        access_log=False,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=1,
        server_header=False,
    )
    print(address, flush=True)
    message("the page is at this address; stop with Ctrl-C")
    if args.open:
        import webbrowser

        webbrowser.open(address)
    server = Server(config)
    with suppress(AttributeError, ValueError):  # not on every system, and only in the main thread
        signal.signal(signal.SIGHUP, server.handle_exit)  # as it does itself for SIGTERM
    server.run(sockets=[listener])
    return ExitCode.OK


def bind(port: int) -> socket.socket:
    """A socket on this machine alone; a port in use is bad input."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise InputError(
            f"port {port} cannot be used: {error.strerror}", expected="another --port, or 0 for any"
        ) from None
    return listener
