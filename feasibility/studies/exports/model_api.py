"""The programs behind a pair, for other solvers and planners."""

from __future__ import annotations

import os
from os import PathLike

from feasibility.api.asking import PairLike, TargetLike, as_pair
from feasibility.base.errors import InputError
from feasibility.base.files import write_file

ENDINGS = (".lp", ".mps", ".pddl")


def model(
    start: PairLike,
    target: TargetLike | None,
    path: str | PathLike[str],
    *,
    kind: str = "integer-cone",
    costs: bool = False,
    domain: str | PathLike[str] | None = None,
    force: bool = False,
) -> None:
    """Writes a pair for other programs, as `pegfeas model` does: NAME.lp, NAME.mps or NAME.pddl.

    `kind` is cone, integer-cone or play. In a planning problem with `costs` each sweep costs one; its domain
    is written to a file of its own. A file that exists is replaced with `force` alone.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     model("line:4:-b1", "line:4:+b1", f"{folder}/pair.lp")
    ...     print(open(f"{folder}/pair.lp").readline().strip())
    \\* integer_cone *\\
    """
    from feasibility.studies.exports.model import build, write
    from feasibility.studies.exports.planning_problem import domain_text, write_problem

    name = os.fspath(path)
    ending = os.path.splitext(name)[1].lower()
    if ending not in ENDINGS:
        raise InputError("not a kind of model", seen=repr(name), expected=", ".join(ENDINGS))
    if ending != ".pddl" and (costs or domain is not None):
        raise InputError("costs and a domain go with a planning problem", seen=repr(name), expected=".pddl")
    for one in (path, domain):  # either both files are written or none
        if one is not None and not force and os.path.exists(one):
            source = os.fspath(one)
            raise InputError("the output file exists", source=source, expected="another name, or --force")
    if domain is not None and os.path.realpath(domain) == os.path.realpath(path):
        raise InputError("one file for two texts", source=name, expected="another name for the domain")
    pair = as_pair(start, target)
    if ending != ".pddl":
        write(build(pair, kind), name)
        return
    write_file(name, write_problem(pair, pair.board.name or "pair", costs=costs))
    if domain is not None:
        write_file(domain, domain_text(costs))
