"""Accepted certificates in the format VIPR 1.0 of exact mixed-integer solvers.

Kinds that are sums of weights over one program become one file. Where a proof splits plays by their order,
each case has a program of its own: a file for each, and an index of what is split into which cases. What a
kind of proof writes is in `kinds/`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from feasibility.base.errors import InputError
from feasibility.exact.tree import Branch, fold
from feasibility.proofs.cut import Cut, Problem
from feasibility.proofs.kind import part
from feasibility.proofs.kinds import from_json, names
from feasibility.proofs.kinds.bound import JumpBound
from feasibility.proofs.nodes import CaseNode, Closing, Split
from feasibility.proofs.written import Json, written
from feasibility.studies.exports import kinds
from feasibility.studies.exports.vipr_file import CaseFile, Goal, SignedRow, UnknownBounds, by_order

if TYPE_CHECKING:
    from feasibility.verifier import Claim

INDEX = "index.json"


class NotTaken(InputError):
    """A proof that is no tree of sums over programs in integers, or too deep."""


@dataclass(frozen=True)
class Subject:
    """What an export is about: the problem, the heading of an index, and what a comment says."""

    problem: Problem
    heading: Json
    says: str

    def case(self, given: Sequence[JumpBound] = ()) -> CaseFile:
        """The program of all plays, or of those in which what is given holds."""
        return CaseFile(Cut(self.problem), given)

    def one_file(self, case: CaseFile, goal: Goal | None = None) -> dict[str, str]:
        return {"": case.file.text(self.says, goal)}


def export(certificate: Json, claim: Claim) -> dict[str, str]:
    """The files that an accepted certificate becomes, by their names; `claim` is what it proves.

    They are those of a folder with its index, or one file without a name.
    """
    write = part(kinds.__name__, claim.kind).vipr
    if write is None:
        taken = ", ".join(name for name in names() if part(kinds.__name__, name).vipr is not None)
        why = f"a proof of kind {claim.kind!r} is not exported"
        expected = f"{taken}; `--formal` asks a second checker of all kinds"
        raise NotTaken(f"{why}: it is no tree of sums over programs in integers", expected=expected)
    says = f"{claim.claim}, proved by {claim.kind}\n{claim.statement}"
    subject = Subject(Problem.of(claim), heading(certificate, claim), says)
    try:
        files: dict[str, str] = write(subject, from_json(certificate["proof"]))
    except RecursionError:
        raise NotTaken("the tree of this proof is too deep for an export") from None
    return files


def heading(certificate: Json, claim: Claim) -> Json:
    """What an index is about."""
    pegs, free = list(claim.target_pegs), list(claim.target_free)
    target = {"pegs": pegs, "free": free} if claim.target_count is None else {"count": claim.target_count}
    return {
        "format": "pegfeas-vipr-index",
        "version": 3,
        "claim": claim.claim,
        "kind": claim.kind,
        "board": certificate["board"],
        "start": list(claim.start),
        "target": target,
    }


def refute(
    case: CaseFile,
    node: CaseNode,
    bounds: UnknownBounds,
    pegs: Sequence[SignedRow] = (),
    sums: Sequence[SignedRow] = (),
) -> int:
    """The number of the absurdity that a tree without splits derives; its ends have multipliers of rows."""
    if isinstance(node, Branch):
        low, fewer = case.branch(bounds, node.of, high=node.at_most)
        first = refute(case, node.low, fewer, pegs, sums)
        high, more = case.branch(bounds, node.of, low=node.at_most + 1)
        second = refute(case, node.high, more, pegs, sums)
        return case.file.unsplit((first, low), (second, high))
    for least, below, greatest, above in bounds.values():
        if greatest is not None and least > greatest:
            return case.file.absurd({below: 1, above: -1})
    if isinstance(node, Split):
        raise NotTaken("a split inside the case of a program")
    rows = [*zip([node.multiplier or 0], pegs, strict=False), *zip(node.multipliers, sums, strict=False)]
    return case.leaf(bounds, node.weights, *((times * sign, row) for times, (sign, row) in rows))


@dataclass
class Folder:
    """Files of cases as they are met, and the index entry of each part of a proof."""

    subject: Subject
    files: dict[str, str] = field(default_factory=dict)

    def indexed(self, root: CaseNode) -> dict[str, str]:
        """All files of a proof, with their index."""
        index = {**self.subject.heading, "root": self.node(Cut(self.subject.problem), root)}
        return self.files | {INDEX: json.dumps(index, indent=1) + "\n"}

    def file(self, cut: Cut, node: CaseNode) -> Json:
        """One more file."""
        case, name = CaseFile(cut), f"{len(self.files) + 1:04}.vipr"
        refute(case, node if cut.empty() is None else Closing(()), case.bounds)
        self.files[name] = case.file.text(f"{self.subject.says}\none case of several: {INDEX}")
        return {"file": name}

    def node(self, cut: Cut, node: CaseNode) -> Json:
        """A tree: one file where nothing below is split, else the entries of its children."""
        divided = fold(node, lambda end: isinstance(end, Split), lambda _, low, high: low or high)
        if cut.empty() is not None or not divided:
            return self.file(cut, node)
        if isinstance(node, Branch):
            low, high = cut.branch(node.of, node.at_most)
            cases = [self.node(low, node.low), self.node(high, node.high)]
            return {"unknown": cut.place(node.of), "at_most": node.at_most, "cases": cases}
        return self.split(cut, node) if isinstance(node, Split) else self.file(cut, node)

    def split(self, cut: Cut, at: Split) -> Json:
        """First the case without a jump of the set on the leg, then those of each as the first (last)."""
        roots = dict(at.cases)
        never, *cuts = by_order(cut, at.leg, at.jumps, at.when)
        each = zip(cuts, at.jumps, strict=True)
        cases = [self.node(never, at.never), *(self.node(case, roots[jump]) for case, jump in each)]
        return {"leg": at.leg + 1, "order": at.when, "set": written(at.jumps), "cases": cases}
