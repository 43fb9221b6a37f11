"""One process: how it is heard, bounded and ended, and that it never outlives its parent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from feasibility.processes import child as child_module
from feasibility.processes.child import Child, words
from feasibility.processes.worker import Worker

PARENT = """
import os, sys
from feasibility.processes.child import Child
from feasibility.processes.worker import Worker
kind = sys.argv[1]
if kind in ("stubborn", "listening"):
    child = Worker("tests.processes.entries:" + kind)
    from pickle import load as receive
    print(*receive(child.inbound), flush=True)
else:
    child = Child(["sh", "-c", "sleep 600 & echo $$ $!; sleep 600"], reads=kind == "reads")
    print(child.inbound.readline().decode(), end="", flush=True)
input()
"""


def lives(process: int) -> bool:
    """Whether it runs; a process that nobody has waited for does not."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


def all_gone(processes: list[int], seconds: float = 10.0) -> bool:
    end = time.monotonic() + seconds
    while any(map(lives, processes)) and time.monotonic() < end:
        time.sleep(0.02)
    return not any(map(lives, processes))


def hear(worker: Worker) -> SimpleQueue[Any]:
    heard: SimpleQueue[Any] = SimpleQueue()
    worker.listen(heard.put)
    return heard


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not offer it")
@pytest.mark.parametrize("kind", ["stubborn", "listening", "reads", "reads not"])
def test_a_killed_parent_takes_its_children_and_theirs_with_it(kind: str) -> None:
    """Also a worker whose foreign code keeps Python's lock, one that ends by itself when it hears that the
    parent has gone, and a program that does not read."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, kind], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    ) as parent:
        assert parent.stdout is not None
        children = [int(word) for word in parent.stdout.readline().split()]
        assert len(children) == 2
        assert all(map(lives, children))
        parent.kill()
    assert all_gone(children)


def test_what_a_worker_prints_is_no_message_and_what_it_reads_is_none() -> None:
    with Worker("tests.processes.entries:echo", keep_errors=True) as worker:
        heard = hear(worker)
        for message in (1, {"two": [2.0]}, "x" * 300_000):
            worker.say(message)
            assert heard.get(timeout=20) == (message, "")
        worker.kill()
        assert heard.get(timeout=20) is None
    assert worker.errors == "noise\nnoise\nnoise"


def test_a_worker_that_fails_says_why_on_its_standard_error() -> None:
    with Worker("tests.processes.entries:breaks", keep_errors=True) as worker:
        heard = hear(worker)
        worker.say("go")
        assert heard.get(timeout=20) is None
        assert worker.end(5.0) == 1
    assert worker.errors.endswith("ValueError: on purpose")


@pytest.mark.parametrize(
    ("script", "code", "told"), [("exit 3", 3, "exit status 3"), ("kill -SEGV $$", -11, "SIGSEGV")]
)
def test_how_a_program_ended(script: str, code: int, told: str) -> None:
    with Child(["sh", "-c", script]) as child:
        assert child.ended(10.0) == code
        assert words(code) == told
        assert child.end() == code
        assert child.end() == code


def test_two_may_wait_for_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of two threads takes the exit code between the other's two looks."""
    with Child(["sh", "-c", "exit 3"]) as child:
        asks = os.waitid

        def late(*asked: int) -> object:
            child.process.wait()
            return asks(*asked)

        monkeypatch.setattr(os, "waitid", late)
        assert child.ended(10.0) == 3


def test_a_program_that_goes_on_has_no_exit_status() -> None:
    with Child(["sleep", "60"]) as child:
        assert child.ended(0.05) is None
        assert child.end() == -9
    assert (words(None), words(-200)) == ("no exit status", "signal 200")


def test_ending_a_program_that_has_ended_ends_what_it_left_behind() -> None:
    with Child(["sh", "-c", "sleep 600 & echo $!"]) as child:
        left = int(child.inbound.readline())
        assert child.ended(10.0) == 0
        assert lives(left)
    assert all_gone([left])


DAEMON = """
import os, signal, time
if os.fork() == 0:
    os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if os.fork() == 0:
        print(os.getpid(), flush=True)  # and keeps all pipes open
        time.sleep(600)
    os._exit(0)
time.sleep(600 * {waits})
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell what a process was given")
@pytest.mark.parametrize("waits", [0, 1])
def test_a_process_that_left_its_group_is_ended_too(waits: int) -> None:
    with Child([sys.executable, "-c", DAEMON.format(waits=waits)]) as child:
        left = int(child.inbound.readline())
        assert lives(left)
    assert all_gone([left])


def test_a_pipe_that_a_process_keeps_open_does_not_keep_its_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that cannot be found, for it has thrown its environment away; a thread of ours reads its pipe."""
    monkeypatch.setattr(child_module, "LAST_WORDS", 0.05)
    with Worker("tests.processes.entries:daemon") as worker:
        heard = hear(worker)
        left = heard.get()
    assert heard.empty()
    assert lives(left)
    os.kill(left, signal.SIGKILL)
    assert heard.get() is None  # the thread that reads comes to its end now


def test_a_time_limit() -> None:
    with Child(["sleep", "600"]) as child:
        began = time.monotonic()
        child.end_after(0.2)
        assert child.inbound.read() == b""
        assert time.monotonic() - began < 60
        assert child.end() == -9


def test_an_answer_to_more_than_a_pipe_holds() -> None:
    text = b"x" * (1 << 20)
    with Child(["cat"]) as child:
        assert child.answer(text) == text
    with Child(["true"]) as child:
        assert child.answer(text) == b""


def test_only_the_end_of_standard_error_is_kept() -> None:
    with Child(["sh", "-c", "seq 100000 >&2"]) as child:
        assert child.inbound.read() == b""
    assert child.errors.endswith("\n99999\n100000")
    assert len(child.errors) < 5000


@pytest.mark.skipif(sys.platform != "linux", reason="the system bounds memory there")
def test_a_ceiling_holds_for_any_program() -> None:
    fills = "import time; time.sleep(0.3); held = bytearray(1 << 30)"
    with Child([sys.executable, "-c", fills], ceiling=1 << 28) as child:
        assert child.ended(20.0) == 1
    assert child.errors.endswith("MemoryError")


OPEN = """
import os
from feasibility.processes.child import Child
with Child(["true"]):  # what stays open for all that follow
    pass
before = len(os.listdir("/proc/self/fd"))
{}
print(len(os.listdir("/proc/self/fd")) - before)
"""
NO_PROGRAM = """
try:
    Child(["/no-such-program"])
except OSError as error:
    assert "no-such-program" in str(error)
"""
CHILDREN = """
for _ in range(5):
    with Child(["cat"]) as child:
        child.answer(b"x")
"""


@pytest.mark.parametrize("code", [NO_PROGRAM, CHILDREN])
def test_children_leave_nothing_open(code: str) -> None:
    """In a process of its own: here other threads open and close what they need."""
    done = subprocess.run(
        [sys.executable, "-c", OPEN.format(code)], capture_output=True, text=True, check=True
    )
    assert done.stdout == "0\n"
