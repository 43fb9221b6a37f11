"""The server as others meet it: who is refused, what is too large, checks that run, are left, are ended."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from feasibility import verify
from feasibility.cli import main
from feasibility.serve.app import BODY_SECONDS
from feasibility.serve.exchange import MOST_BODY

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

    def start(self, asked: dict[str, Any]) -> str:
        status, found = self.ask("POST", "/api/check", asked)
        assert status == 200, found
        return str(found["job"])

    def messages(self, job: str) -> list[dict[str, Any]]:
        _, text = self.ask("GET", f"/api/jobs/{job}/events")
        return [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: ")]


@pytest.fixture
def client(address: str) -> Client:
    return Client(address)


def workers() -> int:
    """How many worker processes of our server run now."""
    return len(worker_processes())


def worker_processes() -> list[int]:
    """Those of our server; tests in other processes have servers of their own."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            mine = b"feasibility.serve.worker:serve" in (entry / "cmdline").read_bytes()
            if mine and parent(parent(int(entry.name))) == os.getpid():
                found.append(int(entry.name))
    return found


def parent(process: int) -> int:
    """The process that started it."""
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def gone(seconds: float = 15) -> bool:
    end = time.monotonic() + seconds
    while workers() and time.monotonic() < end:
        time.sleep(0.05)
    return not workers()


def begun(seconds: float = 15) -> list[int]:
    end = time.monotonic() + seconds
    while not workers() and time.monotonic() < end:
        time.sleep(0.02)
    return worker_processes()


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "evil.example"}, 403),
        ({"Host": "127.0.0.1:1"}, 403),
        ({"Host": "127.0.0.1"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
    ],
)
def test_who_may_ask(client: Client, headers: dict[str, str], status: int) -> None:
    assert client.ask("GET", "/api/board?name=line:3", headers=headers)[0] == status
    posted, _ = client.ask("POST", "/api/write", SHORT, headers)
    assert posted == status


def test_own_origin_and_localhost_are_welcome(client: Client) -> None:
    port = client.host.partition(":")[2]
    for host in (client.host, f"localhost:{port}"):
        headers = {"Host": host, "Origin": f"http://{host}"}
        assert client.ask("POST", "/api/write", SHORT, headers)[0] == 200
    crossed = {"Host": client.host, "Origin": f"http://localhost:{port}"}
    assert client.ask("POST", "/api/write", SHORT, crossed)[0] == 403


def test_a_link_from_elsewhere_opens_the_page_only(client: Client) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert client.ask("GET", "/", headers=headers)[0] == 200
    assert client.ask("GET", "/api/catalogue", headers=headers)[0] == 403


def test_forms_of_other_pages_are_refused(client: Client) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        assert client.ask("POST", "/api/check", SHORT, {"Content-Type": kind})[0] == 403


def test_two_host_headers_are_refused(client: Client) -> None:
    with socket.create_connection(client.host.split(":")) as raw:
        lines = ["GET / HTTP/1.1", f"Host: {client.host}", "Host: evil.example", "Connection: close", "", ""]
        raw.sendall("\r\n".join(lines).encode())
        assert raw.recv(100).split()[1] in (b"400", b"403")


def test_every_answer_is_closed(client: Client) -> None:
    for path in ("/", "/static/app.js", "/static/style.css", "/api/catalogue", "/nothing", "/static/x.py"):
        connection = http.client.HTTPConnection(client.host, timeout=60)
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "not a JSON object"),
        (b"{}", "not a board"),
        ({"board": "nowhere"}, "no such board"),
        ({"board": "line:401", "start": "", "target": ""}, "too large"),
        ({"board": {"holes": [[0, 0]] * 401, "geometry": "orthogonal"}}, "list of that size"),
        ({"board": {"holes": [[0, 0], [0, 0]], "geometry": "orthogonal"}}, "twice"),
        ({"board": {"holes": [[0, 10**30]], "geometry": "orthogonal"}}, "small integers"),
        ({"board": {"holes": [[0, True]], "geometry": "orthogonal"}}, "small integers"),
        ({"board": {"holes": [[0, 0]], "geometry": "round"}}, "no such geometry"),
        ({"board": {"holes": [[0, 0]], "geometry": "explicit", "jumps": [[0, 1, 2]]}}, "not a jump"),
        ({"board": "line:3", "start": "11", "target": "001"}, "the start does not fit"),
        ({"board": "line:3", "start": "11?", "target": "001"}, "the start does not fit"),
        ({"board": "line:3", "start": "110", "target": 4}, "no such number"),
        ({"board": "line:3", "start": "110", "target": True}, "the target does not fit"),
        ({"board": "line:3", "start": "110", "target": "001", "seconds": 601}, "time limit"),
        ({"board": "line:3", "start": "110", "target": "001", "seconds": "1"}, "time limit"),
    ],
)
def test_bad_requests(client: Client, body: object, words: str) -> None:
    status, found = client.ask("POST", "/api/check", body)
    assert status == 400
    assert words in found["error"]


