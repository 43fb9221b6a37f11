"""Requests to the server as a page would send them, and a look at the processes behind it."""

from __future__ import annotations

import http.client
import json
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

# far beyond what any criterion or search decides within a minute
LONG = {"board": "rectangle:19x21", "start": "0" + "1" * 398, "target": 1, "seconds": 600}
SHORT = {"board": "line:4", "start": "1011", "target": "0010"}


class Client:
    """Requests as a browser's page would send them, unless told otherwise."""

    def __init__(self, address: str) -> None:
        self.host = urlsplit(address).netloc

    def ask(
        self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        connection = http.client.HTTPConnection(self.host, timeout=60)
        sent = {"Content-Type": "application/json", **(headers or {})} if body is not None else headers or {}
        data = body if isinstance(body, bytes | None) else json.dumps(body)
        connection.request(method, path, data, sent)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        kind = answer.headers.get("content-type", "")
        return answer.status, json.loads(text) if kind.startswith("application/json") else text

    def start(self, asked: dict[str, Any], kind: str = "check") -> str:
        status, found = self.ask("POST", f"/api/{kind}", asked)
        assert status == 200, found
        return str(found["job"])

    def messages(self, job: str) -> list[dict[str, Any]]:
        _, text = self.ask("GET", f"/api/jobs/{job}/events")
        return [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: ")]


def workers() -> int:
    """How many worker processes of our server run now."""
    return len(worker_processes())


def worker_processes(entry: str = "serve") -> list[int]:
    """Those of our server; tests in other processes have servers of their own. `stay`: those that stay."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            mine = f"feasibility.studies.page.tasks:{entry}".encode() in (place / "cmdline").read_bytes()
            if mine and parent(parent(int(place.name))) == os.getpid():
                found.append(int(place.name))
    return found


def parent(process: int) -> int:
    """The process that started it."""
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def gone(seconds: float = 60) -> bool:
    end = time.monotonic() + seconds
    while workers() and time.monotonic() < end:
        time.sleep(0.05)
    return not workers()


def begun(seconds: float = 60) -> list[int]:
    end = time.monotonic() + seconds
    while not workers() and time.monotonic() < end:
        time.sleep(0.02)
    return worker_processes()
