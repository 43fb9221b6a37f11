"""`pegfeas reach`: numbers, lists that other commands read, the relation in a file, and bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from feasibility import minimum
from feasibility.base.errors import ReadingNote
from feasibility.cli import main
from feasibility.text.references import read_document, read_pair

Out = pytest.CaptureFixture[str]


def listed(out: Out, *words: str) -> list[str]:
    assert main(["reach", *words]) == 0
    return out.readouterr().out.splitlines()


def test_where_the_last_peg_can_stand(capsys: Out) -> None:
    """From the corner of the triangle with 15 holes (R. Hentzel, Triangular Puzzle Peg, 1973)."""
    ends = listed(capsys, "triangle:5:-a1", "--pegs", "1")
    assert ends == [f"triangle:5:+{hole}" for hole in ("a1", "a4", "d4", "c5")]
    for end in ends:
        assert main(["check", "triangle:5:-a1", end, "--first"]) == 0
    capsys.readouterr()


def test_a_table_of_numbers(capsys: Out) -> None:
    lines = listed(capsys, "triangle:5:-a1")
    assert ["pegs", "positions"] in map(str.split, lines) and lines[-1] == "3,016 positions"
    told = json.loads(listed(capsys, "triangle:5:-a1", "--json")[0])
    assert (told["complete"], told["positions"]) == (True, 3016)
    assert told["levels"][0] == {"pegs": 14, "positions": 1}


def test_a_target_beside_the_start_is_not_passed_over_in_silence(capsys: Out, tmp_path: Path) -> None:
    both = tmp_path / "both.txt"
    both.write_text("xx.x.\n---\n..x..\n")
    for words in (["reach", str(both)], ["reach", str(both), "--list"], ["minimum", str(both), "--json"]):
        assert main(words) == 0
        assert "a target, which is left out" in capsys.readouterr().err
    with pytest.warns(ReadingNote, match="a target, which is left out"):
        assert minimum(str(both)).pegs == 1


def test_neighbours(capsys: Out) -> None:
    assert listed(capsys, "line:4:-c1", "--pegs", "2") == ["line:4:+c1+d1"]
    assert listed(capsys, "line:4:+c1+d1", "--pegs", "3", "--back") == ["line:4:-c1"]
    assert listed(capsys, "line:4:+b1", "--pegs", "3", "--back") == ["line:4:-c1"]
    assert listed(capsys, "line:4:+a1", "--pegs", "3") == []


def test_every_line_is_a_position(capsys: Out, tmp_path: Path) -> None:
    """Also of the board of a file, and the full and the empty position."""
    path = tmp_path / "own.txt"
    path.write_text("xx.\nx..\n")
    for start in (str(path), "graph:cycle:5:-1", "line:3:+a1+b1+c1", "line:3:-a1-b1-c1"):
        lines = listed(capsys, start, "--list")
        first = read_document(start)
        assert lines and read_document(lines[0]).start == first.start
        assert len({read_document(line).start for line in lines}) == len(lines)


def test_lists_as_files_and_as_json(capsys: Out, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    assert listed(capsys, "triangle:4:-a2", "-o", str(path)) == []
    lines = path.read_text().splitlines()
    assert len(lines) == 62 and lines[0] == "triangle:4:-a2"
    told = [json.loads(line) for line in listed(capsys, "triangle:4:-a2", "--list", "--json")]
    assert [one["position"] for one in told] == lines
    assert told[0]["pegs"] == 9 == len(told[0]["holes"])


def test_what_reaches_what_in_a_file(capsys: Out, tmp_path: Path) -> None:
    path = str(tmp_path / "plays.jsonl")
    assert main(["reach", "triangle:4", "--write-plays", path]) == 0
    assert "between 12,558 pairs of positions" in capsys.readouterr().out
    rows = map(json.loads, Path(path).read_text().splitlines()[1:])
    start = read_pair("triangle:4:-a2").start.mask
    assert len(dict(rows)[start]) + 1 == len(listed(capsys, "triangle:4:-a2", "--list"))
    assert main(["reach", "triangle:4", "--write-plays", path]) == 2
    assert "the output file exists; expected another name, or --force" in capsys.readouterr().err
    assert main(["reach", "triangle:4", "--write-plays", path, "--force", "--time-limit", "0"]) == 3
    assert "nothing is written: stopped at the time limit" in capsys.readouterr().err
    assert Path(path).read_text().count("\n") > 1


def test_a_limit_is_told(capsys: Out) -> None:
    assert main(["reach", "rectangle:9x9:-e5", "--time-limit", "0"]) == 3
    out, err = capsys.readouterr()
    assert "80          1" in out and "stopped at the time limit: at a level of 1 position\n" in err


def test_a_table_says_what_it_counts(capsys: Out) -> None:
    back = "\nwhat can become this position:\n\npegs  positions\n   2          1\n   3          1\n"
    assert back in "\n".join(listed(capsys, "line:4:+c1+d1", "--back"))
    after = "what it can become after the peg of b1 was put back:"
    assert after in listed(capsys, "line:4:-b1", "--return-peg", "b1")
    told = json.loads(listed(capsys, "line:4:-b1", "--return-peg", "b1", "--json")[0])
    assert (told["back"], told["put_back"]) == (False, "b1")


def test_a_drawing_of_a_board_of_the_catalogue_has_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = tmp_path / "mine.txt"
    drawn.write_text("xxx.\n")
    assert main(["reach", str(drawn), "--pegs", "2"]) == 0
    assert capsys.readouterr().out == "line:4:+a1+d1\n"
