"""Accepted certificates in the format VIPR 1.0 of exact mixed-integer solvers.

Kinds that are sums of weights over one program become one file. Where a proof splits plays by their order,
each case has a program of its own: a file for each, and an index of what is split into which cases.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING

from feasibility.base.errors import InputError
from feasibility.proofs.cut import Cut, Problem, Unknown
from feasibility.proofs.written import Json
from feasibility.studies.exports.vipr_case import Bounds, CaseFile, Row, added, by_number, by_order

if TYPE_CHECKING:
    from feasibility.verifier import Claim

ONE_FILE = ("pagoda", "residue", "tree", "bound")
FOLDER = ("turn", "legs")
INDEX = "index.json"


class NotTaken(InputError):
    """A proof that is no tree of sums over programs in integers, or too deep."""


def export(certificate: Json, claim: Claim) -> dict[str, str]:
    """The files that an accepted certificate becomes, by their names; `claim` is what it proves.

    They are those of a folder with its index, or one file without a name.
    """
    problem, proof = Problem.of(claim), certificate["proof"]
    says = f"{claim.claim}, proved by {claim.kind}\n{claim.statement}"
    try:
        if proof["kind"] not in FOLDER:
            return {"": _one_file(problem, proof, says)}
        folder = _Folder(f"{says}\none case of several: {INDEX}")
        index = {**heading(certificate, claim), "root": folder.proof(Cut(problem), proof)}
    except RecursionError:
        raise NotTaken("the tree of this proof is too deep for an export") from None
    return folder.files | {INDEX: json.dumps(index, indent=1) + "\n"}


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


def _one_file(problem: Problem, proof: Json, says: str) -> str:
    case = CaseFile(Cut(problem))
    match proof["kind"]:
        case "bound":
            return _bound(case, proof, says)
        case "pagoda":
            _pagoda(case, proof["weights"])
        case "residue":
            _residue(case, proof["modulus"], proof["weights"])
        case "tree":
            _refute(case, proof["root"], "tree", case.bounds)
        case kind:
            raise NotTaken(
                f"a proof of kind {kind!r} is not exported: it is no tree of sums over programs in integers",
                expected=f"{', '.join((*ONE_FILE, *FOLDER))}; `--formal` asks a second checker of all kinds",
            )
    return case.file.text(says)


def _pagoda(case: CaseFile, weights: list[int]) -> None:
    """Where the target is a number N of pegs, its row takes the N-th weight from below of every hole."""
    pegs = case.pegs
    more = [] if pegs is None else [(sorted(weights)[max(0, pegs.value - 1)], pegs)]
    case.leaf(case.bounds, [weights], *more)


def _residue(case: CaseFile, modulus: int, weights: list[int]) -> None:
    """The rows times w/d have whole coefficients and a constant that is not whole: it rounds up and down."""
    rows = ((Fraction(weight, modulus), case.rows[0, hole]) for hole, weight in enumerate(weights))
    multipliers, summed, right = added(rows)
    terms, sides = case.spread(summed), []
    for sense, whole in (("G", ceil(right)), ("L", floor(right))):
        both = case.file.combine(sense, right, terms, multipliers)
        sides.append(case.file.round(sense, whole, terms, both))
    case.file.absurd({sides[0]: 1, sides[1]: -1})


def _bound(case: CaseFile, proof: Json, says: str) -> str:
    """The opposite of the bound is refuted, so the bound is what is left; it bounds the objective."""
    if "given" in proof or case.pegs is not None:
        raise NotTaken("bounds on some of the plays, or to a number of pegs, are not written in this format")
    bound, goal = proof["bound"], case.goal(proof["bound"])
    upper, extra, bounds = goal.upper, None, case.bounds
    beyond = goal.limit + 1 if upper else goal.limit - 1
    if "jump" in bound:
        jump = case.jump(0, bound["jump"])
        opposite, bounds = case.branch(bounds, jump, **{"low" if upper else "high": beyond})
    else:
        opposite = case.file.assume("G" if upper else "L", beyond, goal.terms)
        extra = (1 if upper else -1), Row(opposite, case.open, beyond)
    absurdity = _refute(case, proof["root"], "tree", bounds, extra)
    sense = "L" if upper else "G"
    left = case.file.assume(sense, goal.limit, goal.terms)
    case.file.unsplit((left, left), (absurdity, opposite), sense, goal.limit, objective=True)
    return case.file.text(says, goal)


def _refute(
    case: CaseFile, node: Json, style: str, bounds: Bounds, extra: tuple[int, Row] | None = None
) -> int:
    """The number of the absurdity that a tree without splits derives; `extra`: one more row and its sign."""
    branch = _branch(node, style, case.problem)
    if branch is not None:
        unknown, most, *children = branch
        low, below = case.branch(bounds, unknown, high=most)
        first = _refute(case, children[0], style, below, extra)
        high, above = case.branch(bounds, unknown, low=most + 1)
        second = _refute(case, children[1], style, above, extra)
        return case.file.unsplit((first, low), (second, high))
    for unknown, (least, _, greatest, _) in bounds.items():
        if greatest is not None and least > greatest:
            return case.contradiction(bounds, unknown)
    more = [] if extra is None else [(node.get("multiplier", 0) * extra[0], extra[1])]
    return case.leaf(bounds, _weights(node, style), *more)


def _weights(leaf: Json, style: str) -> list[list[int]]:
    """Those of each leg."""
    if style == "turn":
        return [leaf["before"], leaf["after"]]
    return [leaf["weights"]] if style == "tree" else leaf["weights"]


def _branch(node: Json, style: str, problem: Problem) -> tuple[Unknown, int, Json, Json] | None:
    """The unknown of a branching node, the most that the first child allows, and both children."""
    if "jump" in node:
        leg = 0 if style == "tree" else node["leg"] - 1
        jump = Unknown("x", leg, problem.jumps.index(tuple(node["jump"])))
        return jump, node["at_most"], node["low"], node["high"]
    if "free" in node:
        return Unknown("y", 0, node["free"]), 0, node["empty"], node["peg"]
    if "middle" in node and style != "tree":
        place, hole = node["middle"] if style == "legs" else (1, node["middle"])
        return Unknown("r", place - 1, hole), 0, node["empty"], node["peg"]
    return None


@dataclass
class _Folder:
    """Files of cases as they are met, and the index entry of each part of a proof."""

    says: str
    files: dict[str, str] = field(default_factory=dict)

    def proof(self, cut: Cut, proof: Json) -> Json:
        """The entry of the whole proof."""
        if proof["kind"] == "turn":
            return self.split(cut, 0, proof, "turn")
        return self.node(cut, proof["root"], "legs")

    def file(self, cut: Cut, node: Json, style: str) -> Json:
        """One more file."""
        case, name = CaseFile(cut), f"{len(self.files) + 1:04}.vipr"
        _refute(case, node if cut.empty() is None else {"weights": []}, style, case.bounds)
        self.files[name] = case.file.text(self.says)
        return {"file": name}

    def node(self, cut: Cut, node: Json, style: str) -> Json:
        """A tree: one file where nothing below is split, else the entries of its children."""
        if cut.empty() is not None or not _splits(node):
            return self.file(cut, node, style)
        branch = _branch(node, style, cut.problem)
        if branch is None:
            return self.split(cut, node["split"] - 1, node, style)
        unknown, most, *children = branch
        each = zip(by_number(cut, unknown, most), children, strict=True)
        cases = [self.node(at, child, style) for at, child in each]
        return {"unknown": list(unknown), "at_most": most, "cases": cases}

    def split(self, cut: Cut, leg: int, node: Json, style: str) -> Json:
        """First the case without a jump of the set on the leg, then those of each as the first (last)."""
        number = {jump: i for i, jump in enumerate(cut.problem.jumps)}
        jumps, order = [number[tuple(jump)] for jump in node["set"]], node["when"]
        roots = {number[tuple(case["jump"])]: case["root"] for case in node["cases"]}
        never, *cuts = by_order(cut, leg, jumps, order)
        each = zip(cuts, jumps, strict=True)
        cases = [
            self.node(never, node["never"], "tree" if style == "turn" else style),
            *(self.node(at, roots[jump], style) for at, jump in each),
        ]
        return {"leg": leg + 1, "order": order, "set": node["set"], "cases": cases}


def _splits(node: Json) -> bool:
    """Is there a split at or below the node?"""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if "split" in node:
            return True
        waiting += [node[key] for key in ("low", "high", "empty", "peg") if key in node]
    return False
