"""Peg solitaire feasibility: can this position become that one, with a proof that a stranger can check."""

from __future__ import annotations

__version__ = "0.1.0"

# Each public name is imported when it is first asked for: `import feasibility` costs nothing.
_HOMES = {
    "Board": "game.geometry",
    "Geometry": "game.geometry",
    "Jump": "game.geometry",
    "Pair": "game.position",
    "Position": "game.position",
    "Target": "game.position",
    "Limits": "base.limits",
    "Plan": "analysis",
    "Adviser": "analysis.adviser",
    "Advice": "analysis.advice",
    "advise": "analysis.advise",
    "check": "analysis",
    "verify": "proofs.accept",
    "check_many": "many",
    "Certificate": "proofs.certificate",
    "Answer": "proofs.verdict",
    "Finding": "proofs.verdict",
    "Outcome": "proofs.verdict",
    "Verdict": "proofs.verdict",
    "ExitCode": "base.errors",
    "IllegalJump": "base.errors",
    "InputError": "base.errors",
    "PegfeasError": "base.errors",
    "SoundnessError": "base.errors",
    "Session": "systems.session",
    "format_jumps": "text.moves",
    "parse_jumps": "text.moves",
    "parse": "text.notation",
    "write": "text.notation",
    "board": "text.catalogue",
    "canonical": "game.symmetry",
    "read_board": "text.reading",
    "read_pair": "text.reading",
}

TYPE_CHECKING = (
    False  # as typing.TYPE_CHECKING, which type checkers know by name; importing typing costs time
)
if TYPE_CHECKING:
    from feasibility.analysis import Plan, check
    from feasibility.analysis.advice import Advice
    from feasibility.analysis.advise import advise
    from feasibility.analysis.adviser import Adviser
    from feasibility.base.errors import ExitCode, IllegalJump, InputError, PegfeasError, SoundnessError
    from feasibility.base.limits import Limits
    from feasibility.game.geometry import Board, Geometry, Jump
    from feasibility.game.position import Pair, Position, Target
    from feasibility.game.symmetry import canonical
    from feasibility.many import check_many
    from feasibility.proofs.accept import verify
    from feasibility.proofs.certificate import Certificate
    from feasibility.proofs.verdict import Answer, Finding, Outcome, Verdict
    from feasibility.systems.session import Session
    from feasibility.text.catalogue import board
    from feasibility.text.moves import format_jumps, parse_jumps
    from feasibility.text.notation import parse, write
    from feasibility.text.reading import read_board, read_pair

__all__ = [
    "Advice",
    "Adviser",
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
    "PegfeasError",
    "Plan",
    "Position",
    "Session",
    "SoundnessError",
    "Target",
    "Verdict",
    "__version__",
    "advise",
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
