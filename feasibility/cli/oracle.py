"""The second opinion on the integer cone, compared with what was proved."""

from __future__ import annotations

from feasibility.base.errors import InputError, SoundnessError, unknown
from feasibility.cli.common import message
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
        raise unknown("oracle", name, names or ("none found",))


def compare(verdict: Verdict, name: str) -> None:
    """Asks the named solver for an integer combination of jumps; a disagreement is loud."""
    from feasibility.solvers import oracle

    opinion = oracle.solve(name, cone_system(verdict.pair), verdict.limits.seconds or SECONDS)
    ours = {f.outcome for f in verdict.findings if f.criterion == "integer-cone" and f.ran}
    known = {
        "infeasible": Outcome.REFUTED in ours,
        "feasible": Outcome.PASSED in ours or isinstance(verdict.decisive and verdict.decisive.proof, Play),
    }
    said = f"oracle {name}: the integer cone is {opinion.answer}"
    against = {"feasible": "infeasible", "infeasible": "feasible"}.get(opinion.answer)
    if against is not None and known[against]:
        raise SoundnessError(f"{said}, but it is shown to be {against}; the pair:\n{verdict.pair!r}")
    agrees = "which agrees" if any(known.values()) else "and nothing here says otherwise"
    message(said if against is None else f"{said}, {agrees}")
