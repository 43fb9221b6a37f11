"""The reference of commands, from the parsers themselves: a line for each, or all of their help."""

from __future__ import annotations

from argparse import Action
from collections import Counter
from textwrap import dedent, fill
from typing import Any

from feasibility.cli.options import OPTIONS
from feasibility.cli.parser import Parser, parser_of
from feasibility.registry import commands

SHARED = 4  # commands that have an option from which on it is told once for all
HEAD = """# Commands

For whoever looks up a command or an option: each command in a line, with the options that it has beside
[those that many share](#options-that-many-share). `pegfeas COMMAND --help` explains all, with examples.
Results go to standard output, messages to standard error ([exit codes](exit-codes.md)).
(`python docs/generate/reference.py` writes this page.)
"""
WRAPPED: dict[str, Any] = {"subsequent_indent": "    ", "break_long_words": False, "break_on_hyphens": False}


def short() -> str:
    """A line for each command, and one for each option that many share."""
    parsers = {name: parser_of(name, module) for name, module, _ in commands()}
    taken = Counter(option for parser in parsers.values() for option in {a[0] for a in _options(parser)})
    shared = [option for option in OPTIONS if taken[option.name] >= SHARED]
    rows = [
        f"| {_call(parsers[name])} | {line} | {_own(parsers[name], {o.name for o in shared})} |"
        for name, _, line in commands()
    ]
    told = [f"| `{_plain(o.name, o.value)}` | {_words(o.help.format('...'))} |" for o in shared]
    head = ("| command | what it does | options of its own |", "|---|---|---|")
    tables = [*head, *rows, "\n## Options that many share\n", "| option | meaning |", "|---|---|", *told, ""]
    return "\n".join([HEAD, *tables])


def page() -> str:
    """What is kept, and below it one section per command."""
    return short() + "\n" + "\n".join(_section(name, module) for name, module, _ in commands())


def _options(parser: Parser) -> list[tuple[str, str | None]]:
    """Each option by its long name, with the value that it takes."""
    return [
        (action.option_strings[-1], None if action.nargs == 0 else _value(action))
        for action in parser._actions
        if action.option_strings and "--help" not in action.option_strings
    ]


def _value(action: Action) -> str:
    return action.metavar if isinstance(action.metavar, str) else action.dest.upper()


def _call(parser: Parser) -> str:
    words = [
        f"[{_value(a)}]" if a.nargs in ("?", "*") else _value(a)
        for a in parser._actions
        if not a.option_strings
    ]
    return " ".join([f"`{parser.prog}`", *words]).replace("|", "\\|")


def _own(parser: Parser, shared: set[str]) -> str:
    return " ".join(f"`{_plain(*option)}`" for option in _options(parser) if option[0] not in shared)


def _plain(name: str, value: str | None) -> str:
    return (name if value is None else f"{name} {value}").replace("|", "\\|")


def _section(name: str, module: str) -> str:
    parser = parser_of(name, module)
    usage = fill(" ".join(parser.format_usage().removeprefix("usage: ").split()), 90, **WRAPPED)
    rows = [_row(action) for action in parser._actions if "--help" not in action.option_strings]
    table = "\n".join(["| argument | meaning |", "|---|---|", *rows]) if rows else "It takes no arguments."
    shown = dedent((parser.epilog or "").partition(":")[2]).strip()
    text = _text(parser.description or "")
    below = f"Examples:\n\n```text\n{shown}\n```\n" if shown else ""
    return f"## pegfeas {name}\n\n{text}\n\n```text\n{usage}\n```\n\n{table}\n\n{below}"


def _text(docstring: str) -> str:
    """The docstring with `<` and `|` kept from Markdown."""
    return docstring.strip().replace("<", "&lt;")


def _row(action: Action) -> str:
    metavar = action.metavar if isinstance(action.metavar, str) else None
    if action.choices is not None and metavar is None:
        metavar = "{" + ",".join(map(str, action.choices)) + "}"
    if action.option_strings:
        value = f" {metavar or action.dest.upper()}" if action.nargs != 0 else ""
        shown = ", ".join(f"`{option}{value}`" for option in action.option_strings)
    else:
        shown = f"`{metavar or action.dest}`" + (" (may be left out)" if action.nargs == "?" else "")
    shown = shown.replace("|", "\\|")
    return f"| {shown} | {_help(action)} |"


def _help(action: Action) -> str:
    return _words((action.help or "").replace("%(default)s", str(action.default)).replace("%%", "%"))


def _words(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")
