"""What an error says of its place, and what it is told on the way up."""

from __future__ import annotations

import pickle

import pytest

from feasibility.base.errors import DiskLimitError, ExitCode, IllegalJump, InputError


def test_an_error_is_told_its_place_on_the_way_up() -> None:
    error = InputError("not a hole", seen="'q'", expected="a letter")
    error.at(source="board.txt", line=3, column=7)
    assert str(error) == "board.txt, line 3, column 7: not a hole; saw 'q'; expected a letter"
    error.at(line=2, expected="a to g")
    assert (error.source, error.line, error.column, error.seen) == ("board.txt", 2, 7, "'q'")
    assert str(error) == "board.txt, line 2, column 7: not a hole; saw 'q'; expected a to g"
    error.at(line=0, column=0)
    assert str(error) == "board.txt: not a hole; saw 'q'; expected a to g"
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_an_illegal_jump_stays_one() -> None:
    error = IllegalJump(2, "a1-b1-c1", "no peg to jump over")
    error.at(source="play.txt")
    assert str(error) == "play.txt: jump 3 (a1-b1-c1) is illegal: no peg to jump over"
    assert (error.index, error.jump) == (2, "a1-b1-c1")


def test_a_full_disk_is_a_limit_and_no_bad_input() -> None:
    full = DiskLimitError("cannot be written", source="levels/4")
    assert not isinstance(full, InputError)
    assert full.exit_code is ExitCode.UNKNOWN and str(full) == "levels/4: cannot be written"
    with pytest.raises(DiskLimitError):
        raise full
