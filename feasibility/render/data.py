"""Verdicts as JSON objects."""

from __future__ import annotations

from typing import Any

from feasibility.base.limits import Limits
from feasibility.proofs.verdict import Answer, Finding, Stage, Verdict
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
        "findings": [finding_json(f) for f in verdict.findings],
        "stages": [stage_json(stage) for stage in verdict.stages],
        "certificate": None if certificate is None else certificate.to_json(),
        **verified_json(verdict.acceptance),
        "limits": limits_json(verdict.limits),
        **unknown,
    }


def finding_json(finding: Finding) -> dict[str, Any]:
    return {
        "criterion": finding.criterion,
        "outcome": str(finding.outcome),
        "summary": finding.summary,
        "seconds": round(finding.seconds, 6),
    }


def stage_json(stage: Stage) -> dict[str, Any]:
    """What one procedure of the schedule was given."""
    return {
        "name": stage.name,
        "rounds": stage.rounds,
        "seconds": round(stage.seconds, 6),
        "outcome": stage.outcome,
    }


def limits_json(limits: Limits) -> dict[str, Any]:
    """Seconds, bytes of memory, nodes of a tree; null where there is no limit."""
    return {"seconds": limits.seconds, "memory": limits.memory, "nodes": limits.nodes, "work": limits.work}
