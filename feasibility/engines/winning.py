"""All positions that lead to a target, kept for many questions: a play from each, a proof for the others.

One bit for every position of a residue class (the dense closure backward from the target). It is the same
for every start, so whoever plays a game asks it again and again.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from feasibility.base.errors import SoundnessError
from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.base.report import Report
from feasibility.base.stopped import Stopped
from feasibility.engines.dense.closure import DenseSet, backward_closure, closure
from feasibility.engines.dense.levels import level_counts
from feasibility.engines.dense.queries import holds, play
from feasibility.engines.frontier.expand import expander
from feasibility.engines.positions.pruning import Pruner
from feasibility.engines.positions.question import PositionQuestion, of_masks
from feasibility.engines.positions.successors import Successors
from feasibility.engines.positions.words import BLOCK, Symmetries, Words, pack, unique
from feasibility.game.automorphism import Triple
from feasibility.game.position import Pair, Position, Target
from feasibility.game.symmetry import canonical
from feasibility.proofs.kind import Refutation
from feasibility.proofs.kinds.cases import Cases
from feasibility.proofs.kinds.closure import Closure
from feasibility.proofs.kinds.search import Search
from feasibility.systems.residues import separate

FEW_REACHED = 500  # positions that are listed at sight, and checked again as quickly


@dataclass(frozen=True, eq=False)
class Winning:
    """The positions of one residue class from which the target can be reached.

    `counted`: for single positions how many positions with how many pegs lead there, as far as it was asked.
    """

    target: Target
    members: DenseSet
    counted: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def __contains__(self, position: Position) -> bool:
        return position.mask in self.members

    def knows(self, position: Position) -> bool:
        """Whether it can tell of this position: a target of several positions meets several classes."""
        return self.target.exact is not None or self.members.residue.contains(position.mask)

    def play(self, position: Position) -> tuple[Triple, ...] | None:
        """A play from the position to the target; None if there is none."""
        return play(self.members, position.mask)

    def exhaustion(
        self, position: Position, clock: Clock, by_hole: Mapping[int, Refutation] | None = None
    ) -> Refutation | None:
        """The proof that the target is out of reach of a position that has more pegs; None at a limit.

        It is an error to ask this of a position that is not known to be lost.
        What the position can reach is counted, or else what leads to the target, which is done once for all
        positions. `by_hole`: proofs for single holes of the question whether one peg can remain.
        """
        if not self.knows(position) or position in self:
            raise SoundnessError(f"a position that the winning set does not call lost:\n{position!r}")
        few = _few_reached(position)
        if few is not None:
            return Closure(few)
        if self.target.exact is not None:
            return self._levels(Pair(position, self.target), clock)
        if self.target.pegs == 1:
            return self._last_peg(position, clock, {} if by_hole is None else by_hole)
        board = position.board
        reached = closure(board.n, board.jumps, position.mask, clock=clock)
        return None if isinstance(reached, Stopped) else Closure(len(reached))

    def count(self, clock: Clock) -> None:
        """Counts what leads to a single target by pegs now, as the first proof that needs it would do."""
        if self.target.exact is not None:
            self._sizes(self.target.exact, clock)

    def _last_peg(
        self, position: Position, clock: Clock, by_hole: Mapping[int, Refutation]
    ) -> Refutation | None:
        """A proof for each hole where the last peg might stand."""
        board, proofs = position.board, []
        for hole in range(board.n):
            pair = Pair(position, Position(board, 1 << hole))
            proof = by_hole.get(hole)
            proof = separate(pair) if proof is None else proof
            proof = self._levels(pair, clock) if proof is None else proof
            if proof is None:
                return None
            proofs.append(proof)
        return Cases(tuple(proofs))

    def _levels(self, pair: Pair, clock: Clock) -> Refutation | None:
        """The levels from the target to as many pegs as the start has, or to the first that is empty."""
        sizes = self._sizes(Position(pair.board, pair.target.must), clock)
        if sizes is None:
            return None
        backward = sizes[pair.target.fewest : pair.start.count + 1]
        if 0 in backward:
            backward = backward[: backward.index(0) + 1]
        return Search((), (), (1,), backward)

    def _sizes(self, goal: Position, clock: Clock) -> tuple[int, ...] | None:
        """How many positions with how many pegs lead to the goal; as many as to its images."""
        least = canonical(goal)
        if least.mask not in self.counted:
            members: DenseSet | Stopped = self.members
            if goal != self.target.exact:
                members = backward_closure(goal.board.n, goal.board.jumps, least.mask, clock=clock)
            if isinstance(members, Stopped):
                return None
            self.counted[least.mask] = level_counts(members)
        return self.counted[least.mask]


def winning_positions(
    near: Position, target: Target, clock: Clock, *, threads: int = 2, report: Report | None = None
) -> Winning | Stopped:
    """Those of the target's residue class, or of that of `near` where the target meets several."""
    board = target.board
    members = backward_closure(
        board.n,
        board.jumps,
        target.must,
        free=target.free,
        pegs=target.pegs,
        start=None if target.exact is not None else near.mask,
        clock=clock,
        threads=threads,
        progress=None
        if report is None
        else lambda told: report(f"positions that lead to the target, {told}"),
    )
    return members if isinstance(members, Stopped) else Winning(target, members)


def levels_on_plays(
    question: PositionQuestion, symmetries: Symmetries, alive: DenseSet, most: int | None, clock: Clock
) -> Iterator[Words] | Stopped:
    """The positions on plays, one of each orbit and sorted, from few pegs to many.

    They are listed from the start, among those that lead to the target (`alive`), at most so many on a level.
    """
    expand = expander(question, symmetries, Pruner(question))
    level = pack([symmetries.least(question.start)], question.holes)
    levels: list[Words] = []
    for _ in range(question.start.bit_count() + 1):
        levels.append(level)
        if most is not None and len(level) > most:
            return Stopped("size", f"more than {plural(most, 'orbit', commas=True)} on one level")
        if reason := clock.reached():
            return Stopped(reason, f"the {reason} limit was reached while positions were listed")
        blocks = [expand(level[low : low + BLOCK]) for low in range(0, len(level), BLOCK)]
        kept = (block[holds(alive, block[:, 0])] for block in blocks)
        level = unique(np.concatenate([level[:0], *kept]))
    return (levels.pop() for _ in range(len(levels)))  # none is kept for longer than it is needed


def _few_reached(position: Position) -> int | None:
    """How many positions can be reached, if there are so few."""
    board = position.board
    after = Successors(of_masks(board.n, board.jumps, position.mask, 0))
    level = pack([position.mask], board.n)
    reached = len(level)
    while len(level) and reached <= FEW_REACHED:
        level = unique(after(level))
        reached += len(level)
    return reached if reached <= FEW_REACHED else None
