"""A large board from its sides: strip after strip is finished, until one plan can do what is left.

A strip is finished by a plan of its own, in a window that reaches some lines beyond it, where pegs may end as
they like. What is left then is a smaller pair. Where real numbers of jumps already show that it has no play,
the weights that say so are kept for all plans of that strip: they have to leave as much on the rest as the
target weighs there. Weights are floats here, and rounded; only the play counts, and it is replayed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.game.geometry import Board, Geometry, Jump
from feasibility.game.position import Pair, Position, Target, bits
from feasibility.search.plans.program import Demand
from feasibility.search.plans.whole import Planner
from feasibility.search.results import Found
from feasibility.solvers.highs import HotModel, Status
from feasibility.systems.linear import cone_system

LINES = 2  # of holes in a strip
BEYOND = 4  # lines more that its plan may use
WHOLE = 80  # holes for which one plan is made
FULL = 0.75  # of the rest may hold pegs: where there is no room nothing can be ordered
TRIES = 12  # for one strip
PATIENCE = 1.0  # seconds for a strip
LAST = 5.0  # seconds for what is left
MOST_SEEDS = 1 << 30
_SCALE = 100


class Strips:
    """Attempts at one pair with a single position as target; each takes other sides and other plans."""

    def __init__(self, pair: Pair, seed: int = 0) -> None:
        self.pair, self.board = pair, pair.board
        self.random = np.random.default_rng(seed)
        self.system = cone_system(pair)
        self.model = HotModel(self.system.matrix)
        self.demands: dict[int, list[Demand]] = {}  # by the holes of the rest
        self.attempts = self.finished = 0

    def attempt(self, clock: Clock) -> tuple[Jump, ...] | None:
        """A play, or nothing where a strip could not be finished."""
        self.attempts += 1
        here, left, play = self.pair.start, self.board.full, list[Jump]()
        while left.bit_count() > WHOLE:
            strip, window = self._strip(left)
            jumps = self._finish(here, left & ~strip, strip, window, clock)
            if jumps is None:
                return None
            self.finished += 1
            here, left, play = here.replay(jumps), left & ~strip, play + jumps
        last = self._planned(here, left, left, (), clock.within(LAST))
        return None if last is None else tuple(play + last)

    def _strip(self, left: int) -> tuple[int, int]:
        """The outermost lines on one side of the longer axis, and with them those that may be used."""
        places = np.array(self.board.holes)[list(bits(left))]
        extent = np.ptp(places, axis=0) + self.random.random(2) / 2
        axis, side = int(np.argmax(extent)), int(self.random.choice((-1, 1)))
        lines = np.unique(side * places[:, axis])
        last, beyond = lines[: LINES + BEYOND][[min(LINES, len(lines)) - 1, -1]]
        strip, window = (
            sum(1 << i for i in bits(left) if side * self.board.holes[i][axis] <= line)
            for line in (last, beyond)
        )
        return strip, window

    def _finish(self, here: Position, rest: int, strip: int, window: int, clock: Clock) -> list[Jump] | None:
        """Jumps inside the window that finish the strip, and leave a rest that linear programs let pass."""
        clock = clock.within(PATIENCE)
        demands = self.demands.setdefault(rest, [self._room(rest)])
        for _ in range(TRIES):
            jumps = self._planned(here, window, strip, demands, clock)
            if jumps is None:
                return None
            lacking = self._lacking(here.replay(jumps), rest, clock)
            if lacking is None:
                return jumps
            demands.append(lacking)
        return None

    def _room(self, rest: int) -> Demand:
        """Not too many pegs on the rest."""
        return dict.fromkeys(bits(rest), -1), -max(
            int(FULL * rest.bit_count()), (self.pair.target.must & rest).bit_count()
        )

    def _lacking(self, here: Position, rest: int, clock: Clock) -> Demand | None:
        """Weights of which the rest has not enough, if its jumps in real numbers do not do."""
        outside = ((j, 0, 0) for j, (_, h) in enumerate(self.board.jump_masks) if h & ~rest)
        system = cone_system(Pair(here, self.pair.target)).with_bounds(outside)
        self.model.load(system)
        answer = self.model.solve(clock.timeout())
        clock.spend(self.model.steps())
        if answer.status is not Status.INFEASIBLE:
            return None
        if answer.ray is None or not np.abs(answer.ray).max():
            return self._room(rest)
        ray = np.rint(_SCALE * answer.ray / np.abs(answer.ray).max()).astype(int)
        weights = {i: int(ray[i]) for i in bits(rest) if ray[i]}
        return weights, sum(weights.get(i, 0) for i in bits(self.pair.target.must))

    def _planned(
        self, here: Position, window: int, strip: int, demands: Sequence[Demand], clock: Clock
    ) -> list[Jump] | None:
        """Jumps inside the window that finish the strip; the other holes may end as they like."""
        board, holes = part(self.board, window)
        must = self.pair.target.must & strip
        target = Target(board, _inside(must, holes), _inside(window & ~strip, holes))
        pair = Pair(Position(board, _inside(here.mask, holes)), target)
        if target.contains(pair.start.mask) and not demands:
            return []
        if not board.jumps:
            return None
        planner = Planner(pair, clock, int(self.random.integers(MOST_SEEDS)))
        number = {hole: i for i, hole in enumerate(holes)}
        for weights, least in demands:
            beyond = sum(weights.get(i, 0) for i in here.pegs if i not in number)
            within = {number[i]: w for i, w in weights.items() if i in number}
            planner.program.demand((within, least - beyond))
        result = planner.run()
        return [Jump(*(holes[i] for i in j)) for j in result.play] if isinstance(result, Found) else None

    def __str__(self) -> str:
        strips = plural(self.finished, "strip", commas=True)
        return f"{strips} finished in {plural(self.attempts, 'attempt', commas=True)}"


@lru_cache(maxsize=256)
def part(board: Board, mask: int) -> tuple[Board, tuple[int, ...]]:
    """Some holes of a board as a board, with the jumps among them; and the holes it stands for."""
    holes = tuple(bits(mask))
    number = {hole: i for i, hole in enumerate(holes)}
    jumps = [
        [number[i] for i in jump]
        for jump, (_, masked) in zip(board.jumps, board.jump_masks, strict=True)
        if not masked & ~mask
    ]
    return Board([board.holes[i] for i in holes], Geometry.EXPLICIT, jumps), holes


def _inside(mask: int, holes: tuple[int, ...]) -> int:
    return sum(1 << i for i, hole in enumerate(holes) if mask >> hole & 1)
