"""The one gate to the verifier: every proof passes through here before it is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feasibility.base.errors import ExitCode, SoundnessError
from feasibility.proofs.certificate import Cases, Certificate, Closure, Ends, Search
from feasibility.proofs.claims import Sweeps

if TYPE_CHECKING:
    from feasibility import verifier

AT_ONCE = 200_000  # positions: the verifier repeats an exhaustion of so many within a second
FOR_A_SWEEP = 10  # positions that a peg passes, with their images, for one that is counted


def verify(certificate: Certificate | dict[str, Any] | str | bytes, **limits: Any) -> verifier.Outcome:
    """What the independent verifier says of a certificate, of its JSON object, or of the file at a path."""
    from feasibility import verifier

    data = certificate.to_json() if isinstance(certificate, Certificate) else certificate
    return verifier.check(data, **limits)


def accepted(certificate: Certificate, by: str | None = None) -> bool:
    """Whether the verifier accepts; False where it is too large for that, SoundnessError where it rejects.

    An exhaustion of more than AT_ONCE positions is not repeated. `by`: who made the proof.
    """
    positions = visited(certificate.proof)
    if positions > AT_ONCE:
        return False
    # only an exhaustion may be too large; any other proof passes the verifier before it is believed
    return _unless_large(certificate, by, positions > 0, max_positions=AT_ONCE) is None


def refused_at_length(certificate: Certificate) -> str | None:
    """None where the verifier accepts, however long it takes, or in which way it is too large for that."""
    return _unless_large(certificate, None, may_be_large=True)


def _unless_large(certificate: Certificate, by: str | None, may_be_large: bool, **limits: int) -> str | None:
    outcome = verify(certificate, time_limit=None, **limits)  # the caller's limits are those of the question
    if outcome.valid:
        return None
    if not (may_be_large and outcome.exit_code == ExitCode.UNKNOWN):
        raise SoundnessError(
            f"the verifier does not accept the proof of {by or f'kind {certificate.proof.kind}'}: "
            f"{outcome.reason}. This is a defect of pegfeas; the proof is about:\n{certificate.about!r}"
        )
    return str(outcome.reason)


def ready() -> None:
    """Loads the verifier, which else the first proof waits for."""
    from feasibility import verifier  # noqa: F401


def visited(proof: object) -> int:
    """Positions that the verifier has to visit."""
    match proof:
        case Cases(cases):
            return sum(visited(case) for case in cases)
        case Ends(nodes):
            return sum(visited(node) for node in nodes)
        case Closure(size):
            return size
        case Search():
            return sum(proof.forward) + sum(proof.backward or ())
        case Sweeps():
            return FOR_A_SWEEP * (sum(proof.forward) + sum(proof.backward))
    return 0
