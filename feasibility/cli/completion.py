"""Print what a shell needs to complete commands, options and their choices: bash, zsh or fish.

    pegfeas completion bash > ~/.local/share/bash-completion/completions/pegfeas
    pegfeas completion zsh > DIR/_pegfeas        (DIR in fpath)
    pegfeas completion fish > ~/.config/fish/completions/pegfeas.fish

It is made from the same declarations that read the command line.

examples:
  pegfeas completion bash
  pegfeas completion fish
"""

from __future__ import annotations

import re
from argparse import Action, ArgumentParser, Namespace
from collections.abc import Iterator
from typing import NamedTuple

from feasibility.base.errors import ExitCode
from feasibility.cli.parser import parser_of
from feasibility.registry import commands

SHELLS = ("bash", "zsh", "fish")
OF_CRITERIA = ("criterion", "criteria", "skip")  # arguments that are names of these
FILED = "FILE|DIR|PATH|CERT|START|TARGET|BOARD|POSITION|MOVES|RULE|SET|CMD|W,W"  # values that may be files
_ZSH = ":[]\\"  # signs of its specifications


class Command(NamedTuple):
    """A command with its line of help and its options."""

    name: str
    line: str
    options: tuple[Action, ...]
    places: tuple[Action, ...]


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help="bash, zsh or fish")


def run(args: Namespace) -> ExitCode:
    made = {"bash": _bash, "zsh": _zsh, "fish": _fish}[args.shell]
    print("\n".join(made(tuple(described()))))
    return ExitCode.OK


def described() -> Iterator[Command]:
    """Every command with the options that its parser takes."""
    for name, module, line in commands():
        actions = parser_of(name, module)._actions
        options = tuple(action for action in actions if action.option_strings)
        yield Command(name, line, options, tuple(a for a in actions if not a.option_strings))


def _choices(action: Action) -> str:
    from feasibility.decide.schedule import CRITERIA
    from feasibility.engines import SEARCH

    names = [*(one.name for one in CRITERIA), SEARCH] if action.dest in OF_CRITERIA else ()
    return " ".join(map(str, action.choices or names))


def _filed(action: Action) -> bool:
    return re.search(FILED, str(action.metavar)) is not None


def _bash(all_: tuple[Command, ...]) -> Iterator[str]:
    yield "_pegfeas() {"
    yield "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options= choices="
    yield f'  local commands="{" ".join(one.name for one in all_)} help"'
    yield "  if ((COMP_CWORD == 1)) || [[ ${COMP_WORDS[1]} == help ]]; then"
    yield '    COMPREPLY=($(compgen -W "$commands --help --version" -- "$word")); return'
    yield "  fi"
    yield "  case ${COMP_WORDS[1]} in"
    for one in all_:
        names = " ".join(name for action in one.options for name in action.option_strings)
        yield f'    {one.name}) options="{names}"'
        for action in one.options:
            if action.nargs != 0 and not _filed(action):
                names, then = "|".join(action.option_strings), "[[ $choices ]] || return"
                yield f'      case $before in {names}) choices="{_choices(action)}"; {then};; esac'
        places = " ".join(filter(None, map(_choices, one.places)))
        yield f'      [[ $word == -* ]] || choices+=" {places}";;' if places else "      ;;"
    yield "  esac"
    yield '  if [[ -n ${choices// } ]]; then COMPREPLY=($(compgen -W "$choices" -- "$word"))'
    yield '  elif [[ $word == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$word"))'
    yield '  else COMPREPLY=($(compgen -f -- "$word")); fi'
    yield "}"
    yield "complete -o filenames -F _pegfeas pegfeas"


def _quoted(text: str, signs: str = "") -> str:
    """A line of help within single quotes; the signs that the shell would read there are escaped."""
    plain = " ".join(text.replace("%%", "%").split())
    return "".join(f"\\{c}" if c in signs else c for c in plain).replace("'", r"'\''")


def _zsh(all_: tuple[Command, ...]) -> Iterator[str]:
    yield "#compdef pegfeas"
    yield "local -a commands"
    yield "commands=("
    yield from (f"  '{one.name}:{_quoted(one.line, _ZSH)}'" for one in all_)
    yield ")"
    yield "if ((CURRENT == 2)); then _describe command commands; return; fi"
    yield "case $words[2] in"
    for one in all_:
        yield f"  {one.name}) shift words; ((CURRENT--)); _arguments \\"
        for action in one.options:
            takes = "" if action.nargs == 0 else _value(action)
            for name in action.option_strings:
                yield f"    '{name}[{_quoted(action.help or '', _ZSH)}]{takes}' \\"
        yield from (f"    '{_value(place)}' \\" for place in one.places)
        yield "    ;;"
    yield "esac"


def _value(action: Action) -> str:
    """What it is called, and what is offered for it."""
    offered = "_files" if _filed(action) else f"({_choices(action)})"
    return f":{_quoted(str(action.metavar or action.dest), _ZSH)}:{offered}"


def _fish(all_: tuple[Command, ...]) -> Iterator[str]:
    for one in all_:
        yield f"complete -c pegfeas -f -n __fish_use_subcommand -a {one.name} -d '{_quoted(one.line)}'"
    for one in all_:
        seen = f"complete -c pegfeas -n '__fish_seen_subcommand_from {one.name}'"
        for action in one.options:
            names = (f"-l {n[2:]}" if n.startswith("--") else f"-s {n[1:]}" for n in action.option_strings)
            takes = "" if action.nargs == 0 else " -r" if _filed(action) else f" -x -a '{_choices(action)}'"
            yield f"{seen} {' '.join(names)}{takes} -d '{_quoted(action.help or '')}'"
        for place in one.places:
            if _choices(place):
                yield f"{seen} -x -a '{_choices(place)}'"
