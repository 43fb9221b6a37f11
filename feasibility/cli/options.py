"""The table of the options that several commands share: one name, one value, one meaning.

Parsers, their help, completion and the page of commands are made from it. An option that one command has
alone stands with that command.
"""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace, _ArgumentGroup
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from feasibility.base.errors import UsageError

if TYPE_CHECKING:
    from feasibility.text.document import HowToRead

SECONDS = 120.0  # of every question; of each pair of many it is less


class UnaskedSeconds(float):
    """A limit of time that nobody asked for; a limit of work takes its place."""


def whole_number(text: str) -> int:
    """What an option of whole numbers holds; argparse tells the error in our words."""
    try:
        return int(text)
    except ValueError:
        raise ArgumentTypeError(f"not a whole number; saw {text[:40]!r}") from None


def number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ArgumentTypeError(f"not a number; saw {text[:40]!r}") from None


def _at_least(least: int, read: Callable[[str], float], what: str, unit: str = "") -> Callable[[str], float]:
    """Numbers from the least one on; what is below it, or not comparable, is refused by its name."""

    def value(text: str) -> float:
        found = read(text)
        if not found >= least:
            raise UsageError(f"not {what}", seen=str(found), expected=f"{unit}{least} or more")
        return found

    return value


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


class Option(NamedTuple):
    """One line of the table. `value`: what it takes, if anything; `elsewhere`: other names of it."""

    name: str
    value: str | None
    help: str  # where {} stands, a command says more
    type: Callable[[str], object] = str
    short: str | None = None
    elsewhere: tuple[str, ...] = ()
    default: object = None


_DRAWN = "*.svg, *.tex, or *.png, *.pdf by matplotlib"
OPTIONS = (
    Option("--json", None, "print one JSON object"),
    Option("--html", "FILE", "write the answer as a page"),
    Option("--output", "FILE", "write to a file, not to standard output", short="-o", elsewhere=("--out",)),
    Option("--force", None, "replace a file that exists"),
    Option("--resume", None, "continue the --output file of an earlier run"),
    Option("--picture", "FILE", f"draw {{}}: {_DRAWN}"),
    Option("--table", "FILE", "write {} as a table: *.csv, or *.tex for LaTeX"),
    Option("--certificate", "FILE", "write the certificate", elsewhere=("--certificates",)),
    Option("--certificates", "DIR", "write a certificate for each answer", elsewhere=("--certificate",)),
    Option("--target", "TARGET", "TARGET, by its name"),
    Option("--pegs", "N", "the target is any position with N pegs", int),
    Option("--complement", None, "the target is START with pegs and holes exchanged"),
    Option("--return-peg", "HOLE", "the peg removed from HOLE may go back into it once"),
    Option("--board", "BOARD", "the board of a drawing, whatever its blanks; `drawn`: as it stands"),
    Option("--lenient", None, "leave out whole lines that hold a character which is not allowed"),
    Option("--full", None, "print {}"),
    Option("--first", None, "stop at the first proof"),
    Option("--criteria", "A,B", "only these criteria (`search` is the arbiter)", _names),
    Option("--skip", "A,B", "all criteria but these", _names),
    Option("--no-search", None, "criteria only"),
    Option(
        "--patience", "S", "seconds for a better proof after the first (default 1)",
        _at_least(0, number, "a patience", "seconds, "),
    ),
    Option("--notation", "NAME", "how moves are written: %(choices)s"),
    Option("--engine", "NAME", "{}", elsewhere=("--method",)),
    Option("--method", "NAME", "{}", elsewhere=("--engine",)),
    Option("--trace", None, "show the board after every jump"),
    Option("--seed", "N", "seed of all random choices (default {})", int, default=0),
    Option(
        "--max-positions", "N", "refuse what is larger (default {})",
        _at_least(1, whole_number, "a number of positions"),
    ),
    Option("--start", "START", "{}"),
    Option("--size", "WxD", "finite board: W holes wide, D rows below the line", elsewhere=("--board",)),
    Option("--workdir", "DIR", "keep the search on disk, so that it can continue after an interruption"),
    Option(
        "--jobs", "N", "processes (default: all cores)",
        _at_least(1, whole_number, "a number of processes"), elsewhere=("--threads", "--workers"),
    ),
    Option("--scheduler", "ADDRESS", "the Dask cluster at tcp://HOST:PORT"),
    Option(
        "--time-limit", "S", "seconds {}", _at_least(0, number, "a time limit", "seconds, "),
        elsewhere=("--timeout", "--seconds", "--max-time"),
    ),
    Option(
        "--work-limit", "STEPS",
        "steps (about a million a second) instead of seconds: every run gives the same answer",
        _at_least(0, whole_number, "a work limit", "steps, "), elsewhere=("--max-work",),
    ),
    Option(
        "--max-work", "N", "steps of the checker before it gives up (default {} for a minute)", int,
        elsewhere=("--work-limit",),
    ),
    Option(
        "--memory-limit", "GB", "gigabytes (default: half of what is free; 2 with --work-limit)", float,
        elsewhere=("--memory",),
    ),
)  # fmt: skip
_NAMED = {option.name[2:]: option for option in OPTIONS}


