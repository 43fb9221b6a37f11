"""What board a drawing is of can be said wherever a drawing is read: by `--board`, and by `board=`."""

from __future__ import annotations

import inspect
from argparse import ArgumentParser
from importlib import import_module
from pathlib import Path

import pytest

import feasibility
from feasibility.base.errors import InputError
from feasibility.cli import main
from feasibility.registry import commands

STRIPPED = "xxx\nxxx\nxxxxxxx\nxxx.xxx\nxxxxxxx\nxxx\nxxx\n"
FUNCTIONS = [
    name
    for name in feasibility.__all__
    if inspect.isfunction(function := getattr(feasibility, name))
    and {"start", "position"} & set(inspect.signature(function).parameters)
    and name not in ("canonical", "validate", "assert_sound")
]


def options_of(module: str) -> set[str]:
    parser = ArgumentParser()
    import_module(module).add_arguments(parser)
    return {option for action in parser._actions for option in action.option_strings}


@pytest.mark.parametrize("module", [module for _, module, _ in commands()])
def test_every_command_that_reads_a_drawing_takes_its_board(module: str) -> None:
    options = options_of(module)
    if "--lenient" in options and "batch" not in module:  # whose entries carry their headers
        assert "--board" in options


def test_there_are_such_functions() -> None:
    assert {"check", "solve", "advise", "count", "minimum", "bounds", "pagoda"} <= set(FUNCTIONS)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_that_takes_a_start_takes_its_board(name: str) -> None:
    assert "board" in inspect.signature(getattr(feasibility, name)).parameters


def test_a_drawing_is_of_the_board_that_is_named(tmp_path: Path) -> None:
    text = STRIPPED.replace("xxx.xxx", "xxxxxxx").replace("xxx", ".xx", 1)
    pair = feasibility.minimum(text, board="drawn", search=False)
    assert feasibility.minimum(text, board="English", search=False).at_least >= pair.at_least
    found = feasibility.replay(STRIPPED, "d2d4", board="english33")
    assert found.end.board.name == "english33" and found.end.count == 31
    drawn = tmp_path / "drawn.txt"
    drawn.write_text(STRIPPED)
    assert main(["minimum", str(drawn), "--board", "english33", "--no-search"]) == 0
    assert main(["reach", str(drawn), "--board", "english33", "--pegs", "31"]) == 0


def test_another_board_than_that_of_a_name_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["check", "english33:-d4"], ["board", "english33"]):
        assert main([*words, "--board", "french37"]) == 2
        assert "two boards; saw english33 and french37" in capsys.readouterr().err
    with pytest.raises(InputError, match="a value, and a board for it"):
        feasibility.check(feasibility.read_pair("english33:-d4"), board="french37")
