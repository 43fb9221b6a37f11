"""The argument parser of a command: bad usage raises like any other bad input, with close matches."""

from __future__ import annotations

import os
import re
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from typing import Any, NoReturn

from feasibility.cli import suggest
from feasibility.errors import UsageError


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
        super().__init__(prog, description=description, allow_abbrev=False, formatter_class=_Formatter)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As argparse, but an unknown option is answered with the ones that look like it."""
        found, unknown = self.parse_known_args(args, namespace)
        if unknown:
            raise self._unknown(unknown)
        return found

    def error(self, message: str) -> NoReturn:
        """Raise instead of leaving the interpreter."""
        raise UsageError(f"{self.prog}: {message}", expected=self._brief_usage())

    def _unknown(self, words: Sequence[str]) -> UsageError:
        option = next((word for word in words if word.startswith("-") and word != "-"), None)
        if option is None:
            return UsageError(
                f"{self.prog}: too many arguments", seen=repr(words[0][:40]), expected=self._brief_usage()
            )
        name = option.partition("=")[0]
        known = re.findall(r"(?<![\w-])--?[a-z][a-z-]*", self.format_help())
        return UsageError(
            f"{self.prog}: unknown option",
            seen=repr(name[:40]),
            expected=suggest(name, list(dict.fromkeys(known))) or f"{self.prog} --help",
        )

    def _brief_usage(self) -> str:
        return " ".join(self.format_usage().removeprefix("usage: ").split())
