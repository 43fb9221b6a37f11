"""Tables fold to the terminal; what goes to a file or a program is plain, and loads nothing for it."""

from __future__ import annotations

import contextlib
import fcntl
import io
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
from functools import cache

import pytest

from feasibility.cli import main
from feasibility.render.tables import Table

COUNT = ("count", "rectangle:3x3:-a1")
SURVEY = ("survey", "triangle:4", "--jobs", "1", "--work-limit", "1000000")  # twice the same proofs


def on_terminal(words: tuple[str, ...], columns: int, **environment: str) -> str:
    """What a command writes to a terminal."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, columns, 0, 0))
    clean = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERM")}
    process = subprocess.Popen(
        [sys.executable, "-m", "feasibility", *words],
        stdout=theirs, stderr=subprocess.DEVNULL, env=clean | {"TERM": "xterm"} | environment,
    )  # fmt: skip
    os.close(theirs)
    shown = b""
    while select.select([ours], [], [], 60)[0]:
        try:
            piece = os.read(ours, 4096)
        except OSError:  # Linux: the other end is closed
            break
        if not piece:
            break
        shown += piece
    process.wait()
    os.close(ours)
    return shown.decode().replace("\r\n", "\n")


def piped(words: tuple[str, ...]) -> str:
    """What it writes to a pipe."""
    command = [sys.executable, "-m", "feasibility", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@cache
def plain(words: tuple[str, ...]) -> str:
    """What it writes where there is no terminal."""
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()):
        assert main(list(words)) == 0
    return out.getvalue()


def test_a_table_in_plain_text() -> None:
    table = Table(("name", "n", "words"), right=frozenset({1}))
    table.add("a", 5, "one two")
    table.add("longer", 12_345, "")
    assert str(table) == "name        n  words\na           5  one two\nlonger  12345"
    assert str(Table(("only", "heads"))) == "only  heads"


def test_a_wide_terminal_shows_what_a_pipe_gets() -> None:
    shown = on_terminal(COUNT, 100, NO_COLOR="1")
    assert [line.rstrip() for line in shown.splitlines()] == [
        line.rstrip() for line in piped(COUNT).splitlines()
    ]
    assert "\x1b[1m" in on_terminal(COUNT, 100)


@pytest.mark.parametrize("columns", [40, 60])
def test_a_table_folds_to_a_narrow_terminal(columns: int) -> None:
    table = on_terminal(SURVEY, columns, NO_COLOR="1").partition("\n\n")[0]
    wide = re.sub(r"\d+\.\d+", "", plain(SURVEY).partition("\n\n")[0])
    assert max(map(len, table.splitlines())) <= columns < max(map(len, wide.splitlines()))
    for digest in re.findall(r"\b[0-9a-f]{16}\b", wide):  # nothing is cut off
        assert digest[:3] in table
    assert sorted(re.sub(r"\d+\.\d+|\s", "", table)) == sorted(re.sub(r"\s", "", wide))


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colours_where_they_are_not_wanted(environment: dict[str, str]) -> None:
    assert "\x1b" not in on_terminal(COUNT, 80, **environment)


@pytest.mark.parametrize("words", [("--help",), ("count", "--help"), COUNT, (*COUNT, "--json")])
def test_the_library_for_tables_is_loaded_for_terminals_alone(words: tuple[str, ...]) -> None:
    code = "import sys; from feasibility.cli import main; main(sys.argv[1:]); sys.exit('rich' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


CHECK = ("check", "english33:-c1-d1-e1-c2-c3", "+c1+d1+e1+c2+c3", "--criteria", "trivial,lattice,pagoda")


@pytest.mark.parametrize("words", [CHECK, SURVEY, ("count", "triangle:5:-a1"), ("boards",)])
def test_nothing_is_wider_than_a_terminal_of_80_columns(words: tuple[str, ...]) -> None:
    shown = on_terminal(words, 80, NO_COLOR="1")
    assert shown and max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize("words", [("count", "triangle:5:-a1"), ("boards",)])
def test_sentences_break_between_words(words: tuple[str, ...]) -> None:
    """Nothing is lost, and a pipe gets each sentence as one line."""
    shown, piped = on_terminal(words, 80, NO_COLOR="1"), plain(words)
    assert max(map(len, piped.splitlines())) > 80
    assert shown.split() == piped.split()


@pytest.mark.parametrize(
    "words",
    [
        ("count", "triangle:5:-a1", "triangle:5:+a1", "--sweeps"),
        ("count", "triangle:4:-a2", "--pegs", "1", "--return-peg", "a2"),
        ("count", "triangle:4:-a2", "--pegs", "1", "--plays"),
    ],
)
def test_the_sentences_of_count_fold(words: tuple[str, ...]) -> None:
    shown, wide = on_terminal(words, 44, NO_COLOR="1"), plain(words)
    assert max(map(len, shown.splitlines())) <= 44
    assert shown.split() == wide.split()
    assert ("--plays" in words) or max(map(len, wide.splitlines())) > 44
