"""Reports for the terminal: never wider than asked, plain where colours are not wanted."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feasibility import Board, check
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.kinds.pagoda import Pagoda
from feasibility.proofs.kinds.play import Play
from feasibility.render.columns import beside, fold, shortened, visible
from feasibility.render.opening import opening
from feasibility.render.text import report
from tests.render.strategies import pairs
from tests.render.verdicts import KINDS, hostile, of, verdict

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def widest(text: str) -> int:
    return max(map(visible, text.split("\n")))


@given(pairs(), st.integers(40, 120), st.booleans(), st.data())
def test_never_wider_than_asked(pair: Pair, width: int, colour: bool, data: st.DataObject) -> None:
    size = st.integers(-(10**9), 10**9)
    weights = data.draw(st.lists(size, min_size=pair.board.n, max_size=pair.board.n))
    text = report(of(pair, "pagoda", Pagoda(tuple(weights))), width, colour)
    assert widest(text) <= width
    assert colour or "\x1b" not in text
    assert ESCAPE.sub("", text) == report(of(pair, "pagoda", Pagoda(tuple(weights))), width)


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("width", [40, 61, 80, 200])
def test_every_proof_at_every_width(kind: str, width: int) -> None:
    assert widest(report(verdict(kind), width)) <= width


def test_name_cannot_speak_to_the_terminal() -> None:
    text = opening(hostile().pair, width=80) + report(hostile(), 80)
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert widest(text) <= 80


@given(st.text(), st.integers(2, 60))
def test_shortened_is_printable_and_short(name: str, most: int) -> None:
    found = shortened(name, most)
    assert visible(found) <= most
    assert found.isprintable() or found == ""
    if name.isascii() and name.isprintable() and len(name) <= most:
        assert found == name


def test_wide_characters_count_twice() -> None:
    assert visible("孔明棋") == 6
    assert visible("é") == 1
    assert shortened("孔明棋", 5) == "孔明…"


def test_boards_stand_side_by_side_where_they_fit() -> None:
    assert beside(["ab\ncd", "ef\ngh\nij"], 20, 2) == "ab  ef\ncd  gh\n    ij"
    assert beside(["ab", "cd"], 5, 2) == "ab\n\ncd"
    assert "-->" in opening(verdict("pagoda").pair, width=50)
    assert "-->" not in opening(verdict("pagoda").pair, width=21)


def test_fold_keeps_pictures() -> None:
    assert fold("a\nb" * 50, 10) == "a\nb" * 50
    assert fold("word " * 5, 10).split("\n") == ["word word", "word word", "word"]


def test_play_without_jumps() -> None:
    pair = verdict("play").pair
    assert "Yes: the start is what is asked for." in report(
        of(Pair(pair.start, pair.start), "trivial", Play(()))
    )


def test_no_jump_leads_to_the_target_of_a_board_whose_jumps_do_not_run_straight() -> None:
    """Two pegs merge into the hole between them; a1 has two empty holes in a row beside it."""
    board = Board([(0, i) for i in range(4)], "explicit", [(0, 2, 1), (1, 3, 2)])
    text = report(check(Pair(Position(board, 0b1011), Target(board, 1))), 100)
    assert "leaves a peg where it lands, and its other two holes\nempty" in text


def terminal(environment: dict[str, str]) -> str:
    """What `pegfeas check` writes to a terminal of 60 columns."""
    import fcntl
    import struct
    import termios

    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 60, 0, 0))
    clean = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "TERM")}
    command = [sys.executable, "-m", "feasibility", "check", "line:4:+a1+c1+d1", "line:4:+c1"]
    process = subprocess.Popen(command, stdout=slave, stderr=subprocess.DEVNULL, env=clean | environment)
    os.close(slave)
    found = b""
    while select.select([master], [], [], 30)[0]:
        try:
            piece = os.read(master, 4096)
        except OSError:  # Linux: the other end is closed
            break
        if not piece:
            break
        found += piece
    process.wait()
    os.close(master)
    return found.decode().replace("\r\n", "\n")


def test_colour_in_a_terminal_only() -> None:
    coloured = terminal({"TERM": "xterm"})
    assert "\x1b[32;1mYes, it can be done" in coloured
    assert widest(coloured) <= 60
    for environment in ({"TERM": "xterm", "NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert "\x1b" not in terminal(environment)
    command = [sys.executable, "-m", "feasibility", "check", "line:4:+a1+c1+d1", "line:4:+c1"]
    piped = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "\x1b" not in piped.stdout + piped.stderr
