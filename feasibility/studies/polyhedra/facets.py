"""All facets of a board's solitaire cone, proved one by one in integers, as an engine finds them.

A facet is an extreme pagoda function: valid for every jump, its tight jumps of rank one less than A. Up to
symmetry only the lexicographically least member of an orbit is kept, so nothing has to be remembered, and
at the end the orbit sizes must add up to the number of rays that the engine counted.

The builtin double description and Normaliz (GPL, an optional extra, run in a process of its own) hold all
rays in memory and give them at their end. The engine "symmetry" lists one ray of each orbit, from neighbour
to neighbour, as it meets them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from os import PathLike

import numpy as np

from feasibility.api.asking import BoardLike, as_board
from feasibility.base.arrays import Ints
from feasibility.base.errors import InputError, SoundnessError
from feasibility.base.limits import Clock, Limits, as_limits
from feasibility.base.plurals import plural
from feasibility.base.report import Report, silent
from feasibility.game.drawn import Tabled
from feasibility.game.geometry import Board
from feasibility.render.scene import Scene
from feasibility.studies.polyhedra import adjacency, normaliz
from feasibility.studies.polyhedra.adjacency import Orbits
from feasibility.studies.polyhedra.cone import (
    DualCone,
    RowCone,
    are_extreme,
    dual_cone,
    jump_symmetries,
    least_images,
    orbit,
    tight_jumps,
)
from feasibility.studies.polyhedra.double_description import extreme_rays

WHOLE = {"builtin": extreme_rays, "normaliz": normaliz.extreme_rays}  # rows, clock, report in; all rays out
SYMMETRY = "symmetry"
BUILTIN_HOLES = 18  # of a board whose facets the builtin engine lists within seconds
MOST_SYMMETRIES = 2000  # so many images of every ray
_DRAWN = 6  # facets in a notebook
_CHUNK = 1 << 14  # rays proved together


@dataclass(frozen=True)
class Facet:
    """An extreme pagoda function: weights in hole order, size of its orbit, number of tight jumps."""

    weights: tuple[int, ...]
    orbit: int
    tight: int

    @property
    def zero_one(self) -> bool:
        return all(w in (0, 1) for w in self.weights)


class Facets(tuple[Facet, ...], Tabled):
    """One facet of each orbit of a board: a tuple that says on one line what it holds."""

    board: Board

    @classmethod
    def of(cls, board: Board, facets: Iterable[Facet]) -> Facets:
        made = cls(facets)
        made.board = board
        return made

    def records(self) -> Iterator[dict[str, object]]:
        names = [self.board.called(hole) for hole in range(self.board.n)]
        for facet in self:
            yield {**dict(zip(names, facet.weights, strict=True)), "orbit": facet.orbit, "tight": facet.tight}

    def scenes(self) -> list[Scene]:
        from feasibility.render.pictures import weights

        return [weights(self.board, facet.weights) for facet in self[:_DRAWN]]

    def __repr__(self) -> str:
        return f"<{plural(sum(f.orbit for f in self), 'facet')} in {plural(len(self), 'orbit')}>"


@dataclass
class FacetTally:
    """What a list of facets adds up to; `facets` counts whole orbits, ranges are those of least members."""

    orbits: int = 0
    facets: int = 0
    zero_one: int = 0
    zero_one_orbits: int = 0
    least_tight: int | None = None
    most_tight: int | None = None
    least_weight: int | None = None
    greatest_weight: int | None = None

    def add(self, facet: Facet) -> None:
        """Count one more orbit, by its least member."""
        self.orbits += 1
        self.facets += facet.orbit
        self.zero_one_orbits += facet.zero_one
        self.zero_one += facet.orbit * facet.zero_one
        low, high = min(facet.weights), max(facet.weights)
        self.least_tight = facet.tight if self.least_tight is None else min(self.least_tight, facet.tight)
        self.most_tight = facet.tight if self.most_tight is None else max(self.most_tight, facet.tight)
        self.least_weight = low if self.least_weight is None else min(self.least_weight, low)
        self.greatest_weight = high if self.greatest_weight is None else max(self.greatest_weight, high)


@dataclass
class Enumeration:
    """One run of an engine on a board; iterate over `steps`. `tally` grows, `complete` comes last.

    `every`: all members of each orbit. A resumed run takes up the `checkpoint` of the one before, its tally,
    and the orbits that it has `met`.
    """

    board: Board
    engine: str
    every: bool = False
    jobs: int = 1
    resume: str | None = None
    met: Orbits | None = None
    tally: FacetTally = field(default_factory=FacetTally)
    checkpoint: Callable[[], str] | None = None  # of an engine that can go on
    complete: bool = False

    def steps(self, clock: Clock, report: Report = silent) -> Iterator[tuple[Facet, ...]]:
        """Facets as they come, proved; StoppedError where the engine did not come to its end."""
        cone = dual_cone(self.board)

        def say(text: str) -> None:
            so_far = f"{plural(self.tally.facets, 'facet')} in {plural(self.tally.orbits, 'orbit')}"
            report(f"{so_far}; {self.engine}: {text}")

        if self.engine == SYMMETRY:
            orbits = self._none_met(cone) if self.met is None else self.met
            self.checkpoint = partial(adjacency.checkpoint, orbits)
            for fresh in adjacency.run(orbits, clock, say, self.jobs):
                yield tuple(self._taken(cone, orbits.table(fresh)))
            total = orbits.total
        else:
            rays = WHOLE[self.engine](cone.inequalities, clock, say)
            for at in range(0, len(rays), _CHUNK):
                yield tuple(self._taken(cone, rays[at : at + _CHUNK]))
            total = len(rays)
        members = self.tally.facets
        if members != total:
            counts = f"{self.engine} counts {total} facets of {self.board.label}"
            raise SoundnessError(f"{counts}, and their orbits have {members} members: its list is wrong")
        self.complete = True

    def take_up(self, mark: str, listed: Ints) -> None:
        """Start with what an earlier run has listed; InputError where the checkpoint is not of that list."""
        cone = dual_cone(self.board)
        self.resume, self.met = mark, self._none_met(cone)
        known = listed[(least_images(cone, listed)[0] == listed).all(axis=1)]
        adjacency.restore(self.met, mark, known[:, list(cone.kept)])

    def _none_met(self, cone: DualCone) -> Orbits:
        return Orbits(RowCone(cone.inequalities, jump_symmetries(self.board)))

    def _taken(self, cone: DualCone, rays: Ints) -> Iterator[Facet]:
        """The facets to list, proved and counted."""
        if not len(rays):
            return
        weights = cone.reduce(cone.lift(rays))
        if self.engine == SYMMETRY:
            weights, _ = least_images(cone, weights)
            if self.every:
                weights = np.vstack([orbit(cone, w) for w in weights])
        images, sizes = least_images(cone, weights)
        least = (images == weights).all(axis=1)
        if not self.every:
            weights, sizes, least = weights[least], sizes[least], least[least]
        for facet, first in zip(proved(cone, weights, sizes), least.tolist(), strict=True):
            if first:
                self.tally.add(facet)
            yield facet


def choose(name: str | None, board: Board) -> str:
    """The engine of that name, or without a name one that suits the board.

    On a large board the builtin one would find nothing before its end, which may be days away.
    """
    order = len(board.symmetries)
    if name is None:
        return "builtin" if board.n <= BUILTIN_HOLES or order > MOST_SYMMETRIES else SYMMETRY
    if name not in (*WHOLE, SYMMETRY):
        raise InputError("no such engine", seen=repr(name[:40]), expected=", ".join((*WHOLE, SYMMETRY)))
    if name == "normaliz":
        normaliz.require()
    if name == SYMMETRY and order > MOST_SYMMETRIES:
        why = "too many symmetries for the engine symmetry"
        raise InputError(why, seen=f"{order:,}", expected="--engine builtin")
    return name


def proved(cone: DualCone, weights: Ints, sizes: Ints) -> list[Facet]:
    """The vectors as facets; SoundnessError if one is not a facet, since an engine should not return it."""
    try:
        tight = tight_jumps(cone, weights)
    except (ValueError, OverflowError) as wrong:
        raise SoundnessError(f"an engine gave a vector that is no pagoda function: {wrong}") from None
    if not are_extreme(cone, tight).all():
        raise SoundnessError("an engine gave a pagoda function that is not extreme")
    columns = map(tuple, weights.tolist()), sizes.tolist(), tight.sum(axis=1).tolist()
    return [Facet(*one) for one in zip(*columns, strict=True)]


def facets(
    board: BoardLike,
    *,
    engine: str | None = None,
    read: str | PathLike[str] | None = None,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
) -> Facets:
    """The extreme pagoda functions of a board, one of each orbit, as `pegfeas facets` lists them.

    `read`: those that a file of another program has, each proved. StoppedError where a limit came first.

    >>> [facet.weights for facet in facets("line:4")][:2]
    [(-1, 1, 0, 1), (1, 0, 1, 1)]
    """
    clock, board = as_limits(limits, time_limit, work_limit, memory_limit).start(), as_board(board)
    if read is not None:
        from feasibility.studies.polyhedra.sample import facets_in, facets_of

        return Facets.of(board, facets_of(board, facets_in(board, read), False))
    steps = Enumeration(board, choose(engine, board)).steps(clock)
    return Facets.of(board, (facet for step in steps for facet in step))
