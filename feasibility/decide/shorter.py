"""A verdict with a shorter proof: what a person would rather redo."""

from __future__ import annotations

from time import perf_counter

from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.base.values import replace
from feasibility.proofs.accept import vouched
from feasibility.proofs.certificate import Play
from feasibility.proofs.preference import Length, length
from feasibility.proofs.verdict import Finding, Verdict, refuted
from feasibility.systems.short_proof import shortest

FINDS = {
    "pagoda": "cone",
    "residue": "lattice",
    "tree": "integer-cone",
    "turn": "turning-point",
    "legs": "turning-point",
    "ends": "ends",
}


def shorter(verdict: Verdict, clock: Clock) -> Verdict:
    """The verdict with the shortest proof that is found; it goes through the gate like any other."""
    decisive = verdict.decisive
    if decisive is None or decisive.proof is None or isinstance(decisive.proof, Play):
        return verdict
    before = length(decisive.proof)
    if before is None:
        return verdict
    begun = perf_counter()
    proof = shortest(verdict.pair, decisive.proof, clock)
    after = length(proof)
    if after is None or after >= before:
        return verdict
    name = FINDS[proof.kind] if proof.kind != decisive.proof.kind else decisive.criterion
    summary = f"a shorter proof: {_words(after)}; before: {_words(before)}"
    replacement = refuted(name, summary, proof).timed(perf_counter() - begun)
    replacement = vouched(verdict.pair, replacement, clock)
    return replace(verdict, findings=_in_place(verdict.findings, decisive, replacement))


def _words(here: Length) -> str:
    return f"{plural(here.cases, 'case')}, weights up to {here.largest}"


def _in_place(findings: tuple[Finding, ...], decisive: Finding, replacement: Finding) -> tuple[Finding, ...]:
    """The new finding before the one that it is shorter than, or for it where the criterion is the same."""
    at = findings.index(decisive)
    rest = findings[at + 1 :] if replacement.criterion == decisive.criterion else findings[at:]
    return (*findings[:at], replacement, *(f for f in rest if f.criterion != replacement.criterion))
