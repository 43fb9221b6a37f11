"""A second opinion: both exact engines, which share nothing, on one pair."""

from __future__ import annotations

from time import perf_counter

from feasibility.base.errors import SoundnessError
from feasibility.base.limits import Clock
from feasibility.base.turns import Kept, Means
from feasibility.base.values import replace
from feasibility.decide.engines import EXACT
from feasibility.decide.procedures import PROCEDURES
from feasibility.game.position import Pair
from feasibility.proofs.certificate import Play
from feasibility.proofs.verdict import Finding


def rechecked(pair: Pair, finding: Finding, clock: Clock, means: Means) -> Finding:
    """What the search has found, with what both exact engines say; a contradiction is an emergency."""
    began = perf_counter()
    asked = [PROCEDURES[engine].ask(pair, clock, Kept(means)) for engine in EXACT]
    decided = [one for one in asked if one.proof is not None]
    answers = {isinstance(one.proof, Play) for one in (finding, *decided) if one.proof is not None}
    if len(answers) > 1:
        raise SoundnessError(f"the engines of the search contradict each other; the pair:\n{pair!r}")
    if not decided:
        return finding
    agree = "both engines agree" if len(decided) == 2 else "the other engine stopped at its limits"
    best = finding if finding.proof is not None else decided[0]
    return replace(best, summary=f"{best.summary}; {agree}").timed(best.seconds + perf_counter() - began)
