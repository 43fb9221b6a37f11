"""The second opinion on the integer cone, compared with what was proved."""

from __future__ import annotations

import sys

from feasibility.base.errors import InputError, SoundnessError
from feasibility.game.position import Pair
from feasibility.proofs.certificate import Play
from feasibility.proofs.verdict import Outcome, Verdict
from feasibility.systems.linear import cone_system

SECONDS = 60.0


def require(name: str, pair: Pair) -> None:
    """Refuses what cannot be asked, before any work is done: an unknown name, a target that is a number."""
    from feasibility.solvers import oracle

    if pair.target.pegs is not None:
        raise InputError("the oracle needs one target", expected="a position or a pattern")

    names = oracle.available()
    if name.lower() not in names:
        expected = f"one of: {', '.join(names) or 'none found'}"
        raise InputError("unknown oracle", seen=repr(name), expected=expected)


def compare(verdict: Verdict, name: str) -> None:
    """Asks the named solver for an integer combination of jumps; a disagreement is loud."""
    from feasibility.solvers import oracle

    system = cone_system(verdict.pair)
    opinion = oracle.solve(name, system, verdict.limits.seconds or SECONDS)
    ours = next((f for f in verdict.findings if f.criterion == "integer-cone"), None)
    refuted = ours is not None and ours.outcome is Outcome.REFUTED
    played = any(isinstance(finding.proof, Play) for finding in verdict.findings)
    solvable = (ours is not None and ours.ran and ours.outcome is Outcome.PASSED) or played
    say = f"oracle {name}: the integer cone is {opinion.answer}"
    if refuted and opinion.answer == "feasible":
        raise SoundnessError(
            f"{say}, with a solution that checks, but a verified tree refutes it; the pair:\n{verdict.pair!r}"
        )
    if solvable and opinion.answer == "infeasible":
        raise SoundnessError(
            f"{say}, but an exact solution is known: that solver is wrong on the pair\n{verdict.pair!r}"
        )
    agrees = "which agrees" if refuted or solvable else "and nothing here says otherwise"
    print(f"pegfeas: {say}{'' if opinion.answer == 'undecided' else ', ' + agrees}", file=sys.stderr)
