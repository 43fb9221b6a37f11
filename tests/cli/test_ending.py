"""A signal ends a command at any moment: no traceback, the right exit code, and nothing half done."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from feasibility.cli import main

OUT_OF_MEMORY = "pegfeas: out of memory, so the answer is unknown\n"
RUNS = """
import os, signal, sys, time
from feasibility import cli
def interrupted(words):
    {body}
cli._choose = interrupted
sys.argv = ["pegfeas", "check"]
sys.exit(cli.main())
"""
OPTIONAL = """import library
    time.sleep(30)"""
LIBRARY = """
import os, signal
try:
    os.kill(os.getpid(), signal.{})
except BaseException:  # a library that does without a part of its own
    pass
"""
UNHEARD = """import weakref
    thing = {{0}}
    kept = weakref.ref(thing, lambda _: os.kill(os.getpid(), signal.{}))
    del thing
    time.sleep(30)"""

LATE = """really = signal.signal
    def late(number, handler):
        os.kill(os.getpid(), signal.SIGTERM)
        return really(number, handler)
    signal.signal = late
    return 3"""
SWALLOWED = """try:
        os.kill(os.getpid(), signal.{})
    except KeyboardInterrupt:  # as numpy does where it compares arrays of records
        raise TypeError from None"""


@pytest.mark.parametrize(
    ("body", "code", "told"),
    [
        ("os.kill(os.getpid(), signal.SIGINT)", 130, "pegfeas: interrupted\n"),
        ("os.kill(os.getpid(), signal.SIGTERM)", 143, "pegfeas: interrupted\n"),
        ("os.kill(os.getpid(), signal.SIGHUP)", 129, "pegfeas: interrupted\n"),
        ("raise KeyboardInterrupt('nothing is known')", 130, "pegfeas: interrupted: nothing is known\n"),
        ("exec('raise KeyboardInterrupt')", 130, "pegfeas: interrupted\n"),
        (UNHEARD.format("SIGINT"), 130, "pegfeas: interrupted\n"),
        (UNHEARD.format("SIGTERM"), 143, "pegfeas: interrupted\n"),
        (SWALLOWED.format("SIGINT"), 130, "pegfeas: interrupted\n"),
        (SWALLOWED.format("SIGTERM"), 143, "pegfeas: interrupted\n"),
        (LATE, 3, ""),
        ("raise MemoryError", 3, OUT_OF_MEMORY),
        ('raise RuntimeError("can\'t start new thread")', 3, OUT_OF_MEMORY),
        ("raise OSError(12, 'Cannot allocate memory')", 3, OUT_OF_MEMORY),
        ("import atexit; atexit.register(os.kill, os.getpid(), signal.SIGINT); return 3", 3, ""),
        ("import atexit; atexit.register(os.kill, os.getpid(), signal.SIGTERM); return 0", 0, ""),
    ],
)
def test_the_code_of_a_signal(body: str, code: int, told: str, tmp_path: Path) -> None:
    (tmp_path / "interrupted.py").write_text(RUNS.format(body=body))
    done = subprocess.run(
        [sys.executable, "-m", "interrupted"], capture_output=True, text=True, check=False, timeout=60,
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (code, told)


@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_an_interrupt_that_an_import_would_swallow(name: str, code: int, tmp_path: Path) -> None:
    (tmp_path / "library.py").write_text(LIBRARY.format(name))
    (tmp_path / "interrupted.py").write_text(RUNS.format(body=OPTIONAL))
    done = subprocess.run(
        [sys.executable, "-m", "interrupted"], capture_output=True, text=True, check=False, timeout=60,
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (code, "pegfeas: interrupted\n")


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_an_interrupt_in_an_import_reaches_who_hears_signals_after_it(name: str, tmp_path: Path) -> None:
    """As the server of the page does."""
    hears = f"\nsignal.signal(signal.{name}, lambda *_: os._exit(7))\n"
    (tmp_path / "library.py").write_text(LIBRARY.format(name) + hears)
    (tmp_path / "interrupted.py").write_text(RUNS.format(body=OPTIONAL))
    done = subprocess.run(
        [sys.executable, "-m", "interrupted"], capture_output=True, text=True, check=False, timeout=60,
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (7, "")


def test_an_interrupt_while_the_command_is_imported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Interrupting:
        """Ctrl-C in the first moments."""

        def find_spec(self, name: str, *_: object) -> None:
            if name == "feasibility.cli.ending":
                raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "feasibility.cli.ending", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Interrupting(), *sys.meta_path])
    assert main(["--version"]) == 130
    assert capsys.readouterr() == ("", "pegfeas: interrupted\n")


def test_what_is_ignored_stays_ignored() -> None:
    """A command under nohup goes on."""
    process = subprocess.Popen(
        [sys.executable, "-m", "feasibility", "board", "english33"], stdout=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),  # noqa: PLW1509  (no threads yet)
    )  # fmt: skip
    for _ in range(20):
        process.send_signal(signal.SIGHUP)
        time.sleep(0.01)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert b"33 holes" in out


def test_a_caller_gets_its_handlers_back(capsys: pytest.CaptureFixture[str]) -> None:
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.getsignal(number) for number in numbers]
    assert main(["--version"]) == 0
    assert [signal.getsignal(number) for number in numbers] == before
    assert capsys.readouterr().out.startswith("pegfeas")
