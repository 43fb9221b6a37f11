"""A verdict with a shorter proof, which a person would rather redo: fewest cases, then small weights.

A proof from both ends, a turning point of the jumps around one hole, the found proof with jumps of its set
left out: whatever has fewest cases has its weights made small. Residues and pagodas have one case already.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.base.values import replace
from feasibility.exact import tree
from feasibility.exact.box import BoxSystem, certifies
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair
from feasibility.proofs.accept import vouched
from feasibility.proofs.certificate import Ends, Legs, Pagoda, Play, Refutation, Tree, Turn, pairs_of
from feasibility.proofs.nodes import Leaf, Node, Split, as_node
from feasibility.proofs.preference import Length, length
from feasibility.proofs.verdict import Finding, Verdict, refuted
from feasibility.systems.both_ends import BothEnds
from feasibility.systems.dead_jumps import Inquiry, by_lp
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
    best = proof
    if first.cases > 1:
        for other in _others(pair, proof, clock):
            best = _shorter(best, other)
    return _shorter(best, _with_small_weights(pair, best, clock))


def _shorter(one: Refutation, other: Refutation) -> Refutation:
    here, there = length(one), length(other)
    return other if there is not None and (here is None or there < here) else one


def _others(pair: Pair, proof: Refutation, clock: Clock) -> Iterator[Refutation]:
    ends = _from_both_ends(pair, _share(clock))
    if ends is not None:
        yield ends
    family = around_one_hole(Inquiry(pair, _share(clock)))
    if family is not None:
        yield family.proof
    if isinstance(proof, Turn):
        yield _with_fewer_jumps(pair, proof, _share(clock))


def _share(clock: Clock) -> Clock:
    seconds = clock.remaining()
    return clock if seconds is None else clock.within(SHARE * seconds)


def _from_both_ends(pair: Pair, clock: Clock) -> Refutation | None:
    ends = BothEnds(pair, Refuter(pair.board, pair.target.free))
    return ends.proof() if ends.run(clock, MOST_OPEN) == "refuted" else None


def _with_fewer_jumps(pair: Pair, proof: Turn, clock: Clock) -> Turn:
    """The set of a turning point without one jump after the other, as long as all cases stay closed."""
    split = proof.split
    for jump in proof.split.jumps:
        if clock.expired():
            break
        split = _left_out(pair, split, jump, clock) or split
    return Turn(split)


def _left_out(pair: Pair, split: Split, jump: Jump, clock: Clock) -> Split | None:
    """The split without the jump, or None where some case does not close by a linear program."""
    index = pair.board.jump_index
    kept = tuple(j for j in split.jumps if j != jump)
    if not kept:
        return None
    never = _closed(pair, split.never, without(cone_system(pair), [index[j] for j in kept]), (jump, 0), clock)
    if never is None:
        return None
    cases = []
    leg = 0 if split.when == "first" else 1
    for j, node in split.cases:
        if j == jump:
            continue
        closed = _closed(pair, node, _case(pair, replace(split, jumps=kept), j), (jump, leg), clock)
        if closed is None:
            return None
        cases.append((j, closed))
    return Split(0, split.when, kept, never, tuple(cases))


def _case(pair: Pair, split: Split, jump: Jump) -> BoxSystem:
    numbers = [pair.board.jump_index[j] for j in split.jumps]
    return split_system(pair, split.when, numbers, jump)


def _closed(pair: Pair, node: Node, system: BoxSystem, more: tuple[Jump, int], clock: Clock) -> Node | None:
    """The node if it also stands with one more jump on a leg, else what a linear program finds."""
    jump, leg = more
    if not isinstance(node, Leaf):
        return None
    weights = node.weights[leg]
    if weights[jump.landing] <= weights[jump.start] + weights[jump.over]:
        return node
    answer = by_lp(system, clock)
    return as_node(pair.board, answer, len(node.weights)) if isinstance(answer, tree.Leaf) else None


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
    numbers = [pair.board.jump_index[j] for j in split.jumps]
    board = pair.board
    never = simplified(board, split.never, without(cone_system(pair), numbers), clock)
    cases: list[tuple[Jump, Node]] = []
    for jump, node in split.cases:
        system = _case(pair, split, jump)
        again = (known for _, known in cases if isinstance(node, Leaf) and _closes(known, system))
        cases.append((jump, next(again, None) or simplified(board, node, system, clock)))
    return replace(split, never=never, cases=tuple(cases))


def _closes(known: Node, system: BoxSystem) -> bool:
    """Whether the table of another case, once more, closes this one: a table less to look at."""
    return isinstance(known, Leaf) and certifies(system, [w for table in known.weights for w in table])
