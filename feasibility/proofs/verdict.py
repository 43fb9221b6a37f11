"""Findings of single criteria and the verdict on a pair, with what each must carry."""

from __future__ import annotations

from enum import StrEnum
from operator import itemgetter

from feasibility.base.errors import ExitCode, SoundnessError
from feasibility.base.limits import Clock, Limits, Stats
from feasibility.base.stopped import Stopped
from feasibility.base.values import Value, replace
from feasibility.game.drawn import Shown
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair
from feasibility.proofs.accept import Acceptance
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kind import Proof, Refutation
from feasibility.proofs.kinds.play import Play
from feasibility.proofs.preference import worth


class Outcome(StrEnum):
    """What one criterion says of a pair. PASSED: this necessary condition holds; never "feasible"."""

    REFUTED = "refuted"
    PASSED = "passed"
    NOT_APPLICABLE = "not-applicable"
    UNDECIDED = "undecided"


class Answer(StrEnum):
    """What is known of a pair in the end."""

    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"

    @property
    def exit_code(self) -> ExitCode:
        return {"feasible": ExitCode.OK, "infeasible": ExitCode.NEGATIVE, "unknown": ExitCode.UNKNOWN}[
            self.value
        ]


class Finding(Value, Shown):
    """The outcome of one criterion, with its proof where it has one.

    REFUTED carries a refutation; a play may come with PASSED, from the arbiter or where start is the target.
    """

    criterion: str
    outcome: Outcome
    summary: str
    proof: Proof | None = None
    seconds: float = 0.0
    ran: bool = True
    details: tuple[str, ...] = ()
    stopped: Stopped | None = None  # at a limit of the whole question
    acceptance: Acceptance | None = None  # what the verifier said of the proof

    def __post_init__(self) -> None:
        refutes = self.proof is not None and not isinstance(self.proof, Play)
        if (self.outcome is Outcome.REFUTED) != refutes:
            raise SoundnessError(
                f"{self.criterion}: outcome {self.outcome} with proof {self.proof and self.proof.kind}"
            )
        if isinstance(self.proof, Play) and self.outcome is not Outcome.PASSED:
            raise SoundnessError(f"{self.criterion}: outcome {self.outcome} with a play")

    def __repr__(self) -> str:
        return f"<Finding {self.criterion}, {self.outcome}: {self.summary[:80]}>"

    def timed(self, seconds: float) -> Finding:
        return replace(self, seconds=seconds)


def refuted(criterion: str, summary: str, proof: Refutation, *details: str) -> Finding:
    return Finding(criterion, Outcome.REFUTED, summary, proof, details=details)


def passed(criterion: str, summary: str, *details: str) -> Finding:
    return Finding(criterion, Outcome.PASSED, summary, details=details)


def not_applicable(criterion: str, reason: str) -> Finding:
    return Finding(criterion, Outcome.NOT_APPLICABLE, reason)


def undecided(criterion: str, reason: str) -> Finding:
    """No candidate survived the exact check, or there is nothing more to try."""
    return Finding(criterion, Outcome.UNDECIDED, reason)


def out_of_time(criterion: str, clock: Clock, known: str = "") -> Finding:
    """The clock of a turn came first; another turn may find more. `known`: what it found so far."""
    reason = f"{clock.ended()}; {known}" if known else clock.ended()
    return Finding(criterion, Outcome.UNDECIDED, reason, stopped=Stopped(clock.over() or "time"))


def not_run(criterion: str, reason: str, stopped: Stopped | None = None) -> Finding:
    return Finding(criterion, Outcome.UNDECIDED, reason, stopped=stopped, ran=False)


class Stage(Value):
    """What one procedure of the schedule was given: its turns, its seconds, and how it stands."""

    name: str
    rounds: int
    seconds: float
    outcome: str  # refuted, passed, played, not-applicable, undecided; open where it could go on


class Verdict(Value, Shown):
    """The answer for a pair, all findings, and the proof that decided it."""

    pair: Pair
    findings: tuple[Finding, ...]
    limits: Limits
    stages: tuple[Stage, ...] = ()
    stats: Stats | None = None

    def __post_init__(self) -> None:
        plays = [f.criterion for f in self.findings if isinstance(f.proof, Play)]
        refuting = [f.criterion for f in self.findings if f.outcome is Outcome.REFUTED]
        if plays and refuting:
            raise SoundnessError(
                f"{', '.join(refuting)} refuted a pair that {plays[0]} has played. This is a defect of "
                "pegfeas; the pair:\n"
                f"{self.pair!r}"
            )

    def __repr__(self) -> str:
        board = self.pair.board.label
        return f"<Verdict {self}: {self.pair.start.count} pegs on {board}>"

    def __str__(self) -> str:
        return str(self.answer) if self.decided_by is None else f"{self.answer}, decided by {self.decided_by}"

    @property
    def decisive(self) -> Finding | None:
        """The finding whose proof is shown: a play, or the refutation that is easiest to redo by hand."""
        proofs = [(worth(f.proof), f) for f in self.findings if f.proof is not None]
        return min(proofs, key=itemgetter(0))[1] if proofs else None

    @property
    def answer(self) -> Answer:
        """Feasible with a play, infeasible with a refutation, else unknown."""
        finding = self.decisive
        if finding is None:
            return Answer.UNKNOWN
        return Answer.FEASIBLE if isinstance(finding.proof, Play) else Answer.INFEASIBLE

    @property
    def verdict(self) -> str:
        """The answer as a word, as JSON has it."""
        return str(self.answer)

    @property
    def decided_by(self) -> str | None:
        """The criterion (or `search`) that decided, None when unknown."""
        return None if self.decisive is None else self.decisive.criterion

    @property
    def stopped(self) -> Stopped | None:
        """The limit that ended what was run last; None where nothing came to one."""
        return next((f.stopped for f in reversed(self.findings) if f.stopped is not None), None)

    @property
    def certificate(self) -> Certificate | None:
        finding = self.decisive
        return None if finding is None or finding.proof is None else Certificate(self.pair, finding.proof)

    @property
    def acceptance(self) -> Acceptance | None:
        """What the verifier said of the certificate; None where nothing is decided."""
        return None if self.decisive is None else self.decisive.acceptance

    @property
    def verified(self) -> bool | None:
        """Whether the verifier has accepted the certificate; None where nothing is decided."""
        return None if self.acceptance is None else self.acceptance.verified

    @property
    def play(self) -> tuple[Jump, ...] | None:
        """The jumps from start to target, None where there is no play or none is known."""
        finding = self.decisive
        return finding.proof.jumps if finding is not None and isinstance(finding.proof, Play) else None

    @property
    def exit_code(self) -> ExitCode:
        return self.answer.exit_code