def test_a_body_that_is_too_large(client: Client) -> None:
    status, found = client.ask("POST", "/api/read", {"text": "x" * MOST_BODY})
    assert (status, found) == (400, {"error": "the request is too large; expected 256 KiB"})


@pytest.mark.parametrize("cells", [1, 300, 400])
def test_boards_small_and_large(client: Client, cells: int) -> None:
    status, found = client.ask("POST", "/api/read", {"text": "x" * cells + "\n---\n" + "." * cells + "\n"})
    assert status == 200
    assert len(found["board"]["holes"]) == cells
    assert client.ask("POST", "/api/read", {"text": "x" * 401})[0] == 400


def test_names_with_markup_come_back_escaped(client: Client) -> None:
    name = "<img src=x onerror=alert(1)>\"'&" * 5
    board = {"name": name, "geometry": "orthogonal", "holes": [[0, 0], [0, 1], [0, 2]]}
    done = client.messages(client.start({"board": board, "start": "110", "target": "001"}))[-1]
    assert done["event"] == "done"
    assert "<img" not in done["body"]


def test_check_from_beginning_to_end(client: Client) -> None:
    job = client.start(SHORT)
    messages = client.messages(job)
    assert next(m["criterion"] for m in messages if m["event"] == "finding") == "trivial"
    assert messages[-1]["event"] == "done"
    assert messages[-1]["verdict"] == "feasible"
    status, report = client.ask("GET", f"/api/jobs/{job}/report.html")
    assert status == 200
    assert report.startswith("<!DOCTYPE html>")
    status, certificate = client.ask("GET", f"/api/jobs/{job}/certificate.json")
    assert status == 200
    assert verify(certificate).valid
    again = client.messages(job)
    heard = [message for message in messages if message["event"] != "progress"]
    assert again == heard, "a page that connects again hears everything again but what was under way"


def test_two_checks_at_once_and_a_third_refused(client: Client) -> None:
    first, second = client.start(LONG), client.start(LONG)
    status, found = client.ask("POST", "/api/check", SHORT)
    assert status == 429
    assert "running already" in found["error"]
    for job in (first, second):
        assert client.ask("DELETE", f"/api/jobs/{job}")[0] == 200
        assert client.messages(job)[-1] == {"event": "failed", "message": "cancelled"}
    assert gone()
    assert client.messages(client.start(SHORT))[-1]["verdict"] == "feasible"


def test_a_browser_that_goes_away_ends_its_search(client: Client) -> None:
    job = client.start(LONG)
    connection = http.client.HTTPConnection(client.host, timeout=60)
    connection.request("GET", f"/api/jobs/{job}/events")
    answer = connection.getresponse()
    assert answer.readline().startswith(b"id:")
    assert workers() == 1
    answer.close()
    connection.close()
    assert gone()
    assert client.messages(job)[-1]["message"] == "cancelled: the page has gone away"


def test_unknown_checks(client: Client) -> None:
    for method, path in (("DELETE", ""), ("GET", "/events"), ("GET", "/report.html")):
        status, found = client.ask(method, f"/api/jobs/none{path}")
        assert (status, found["error"].partition(";")[0]) == (400, "no such check")


