"""The reference of commands, from the parsers themselves."""

from __future__ import annotations

from argparse import Action
from importlib import import_module
from textwrap import fill
from typing import Any

from feasibility.cli.parser import Parser, examples
from feasibility.registry import commands

WRAPPED: dict[str, Any] = {"subsequent_indent": "    ", "break_long_words": False, "break_on_hyphens": False}


def page() -> str:
    """One section per command."""
    parts = [
        "# Commands\n",
        "This page is written by the build from the same declarations that read the command line.\n",
        "Results go to standard output, messages to standard error. What the exit codes mean is on",
        "[a page of its own](exit-codes.md).\n",
        "| command | |\n|---|---|",
        *(f"| [`pegfeas {name}`](#pegfeas-{name}) | {line} |" for name, _, line in commands()),
    ]
    return "\n".join(parts) + "\n\n" + "\n".join(_section(name, module) for name, module, _ in commands())


def _section(name: str, module: str) -> str:
    command = import_module(module)
    parser = Parser(prog=f"pegfeas {name}", description=command.__doc__)
    command.add_arguments(parser)
    usage = fill(" ".join(parser.format_usage().removeprefix("usage: ").split()), 90, **WRAPPED)
    rows = [_row(action) for action in parser._actions if "--help" not in action.option_strings]
    table = "\n".join(["| argument | meaning |", "|---|---|", *rows]) if rows else "It takes no arguments."
    shown = "\n".join(examples(name))
    text = _text(command.__doc__ or "")
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
    text = (action.help or "").replace("%(default)s", str(action.default)).replace("%%", "%")
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")
