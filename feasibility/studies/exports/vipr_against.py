"""Is an export in the format VIPR about this pair? A checker of the format knows programs and no games.

It says that a program in integers has no solution, or none beyond a bound. Here the program in a file is
compared, line by line, with the one that belongs to the pair, and an index case by case: that its cases are
all is derived again from the pair, whatever the index says. The derivations in the files are not looked at.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from feasibility.base.errors import InputError
from feasibility.base.plurals import plural
from feasibility.proofs.cut import Cut, Problem
from feasibility.proofs.kinds.bound import Bound
from feasibility.proofs.written import Json
from feasibility.studies.exports.vipr import INDEX, heading
from feasibility.studies.exports.vipr_file import CaseFile, by_order
from feasibility.text.files import read_text

if TYPE_CHECKING:
    from feasibility.verifier import Claim

SHOWN = 100  # characters of a line in a message


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
