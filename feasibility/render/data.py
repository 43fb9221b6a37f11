"""Verdicts as JSON objects."""

from __future__ import annotations

from typing import Any

from feasibility.base.values import Value
from feasibility.proofs.verdict import Answer, Verdict
from feasibility.render.unknown import advice
from feasibility.render.verified import verified_json


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """What `pegfeas check --json` prints; an unknown verdict also says what ended it and what may help."""
    certificate, unknown = verdict.certificate, {}
    if verdict.answer is Answer.UNKNOWN:
        stopped = verdict.stopped
        unknown = {"limit": None if stopped is None else stopped.limit, "advice": advice(verdict)}
    return {
        "verdict": str(verdict.answer),
        "decided_by": verdict.decided_by,
        "findings": [
            {
                "criterion": finding.criterion,
                "outcome": str(finding.outcome),
                "summary": finding.summary if finding.ran else f"not run: {finding.summary}",
                "seconds": round(finding.seconds, 6),
            }
            for finding in verdict.findings
        ],
        "stages": [{**fields(stage), "seconds": round(stage.seconds, 6)} for stage in verdict.stages],
        "certificate": None if certificate is None else certificate.to_json(),
        **verified_json(verdict.acceptance),
        "limits": fields(verdict.limits),
        **unknown,
    }


def fields(value: Value) -> dict[str, Any]:
    """A flat value as an object; of limits null is no limit."""
    return {name: getattr(value, name) for name in value._fields}
