"""What there is, each listed once: commands and public names of the core, and the studies.

A study is one value, `STUDY` in its `__init__.py`, and a line in STUDIES; without the line and the folder
nothing else is missing. Nothing is imported before somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

TYPE_CHECKING = False  # as typing.TYPE_CHECKING, whose import costs time
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any, Generic, TypeVar

    T = TypeVar("T")
else:
    T = Any = None

    class Generic:
        """Its parameter is for type checkers."""

        def __class_getitem__(cls, parameter: object) -> type:
            return cls


class Study:
    """What a study adds to the house.

    `commands`: a line of help for each NAME_command.py of its folder. `names`: its public names by their
    modules. `fills`: for hooks, which are named MODULE:NAME, what it puts there, MODULE or MODULE:NAME.
    """

    def __init__(
        self,
        commands: Mapping[str, str] | None = None,
        names: Mapping[str, str] | None = None,
        fills: Mapping[str, str] | None = None,
    ) -> None:
        self.commands, self.names, self.fills = commands or {}, names or {}, fills or {}


class Hook(Generic[T]):
    """A place of the house that studies fill: its type stands where it is asked.

    `name` is MODULE:NAME of the hook itself; `does` tells in words what is missing where nothing fills it.
    """

    def __init__(self, name: str, does: str) -> None:
        self.name, self.does = name, does

    def filled(self) -> list[T]:
        """What the studies put here, in their order, imported now."""
        fills = ((one, study(one).fills) for one in STUDIES)
        return [load(f"studies.{one}.{listed[self.name]}") for one, listed in fills if self.name in listed]

    def only(self) -> T:
        """What stands here; refused in words where the study that does it was taken away."""
        for found in self.filled():
            return found
        from feasibility.base.errors import InputError

        raise InputError(f"nothing here {self.does}", expected="the study that does, in feasibility/studies")


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

# the kinds of proof of a verdict whose classes are public names
PROOFS = "play pagoda residue tree turn legs search closure cases ends"

# the public names of the core, by their modules
NAMES = {
    "api.asking": "boards problems",
    "text.catalogue": "board",
    "text.references": "read_board read_pair",
    "text.board_text": "parse",
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
    "api.progress": "progress",
    "game.geometry": "Board Geometry Jump",
    "game.position": "Position Target Pair",
    "base.limits": "Limits",
    "decide": "Plan",
    "proofs.verdict": "Verdict Answer Finding Outcome",
    "proofs.certificate": "Certificate",
    **{f"proofs.kinds.{kind}": kind.capitalize() for kind in PROOFS.split()},
    "decide.plays": "Plays Solution",
    "decide.returning": "Returned",
    "base.stopped": "Stopped",
    "base.errors": "PegfeasError InputError IllegalJump SoundnessError ExitCode",
}


def study(name: str) -> Study:
    """What a study lists."""
    found: Study = _module(f"studies.{name}").STUDY
    return found


def commands() -> Iterator[tuple[str, str, str]]:
    """Name, module and one line of help of every command, those of the core first."""
    yield from ((name, f"feasibility.cli.{name}", line) for name, line in COMMANDS.items())
    for one in STUDIES:
        for name, line in study(one).commands.items():
            yield name, f"feasibility.studies.{one}.{name}_command", line


def names() -> dict[str, str]:
    """The module of every public name."""
    found = {name: module for module, listed in NAMES.items() for name in listed.split()}
    for one in STUDIES:
        for module, listed in study(one).names.items():
            found |= dict.fromkeys(listed.split(), f"studies.{one}.{module}")
    return found


def value(name: str) -> Any:
    """What a public name stands for; KeyError where there is no such name."""
    for module, listed in NAMES.items():
        if name in listed.split():
            return load(f"{module}:{name}")
    return load(f"{names()[name]}:{name}")


def load(place: str) -> Any:
    """What stands at MODULE or MODULE:NAME."""
    module, _, name = place.partition(":")
    return getattr(_module(module), name) if name else _module(module)


def _module(name: str) -> ModuleType:
    from importlib import import_module

    return import_module(f"feasibility.{name}")
