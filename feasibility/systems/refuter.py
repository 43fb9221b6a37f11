"""Refutes pair after pair on one board: first by the weights that refuted others, then by programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feasibility.base.limits import Clock
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target, bits
from feasibility.proofs.functional import Functional, indicator
from feasibility.proofs.kind import Refutation
from feasibility.proofs.kinds.pagoda import Pagoda
from feasibility.proofs.kinds.tree import Tree
from feasibility.proofs.nodes import Closing, as_node
from feasibility.systems.linear import by_cases, cone_system
from feasibility.systems.pagoda_library import library
from feasibility.systems.small_weights import simplest

if TYPE_CHECKING:
    from feasibility.base.arrays import Ints
    from feasibility.systems.both_ends import KnownPairs

MOST_WEIGHTS = 4000  # kept for others
NODES = 40  # of a tree of cases of one pair, if nobody asks for larger ones
LARGEST = 1 << 31  # so that sums fit 64 bits
FEW = 8  # weights of a proof that somebody may want to read


class Refuter:
    """Weights that no jump raises, gathered on the way."""

    def __init__(self, board: Board, free: int) -> None:
        self.board, self.free = board, free
        self.group = board.symmetries if len(board.symmetries) <= 48 else (tuple(range(board.n)),)
        known = {f.weights for f in library(board)} | {indicator(board, c) for c in board.playable_classes}
        least = sorted(known, key=lambda w: sum(map(abs, w)))
        self.library, self.seen = frozenset(least), set(least)
        self.answers: dict[tuple[int, int], Refutation | tuple[int, ...]] = {}  # by pegs lost and won
        self.table: Ints = np.array(least, dtype=np.int64).reshape(-1, board.n)

    def by_others(self, start: int, must: int) -> Refutation | None:
        """The first of the weights that refutes the pair, checked in integers."""
        n = self.board.n
        gain = np.array([(must >> i & 1) - (start >> i & 1) for i in range(n)], dtype=np.int64)
        table = self.table  # of which another thread may make a larger one
        margins = table @ gain
        if self.free:
            margins = margins + np.minimum(table[:, list(bits(self.free))], 0).sum(axis=1)
        best = int(np.argmax(margins > 0))
        return Pagoda(tuple(table[best].tolist())) if margins[best] > 0 else None

    def refute(self, pair: Pair, known: KnownPairs, clock: Clock, nodes: int = NODES) -> Refutation | None:
        """By the others, or by cases on the numbers of jumps; a plan that is found stays with the pair.

        Between single positions the difference alone counts: what was found for one pair holds for all that
        have it, complementary duals among them.
        """
        proof = self.by_others(pair.start.mask, pair.target.must)
        if proof is not None or known.plan is not None:
            return proof
        difference = (pair.start.mask & ~pair.target.must, pair.target.must & ~pair.start.mask)
        shared = None if self.free else self.answers.get(difference)
        if isinstance(shared, tuple):
            known.plan = shared
            return None
        if shared is not None:
            return shared
        proof = self._by_program(pair, known, clock, nodes)
        answer = known.plan if proof is None else proof
        if answer is not None and not self.free:
            self.answers[difference] = answer
        return proof

    def _by_program(self, pair: Pair, known: KnownPairs, clock: Clock, nodes: int) -> Refutation | None:
        from feasibility.solvers.branch import IntegerPoint

        result = by_cases(cone_system(pair), clock, nodes)
        if isinstance(result, IntegerPoint):
            known.plan = tuple(int(x) for x in result.point[: len(self.board.jumps)])
        elif result is not None:
            root = as_node(self.board, result, 1)
            if not isinstance(root, Closing):
                return Tree(root)
            return self._learn(pair, root.weights[0])
        return None

    def polish(self, known: list[KnownPairs], clock: Clock) -> None:
        """Weights that are easier to read, where there are few of them."""
        rough = [k for k in known if isinstance(k.proof, Pagoda) and k.proof.weights not in self.library]
        if len(rough) > FEW:
            return
        for here in rough:
            pair = Pair(Position(self.board, here.key[0]), Target(self.board, here.key[1], self.free))
            simpler = simplest(pair, clock)
            if simpler is not None:
                here.proof = Pagoda(simpler.weights)

    def _learn(self, pair: Pair, weights: tuple[int, ...]) -> Refutation:
        """A tree of one leaf; where its weights hold for every jump they are kept for others, with images."""
        functional = Functional(weights)
        if not functional.is_valid(self.board) or not functional.separates(pair.start, pair.target):
            return Tree(Closing((weights,)))
        images = sorted({tuple(weights[g[i]] for i in range(self.board.n)) for g in self.group} - self.seen)
        if images and len(self.table) < MOST_WEIGHTS and max(map(abs, weights)) < LARGEST:
            self.seen.update(images)
            self.table = np.concatenate([self.table, np.array(images, dtype=np.int64)])
        return Pagoda(weights)
