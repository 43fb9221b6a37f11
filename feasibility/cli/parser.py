"""The argument parser of a command: bad usage raises like any other bad input, and says what is wanted."""

from __future__ import annotations

import argparse
import os
import re
from argparse import Action, ArgumentError, ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

from feasibility.base.errors import UsageError, near
from feasibility.cli.common import message
from feasibility.cli.options import elsewhere, number, whole_number
from feasibility.registry import commands

argparse._ = str  # type: ignore[attr-defined]  # its words are read below; a translation is sought in many files


class _Formatter(RawDescriptionHelpFormatter):
    """argparse asks shutil for the width on every start, and shutil loads every compression library."""

    def __init__(self, prog: str) -> None:
        try:
            width = os.get_terminal_size(2).columns
        except OSError:
            width = 80
        super().__init__(prog, width=min(width, 120) - 2)


class Parser(ArgumentParser):
    """argparse without abbreviated options, whose errors are UsageError."""

    def __init__(self, prog: str, description: str | None = None) -> None:
        how: Any = {"allow_abbrev": False, "exit_on_error": False, "formatter_class": _Formatter}
        words, mark, listed = (description or "").partition("\nexamples:\n")  # which stand below the options
        super().__init__(prog, description=words, epilog=mark + listed, **how)
        self._words: list[str] = []
        self.register("type", int, whole_number)
        self.register("type", float, number)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parses as argparse does, but answers an unknown option with the options that look like it."""
        self._words = self._in_own_words(list(args or ()))
        if not any(word.startswith("-") and "h" in word for word in self._words):
            self.usage = ""  # argparse writes it before it parses, and help alone shows it
        try:
            parsed, unknown = self.parse_known_intermixed_args(self._words, namespace)
        except ArgumentError as error:
            raise self._refused(error) from None
        if unknown:
            raise self._unknown(unknown)
        named = getattr(parsed, "named_target", None)
        if named is not None and parsed.target is not None:
            raise UsageError(
                f"{self.prog}: two targets", seen=f"{parsed.target!r} and --target", expected="one"
            )
        parsed.prog = self.prog
        parsed.target = named if named is not None else getattr(parsed, "target", None)
        return parsed

    def _in_own_words(self, words: list[str]) -> list[str]:
        """Options that are called otherwise in this command, by their names here; each is told."""
        own, said = self._option_string_actions, []
        for word in words:
            name, sign, value = word.partition("=")
            here = next((other for other in elsewhere(name) if other in own), None)
            if name in own or here is None:
                said.append(word)
                continue
            message(f"{name} is {here} in {self.prog}")
            said.append(here + sign + value)
        return said

    def error(self, message: str) -> NoReturn:
        missing = message.rpartition("are required: ")[2].split(", ")
        wanted = [_wanted(action) for action in self._actions if _name(action) in missing]
        what = f"{' and '.join(missing)} missing" if wanted else message
        raise UsageError(f"{self.prog}: {what}", expected=wanted[0] if wanted else f"{self.prog} --help")

    def _refused(self, error: ArgumentError) -> UsageError:
        """What is wrong with one argument, and what it wants by its line in the help."""
        action = next((action for action in self._actions if _name(action) == error.argument_name), None)
        if action is None:
            self.error(error.message)
        wanted = "one of them" if error.message.startswith("not allowed with") else _wanted(action)
        # argparse says itself how many values it expects, and lists the choices, which stand in the help
        what = "no value" if error.message.startswith("expected") else error.message.partition(" (choose")[0]
        return UsageError(f"{self.prog}: {error.argument_name}: {what}", expected=wanted)

    def _unknown(self, words: Sequence[str]) -> UsageError:
        option = next((word for word in words if word.startswith("-") and word != "-"), None)
        if option is None:
            places = [_usage(action) for action in self._actions if not action.option_strings]
            meant = _as_pair(self._words) if "[TARGET]" in places else ""
            expected = (" ".join(places) or "options alone") + meant
            return UsageError(f"{self.prog}: too many arguments", seen=repr(words[0][:40]), expected=expected)
        name = option.partition("=")[0]
        known = [string for action in self._actions for string in action.option_strings]
        as_holes = _as_holes(name, self._words)
        near_by = " or ".join(near(name, known)) or f"{self.prog} --help"
        expected = near_by if as_holes is None else as_holes
        return UsageError(
            f"{self.prog}: unknown option", seen=repr(name[:40]) + _elsewhere(name), expected=expected
        )


def parser_of(name: str, module: str) -> Parser:
    """The parser of a command, whose docstring is its help."""
    command = import_module(module)
    parser = Parser(prog=f"pegfeas {name}", description=command.__doc__)
    command.add_arguments(parser)
    return parser


def _as_holes(option: str, words: Sequence[str]) -> str | None:
    """Who writes `english33 -d4` means `english33:-d4`."""
    from feasibility.text.references import HOLES, named_holes

    if not re.fullmatch(HOLES, option):
        return None
    before = next((word for word in reversed(words[: words.index(option)]) if not word.startswith("-")), None)
    if before is None:
        return f"a board before it, as english33:{option}"
    named = named_holes(before)
    return f"{named['board'] if named else before}:{option}"


def _as_pair(words: Sequence[str]) -> str:
    """Who writes `english33 d4 d4` has named a pair, but for the signs."""
    from feasibility.text import catalogue

    board, *holes = [word for word in words if not word.startswith("-")][:3]
    if len(holes) < 2 or not catalogue.is_name(board):
        return ""
    if not all(re.fullmatch("[a-z]+[0-9]+", hole) for hole in holes):
        return ""
    return f", as {board}:-{holes[0]} {board}:+{holes[1]}"


def _elsewhere(option: str) -> str:
    """In words, the commands that have an option which this one has not."""
    owners = [
        name for name, module, _ in commands() if option in parser_of(name, module)._option_string_actions
    ]
    few = owners if len(owners) < 4 else [*owners[:3], "others"]
    listed = f"{', '.join(few[:-1])}{' and ' * (len(few) > 1)}{few[-1]}" if few else ""
    return f", an option of {listed}" if listed else ""


def _name(action: Action) -> str:
    return "/".join(action.option_strings) or str(action.metavar or action.dest)


def _usage(action: Action) -> str:
    choices = f"{{{','.join(map(str, action.choices))}}}" if action.choices else None
    value = action.metavar or (action.dest.upper() if choices is None else choices)
    if not action.option_strings:
        return f"[{value}]" if action.nargs == "?" else str(value)
    return action.option_strings[-1] + ("" if action.nargs == 0 else f" {value}")


def _wanted(action: Action) -> str:
    return f"{_usage(action)}: {action.help}" if action.help else _usage(action)