def add(parser: ArgumentParser | _ArgumentGroup, *names: str, **said: str) -> None:
    """Options of the table by their names; `said`: one with what its command says of it."""
    for name in (*names, *said):
        add_one(parser, name.replace("_", "-"), said.get(name, ""))


def add_one(parser: ArgumentParser | _ArgumentGroup, name: str, said: str = "", **more: object) -> None:
    """One option. What is said stands where the table has {}, or else in place of its line."""
    option = _NAMED.get(name)
    if option is None:
        raise LookupError(
            f"no option --{name} in the table of cli/options.py; `own` adds that of one command"
        )
    words = option.help.format(said) if "{}" in option.help else said or option.help
    strings = [option.short, option.name] if option.short is not None else [option.name]
    if option.value is None:
        parser.add_argument(*strings, action="store_true", help=words)
        return
    choices = more.get("choices")
    if isinstance(choices, Iterable):
        words = words.replace("%(choices)s", ", ".join(map(str, choices)))
    declared = {"metavar": option.value, "type": option.type, "default": option.default, "help": words}
    parser.add_argument(*strings, **(declared | more))  # type: ignore[arg-type]


def add_reading(parser: ArgumentParser | _ArgumentGroup) -> None:
    """The options of every command that reads a drawing; `how_to_read` gives them to the reader."""
    add_one(parser, "board", dest="drawn_board")
    add(parser, "lenient")


def how_to_read(args: Namespace) -> HowToRead:
    return {"lenient": args.lenient, "board": args.drawn_board}


def own(
    parser: ArgumentParser | _ArgumentGroup, option: str, words: str, type: type = str, **more: object
) -> None:
    """An option that one command has alone: `--most N` takes a value, `--all` none."""
    name, _, value = option.partition(" ")
    if value:
        parser.add_argument(name, metavar=value, type=type, help=words, **more)  # type: ignore[arg-type]
    else:
        parser.add_argument(name, action="store_true", help=words)


def elsewhere(name: str) -> tuple[str, ...]:
    """What an option of another command or program may be called here."""
    short = tuple(option.name for option in OPTIONS if option.short == name)
    return short + tuple(option.name for option in OPTIONS if name in option.elsewhere)


def add_time_limit(parser: ArgumentParser, seconds: float | None = SECONDS, what: str = "in all") -> None:
    """--time-limit alone; None: there is no limit unless one is given."""
    default = "none" if seconds is None else f"{seconds:.0f}"
    add_one(parser, "time-limit", f"{what} (default {default})", default=seconds)


def add_time_and_work(parser: ArgumentParser, seconds: float = SECONDS, what: str = "in all") -> None:
    add_time_limit(parser, UnaskedSeconds(seconds), what)
    add(parser, "work-limit")
