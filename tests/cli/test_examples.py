"""The examples in the help of every command are commands that its parser takes."""

from __future__ import annotations

import shlex

import pytest

from feasibility.cli.parser import parser_of
from feasibility.registry import commands

MODULES = {name: module for name, module, _ in commands()}


@pytest.mark.parametrize("name", MODULES)
def test_every_command_has_two_examples_that_can_be_typed(name: str) -> None:
    _, _, listed = parser_of(name, MODULES[name]).format_help().partition("\nexamples:\n")
    lines = listed.splitlines()
    assert len(lines) == 2, f"the docstring of {MODULES[name]} ends with `examples:` and two of them"
    for line in lines:
        assert line.startswith("  ") and len(line) <= 78 and f"pegfeas {name}" in line
        for part in line.split(" | "):
            _, command, *words = shlex.split(part)
            parser_of(command, MODULES[command]).parse_args(words)
