"""What this installation has: version, compiled kernels, libraries, optional parts and how to get them.

At the end a short proof and a play are made and verified. The exit code is 0 if all that is needed works.

examples:
  pegfeas doctor
  pegfeas doctor --json
"""

from __future__ import annotations

import os
import platform
import re
import sys
from argparse import ArgumentParser, Namespace
from contextlib import suppress
from typing import NamedTuple

from feasibility import __version__
from feasibility.base.errors import ExitCode
from feasibility.cli.common import print_json
from feasibility.cli.options import add

SLOWER = "numpy does the work, some 20 times slower"
GET_KERNELS = "install a C compiler (gcc or clang), then pegfeas again"


class Needed(NamedTuple):
    """A library, what it is for, and the extra that brings it where it is optional."""

    name: str
    why: str
    extra: str = ""


LIBRARIES = (
    Needed("numpy", "positions, levels and tables; it does the kernels' work where these are missing"),
    Needed("highspy", "HiGHS: linear and integer programs, which only propose"),
    Needed("scipy", "pictures of graphs, and sparse matrices for programs of your own"),
    Needed("networkx", "boards from graphs and their symmetries"),
    Needed("pulp", "models for other solvers: model --output, check --oracle"),
    Needed("rich", "tables that fold on terminals"),
    Needed("matplotlib", "PNG and PDF"),
    Needed("starlette", "the page of serve"),
    Needed("uvicorn", "the page of serve"),
    Needed("pydot", "boards from DOT files", "graphs"),
    Needed("distributed", "batches and searches on a Dask cluster", "distributed"),
    Needed("PyNormaliz", "gap and facets by Normaliz", "normaliz"),
)


def add_arguments(parser: ArgumentParser) -> None:
    add(parser, "json")


def run(args: Namespace) -> ExitCode:
    versions = {library.name: version_of(library.name) for library in LIBRARIES}
    missing = [x.name for x in LIBRARIES if versions[x.name] is None and not x.extra]
    works, machine = None if missing else _works(), f"{platform.system()} {platform.machine()}"
    if args.json:
        told = {"version": __version__, "python": platform.python_version(), "machine": machine}
        print_json({**told, "kernels": kernels_json(), "libraries": versions, "works": works})
    else:
        print(f"pegfeas {__version__}, Python {platform.python_version()}, {machine}")
        print(f"kernels: {kernels_line()}")
        for library in LIBRARIES:
            print(_line(library, versions[library.name]))
        end = (
            "a proof and a play were made and verified"
            if works is True
            else "a proof or a play FAILED: report it"
        )
        print(f"not complete: {', '.join(missing)} missing" if missing else end)
    return ExitCode.OK if works is True else ExitCode.NEGATIVE


def _line(library: Needed, version: str | None) -> str:
    missing = "missing" if library.extra else "MISSING"
    get = f' (pip install "pegfeas[{library.extra}]")' if version is None and library.extra else ""
    return f"  {library.name:20} {missing if version is None else version:10}  {library.why}{get}"


def version_lines() -> list[str]:
    """What `pegfeas --version` prints; it imports no library."""
    highs = version_of("highspy")
    return [
        f"pegfeas {__version__}",
        f"kernels: {kernels_line()}",
        f"HiGHS: {'missing' if highs is None else highs}",
        "optional parts: pegfeas doctor",
    ]


def kernels_line() -> str:
    """Level and compiler, or what is there in their place."""
    kernels = kernels_json()
    if kernels["level"] is not None:
        return f"{kernels['level']} ({kernels['compiler']})"
    return f"none: {SLOWER}; {kernels['get']}"


def kernels_json() -> dict[str, str | None]:
    """Level, compiler, and how to get kernels where there are none."""
    from feasibility.native import binding

    library = binding.library()
    if library is not None:
        return {"level": library.level, "compiler": library.compiler, "get": None}
    off = f"unset {binding.SWITCH}"
    return {"level": None, "compiler": None, "get": off if binding.CHOSEN == "0" else GET_KERNELS}


def version_of(name: str) -> str | None:
    """The version of an installed distribution by the name of its folder; importing metadata costs more."""
    wanted = re.compile(rf"{re.sub('[-_]', '[-_]', name)}-(.+)\.(?:dist|egg)-info", re.IGNORECASE)
    for folder in sys.path:
        with suppress(OSError):
            for match in filter(None, map(wanted.fullmatch, os.listdir(folder or "."))):
                return match[1]
    return None


def _works() -> bool:
    """One refutation and one play, each through the verifier."""
    import feasibility

    for start, target, answer in (
        ("french37:-d4", "french37:+d4", "infeasible"),
        ("triangle:5:-a1", "triangle:5:+a1", "feasible"),
    ):
        verdict = feasibility.check(feasibility.read_pair(start, target))
        if str(verdict.answer) != answer or verdict.certificate is None:
            return False
        if not feasibility.verify(verdict.certificate).valid:
            return False
    return True
