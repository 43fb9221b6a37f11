"""What pages say of certificates: that the checker has accepted them."""

from __future__ import annotations

import feasibility
from feasibility import Solution, Verdict


def accepted(answer: Solution | Verdict) -> bool:
    """Whether the checker accepts the certificate of an answer: when it was found, or else now."""
    if answer.verified:
        return True
    return answer.certificate is not None and feasibility.verify(answer.certificate, time_limit=None).valid
