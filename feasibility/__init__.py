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
    "advise": "api.advise",
    "verify": "proofs.accept",
    "check": "api.check",
    "solve": "api.solve",
    "Solution": "api.solve",
    "solve_with_return": "api.solve",
    "Returned": "search.returning",
    "count": "api.count",
    "Counts": "search.counting",
    "plays": "api.solve",
    "count_plays": "api.count",
    "count_multisets": "api.count",
    "Multisets": "search.multisets",
    "count_sweeps": "api.count",
    "count_with_return": "api.count",
    "longest_sweep": "api.polyhedra",
    "Tally": "search.sweeps.tally",
    "NotCounted": "search.sweeps.tally",
    "ReturnCounts": "search.returning_counts",
    "Stopped": "search.results",
    "Plays": "search.plays",
    "Shortest": "search.plays",
    "LongestSweep": "search.sweeps.longest",
    "survey": "api.survey",
    "Survey": "api.survey",
    "batch": "api.batch",
    "validate": "api.validate",
    "Validation": "rules.validate",
    "testset": "api.testset",
    "TestSet": "api.testset",
    "Entry": "rules.sets.entries",
    "facets": "api.polyhedra",
    "Facet": "polyhedra.facets",
    "pagoda": "api.polyhedra",
    "diagnose": "api.polyhedra",
    "Refuting": "polyhedra.pagoda",
    "Diagnosis": "polyhedra.pagoda",
    "bounds": "api.polyhedra",
    "Ranges": "polyhedra.bounds",
    "minimum": "api.minimum",
    "Minimum": "api.minimum",
    "gap": "api.polyhedra",
    "Gap": "polyhedra.gap",
    "Undecided": "polyhedra.minimum",
    "lattice": "api.polyhedra",
    "LatticeReport": "polyhedra.lattice",
    "army": "api.army",
    "Army": "api.army",
    "model": "api.model",
    "draw": "api.draw",
    "picture": "api.picture",
    "reach": "api.reach",
    "Reach": "api.reach",
    "replay": "api.replay",
    "Replay": "api.replay",
    "graph": "api.graph",
    "boards": "api.graph",
    "problems": "api.graph",
    "Play": "proofs.certificate",
    "Pagoda": "proofs.certificate",
    "Residue": "proofs.certificate",
    "Tree": "proofs.certificate",
    "Turn": "proofs.certificate",
    "Legs": "proofs.certificate",
    "Search": "proofs.certificate",
    "Closure": "proofs.certificate",
    "Cases": "proofs.certificate",
    "Ends": "proofs.certificate",
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
    from feasibility.analysis import Plan
    from feasibility.analysis.advice import Advice
    from feasibility.analysis.adviser import Adviser
    from feasibility.api.advise import advise
    from feasibility.api.army import Army, army
    from feasibility.api.batch import batch
    from feasibility.api.check import check
    from feasibility.api.count import (
        count,
        count_multisets,
        count_plays,
        count_sweeps,
        count_with_return,
    )
    from feasibility.api.draw import draw
    from feasibility.api.graph import boards, graph, problems
    from feasibility.api.minimum import Minimum, minimum
    from feasibility.api.model import model
    from feasibility.api.picture import picture
    from feasibility.api.polyhedra import bounds, diagnose, facets, gap, lattice, longest_sweep, pagoda
    from feasibility.api.reach import Reach, reach
    from feasibility.api.replay import Replay, replay
    from feasibility.api.solve import Solution, plays, solve, solve_with_return
    from feasibility.api.survey import Survey, survey
    from feasibility.api.testset import TestSet, testset
    from feasibility.api.validate import validate
    from feasibility.base.errors import ExitCode, IllegalJump, InputError, PegfeasError, SoundnessError
    from feasibility.base.limits import Limits
    from feasibility.game.geometry import Board, Geometry, Jump
    from feasibility.game.position import Pair, Position, Target
    from feasibility.game.symmetry import canonical
    from feasibility.many import check_many
    from feasibility.polyhedra.bounds import Ranges
    from feasibility.polyhedra.facets import Facet
    from feasibility.polyhedra.gap import Gap
    from feasibility.polyhedra.lattice import LatticeReport
    from feasibility.polyhedra.minimum import Undecided
    from feasibility.polyhedra.pagoda import Diagnosis, Refuting
    from feasibility.proofs.accept import verify
    from feasibility.proofs.certificate import (
        Cases,
        Certificate,
        Closure,
        Ends,
        Legs,
        Pagoda,
        Play,
        Residue,
        Search,
        Tree,
        Turn,
    )
    from feasibility.proofs.verdict import Answer, Finding, Outcome, Verdict
    from feasibility.rules.sets.entries import Entry
    from feasibility.rules.validate import Validation
    from feasibility.search.counting import Counts
    from feasibility.search.multisets import Multisets
    from feasibility.search.plays import Plays, Shortest
    from feasibility.search.results import Stopped
    from feasibility.search.returning import Returned
    from feasibility.search.returning_counts import ReturnCounts
    from feasibility.search.sweeps.longest import LongestSweep
    from feasibility.search.sweeps.tally import NotCounted, Tally
    from feasibility.systems.session import Session
    from feasibility.text.catalogue import board
    from feasibility.text.moves import format_jumps, parse_jumps
    from feasibility.text.notation import parse, write
    from feasibility.text.reading import read_board, read_pair

__all__ = [
    "Advice",
    "Adviser",
    "Answer",
    "Army",
    "Board",
    "Cases",
    "Certificate",
    "Closure",
    "Counts",
    "Diagnosis",
    "Ends",
    "Entry",
    "ExitCode",
    "Facet",
    "Finding",
    "Gap",
    "Geometry",
    "IllegalJump",
    "InputError",
    "Jump",
    "LatticeReport",
    "Legs",
    "Limits",
    "LongestSweep",
    "Minimum",
    "Multisets",
    "NotCounted",
    "Outcome",
    "Pagoda",
    "Pair",
    "PegfeasError",
    "Plan",
    "Play",
    "Plays",
    "Position",
    "Ranges",
    "Reach",
    "Refuting",
    "Replay",
    "Residue",
    "ReturnCounts",
    "Returned",
    "Search",
    "Session",
    "Shortest",
    "Solution",
    "SoundnessError",
    "Stopped",
    "Survey",
    "Tally",
    "Target",
    "TestSet",
    "Tree",
    "Turn",
    "Undecided",
    "Validation",
    "Verdict",
    "__version__",
    "advise",
    "army",
    "batch",
    "board",
    "boards",
    "bounds",
    "canonical",
    "check",
    "check_many",
    "count",
    "count_multisets",
    "count_plays",
    "count_sweeps",
    "count_with_return",
    "diagnose",
    "draw",
    "facets",
    "format_jumps",
    "gap",
    "graph",
    "lattice",
    "longest_sweep",
    "minimum",
    "model",
    "pagoda",
    "parse",
    "parse_jumps",
    "picture",
    "plays",
    "problems",
    "reach",
    "read_board",
    "read_pair",
    "replay",
    "solve",
    "solve_with_return",
    "survey",
    "testset",
    "validate",
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
