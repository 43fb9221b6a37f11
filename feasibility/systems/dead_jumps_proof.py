"""From dead jumps to a proof that people can read: a family around one hole, or no more jumps than needed."""

from __future__ import annotations

from dataclasses import dataclass

from feasibility.exact import tree
from feasibility.exact.box import BoxSystem
from feasibility.exact.farkas import beautify
from feasibility.game.geometry import Jump
from feasibility.proofs.kind import Refutation
from feasibility.proofs.kinds.legs import Legs
from feasibility.proofs.kinds.tree import Tree
from feasibility.proofs.kinds.turn import Turn
from feasibility.proofs.nodes import CaseNode, Split, as_node, leaves
from feasibility.systems.dead_jumps import Inquiry, Round, by_lp
from feasibility.systems.linear import cone_system, split_system, without

_ROLES = (("from", (0,)), ("over", (1,)), ("into", (2,)), ("touching", (0, 1, 2)))


@dataclass(frozen=True)
class DeadJumps:
    """All jumps that have one hole in one role, none of which can be the first (last) of them."""

    role: str
    hole: int
    proof: Turn


def around_one_hole(inquiry: Inquiry) -> DeadJumps | None:
    """A family around one hole that refutes by linear programs alone, the smallest first."""
    board, system = inquiry.pair.board, cone_system(inquiry.pair)
    families = []
    for hole in range(board.n):
        for role, parts in _ROLES:
            chosen = [k for k, j in enumerate(board.jumps) if any(j[p] == hole for p in parts)]
            if chosen:
                families.append((len(chosen), role, hole, chosen))
    for _, role, hole, chosen in sorted(families):
        if inquiry.clock.expired():
            return None
        without_them = without(system, chosen)
        never = by_lp(without_them, inquiry.clock)
        if not isinstance(never, tree.Leaf):
            continue
        for when in ("first", "last"):
            cases = _cases(inquiry, chosen, when)
            if cases is not None:
                jumps = tuple(board.jumps[k] for k in chosen)
                end = _leaf(inquiry, without_them, never, 1)
                return DeadJumps(role, hole, Turn(Split(0, when, jumps, end, cases)))
    return None


def _cases(inquiry: Inquiry, chosen: list[int], when: str) -> tuple[tuple[Jump, CaseNode], ...] | None:
    board, closed = inquiry.pair.board, []
    for k in chosen:
        system = split_system(inquiry.pair, when, chosen, board.jumps[k])
        answer = by_lp(system, inquiry.clock)
        if not isinstance(answer, tree.Leaf):
            return None
        closed.append((k, system, answer))
    return tuple((board.jumps[k], _leaf(inquiry, system, answer, 2)) for k, system, answer in closed)


def _leaf(inquiry: Inquiry, system: BoxSystem, leaf: tree.Leaf, legs: int) -> CaseNode:
    return as_node(inquiry.pair.board, tree.Leaf(beautify(system, leaf.weights)), legs)


def proof_of(inquiry: Inquiry, end: CaseNode) -> Refutation:
    """The certificate: one split per round, each in the other's `never`, closed by `end`."""
    jumps = inquiry.pair.board.jumps
    node = end
    for r in reversed(_trimmed(inquiry, end)):
        dead = sorted(r.dead)
        node = Split(
            0, r.when, tuple(jumps[j] for j in dead), node, tuple((jumps[j], r.cases[j]) for j in dead)
        )
    if not isinstance(node, Split):
        return Tree(node)
    return Legs(node) if isinstance(node.never, Split) else Turn(node)


def _trimmed(inquiry: Inquiry, end: CaseNode) -> list[Round]:
    """The rounds with only those dead jumps that `end` or another kept case leans on."""
    needed = _leaned_on(inquiry, end)
    kept: list[Round] = []
    for r in reversed(inquiry.rounds):
        todo, keep = list(needed & r.dead), set(needed & r.dead)
        while todo:
            more = _leaned_on(inquiry, r.cases[todo.pop()])
            needed |= more
            fresh = (more & r.dead) - keep
            keep |= fresh
            todo += fresh
        if keep:
            kept.append(Round(r.when, frozenset(keep), {j: r.cases[j] for j in keep}))
    return kept[::-1]


def _leaned_on(inquiry: Inquiry, root: CaseNode) -> set[int]:
    """The jumps that some leaf would not survive on some leg: its weights rise along them."""
    jumps, leaned = inquiry.pair.board.jumps, set[int]()
    for leaf in leaves(root):
        for w in leaf.weights:
            leaned.update(k for k, j in enumerate(jumps) if w[j.landing] > w[j.start] + w[j.over])
    return leaned
