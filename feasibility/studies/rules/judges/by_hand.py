"""How to ask a rule about one pair by hand: a line for the shell."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

from feasibility.game.position import Pair
from feasibility.text.reading import reference

FILE = "pair.txt"  # where the pair has no short name; --counterexample writes it


def program_line(command: str, line: str) -> str:
    return f"echo {quote(line)} | {command}"


SEES = {"both": "p.start, p.exact or p.target", "pair": "p", "position": "p.start"}


def python_line(rule: str, pair: Pair, sees: str) -> str:
    """Calls a function once, with what it sees; empty for rules that are not the user's."""
    where, colon, name = rule.rpartition(":")
    if not colon or where == "criterion":
        return ""
    path = Path(where)
    module = path.stem if where.endswith(".py") else where
    before = f"cd {quote(_near(path.parent))} && " if where.endswith(".py") else ""
    top = name.partition(".")[0]
    code = (
        f"from feasibility import read_pair; from {module} import {top}; "
        f"p = read_pair({_arguments(pair)}); print({name}({SEES[sees]}))"
    )
    return f"{before}python -c {quote(code)}"


def _near(folder: Path) -> str:
    """A folder as seen from here, if it lies below."""
    here = Path.cwd()
    return str(folder.relative_to(here)) if folder.is_relative_to(here) else str(folder)


def _arguments(pair: Pair) -> str:
    first, target = reference(pair.start), pair.target
    if target.pegs is not None:
        return f'"{first or FILE}", pegs={target.pegs}'
    second = None if target.exact is None else reference(target.exact)
    return f'"{first}", "{second}"' if first and second else f'"{FILE}"'
