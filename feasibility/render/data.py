"""Verdicts as JSON objects."""

from __future__ import annotations

from typing import Any

from feasibility.base.limits import Limits
from feasibility.proofs.verdict import Finding, Verdict


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """What `pegfeas check --json` prints."""
    certificate = verdict.certificate
    return {
        "verdict": str(verdict.answer),
        "decided_by": verdict.decided_by,
        "findings": [finding_json(f) for f in verdict.findings],
        "certificate": None if certificate is None else certificate.to_json(),
        "limits": limits_json(verdict.limits),
    }


def finding_json(finding: Finding) -> dict[str, Any]:
    """One row of the report."""
    return {
        "criterion": finding.criterion,
        "outcome": str(finding.outcome),
        "summary": finding.summary,
        "seconds": round(finding.seconds, 6),
    }


def limits_json(limits: Limits) -> dict[str, Any]:
    """Seconds, bytes of memory, nodes of a tree; null where there is no limit."""
    return {"seconds": limits.seconds, "memory": limits.memory, "nodes": limits.nodes, "work": limits.work}