def test_port_in_use(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    port = client.host.partition(":")[2]
    assert main(["serve", "--port", port]) == 2
    assert f"port {port} cannot be used" in capsys.readouterr().err
    assert main(["serve", "--port", "70000"]) == 2
    assert "0 to 65535" in capsys.readouterr().err


def test_listens_on_this_machine_alone(client: Client) -> None:
    port = int(client.host.partition(":")[2])
    listening = [
        line.split()[1]
        for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]
        if line.split()[3] == "0A" and int(line.split()[1].partition(":")[2], 16) == port
    ]
    assert listening == [f"0100007F:{port:04X}"]


def test_a_check_that_no_page_asks_about_ends(client: Client) -> None:
    """A page that began it and was closed before it listened."""
    job = client.start(LONG)
    assert begun()
    assert gone()
    assert client.messages(job)[-1]["message"] == "cancelled: the page has gone away"


def test_the_memory_of_a_check_is_bounded_by_the_system(client: Client) -> None:
    job = client.start(LONG)
    (process,) = begun()
    limits = Path(f"/proc/{process}/limits").read_text(encoding="ascii")
    most = next(line for line in limits.splitlines() if line.startswith("Max data size")).split()[3]
    machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    assert int(most) < machine + (1 << 30)
    assert Path(f"/proc/{process}/oom_score_adj").read_text() == "600\n"
    assert client.ask("DELETE", f"/api/jobs/{job}")[0] == 200
    assert gone()


def test_a_request_that_does_not_come_to_its_end_is_given_up(client: Client) -> None:
    with socket.create_connection(client.host.split(":")) as raw:
        lines = ["POST /api/read HTTP/1.1", f"Host: {client.host}", "Content-Type: application/json"]
        raw.sendall("\r\n".join([*lines, "Content-Length: 100", "", "{"]).encode())
        raw.settimeout(BODY_SECONDS + 10)
        began = time.monotonic()
        assert b"the request did not come in time" in raw.recv(4096)
        assert time.monotonic() - began < BODY_SECONDS + 5


def test_too_many_connections_are_refused_and_the_server_goes_on(client: Client) -> None:
    open_ones = [socket.create_connection(client.host.split(":")) for _ in range(80)]
    try:
        time.sleep(0.5)
        assert client.ask("GET", "/api/catalogue")[0] in (200, 503)
    finally:
        for one in open_ones:
            one.close()
    time.sleep(0.5)
    assert client.ask("GET", "/api/catalogue")[0] == 200


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
    assert not any(Path(f"/proc/{number}").exists() for number in running)


def test_a_killed_server_leaves_no_check_behind() -> None:
    command = [sys.executable, "-m", "feasibility", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        client = Client(server.stdout.readline().strip())
        client.start(LONG)
        running = begun()
        assert running
        server.kill()
    end = time.monotonic() + 15
    while any(Path(f"/proc/{number}").exists() for number in running) and time.monotonic() < end:
        time.sleep(0.02)
    assert not any(Path(f"/proc/{number}").exists() for number in running)


def test_a_check_that_does_not_keep_to_its_limit_is_killed() -> None:
    import asyncio

    from feasibility.serve import jobs

    async def ended() -> jobs.Job:
        job = jobs.Jobs().start({name: LONG[name] for name in ("board", "start", "target")}, 60.0)
        assert job.task is not None
        await job.task
        return job

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jobs, "GRACE", 1.0 - 60.0)
        job = asyncio.run(ended())
    assert job.result == {"event": "failed", "message": "stopped: the check did not keep to its time limit"}
    assert job.process is not None
    assert job.process.process.returncode == -9


def test_what_a_check_says_has_an_end() -> None:
    """Only the last results are kept, and none that is enormous."""
    import asyncio

    from feasibility.serve import jobs

    async def ended() -> str:
        many, asked = jobs.Jobs(), {name: SHORT[name] for name in ("board", "start", "target")}
        for _ in range(jobs.KEPT + 3):
            job = many.start(asked, 10.0)
            assert job.task is not None
            job.process = None
            await job.cancel("enough")
            await job.task
        assert len(many.known) == jobs.KEPT
        job = many.start(asked, 10.0)
        assert job.task is not None
        await job.task
        return str((job.result or {}).get("message"))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jobs, "LARGEST", 1000)
        assert "too large for the page" in asyncio.run(ended())
