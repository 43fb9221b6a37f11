"""How answers begin: what was read, which target was taken and why, in which language."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import feasibility
from feasibility.cli import main
from feasibility.cli.terminal import language
from feasibility.game.aim import Aim, aim_of
from feasibility.game.position import Pair, Position, Target
from feasibility.render.phrases import phrase, table
from feasibility.text.catalogue import board
from feasibility.text.references import read_pair
from tests.answers import answer

Out = pytest.CaptureFixture[str]
MIDDLE = "english33:-d4-d5-c7"
COMMANDS = ("check", "solve", "advise", "count", "bounds", "minimum", "reach", "replay")


@pytest.mark.parametrize("name", ["line:2", "triangle:3", "rectangle:2x3"])
def test_one_rule_for_every_start(name: str) -> None:
    here = board(name)
    for mask in range(here.full + 1):
        start = Position(here, mask)
        target, aim = aim_of(start)
        if here.n - start.count == 1:
            assert (aim, target) == (Aim.COMPLEMENT, start.complement)
        else:
            assert (aim, target) == (Aim.ONE_PEG, Target.with_pegs(here, 1))


@pytest.mark.parametrize(
    ("start", "aim", "pegs"), [("english33:-d4", "complement", None), (MIDDLE, "any one peg", 1)]
)
def test_commands_and_python_take_the_same_target(
    start: str, aim: str, pegs: int | None, capsys: Out
) -> None:
    pair = feasibility.read_pair(start)
    assert pair.target.pegs == pegs and pair.target == aim_of(pair.start)[0]
    assert feasibility.check(start).pair == feasibility.check(pair.start).pair == pair
    for command in ("check", "solve", "advise", "count"):
        options = {"advise": ["--patience", "0"], "count": ["--plays", "--time-limit", "0"]}
        main([command, start, "--json", *options.get(command, [])])
        told = json.loads(capsys.readouterr().out)
        assert (told["aim"], told["reading"]) == (aim, "by its name")


@pytest.mark.parametrize(
    ("words", "pegs"),
    [([MIDDLE, "--complement"], 3), ([MIDDLE, "english33:+d4"], 1), ([MIDDLE, "--pegs", "2"], 2)],
)
def test_what_is_asked_is_taken(words: list[str], pegs: int, capsys: Out) -> None:
    main(["check", *words, "--json", "--no-search", "--criteria", "trivial"])
    assert json.loads(capsys.readouterr().out)["aim"] == "given"
    main(["model", *words])
    drawn = capsys.readouterr()
    assert drawn.err == "" and (pegs == 2 or drawn.out.partition("---")[2].count("x") == pegs)
    main(["check", *words, "--no-search", "--criteria", "trivial"])
    assert "No target was given" not in capsys.readouterr().out


def test_of_two_targets_one_is_refused(capsys: Out) -> None:
    assert main(["check", MIDDLE, "--pegs", "1", "--complement"]) == 2
    assert "a number of pegs and the complement" in capsys.readouterr().err


def test_a_full_board_says_that_a_peg_is_to_be_taken_away(tmp_path: Path, capsys: Out) -> None:
    drawing = tmp_path / "full.txt"
    drawing.write_text("xxx\nxxx\nxxx\n")
    assert main(["check", str(drawing)]) == 1
    assert phrase("why.full") in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("command", COMMANDS)
def test_the_picture_of_what_was_read_stands_first(command: str, capsys: Out) -> None:
    more = {"replay": ["a1a3"], "count": ["--plays"]}.get(command, [])
    start = "triangle:4:-a3-a4" if command != "replay" else "triangle:4:-a3"
    main([command, start, *more])
    out = capsys.readouterr().out
    title, picture, *rest = out.split("\n\n")
    assert title.startswith(f"triangle:4: {8 if command != 'replay' else 9} peg") and rest
    lines = [line.split()[:5] for line in picture.splitlines()[1:]]
    if command in ("count", "reach"):  # whose answers name no hole
        assert [line[0] for line in lines] == ["x", "x", ".", "."] and "named" not in title
        return
    assert [line[0] for line in lines] == ["1", "2", "3", "4"] and lines[0][1] == "x"


@pytest.mark.parametrize(
    "start", ["english33:-d4-c5", "triangle:5:-b3", "hexagon:3:-c3", "wiegleb45:-e5-e6", "torus:4x4:-a1"]
)
@pytest.mark.parametrize("pegs", [(), ("--complement",)])
def test_the_picture_is_read_as_what_it_shows(
    start: str, pegs: tuple[str, ...], tmp_path: Path, capsys: Out
) -> None:
    main(["check", start, *pegs, "--no-search", "--criteria", "trivial"])
    drawing = tmp_path / "picture.txt"
    drawing.write_text(capsys.readouterr().out.split("\n\n")[1] + "\n")
    asked = feasibility.read_pair(start, complement=bool(pegs))
    assert feasibility.read_pair(str(drawing)) == asked


@pytest.mark.filterwarnings("ignore::feasibility.base.errors.ReadingNote")
@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["english33:+d4", "english33:-d4"], "pegfeas check english33:-d4 english33:+d4"),
        (["english33:+d4", "+d4+c4"], "pegfeas check english33:+c4+d4 english33:+d4"),
        (["FILE"], "exchange the two drawings"),
    ],
)
def test_start_and_target_exchanged_is_noticed(
    words: list[str], meant: str, tmp_path: Path, capsys: Out
) -> None:
    drawing = tmp_path / "pair.txt"
    drawing.write_text("x..\n---\nxx.\n")
    assert main(["check", *(str(drawing) if word == "FILE" else word for word in words)]) == 1
    told = capsys.readouterr()
    assert meant in told.err and phrase("why.fewer") in " ".join(told.out.split())
    if words != ["FILE"]:
        assert main(["check", *meant.split()[2:]]) in (0, 1)
        assert "exchanged" not in capsys.readouterr().err
    assert main(["check", "english33:+d4", "--complement"]) == 1  # there is nothing to exchange
    assert "exchange" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "en_US.UTF-8"}, "en"),
        ({"LANG": "C", "LC_MESSAGES": "fr"}, "fr"),
        ({"LC_ALL": "", "LANG": "fr_CA@euro"}, "fr"),
        ({"LANG": "tlh_QO"}, "en"),
        ({"LANG": "../../x"}, "en"),
    ],
)
def test_the_language_is_that_of_the_environment(
    environment: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language() == expected


@pytest.mark.parametrize("command", ["check", "solve", "advise"])
def test_first_lines_are_french_and_words_of_programs_are_not(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    words = [command, "triangle:4:-a2", "--pegs", "1"]
    main(words)
    english = capsys.readouterr().out
    main([*words, "--json"])
    facts = capsys.readouterr().out
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    main(words)
    french = capsys.readouterr().out
    main([*words, "--json"])
    again = capsys.readouterr().out
    assert set(json.loads(facts)) == set(json.loads(again))
    assert answer(english).startswith("Yes") and not answer(french).startswith("Yes")
    assert "billes" in french and "pegs" not in french.split("\n\n")[0]
    assert ("FEASIBLE" in english) == ("FEASIBLE" in french) == (command != "advise")


def test_json_has_no_phrase(capsys: Out) -> None:
    """But for `unknown`, which is a word of programs too."""
    main(["check", "english33:-d4", "--json"])
    out = capsys.readouterr().out
    assert not any(text in out for text in table("en")["phrases"].values() if len(text) > 10)


@pytest.mark.parametrize("start", ["english33:-d4", "triangle:5:-a1"])
def test_the_head_above_a_picture_has_its_target(start: str, tmp_path: Path) -> None:
    file, pair = tmp_path / "answer.txt", read_pair(start)
    head = f"{pair.board.name}: {pair.start.count} pegs to any position with 4 pegs"
    drawn = f"# geometry: {pair.board.geometry}\n{pair.start}"
    file.write_text(f"{head}\n\n{drawn}\n")
    assert read_pair(str(file)) == Pair(pair.start, Target.with_pegs(pair.board, 4))
    assert read_pair(str(file), pegs=2) == Pair(pair.start, Target.with_pegs(pair.board, 2))
    file.write_text(f"{head}\n\n{drawn}\n---\n{pair.target}\n")
    assert read_pair(str(file)) == pair
