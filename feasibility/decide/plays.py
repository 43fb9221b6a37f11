"""Plays: one by a chosen method, and several different ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from feasibility.base.plurals import plural
from feasibility.base.stopped import Stopped
from feasibility.base.values import Value
from feasibility.decide.engines import Effort
from feasibility.engines import SEARCH
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair
from feasibility.proofs.accept import Acceptance
from feasibility.proofs.certificate import Play
from feasibility.proofs.verdict import Finding

if TYPE_CHECKING:
    from feasibility.engines.dense.closure import DenseSet
    from feasibility.proofs.claims import Sweeps

PATIENCE = 1 << 12  # positions between two looks at the limits


class Solved(Value):
    """A finding, what the method says of its effort, where asked a bound on the sweeps and its proof."""

    finding: Finding
    notes: tuple[str, ...] = ()
    at_least: int | None = None
    bound: Sweeps | None = None
    stopped: Stopped | None = None  # what kept the fewest sweeps from being found
    acceptance: Acceptance | None = None  # what the verifier said of the certificate

    @property
    def jumps(self) -> tuple[Jump, ...] | None:
        """The play, if there is one."""
        return self.finding.proof.jumps if isinstance(self.finding.proof, Play) else None


def solved_by(finding: Finding) -> Solved:
    """A finding of the composer as an answer."""
    notes = finding.details if finding.criterion == SEARCH else ()
    return Solved(finding, notes, acceptance=finding.acceptance)


class Listing(Protocol):
    """Plays one after the other; `stopped`: the limit that ended them early, `number`: all there are."""

    stopped: Stopped | None
    number: int | None

    def __iter__(self) -> Iterator[tuple[Jump, ...]]: ...


class Plays:
    """Depth first over the positions that still lead to the target.

    Without room for a dense closure over all positions, remembering the ones that failed. `stopped` is the
    limit that ended it early.
    """

    def __init__(self, pair: Pair, effort: Effort) -> None:
        self.pair, self.effort = pair, effort
        self.stopped: Stopped | None = None
        self.number: int | None = None  # which is not known before the last
        self.failed: set[int] = set()
        self.plays, self.began = 0, monotonic()
        self.alive: DenseSet | None = None

    def __iter__(self) -> Iterator[tuple[Jump, ...]]:
        self.alive = _alive(self.pair, self.effort)
        start, target = self.pair.start.mask, self.pair.target
        if target.contains(start):
            self.plays += 1
            yield ()
        stack = [(start, self.steps(start))]
        fruitful = [False]
        path: list[Jump] = []
        for looks in count():
            if not stack:
                return
            if looks % PATIENCE == 0 or self.effort.clock.expired():
                self.stopped = self.effort.clock.stopped()
                self.tell(looks, len(path))
            if self.stopped is not None:
                return
            step = next(stack[-1][1], None)
            if step is not None:
                path.append(step[0])
                fruitful.append(target.contains(step[1]))
                if fruitful[-1]:
                    self.plays += 1
                    yield tuple(path)
                stack.append((step[1], self.steps(step[1])))
                continue
            mask, _ = stack.pop()
            del path[-1:]
            if not fruitful[-1]:
                self.failed.add(mask)
            play = fruitful.pop()
            if stack:
                fruitful[-1] |= play

    def tell(self, looks: int, deep: int) -> None:
        """There is no guess of the time: the plays are counted when the last one is found."""
        if self.effort.report is not None:
            known = plural(self.plays, "play", commas=True)
            rate = looks / max(monotonic() - self.began, 1e-9)
            tried = f"{looks:,} steps tried, {rate:,.0f}/s, {len(self.failed):,} positions lead nowhere"
            self.effort.report(f"{known}, {deep} jumps deep, {tried}")

    def steps(self, mask: int) -> Iterator[tuple[Jump, int]]:
        """The jumps that may lead on, and where."""
        board = self.pair.board
        for jump, (must, holes) in zip(board.jumps, board.jump_masks, strict=True):
            after = mask ^ holes
            if (
                mask & holes == must
                and after not in self.failed
                and (self.alive is None or after in self.alive)
            ):
                yield jump, after


def _alive(pair: Pair, effort: Effort) -> DenseSet | None:
    """The set of positions that lead to the target, or None where it does not fit."""
    from feasibility.engines.dense.closure import DenseSet, backward_closure

    if pair.target.pegs is not None:
        return None
    report = effort.report
    alive = backward_closure(
        pair.board.n,
        pair.board.jumps,
        pair.target.must,
        free=pair.target.free,
        start=pair.start.mask,
        clock=effort.clock,
        threads=effort.threads,
        progress=None if report is None else lambda p: report(f"positions that lead there, {p}"),
    )
    return alive if isinstance(alive, DenseSet) else None
