"""A bound on all plays: the tree that refutes its opposite."""

from feasibility.proofs.kinds.bound import Bound, JumpBound, PegBound
from feasibility.proofs.nodes import Unknown
from feasibility.studies.exports.plain_form import PlainWords, node, words
from feasibility.studies.exports.vipr import Subject, refute
from feasibility.studies.exports.vipr_file import Constraint, summed


def plain(proof: Bound) -> PlainWords:
    given = [word for one in proof.given for word in _one(one)]
    return ["bound", *_one(proof.bound), str(len(proof.given)), *given, *node(proof.root)]


def _one(bound: JumpBound | PegBound) -> PlainWords:
    side = "at_most" if bound.at_most else "at_least"
    if isinstance(bound, PegBound):
        return [f"pegs_{side}", str(bound.pegs)]
    if bound.single is not None:
        return [side, *map(str, bound.single), str(bound.times)]
    return [f"sum_{side}", *words(bound, "terms"), str(bound.times)]


def vipr(subject: Subject, proof: Bound) -> dict[str, str]:
    """The opposite of the bound is refuted, so the bound is what is left; it bounds the objective."""
    case = subject.case(proof.given)
    bound, goal = proof.bound, case.goal(proof.bound)
    upper, bounds, sign = goal.upper, case.bounds, 1 if goal.upper else -1
    pegs, sums = [] if case.pegs is None else [(-1, case.pegs)], case.sums
    if isinstance(bound, JumpBound) and bound.single is not None:
        side = {"low" if upper else "high": goal.limit + sign}
        opposite, bounds = case.branch(bounds, Unknown("x", 0, bound.single), **side)
    else:
        opposite = case.file.assume("G" if upper else "L", goal.limit + sign, goal.terms)
        terms = case.open if isinstance(bound, PegBound) else summed(bound.terms)
        beyond = sign, Constraint(opposite, terms, goal.limit + sign)
        pegs, sums = (pegs, [*sums, beyond]) if isinstance(bound, JumpBound) else ([beyond], sums)
    absurdity = refute(case, proof.root, bounds, pegs, sums)
    left = case.file.assume(goal.sense, goal.limit, goal.terms)
    case.file.unsplit((left, left), (absurdity, opposite), goal)
    return subject.one_file(case, goal)
