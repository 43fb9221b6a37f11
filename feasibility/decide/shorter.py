"""A verdict with a shorter proof, which a person would rather redo: fewest cases, then small weights.

A proof from both ends, or a turning point of the jumps around one hole: whatever has fewest cases has its
weights made small. Residues and pagodas have one case already.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from time import perf_counter

from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.base.values import replace
from feasibility.game.position import Pair
from feasibility.proofs.accept import vouched
from feasibility.proofs.certificate import Ends, Legs, Pagoda, Play, Refutation, Tree, Turn, pairs_of
from feasibility.proofs.nodes import Split
from feasibility.proofs.preference import Length, length
from feasibility.proofs.verdict import Finding, Verdict, refuted
from feasibility.systems.both_ends import BothEnds
from feasibility.systems.dead_jumps import Inquiry
from feasibility.systems.dead_jumps_proof import around_one_hole
from feasibility.systems.linear import cone_system, split_system, without
from feasibility.systems.refuter import Refuter
from feasibility.systems.session import current
from feasibility.systems.small_weights import simplest, simplified

FINDS = {
    "pagoda": "cone",
    "residue": "lattice",
    "tree": "integer-cone",
    "turn": "turning-point",
    "legs": "turning-point",
    "ends": "ends",
}
MOST_OPEN = 40  # pairs that wait; a proof from both ends with more is not short
SHARE = 0.3  # of the time that is left, for each way


def shorter(verdict: Verdict, clock: Clock) -> Verdict:
    """The verdict with the shortest proof that is found; it goes through the gate like any other."""
    decisive = verdict.decisive
    if decisive is None or decisive.proof is None or isinstance(decisive.proof, Play):
        return verdict
    before = length(decisive.proof)
    if before is None:
        return verdict
    begun = perf_counter()
    proof = shortest(verdict.pair, decisive.proof, clock)
    after = length(proof)
    if after is None or after >= before:
        return verdict
    name = FINDS[proof.kind] if proof.kind != decisive.proof.kind else decisive.criterion
    summary = f"a shorter proof: {_words(after)}; before: {_words(before)}"
    replacement = refuted(name, summary, proof).timed(perf_counter() - begun)
    replacement = vouched(verdict.pair, replacement, clock)
    return replace(verdict, findings=_in_place(verdict.findings, decisive, replacement))


def _words(here: Length) -> str:
    return f"{plural(here.cases, 'case')}, weights up to {here.largest}"


def _in_place(findings: tuple[Finding, ...], decisive: Finding, replacement: Finding) -> tuple[Finding, ...]:
    """The new finding before the one that it is shorter than, or for it where the criterion is the same."""
    at = findings.index(decisive)
    rest = findings[at + 1 :] if replacement.criterion == decisive.criterion else findings[at:]
    return (*findings[:at], replacement, *(f for f in rest if f.criterion != replacement.criterion))


def shortest(pair: Pair, proof: Refutation, clock: Clock) -> Refutation:
    """A proof of the pair that is no longer than the one given."""
    first = length(proof)
    if first is None or pair.target.pegs is not None:
        return proof
    current().begin()
    best = _shortest(proof, *_others(pair, clock)) if first.cases > 1 else proof
    return _shortest(best, _with_small_weights(pair, best, clock))


def _shortest(*proofs: Refutation) -> Refutation:
    """The first of them, as long as no other is shorter."""
    known = [(length(proof), proof) for proof in proofs]
    return min(((here, proof) for here, proof in known if here is not None), key=itemgetter(0))[1]


def _others(pair: Pair, clock: Clock) -> Iterator[Refutation]:
    ends = BothEnds(pair, Refuter(pair.board, pair.target.free))
    if ends.run(_share(clock), MOST_OPEN) == "refuted":
        yield ends.proof()
    family = around_one_hole(Inquiry(pair, _share(clock)))
    if family is not None:
        yield family.proof


def _share(clock: Clock) -> Clock:
    seconds = clock.remaining()
    return clock if seconds is None else clock.within(SHARE * seconds)


def _with_small_weights(pair: Pair, proof: Refutation, clock: Clock) -> Refutation:
    """The proof with the same cases and smaller weights."""
    match proof:
        case Pagoda():
            functional = simplest(pair, clock)
            return proof if functional is None else Pagoda(functional.weights)
        case Tree(root):
            return Tree(simplified(pair.board, root, cone_system(pair), clock))
        case Turn(split):
            return Turn(_small_split(pair, split, clock))
        case Ends(nodes):
            pairs = pairs_of(pair, nodes)
            small = [
                _with_small_weights(here, node, clock) if isinstance(node, Pagoda | Tree | Turn) else node
                for here, node in zip(pairs, nodes, strict=True)
            ]
            return Ends(tuple(small))
        case Legs():
            return proof
    return proof


def _small_split(pair: Pair, split: Split, clock: Clock) -> Split:
    board, numbers = pair.board, [pair.board.jump_index[j] for j in split.jumps]
    never = simplified(board, split.never, without(cone_system(pair), numbers), clock)
    cases = (
        (jump, simplified(board, node, split_system(pair, split.when, numbers, jump), clock))
        for jump, node in split.cases
    )
    return replace(split, never=never, cases=tuple(cases))
