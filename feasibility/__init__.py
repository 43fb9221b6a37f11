"""Peg solitaire feasibility: can this position become that one, with a proof that a stranger can check.

Boards, positions, plays: boards problems board read_board read_pair parse write format_jumps parse_jumps
    canonical Board Geometry Jump Position Target Pair
Questions and answers: check solve plays solve_with_return replay Replay check_many batch draw picture
    progress Limits Plan Verdict Answer Finding Outcome Plays Solution Returned Stopped
Proofs: verify Certificate Play Pagoda Residue Tree Turn Legs Search Closure Cases Ends
Errors: PegfeasError InputError IllegalJump SoundnessError ExitCode
Surveys: survey Survey
Census: census Census
Counting: count count_plays count_chance count_winning OnPlays Counts count_sequences reach Reach graph
Sweeps: count_sweeps Tally last_sweep LastSweep Shortest
Tracking: track Tracked
Advice: advise Adviser Advice
Rules: validate assert_sound Validation
Polyhedra: facets Facet Facets pagoda diagnose Refuting Diagnosis bounds Ranges exclusions Exclusions
    lattice LatticeReport gap Gap minimum Minimum
Armies: army ArmyLevel
Exports: model ModelArrays
"""

# `python docs/generate/reference.py` writes the list above and what type checkers know, __init__.pyi.
__version__ = "1.0.0"

from feasibility.game import drawn


def _html_of(value: object) -> str | None:
    from feasibility.registry import load

    shown: str | None = load("render.notebook:html_of")(value)
    return shown


drawn.show = _html_of  # what a notebook shows is made far above the values


def __getattr__(name: str) -> object:
    """Each public name is imported when it is first asked for: `import feasibility` costs nothing."""
    from feasibility.registry import names, value

    if name == "__all__":
        return sorted([*names(), "__version__"])
    try:
        found = value(name)
    except KeyError:
        raise AttributeError(f"module 'feasibility' has no attribute {name!r}") from None
    globals()[name] = found
    return found


def __dir__() -> object:
    return __getattr__("__all__")
