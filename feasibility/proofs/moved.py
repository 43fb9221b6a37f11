"""Proofs carried over to the image of a pair under a symmetry of its board."""

from __future__ import annotations

from collections.abc import Sequence

from feasibility.game.geometry import Jump
from feasibility.proofs.certificate import (
    Cases,
    Closure,
    Ends,
    Followed,
    Legs,
    Pagoda,
    Play,
    Proof,
    Refutation,
    Residue,
    Search,
    Tree,
    Turn,
)
from feasibility.proofs.nodes import FreeBranch, JumpBranch, Leaf, MiddleBranch, Node, Split, Weights


def mapped(proof: Proof, permutation: Sequence[int]) -> Proof:
    """The proof for the image of the pair under a symmetry of its board (hole i goes to permutation[i])."""
    undo = [0] * len(permutation)
    for i, image in enumerate(permutation):
        undo[image] = i

    def weights(w: Weights) -> Weights:
        return tuple(w[undo[i]] for i in range(len(w)))

    def jump(j: Jump) -> Jump:
        return Jump(permutation[j.start], permutation[j.over], permutation[j.landing])

    def node(n: Node) -> Node:
        match n:
            case Leaf(ws):
                return Leaf(tuple(weights(w) for w in ws))
            case JumpBranch(j, at_most, low, high, leg):
                return JumpBranch(jump(j), at_most, node(low), node(high), leg)
            case FreeBranch(hole, empty, peg):
                return FreeBranch(permutation[hole], node(empty), node(peg))
            case MiddleBranch(middle, hole, empty, peg):
                return MiddleBranch(middle, permutation[hole], node(empty), node(peg))
            case Split():
                return split(n)

    def split(s: Split) -> Split:
        cases = tuple((jump(j), node(root)) for j, root in s.cases)
        return Split(s.leg, s.when, tuple(jump(j) for j in s.jumps), node(s.never), cases)

    def end(n: Followed | Refutation) -> Followed | Refutation:
        if isinstance(n, Followed):
            return Followed(n.side, tuple((jump(j), k) for j, k in n.moves))
        return refutation(n, permutation)

    match proof:
        case Play(jumps):
            return Play(tuple(jump(j) for j in jumps))
        case Pagoda(w):
            return Pagoda(weights(w))
        case Residue(modulus, w):
            return Residue(modulus, weights(w))
        case Tree(root):
            return Tree(node(root))
        case Turn(s):
            return Turn(split(s))
        case Legs(root):
            return Legs(node(root))
        case Search(pagodas, residues, forward, backward, near):
            moved = tuple(Residue(r.modulus, weights(r.weights)) for r in residues)
            return Search(tuple(weights(w) for w in pagodas), moved, forward, backward, near)
        case Ends(nodes):
            return Ends(tuple(end(n) for n in nodes))
        case Closure():
            return proof
        case Cases(cases):
            return Cases(tuple(mapped(cases[undo[i]], permutation) for i in range(len(cases))))


def refutation(proof: Refutation, permutation: Sequence[int]) -> Refutation:
    """The image of a refutation."""
    image = mapped(proof, permutation)
    return proof if isinstance(image, Play) else image
