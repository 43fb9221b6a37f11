"""`pegfeas advise`: what it prints, its exit codes, certificates, and bad input."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from feasibility import verify
from feasibility.cli import main
from tests.answers import answer

Out = pytest.CaptureFixture[str]
GAME = ["advise", "triangle:5:-a1", "--pegs", "1", "--patience", "0"]


def test_jumps_of_a_game(capsys: Out) -> None:
    assert main([*GAME, "--after", "a3a1 c3a3"]) == 0
    out = capsys.readouterr().out
    assert answer(out).startswith("Yes, still winnable: 5 of 6 jumps win. ")
    assert re.search(r"\nc5c3  loses +all positions within reach were visited", out)
    assert main([*GAME, "--after", "a3a1 c3a3", "--full"]) == 0
    out = capsys.readouterr().out
    assert "chance 1 in 137 (exactly 17606885314603/2419654809600000)" in out
    assert re.search(r"\nc5c3  loses +0 +search: none of the 311 positions that can be reached", out)


def test_where_it_was_lost(capsys: Out) -> None:
    assert main([*GAME, "--after", "a3a1 c3a3 c5c3"]) == 1
    out = capsys.readouterr().out
    assert answer(out).startswith("No, this is lost: all positions within reach were visited")
    assert "Jump 3, c5c3, lost the game. Take back 1 jump to win again." in out
    assert "All 311 positions that can be reached from the start were visited." in out


def test_json_holds_a_certificate_for_each_jump(capsys: Out) -> None:
    assert main([*GAME, "--after", "a3a1 c3a3 c5c3", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["outcome"], told["lost"]["jump"], told["lost"]["take_back"]) == ("loses", "c5c3", 1)
    assert told["played"] == ["a3a1", "c3a3", "c5c3"]
    assert main([*GAME, "--after", "a3a1 c3a3", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["chance"] == "17606885314603/2419654809600000" and told["lost"] is None
    assert sorted(jump["outcome"] for jump in told["jumps"]) == ["loses"] + 5 * ["wins"]
    for jump in told["jumps"]:
        assert verify(jump["certificate"]).valid


def test_certificates_as_files(tmp_path: Path, capsys: Out) -> None:
    assert main([*GAME, "--after", "a3a1 c3a3 c5c3", "--certificates", str(tmp_path)]) == 1
    told = capsys.readouterr().err
    assert "8 certificates written" in told and "not of this answer" not in told
    assert "lost.json" in {path.name for path in tmp_path.iterdir()}
    assert all(verify(str(path)).valid for path in tmp_path.iterdir())
    assert main(["advise", "line:4:-b1", "--certificates", str(tmp_path)]) == 1
    assert capsys.readouterr().err.endswith("verifier; what else is there is not of this answer\n")


def test_proofs_in_words(capsys: Out) -> None:
    assert main(["advise", "english33:+d2+d3+d4+c4", "english33:+d4", "--proofs"]) == 1
    out = capsys.readouterr().out
    assert "Why d3d5 loses:\n\nThe start has no legal jump, and it is not the target." in out


def test_the_moves_may_be_in_a_file(tmp_path: Path, capsys: Out) -> None:
    moves = tmp_path / "game.txt"
    moves.write_text("# the first two\na3a1\nc3a3\n")
    assert main([*GAME, "--after", str(moves)]) == 0
    assert "5 of 6 jumps win" in capsys.readouterr().out
    for text, told in (("", "no move"), ("a3a1\nhello\n", "line 2, column 1: not a jump")):
        moves.write_text(text)
        assert main([*GAME, "--after", str(moves)]) == 2
        assert re.search(f"{moves}(:|,) {told}", capsys.readouterr().err)


def test_the_notation_of_the_moves_can_be_named(capsys: Out) -> None:
    words = ["advise", "english33:-d4-c5", "--after", "24-44", "--time-limit", "0", "--json"]
    assert main(words) == 2
    assert "expected --notation two-digit or --notation line-column" in capsys.readouterr().err
    for name, jump in (("two-digit", "b4d4"), ("line-column", "d2d4")):
        assert main([*words, "--notation", name]) == 3
        assert json.loads(capsys.readouterr().out)["played"] == [jump]
    assert main(["advise", "english33:-d4", "--notation", "two-digit"]) == 2
    assert "--notation is that of --after" in capsys.readouterr().err


def test_no_time_leaves_jumps_unknown(capsys: Out) -> None:
    for limit in ("0", "1e-09"):  # too little for any machine
        words = ["advise", "rectangle:7x10:-e4", "rectangle:7x10:+e4", "--time-limit", limit]
        assert main(words) == 3
        out = " ".join(capsys.readouterr().out.split())
        told = f"Not known whether this can be won: the time was up ({limit} s); 4 of 4 jumps are unknown."
        assert told in out  # the limit as it was given, and not what is left of it


def test_a_complement_is_that_of_the_position_before_the_jumps(capsys: Out) -> None:
    """What is drawn is the position after them, whose own complement is another."""
    words = ["advise", "triangle:4:-b2"]
    assert main(words) in (0, 1)
    assert "so it is the complement (one peg" in " ".join(capsys.readouterr().out.split())
    assert main([*words, "--after", "d4b2"]) in (0, 1)
    told = " ".join(capsys.readouterr().out.split())
    assert "so it is the complement of the position before these jumps (one peg" in told
    assert main([*words, "--complement", "--after", "d4b2"]) in (0, 1)
    told = " ".join(capsys.readouterr().out.split())
    assert "1. The target is the complement of the position before these jumps. Holes" in told
