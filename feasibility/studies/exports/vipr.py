"""Accepted certificates in the format VIPR 1.0 of exact mixed-integer solvers.

Kinds that are sums of weights over one program become one file. Where a proof splits plays by their order,
each case has a program of its own: a file for each, and an index of what is split into which cases. What a
kind of proof writes is in `kinds/`.

A checker of the format knows programs and no games. So `against` compares the program in a file, line by
line, with the one that belongs to a pair, and an index case by case: that its cases are all is derived again
from the pair, whatever the index says. Derivations are not looked at.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from feasibility.base.errors import InputError
from feasibility.base.plurals import plural
from feasibility.exact.tree import Branch, fold
from feasibility.proofs.cut import Cut, Problem
from feasibility.proofs.kind import part
from feasibility.proofs.kinds import from_json, names
from feasibility.proofs.kinds.bound import Bound, JumpBound
from feasibility.proofs.nodes import CaseNode, Closing, Split
from feasibility.proofs.written import Json, written
from feasibility.studies.exports import kinds
from feasibility.studies.exports.vipr_file import CaseFile, Goal, SignedRow, UnknownBounds, by_order
from feasibility.text.files import read_text

if TYPE_CHECKING:
    from feasibility.verifier import Claim

INDEX = "index.json"
SHOWN = 100  # characters of a line in a message


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


class Differs(InputError):
    """The export is about something else, or its cases are not all."""


def against(path: str, certificate: Json, claim: Claim) -> str:
    """What the file or folder is about, which is the question of the certificate; Differs if it is not."""
    problem = Problem.of(claim)
    proof = Bound.from_json(certificate["proof"]) if claim.kind == "bound" else None
    if claim.claim != "infeasible" and proof is None:
        raise InputError(f"a certificate of kind {claim.kind!r} has no program in integers")
    if os.path.isdir(path):
        return _folder(path, problem, heading(certificate, claim))
    case = CaseFile(Cut(problem), () if proof is None else proof.given)
    rows = case.file.head(None if proof is None else case.goal(proof.bound))
    _compare(read_text(path)[0], rows, path)
    lines = plural(len(rows), "line")
    return f"{path} states {claim.claim} of its integer cone: {lines} compared with this pair's"


def _compare(text: str, wanted: list[str], source: str) -> None:
    """The lines of a program, after comments at the beginning, are those of the pair's, to the letter."""
    lines = text.split("\n")
    first = next((i for i, line in enumerate(lines) if not line.startswith("% ")), len(lines))
    for number, own in enumerate([*wanted, "DER"], first):
        seen = lines[number] if number < len(lines) else "the end of the file"
        if seen != own and not (own == "DER" and seen.startswith("DER ")):
            raise Differs(
                "this is not the program of this pair",
                source=source, line=number + 1, seen=repr(seen[:SHOWN]), expected=repr(own[:SHOWN]),
            )  # fmt: skip


def _folder(path: str, problem: Problem, wanted: Json) -> str:
    source, files = os.path.join(path, INDEX), set[str]()
    try:
        index = json.loads(read_text(source)[0])
        for key, own in wanted.items():
            if index[key] != own and key in ("format", "version"):
                raise InputError(
                    "an index of another version", source=source, seen=f"{key} {index[key]!r}"[:SHOWN],
                    expected=f"{own!r}: export the certificate anew",
                )  # fmt: skip
            if index[key] != own:
                seen, expected = (json.dumps(value)[:SHOWN] for value in (index[key], own))
                raise Differs(f"{key} is not that of this pair", source=source, seen=seen, expected=expected)
        for name, cut in _cases(Cut(problem), index["root"], "root", source):
            if os.path.basename(name) != name:
                raise Differs("a file is no name in the folder", source=source, seen=repr(name))
            full = os.path.join(path, name)
            _compare(read_text(full)[0], CaseFile(cut).file.head(), full)
            files.add(name)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError) as error:
        told = f"{type(error).__name__} {error}"
        raise InputError("this is no index of an export", source=source, seen=told) from None
    extra = sorted(set(os.listdir(path)) - files - {INDEX})
    if extra:
        raise Differs("a file that the index does not name", source=path, seen=extra[0])
    return f"{path} has all cases of this pair, each with its program: {plural(len(files), 'file')}"


def _cases(cut: Cut, entry: object, where: str, source: str) -> Iterator[tuple[str, Cut]]:
    """The files of an entry, each with its case; those of a split have to be all. `where`: its place."""
    if not isinstance(entry, dict):
        raise TypeError(f"{where} is no object")
    if "file" in entry:
        yield entry["file"], cut
        return
    cuts, cases = _split(cut, entry, where, source), entry["cases"]
    if len(cases) != len(cuts):
        seen, expected = str(len(cases)), str(len(cuts))
        raise Differs(f"{where}.cases are not all", source=source, seen=seen, expected=expected)
    for i, (case, at) in enumerate(zip(cases, cuts, strict=True)):
        yield from _cases(at, case, f"{where}.cases[{i}]", source)


def _split(cut: Cut, entry: dict[str, Any], where: str, source: str) -> list[Cut]:
    """The cases that the entry must have."""
    if "unknown" in entry:
        found = next((one for one in cut.unknowns() if cut.place(one) == entry["unknown"]), None)
        if found is None:
            raise Differs(f"{where}.unknown is none of this case", source=source, seen=str(entry["unknown"]))
        return cut.branch(found, int(entry["at_most"]))
    jumps, (leg, order) = cut.problem.jumps, (entry["leg"] - 1, entry["order"])
    if leg not in range(len(cut.separators) + 1) or order not in ("first", "last"):
        seen = f"leg {leg + 1}, {order!r}"
        raise Differs(f"{where} is no split of a leg of this case", source=source, seen=seen)
    return by_order(cut, leg, [jumps[jumps.index(tuple(jump))] for jump in entry["set"]], order)
