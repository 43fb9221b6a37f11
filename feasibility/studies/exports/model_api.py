"""The programs behind a pair, for other solvers and planners."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Literal, overload

from feasibility.api.asking import PairLike, TargetLike, as_pair
from feasibility.base.errors import InputError
from feasibility.base.files import FilePath, spare, write_file
from feasibility.game.position import Pair
from feasibility.render.matrices import ending
from feasibility.text.files import read_text

if TYPE_CHECKING:
    from feasibility.studies.exports.model import ModelArrays

PROGRAMS, SYSTEMS = (".lp", ".mps"), (".ine", ".in", ".poly", ".mat", ".mtx")
ENDINGS = (*PROGRAMS, *SYSTEMS, ".pddl")


@overload
def model(
    start: PairLike, target: TargetLike | None = ..., *, kind: str = ..., form: Literal["arrays"]
) -> ModelArrays: ...


@overload
def model(
    start: PairLike,
    target: TargetLike | None = ...,
    path: FilePath | None = ...,
    *,
    board: str | None = ...,
    kind: str = ...,
    form: str = ...,
    costs: bool = ...,
    domain: FilePath | None = ...,
    force: bool = ...,
) -> Any: ...


def model(
    start: PairLike,
    target: TargetLike | None = None,
    path: FilePath | None = None,
    *,
    board: str | None = None,
    kind: str = "integer-cone",
    form: str = "pulp",
    costs: bool = False,
    domain: FilePath | None = None,
    force: bool = False,
) -> Any:
    """The program behind a pair, as an object; or with `path` in a file, as `pegfeas model` writes it.

    `kind` is cone, integer-cone or play, `form` pulp, highspy (a solver that holds it) or arrays. NAME.lp and
    .mps are for solvers, .ine, .in, .poly, .mat and .mtx for programs of polyhedra, .pddl for planners: in a
    planning problem with `costs` each sweep costs one; its domain is written to a file of its own. A file
    that exists is replaced with `force` alone.

    >>> model("line:4:-b1", "line:4:+b1", form="arrays").A.shape
    (4, 4)
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     model("line:4:-b1", "line:4:+b1", f"{folder}/pair.lp")
    ...     print(open(f"{folder}/pair.lp").readline().strip())
    \\* integer_cone *\\
    """
    if path is None:
        if costs or domain is not None or force:
            raise InputError("costs, a domain and force go with a file", expected="a path")
        return _object(as_pair(start, target, board=board), kind, form)
    name = os.fspath(path)
    if ending(name) not in ENDINGS:
        raise InputError("not a kind of model", seen=repr(name), expected=", ".join(ENDINGS))
    if ending(name) != ".pddl" and (costs or domain is not None):
        raise InputError("costs and a domain go with a planning problem", seen=repr(name), expected=".pddl")
    if domain is not None and os.path.realpath(domain) == os.path.realpath(path):
        raise InputError("one file for two texts", source=name, expected="another name for the domain")
    texts = _texts(as_pair(start, target, board=board), name, kind, costs, domain)
    for one in texts:  # either all files are written or none
        spare(one, force)
    for one, text in texts.items():
        write_file(one, text)
    return None


def _object(pair: Pair, kind: str, form: str) -> Any:
    from feasibility.studies.exports.model import arrays, highs_model, program, pulp_problem

    made = {"pulp": pulp_problem, "highspy": highs_model, "arrays": arrays}
    if form not in made:
        raise InputError("no such form of a model", seen=repr(form), expected=", ".join(made))
    return made[form](program(pair, kind))


def _texts(pair: Pair, name: str, kind: str, costs: bool, domain: FilePath | None) -> dict[str, str]:
    """What is written, by file."""
    if ending(name) in PROGRAMS:
        return {name: _by_pulp(_object(pair, kind, "pulp"), ending(name))}
    if ending(name) in SYSTEMS:
        from feasibility.studies.exports.model import files, program

        return files(program(pair, kind), name)
    from feasibility.studies.exports.planning_problem import domain_text, write_problem

    texts = {name: write_problem(pair, pair.board.name or "pair", costs=costs)}
    return texts if domain is None else texts | {os.fspath(domain): domain_text(costs)}


def _by_pulp(problem: Any, kind: str) -> str:
    """The text that pulp writes, which it writes to files alone."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = os.path.join(folder, f"model{kind}")
        if kind == ".lp":
            problem.writeLP(path, max_length=250)
        else:
            problem.writeMPS(path)
        return read_text(path)[0]
