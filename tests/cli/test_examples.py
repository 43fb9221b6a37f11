"""The examples in the help of every command are commands that its parser takes."""

from __future__ import annotations

import shlex
from importlib import import_module

import pytest

from feasibility.cli import main
from feasibility.cli.parser import Parser, examples
from feasibility.registry import commands

MODULES = {name: module for name, module, _ in commands()}


def test_every_command_has_two_examples(capsys: pytest.CaptureFixture[str]) -> None:
    for name in MODULES:
        where = f"{name} has two examples in feasibility/cli/assets/examples.txt"
        assert main([name, "--help"]) == 0
        shown = capsys.readouterr().out
        lines = {line for line in shown.splitlines() if line.startswith("  ") and f"pegfeas {name}" in line}
        assert len(lines) >= 2, where
        assert len(examples(name)) == 2, where


@pytest.mark.parametrize("name", MODULES)
def test_examples_can_be_typed(name: str) -> None:
    for line in examples(name):
        assert len(line) <= 76
        for part in line.split(" | "):
            words = shlex.split(part)
            assert words[0] == "pegfeas"
            parser = Parser(prog=f"pegfeas {words[1]}")
            import_module(MODULES[words[1]]).add_arguments(parser)
            parser.parse_args(words[2:])
