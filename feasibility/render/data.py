"""Verdicts as JSON objects."""

from __future__ import annotations

from typing import Any

from feasibility.base.limits import Limits
from feasibility.proofs.verdict import Answer, Finding, Verdict
from feasibility.render.unknown import advice


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """What `pegfeas check --json` prints; an unknown verdict also says what ended it and what may help."""
    certificate, unknown = verdict.certificate, {}
    if verdict.answer is Answer.UNKNOWN:
        unknown = {"limit": verdict.limit, "advice": advice(verdict)}
    return {
        "verdict": str(verdict.answer),
        "decided_by": verdict.decided_by,
        "findings": [finding_json(f) for f in verdict.findings],
        "certificate": None if certificate is None else certificate.to_json(),
        "limits": limits_json(verdict.limits),
        **unknown,
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
