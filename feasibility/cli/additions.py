"""Options that a study adds to a command of another room, and what is done where they are given."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping
from typing import Protocol

from feasibility.base.errors import ExitCode, UsageError


class Addition(Protocol):
    """What fills a hook of a command: a module of a study, light enough for the command's help."""

    @property
    def OPTIONS(self) -> tuple[str, ...]:
        """Their names among the arguments; with one of them the addition does what is asked."""

    @property
    def APART(self) -> tuple[str, ...]:
        """Other options, which would be passed over in silence beside them."""

    def add(self, parser: ArgumentParser) -> None:
        """Declare them."""

    def run(self, args: Namespace) -> ExitCode | int:
        """Do what is asked, and print it."""


def is_given(args: Namespace, option: str) -> bool:
    """Said in the command line, and not by default."""
    value = getattr(args, option)
    return value is not None and value is not False and value != "auto"


def wanted(additions: Iterable[Addition], args: Namespace) -> Addition | None:
    """The addition one of whose options is given; those of two are refused, as one would be passed over."""
    given = [(one, option) for one in additions for option in one.OPTIONS if is_given(args, option)]
    for addition, option in given:
        others = [other for one, other in given if one is not addition]
        refuse_beside(args, {option: (*addition.APART, *others)})
    return given[0][0] if given else None


def refuse_beside(args: Namespace, apart: Mapping[str, Iterable[str]]) -> None:
    """An option that would be passed over in silence is an error. `apart`: what each has no room for."""
    for option, others in apart.items():
        for other in others:
            if other != option and is_given(args, option) and is_given(args, other):
                both = [f"--{one.replace('_', '-')}" for one in (option, other)]
                raise UsageError(f"{' and '.join(both)} do not go together")
