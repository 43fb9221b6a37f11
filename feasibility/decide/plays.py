"""Plays: one by a chosen method, and several different ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from feasibility.base.limits import Stats
from feasibility.base.plurals import plural
from feasibility.base.stopped import Stopped, StoppedError
from feasibility.base.values import Value
from feasibility.decide.engines import Effort
from feasibility.engines import SEARCH
from feasibility.engines.positions.ways import ways
from feasibility.game.drawn import Shown
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair
from feasibility.proofs.accept import Acceptance
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.play import Play
from feasibility.proofs.verdict import Answer, Finding
from feasibility.text.moves import format_jumps, join_sweeps

if TYPE_CHECKING:
    from feasibility.engines.dense.closure import DenseSet
    from feasibility.proofs.kinds.sweeps import Sweeps

PATIENCE = 1 << 12  # positions between two looks at the limits


class Solution(Value, Shown):
    """What `solve` found: a play, the proof that there is none, or neither.

    `notes`: what the method says of its effort. Where the fewest sweeps were asked, `sweeps_at_least` is how
    many every play needs, `bound` its proof, and `stopped` what kept them from being found.
    """

    pair: Pair
    finding: Finding
    notes: tuple[str, ...] = ()
    sweeps_at_least: int | None = None
    bound: Sweeps | None = None
    stopped: Stopped | None = None
    acceptance: Acceptance | None = None  # what the verifier said of the certificate
    stats: Stats | None = None  # positions explored, width of the beam, time and memory

    def __repr__(self) -> str:
        return f"<Solution {self.answer}: {self.finding.summary}>"

    def __str__(self) -> str:
        return self.finding.summary if self.text in (None, "") else str(self.text)

    @property
    def answer(self) -> Answer:
        """Feasible with a play, infeasible with a proof, else unknown."""
        if self.play is not None:
            return Answer.FEASIBLE
        return Answer.UNKNOWN if self.finding.proof is None else Answer.INFEASIBLE

    @property
    def play(self) -> tuple[Jump, ...] | None:
        """The jumps, None where there is no play or none is known."""
        return self.finding.proof.jumps if isinstance(self.finding.proof, Play) else None

    @property
    def text(self) -> str | None:
        """The play in sweeps, as `parse_jumps` and `replay` read it."""
        return None if self.play is None else format_jumps(self.pair.board, self.play, sweeps=True)

    @property
    def sweeps(self) -> int | None:
        return None if self.play is None else len(join_sweeps(self.play))

    @property
    def verified(self) -> bool | None:
        """Whether the verifier has accepted the certificate; None where there is none."""
        return None if self.acceptance is None else self.acceptance.verified

    @property
    def certificate(self) -> Certificate | None:
        """The proof, None where nothing is decided. A bound on sweeps holds the play, if one is known."""
        proof = self.bound or self.finding.proof
        return None if proof is None else Certificate(self.pair, proof)


def solution_of(pair: Pair, finding: Finding) -> Solution:
    """A finding of the composer as an answer."""
    notes = finding.details if finding.criterion == SEARCH else ()
    return Solution(pair, finding, notes, acceptance=finding.acceptance)


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
        self.plays = self.looks = 0

    def __iter__(self) -> Iterator[tuple[Jump, ...]]:
        start, target, alive = self.pair.start.mask, self.pair.target, _alive(self.pair, self.effort)
        steps = zip(self.pair.board.jumps, self.pair.board.jump_masks, strict=True)
        jumps = [(jump, must, holes) for jump, (must, holes) in steps]

        def onward(mask: int) -> Iterator[tuple[Jump, int]]:
            for jump, must, holes in jumps:
                if mask & holes == must and (alive is None or mask ^ holes in alive):
                    yield jump, mask ^ holes

        if target.contains(start):
            self.plays += 1
            yield ()
        with suppress(StoppedError):
            self.look()
            for play, _ in ways(start, onward, target.contains, self.look):
                self.plays += 1
                yield play

    def look(self) -> None:
        """Ends the list at a limit. There is no guess of the time: the last play tells how many there are."""
        self.effort.clock.spend(10)  # it takes 3 to 40 microseconds
        if self.looks % PATIENCE == 0 or self.effort.clock.expired():
            self.stopped = self.effort.clock.stopped()
            if self.effort.report is not None:
                known = plural(self.plays, "play", commas=True)
                self.effort.report(f"{known}, {self.looks:,} steps tried")
            if self.stopped is not None:
                raise StoppedError(self.stopped.limit)
        self.looks += 1


def _alive(pair: Pair, effort: Effort) -> DenseSet | None:
    """The set of positions that lead to the target, or None where it does not fit."""
    from feasibility.engines.winning import winning_positions

    if pair.target.pegs is not None:
        return None
    start, target, means = pair.start, pair.target, effort
    known = winning_positions(start, target, means.clock, threads=means.threads, report=means.report)
    return None if isinstance(known, Stopped) else known.members
