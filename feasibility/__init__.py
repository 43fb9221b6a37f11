"""Peg solitaire feasibility: can this position become that one, with a proof that a stranger can check."""

from __future__ import annotations

__version__ = "0.1.0"

# Each public name is imported when it is first asked for: `import feasibility` costs nothing.
_HOMES = {
    "Board": "geometry",
    "Geometry": "geometry",
    "Jump": "geometry",
    "Pair": "position",
    "Pattern": "position",
    "PegCount": "position",
    "Position": "position",
    "Limits": "limits",
    "Plan": "analysis",
    "check": "analysis",
    "verify": "analysis",
    "check_many": "many",
    "Certificate": "certificate",
    "Answer": "verdict",
    "Finding": "verdict",
    "Outcome": "verdict",
    "Verdict": "verdict",
    "ExitCode": "errors",
    "IllegalJump": "errors",
    "InputError": "errors",
    "PegfeasError": "errors",
    "SoundnessError": "errors",
    "format_jumps": "moves",
    "parse_jumps": "moves",
    "parse": "notation",
    "write": "notation",
    "board": "catalogue",
    "canonical": "symmetry",
    "read_board": "reading",
    "read_pair": "reading",
}

TYPE_CHECKING = (
    False  # as typing.TYPE_CHECKING, which type checkers know by name; importing typing costs time
)
if TYPE_CHECKING:
    from feasibility.analysis import Plan, check, verify
    from feasibility.catalogue import board
    from feasibility.certificate import Certificate
    from feasibility.errors import ExitCode, IllegalJump, InputError, PegfeasError, SoundnessError
    from feasibility.geometry import Board, Geometry, Jump
    from feasibility.limits import Limits
    from feasibility.many import check_many
    from feasibility.moves import format_jumps, parse_jumps
    from feasibility.notation import parse, write
    from feasibility.position import Pair, Pattern, PegCount, Position
    from feasibility.reading import read_board, read_pair
    from feasibility.symmetry import canonical
    from feasibility.verdict import Answer, Finding, Outcome, Verdict

__all__ = [
    "Answer",
    "Board",
    "Certificate",
    "ExitCode",
    "Finding",
    "Geometry",
    "IllegalJump",
    "InputError",
    "Jump",
    "Limits",
    "Outcome",
    "Pair",
    "Pattern",
    "PegCount",
    "PegfeasError",
    "Plan",
    "Position",
    "SoundnessError",
    "Verdict",
    "__version__",
    "board",
    "canonical",
    "check",
    "check_many",
    "format_jumps",
    "parse",
    "parse_jumps",
    "read_board",
    "read_pair",
    "verify",
    "write",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'feasibility' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"feasibility.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
