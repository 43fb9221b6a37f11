"""What the server bounds: time, memory, sizes and numbers; and that nothing outlives it."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from feasibility.studies.page import guard, jobs
from feasibility.studies.page.exchange import read_question
from tests.studies.page.client import LONG, SHORT, Client, begun, gone

SOON = 60.0  # seconds, in which a process begins or ends on a busy machine


def most_data(process: int) -> str:
    limits = Path(f"/proc/{process}/limits").read_text(encoding="ascii")
    return next(line for line in limits.splitlines() if line.startswith("Max data size")).split()[3]


def outlive(running: list[int]) -> bool:
    """Whether some of these processes do not end."""
    end = time.monotonic() + SOON
    while there := any(Path(f"/proc/{number}").exists() for number in running):
        if time.monotonic() > end:
            break
        time.sleep(0.02)
    return there


def test_a_check_that_no_page_asks_about_ends(waiting: tuple[Client, float]) -> None:
    """A page that began it and was closed before it listened."""
    client, _ = waiting
    job = client.start(LONG)
    assert begun()
    assert gone()
    assert client.messages(job)[-1]["message"] == "cancelled: the page has gone away"


def test_the_memory_of_a_check_is_bounded_by_the_system(client: Client) -> None:
    job = client.start(LONG)
    (process,) = begun()
    end = time.monotonic() + SOON
    while (most := most_data(process)) == "unlimited" and time.monotonic() < end:  # it sets its own limits
        time.sleep(0.02)
    machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    assert int(most) < machine + (1 << 30)
    assert Path(f"/proc/{process}/oom_score_adj").read_text() == "600\n"
    assert client.ask("DELETE", f"/api/jobs/{job}")[0] == 200
    assert gone()


def test_a_request_that_does_not_come_to_its_end_is_given_up(waiting: tuple[Client, float]) -> None:
    client, seconds = waiting
    with socket.create_connection(client.host.split(":")) as raw:
        lines = ["POST /api/read HTTP/1.1", f"Host: {client.host}", "Content-Type: application/json"]
        raw.sendall("\r\n".join([*lines, "Content-Length: 100", "", "{"]).encode())
        raw.settimeout(seconds + 60)
        told, answer = b"the request did not come in time", b""
        while told not in answer and (part := raw.recv(4096)):  # head and body may come one after the other
            answer += part
        assert told in answer


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost"])
def test_connections_that_wait_for_ever_shut_nobody_out(client: Client, sent: bytes) -> None:
    open_ones = [socket.create_connection(client.host.split(":")) for _ in range(400)]
    try:
        for one in open_ones:
            with suppress(ConnectionError):  # the oldest ones are closed already
                one.sendall(sent)
        assert client.ask("GET", "/api/catalogue")[0] == 200
    finally:
        for one in open_ones:
            one.close()
    assert client.ask("GET", "/api/catalogue")[0] == 200


def status_of(raw: socket.socket) -> int:
    """Of an answer on this connection."""
    raw.settimeout(SOON)
    line = b""
    while len(line) < 12 and (part := raw.recv(12 - len(line))):
        line += part
    return int(line[9:12])


@pytest.mark.parametrize("crowd", [0, 300], ids=["alone", "among silent ones"])
@pytest.mark.parametrize("first", ["connections", "requests"])
def test_two_hundred_at_once_are_answered(client: Client, first: str, crowd: int) -> None:
    """None that has sent its request is cut off, whether or not others wait."""
    place, head = (
        client.host.split(":"),
        f"GET /api/catalogue HTTP/1.1\r\nHost: {client.host}\r\n\r\n".encode(),
    )
    silent = [socket.create_connection(place) for _ in range(crowd)]
    asking = []
    try:
        for _ in range(200):
            asking.append(socket.create_connection(place))
            if first == "requests":
                asking[-1].sendall(head)
        for one in asking if first == "connections" else ():
            one.sendall(head)
        assert {status_of(one) for one in asking} <= {200, 503}
    finally:
        for one in silent + asking:
            one.close()


def test_more_requests_than_are_answered_at_once(client: Client) -> None:
    lines = ["POST /api/read HTTP/1.1", f"Host: {client.host}", "Content-Type: application/json"]
    begun_ones = [socket.create_connection(client.host.split(":")) for _ in range(guard.AT_WORK)]
    try:
        for one in begun_ones:
            one.sendall("\r\n".join([*lines, "Content-Length: 100", "", "{"]).encode())
        assert until(lambda: client.ask("GET", "/api/catalogue") == (503, "too many requests at once\n"))
    finally:
        for one in begun_ones:
            one.close()
    assert until(lambda: client.ask("GET", "/api/catalogue")[0] == 200)


def until(holds: Callable[[], bool]) -> bool:
    end = time.monotonic() + SOON
    while not (held := holds()) and time.monotonic() < end:
        time.sleep(0.02)
    return held


def test_a_request_with_two_lengths_is_refused(client: Client) -> None:
    """Two readers would disagree where the next one begins."""
    lines = ["POST /api/read HTTP/1.1", f"Host: {client.host}", "Content-Type: application/json"]
    lengths = ["Content-Length: 5", "Transfer-Encoding: chunked", "", "0", "", ""]
    with socket.create_connection(client.host.split(":")) as raw:
        raw.sendall("\r\n".join([*lines, *lengths, *lines]).encode())
        raw.settimeout(SOON)
        answer = b""
        while part := raw.recv(4096):  # until the server closes
            answer += part
    assert answer.startswith(b"HTTP/1.1 400 ") and answer.count(b"HTTP/1.1") == 1


BODIES = {
    "cut off": b"Content-Length: 100\r\n\r\n{",
    "no chunk": b"Transfer-Encoding: chunked\r\n\r\nGET / HTTP/1.1\r\n\r\n",
    "then nonsense": b"Content-Length: 2\r\n\r\n{}\0\0\r\n\r\n",
}


def test_what_breaks_off_or_is_no_http_prints_nothing() -> None:
    """As soon as nobody reads the messages, a server that prints them comes to a halt."""
    command = [sys.executable, "-m", "feasibility", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        client = Client(server.stdout.readline().strip())
        for method in (b"POST", b"HEAD", b"GET"):
            for body in BODIES.values():
                for host in (client.host, "elsewhere"):
                    raw = socket.create_connection(client.host.split(":"))
                    head = f" /api/read HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
                    raw.sendall(method + head.encode() + body)
                    assert client.ask("GET", "/api/catalogue")[0] == 200  # so that it has begun
                    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    raw.close()
        assert client.ask("GET", "/api/catalogue")[0] == 200
        server.send_signal(signal.SIGINT)
        _, told = server.communicate(timeout=SOON)
    assert told.splitlines() == [
        "pegfeas: the page is at this address; stop with Ctrl-C",
        "pegfeas: interrupted",
    ]


@pytest.mark.parametrize("asked", [False, True])
def test_the_head_of_a_request_must_come_soon(waiting: tuple[Client, float], asked: bool) -> None:
    """Also that of a second one on the same connection, and though a letter comes now and then."""
    client, seconds = waiting
    with socket.create_connection(client.host.split(":")) as raw:
        raw.settimeout(0.1)
        if asked:
            raw.sendall(f"GET /api/catalogue HTTP/1.1\r\nHost: {client.host}\r\n\r\n".encode())
        end = time.monotonic() + seconds + SOON
        with suppress(ConnectionError):
            raw.sendall(b"GET / HTTP/1.1\r\nX: ")
            while time.monotonic() < end:
                with suppress(TimeoutError):
                    if not raw.recv(1 << 20):
                        break
                raw.sendall(b"x")
        assert time.monotonic() < end


@pytest.mark.parametrize("head", ["GET /" + "x" * 100_000, "GET / HTTP/1.1\r\nX: " + "x" * 100_000])
def test_heads_without_end_are_refused(client: Client, head: str) -> None:
    with socket.create_connection(client.host.split(":")) as raw, suppress(ConnectionError):
        raw.sendall(head.encode())
        raw.settimeout(20)
        assert raw.recv(100).split()[1:2] in ([b"400"], [b"431"], [])


def test_the_name_of_a_check_cannot_be_guessed(client: Client) -> None:
    first, second = client.start(SHORT), client.start(SHORT)
    assert first != second
    assert min(len(first), len(second)) == 16  # 96 random bits
    for job in (first, second):
        client.messages(job)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_server_and_its_checks(how: signal.Signals) -> None:
    command = [sys.executable, "-m", "feasibility", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        Client(server.stdout.readline().strip()).start(LONG)
        running = begun()
        assert running
        server.send_signal(how)
        _, told = server.communicate(timeout=20)
    assert server.returncode in (0, 128 + how)
    assert "Traceback" not in told
    assert not outlive(running)


def test_a_killed_server_leaves_no_check_behind() -> None:
    command = [sys.executable, "-m", "feasibility", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        client = Client(server.stdout.readline().strip())
        client.start(LONG)
        running = begun()
        assert running
        server.kill()
    assert not outlive(running)


async def result(job: jobs.Job) -> object:
    async for _, message in job.follow():
        last = message
    assert job.process is not None
    await asyncio.to_thread(job.process.end)
    return last


def test_a_check_that_does_not_keep_to_its_limit_is_killed() -> None:
    async def ended() -> jobs.Job:
        job = jobs.Jobs().start(read_question("check", {**LONG, "seconds": 60}))
        assert await result(job) == {
            "event": "failed",
            "message": "stopped: the check did not keep to its time limit",
        }
        return job

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jobs, "GRACE", 1.0 - 60.0)
        job = asyncio.run(ended())
    assert job.process is not None
    assert job.process.process.returncode == -9


def test_what_a_check_says_has_an_end() -> None:
    """Only the last results are kept, and none that is enormous."""

    async def ended() -> str:
        many, asked = jobs.Jobs(), read_question("check", SHORT)
        for _ in range(jobs.KEPT + 3):
            many.start(asked).fail("enough")
        assert len(many.known) == jobs.KEPT
        return str(await result(many.start(asked)))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jobs, "LARGEST", 1000)
        assert "too large for the page" in asyncio.run(ended())
