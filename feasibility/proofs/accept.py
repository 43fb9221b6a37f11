"""The one gate to the verifier: every proof passes through here before it is shown."""

from __future__ import annotations

import sys
from math import ceil, inf
from typing import TYPE_CHECKING, Any

from feasibility.base.errors import ExitCode, SoundnessError
from feasibility.base.values import Value, replace
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.written import Json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    import feasibility.verifier as verifier
    from feasibility.base.limits import Clock
    from feasibility.base.report import Report
    from feasibility.game.position import Pair
    from feasibility.proofs.verdict import Finding

TIME_LIMIT = 60  # seconds, unless the command `verify` is told otherwise
FLOOR = 0.3  # seconds: what takes no longer is repeated before any answer, if there is time
AT_ONCE = 0.05  # seconds: what takes no longer is repeated whatever the clock says, or stays undecided
AFTER_END = 1.0  # seconds of that for one question, once its time is over
CALL = 1 / 1000  # seconds, for the least of them
BEGINNING = 0.05  # seconds for one that takes longer
SLACK = 4  # times the seconds that are allowed, as a forecast is no more than that
AT_HAND = 200  # positions that take less time with numpy once it is imported


class Acceptance(Value):
    """Whether the verifier has repeated a proof; and the seconds that this takes, about."""

    verified: bool
    forecast: float


def verify(
    certificate: Certificate | Json | str | bytes,
    *,
    time_limit: float | None = TIME_LIMIT,
    max_positions: int | None = None,
    max_work: int | None = None,
    max_bytes: int | None = None,
    plain: bool = False,
    workdir: Path | str | None = None,
    report: Report | None = None,
    levels: Callable[..., Iterable[Any]] | None = None,
) -> verifier.Outcome:
    """What the independent verifier says of a certificate, of its JSON object, or of the file at a path.

    Positions, steps of work and bytes beyond which it refuses are those of the verifier where none are given;
    `plain`: without numpy; `workdir`: a folder for levels that memory would not hold, told to `report`;
    `levels`: who makes the parts of large levels there, where not this process alone.
    """
    import feasibility.verifier as verifier

    data = certificate.to_json() if isinstance(certificate, Certificate) else certificate
    said: dict[str, Any] = {"max_positions": max_positions, "max_work": max_work, "max_bytes": max_bytes}
    said["numpy_from"] = AT_HAND if "numpy" in sys.modules else None  # the checker itself does not look
    limits = {name: value for name, value in said.items() if value is not None}
    limits |= {"time_limit": time_limit, "plain": plain, "workdir": workdir, "progress": report}
    limits["levels"] = levels
    return verifier.check(data, **limits)


def accepted(
    certificate: Certificate, by: str | None = None, *, seconds: float = 0.0, clock: Clock | None = None
) -> Acceptance:
    """Whether the verifier accepts; SoundnessError where it rejects. `by`: who made the proof.

    An exhaustion is repeated if that is forecast to take no longer than finding it took (`seconds`), or than
    FLOOR; and never for longer than the clock leaves, unless that is done at once. Of one that takes longer
    the form is verified, and the first levels.
    """
    needed = certificate.proof.forecast()
    if needed == 0:  # any proof but an exhaustion passes the verifier before it is believed
        _unless_large(certificate, by, may_be_large=False)
        return Acceptance(True, 0.0)
    left = None if clock is None else clock.timeout()
    allowed = max(FLOOR, seconds) if left is None else min(max(FLOOR, seconds), left)
    most: float | None = SLACK * allowed if left is None else min(SLACK * allowed, left)
    if _at_once(needed, clock):
        most = None
    elif needed > allowed:
        _unless_large(certificate, by, True, time_limit=BEGINNING)
        return Acceptance(False, needed)
    return Acceptance(_unless_large(certificate, by, True, time_limit=most) is None, needed)


def passed(certificate: Certificate) -> Certificate:
    """The certificate, once the verifier has accepted it, whatever the clock says; for no exhaustion."""
    _unless_large(certificate, None, may_be_large=False)
    return certificate


def vouched(pair: Pair, finding: Finding, clock: Clock | None = None) -> Finding:
    """A finding with what the verifier says of its proof, before anybody hears of it.

    What it would repeat at once and has not repeated is not heard of.
    """
    if finding.proof is None:
        return finding
    # where work is limited, the answer is the same on every machine
    seconds = 0.0 if clock is not None and clock.limits.work is not None else finding.seconds
    said = accepted(Certificate(pair, finding.proof), finding.criterion, seconds=seconds, clock=clock)
    if said.verified or said.forecast > AT_ONCE:
        return replace(finding, acceptance=said)
    from feasibility.proofs.verdict import undecided

    why = f"{finding.summary}, but a limit was reached before the verifier had repeated that"
    return replace(undecided(finding.criterion, why), stopped=None if clock is None else clock.stopped())


def _at_once(needed: float, clock: Clock | None) -> bool:
    """Whether an exhaustion is so short that no clock ends its check."""
    if needed > AT_ONCE:
        return False
    if clock is None or not clock.expired():
        return True
    clock.meter.after_end += max(CALL, needed)
    return clock.meter.after_end <= AFTER_END


def refused_at_length(
    certificate: Certificate, clock: Clock, *, seconds: float = inf, needed: float | None = None
) -> str | None:
    """None where the verifier accepts within so many seconds and the time, or at once; else why it does not.

    `needed`: what that takes, about, where the proof does not tell.
    """
    expected, left = certificate.proof.forecast() if needed is None else needed, clock.timeout()
    allowed = seconds if left is None else min(seconds, left)
    most = None if _at_once(expected, clock) or allowed == inf else allowed
    return _unless_large(certificate, None, may_be_large=True, time_limit=most)


def _unless_large(
    certificate: Certificate, by: str | None, may_be_large: bool, time_limit: float | None = None
) -> str | None:
    outcome = verify(certificate, time_limit=time_limit)
    if outcome.valid:
        return None
    if not (may_be_large and outcome.exit_code == ExitCode.UNKNOWN):
        whose = f"kind {certificate.proof.kind}" if by is None else by
        raise SoundnessError(
            f"the verifier does not accept the proof of {whose}: "
            f"{outcome.reason}. This is a defect of pegfeas; the proof is about:\n{certificate.about!r}"
        )
    return str(outcome.reason)


def ready() -> None:
    """Loads the verifier, which else the first proof waits for."""
    import feasibility.verifier as verifier  # noqa: F401


def command(acceptance: Acceptance, path: str = "FILE") -> str:
    """What repeats a certificate that was not verified; with room for levels that memory may not hold."""
    seconds = ceil(SLACK * acceptance.forecast)
    return f"pegfeas verify {path}" + (
        f" --workdir DIR --time-limit {seconds}" if seconds > TIME_LIMIT else ""
    )
