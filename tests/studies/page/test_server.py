"""The server as others meet it: who is refused, what is too large, checks that run, are left, are ended."""

from __future__ import annotations

import http.client
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from feasibility import verify
from feasibility.cli import main
from feasibility.studies.page.exchange import MOST_BODY
from tests.studies.page.client import LONG, SHORT, Client, gone, workers


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
        (rb'{"board": {"holes": [[0, 0]], "geometry": "orthogonal", "name": "\ud800"}}', "not JSON"),
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
    assert again == messages, "a page that connects again hears everything again"


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


def test_a_browser_that_goes_away_ends_its_search(waiting: tuple[Client, float]) -> None:
    client, _ = waiting
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


def test_ctrl_c_during_a_check_says_no_more_than_that() -> None:
    command = [sys.executable, "-m", "feasibility", "serve", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert server.stdout is not None
    client = Client(server.stdout.readline().strip())
    job = client.start(LONG)
    connection = http.client.HTTPConnection(client.host, timeout=20)
    connection.request("GET", f"/api/jobs/{job}/events")
    answer = connection.getresponse()
    assert answer.readline()
    server.send_signal(signal.SIGINT)
    assert b"cancelled: the server is stopping" in answer.read()
    _, said = server.communicate(timeout=20)
    assert server.returncode == 130
    assert said.splitlines() == [
        "pegfeas: the page is at this address; stop with Ctrl-C",
        "pegfeas: interrupted",
    ]


def test_port_in_use(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    port = client.host.partition(":")[2]
    assert main(["serve", "--port", port]) == 2
    assert f"port {port} cannot be used" in capsys.readouterr().err


def test_listens_on_this_machine_alone(client: Client) -> None:
    port = int(client.host.partition(":")[2])
    listening = [
        line.split()[1]
        for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]
        if line.split()[3] == "0A" and int(line.split()[1].partition(":")[2], 16) == port
    ]
    assert listening == [f"0100007F:{port:04X}"]


def test_advice_tells_each_jump_with_the_position_after_it(client: Client) -> None:
    asked = {"board": "line:6", "start": "110100", "target": 1}
    status, found = client.ask("POST", "/api/advise", asked)
    assert status == 200
    last = client.messages(found["job"])[-1]
    assert (last["event"], last["advice"]["verdict"]) == ("done", "feasible")
    fates = last["advice"]["fates"]
    assert list(fates) == ["001100"]
    assert fates["001100"]["outcome"] == "wins" and fates["001100"]["play"] in ("c1e1", "d1b1")
    status, found = client.ask("POST", "/api/advise", {**asked, "start": "11"})
    assert status == 400 and "does not fit the board" in found["error"]
