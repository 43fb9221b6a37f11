"""What there is, each listed once: commands and public names of the core, studies, and what they offer.

A study lists its own commands, names and offers in its `__init__.py`; a line in STUDIES adds it, and without
the line and the folder nothing else is missing. The table imports nothing before somebody asks for a thing,
so every room may look here, and a lower room gets by its name what only a higher room or a study can do.
"""

from __future__ import annotations

from collections.abc import Iterator

TYPE_CHECKING = False  # as typing.TYPE_CHECKING, whose import costs time
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

# one line for each study
STUDIES = (
    "surveys",
    "census",
    "counting",
    "sweeps",
    "tracking",
    "advice",
    "rules",
    "polyhedra",
    "armies",
    "exports",
    "page",
)

# the commands of the core, cli/NAME.py, in the order in which a newcomer meets them
COMMANDS = {
    "check": "can one position become another? the verdict, with a proof",
    "batch": "the verdicts on many pairs, one line of JSON for each",
    "verify": "check a certificate, independently of everything else",
    "solve": "find a play, the one with the fewest sweeps, or several",
    "replay": "check a play that a person typed",
    "explain": "the theorem behind a criterion, with an example",
    "boards": "list the boards and the problems that come with the program",
    "draw": "draw a board, a position or a pair as SVG, PNG, PDF or TikZ",
    "board": "show one board: its numbering, playable classes, matrix, symmetries",
    "cite": "how to cite this program and the sources of a criterion, in BibTeX",
    "completion": "what bash, zsh or fish needs to complete commands and options",
    "doctor": "what this installation has: kernels, libraries, optional parts, and whether it works",
}

# the public names of the core, by their modules
NAMES = {
    "api.asking": "boards problems",
    "text.catalogue": "board",
    "text.reading": "read_board read_pair",
    "text.notation": "parse",
    "text.writing": "write",
    "text.moves": "format_jumps parse_jumps",
    "game.symmetry": "canonical",
    "api.check": "check",
    "api.solve": "solve plays solve_with_return",
    "api.replay": "replay Replay",
    "proofs.accept": "verify",
    "many": "check_many",
    "api.batch": "batch",
    "api.picture": "draw picture",
    "game.geometry": "Board Geometry Jump",
    "game.position": "Position Target Pair",
    "base.limits": "Limits",
    "decide": "Plan",
    "proofs.verdict": "Verdict Answer Finding Outcome",
    "proofs.certificate": "Certificate Play Pagoda Residue Tree Turn Legs Search Closure Cases Ends",
    "decide.plays": "Plays Solution",
    "decide.returning": "Returned",
    "base.stopped": "Stopped",
    "base.errors": "PegfeasError InputError IllegalJump SoundnessError ExitCode",
}

# what lower rooms of the core ask for by its name
OFFERS = {
    "the board of a name": "text.catalogue:board",
    "whether a text names a board": "text.catalogue:is_name",
    "a value as HTML": "render.notebook:html_of",
    "a picture of Solution": "api.picture:of_play",
}


def study(name: str) -> ModuleType:
    """What a study lists."""
    return _module(f"studies.{name}")


def commands() -> Iterator[tuple[str, str, str]]:
    """Name, module and one line of help of every command, those of the core first."""
    yield from ((name, f"feasibility.cli.{name}", line) for name, line in COMMANDS.items())
    for one in STUDIES:
        for name, line in study(one).COMMANDS.items():
            yield name, f"feasibility.studies.{one}.{name}_command", line


def names() -> dict[str, str]:
    """The module of every public name."""
    found = {name: module for module, listed in NAMES.items() for name in listed.split()}
    for one in STUDIES:
        for module, listed in study(one).NAMES.items():
            found |= dict.fromkeys(listed.split(), f"studies.{one}.{module}")
    return found


def value(name: str) -> Any:
    """What a public name stands for; KeyError where there is no such name."""
    for module, listed in NAMES.items():
        if name in listed.split():
            return getattr(_module(module), name)
    return getattr(_module(names()[name]), name)


def is_offered(what: str) -> bool:
    """Whether some room or study does this."""
    return _home(what) is not None


def offered(what: str) -> Any:
    """The function that does this; refused in words where the study that does it was taken away."""
    home = _home(what)
    if home is None:
        from feasibility.base.errors import InputError

        expected = "the study that does, in feasibility/studies"
        raise InputError(f"nothing here offers {what}", expected=expected)
    module, _, name = home.partition(":")
    return getattr(_module(module), name)


def _home(what: str) -> str | None:
    """MODULE:NAME of an offer."""
    if what in OFFERS:
        return OFFERS[what]
    for one in STUDIES:
        if what in study(one).OFFERS:
            return f"studies.{one}.{study(one).OFFERS[what]}"
    return None


def _module(name: str) -> ModuleType:
    from importlib import import_module

    return import_module(f"feasibility.{name}")
