"""Which program enumerates the extreme rays of a board, and all facets by it."""

from __future__ import annotations

from collections.abc import Iterator

from feasibility.base.errors import InputError
from feasibility.base.limits import Clock, Limits
from feasibility.game.geometry import Board
from feasibility.studies.polyhedra import by_symmetry, lrs, normaliz
from feasibility.studies.polyhedra.double_description import extreme_rays
from feasibility.studies.polyhedra.engines import MOST_SYMMETRIES, Batch, Engine, Request
from feasibility.studies.polyhedra.facets import Enumeration, Facets

BUILTIN_HOLES = 18  # of a board whose facets the builtin engine lists within seconds


def engines() -> tuple[Engine, ...]:
    """All engines, the one that is preferred first."""
    return (
        Engine("lrs", lrs.locate, lrs.run, 'pip install "pegfeas[lrs]", or the package lrslib of Debian'),
        Engine("builtin", lambda: "builtin", _builtin, "always there"),
        Engine("normaliz", normaliz.locate, normaliz.run, 'pip install "pegfeas[normaliz]"'),
        Engine("symmetry", lambda: "builtin", by_symmetry.run, "always there", by_orbit=True),
    )


def choose(name: str | None, board: Board | None = None) -> Engine:
    """The engine of that name, or without a name one that suits the board.

    lrs, if it is there. Else the builtin one for a small board; on a larger one it would find nothing before
    its end, which may be days away, and the engine by symmetry lists facets as it meets them.
    """
    known = engines()
    if name is None and known[0].locate() is None and board is not None and board.n > BUILTIN_HOLES:
        name = "symmetry" if len(board.symmetries) <= MOST_SYMMETRIES else None
    if name is None:
        return next(engine for engine in known if engine.locate() is not None)
    for engine in known:
        if engine.name == name:
            if engine.locate() is None:
                raise InputError(f"the engine {name} is not installed", expected=engine.hint)
            return engine
    raise InputError("no such engine", seen=repr(name[:40]), expected=", ".join(e.name for e in known))


def _builtin(request: Request) -> Iterator[Batch]:
    rays = extreme_rays(request.rows, request.clock, request.report)
    size = 1 << 14
    for at in range(0, len(rays), size):
        yield Batch(rays[at : at + size], total=len(rays) if at + size >= len(rays) else None)


def all_facets(board: Board, engine: str | None = None, clock: Clock | None = None) -> Facets:
    """One facet of each orbit, for boards small enough to hold them; StoppedError at the time limit."""
    run = Enumeration(board, choose(engine, board))
    return Facets(f for step in run.steps(clock or Limits().start()) for f in step.facets)
