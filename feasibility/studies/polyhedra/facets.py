"""All facets of a board's solitaire cone, proved one by one in integers, as an engine finds them.

A facet is an extreme pagoda function: valid for every jump, its tight jumps of rank one less than A. Up to
symmetry only the lexicographically least member of an orbit is kept, so nothing has to be remembered, and
at the end the orbit sizes must add up to the number of rays that the engine counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from feasibility.base.errors import SoundnessError
from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.base.report import Report, silent
from feasibility.game.geometry import Board
from feasibility.studies.polyhedra.cone import DualCone, Ints, dual_cone
from feasibility.studies.polyhedra.engines import Batch, Engine, Request, fitting
from feasibility.studies.polyhedra.rays import (
    are_extreme,
    jump_symmetries,
    least_images,
    orbit,
    representatives,
    tight_jumps,
)


@dataclass(frozen=True)
class Facet:
    """An extreme pagoda function: weights in hole order, size of its orbit, number of tight jumps."""

    weights: tuple[int, ...]
    orbit: int
    tight: int

    @property
    def zero_one(self) -> bool:
        """Whether all weights are 0 or 1."""
        return all(w in (0, 1) for w in self.weights)


class Facets(tuple[Facet, ...]):
    """One facet of each orbit: a tuple that says on one line what it holds."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{plural(sum(f.orbit for f in self), 'facet')} in {plural(len(self), 'orbit')}>"


@dataclass
class Tally:
    """What a list of facets adds up to; `facets` counts whole orbits where only one of each is listed."""

    orbits: int = 0
    facets: int = 0
    zero_one: int = 0
    zero_one_orbits: int = 0
    least_tight: int | None = None
    most_tight: int | None = None
    least_weight: int | None = None
    greatest_weight: int | None = None

    def add(self, facet: Facet, is_least: bool, listed_all: bool) -> None:
        """Count one listed facet."""
        self.orbits += is_least
        self.facets += 1 if listed_all else facet.orbit
        if facet.zero_one:
            self.zero_one_orbits += is_least
            self.zero_one += 1 if listed_all else facet.orbit
        low, high = min(facet.weights), max(facet.weights)
        self.least_tight = facet.tight if self.least_tight is None else min(self.least_tight, facet.tight)
        self.most_tight = facet.tight if self.most_tight is None else max(self.most_tight, facet.tight)
        self.least_weight = low if self.least_weight is None else min(self.least_weight, low)
        self.greatest_weight = high if self.greatest_weight is None else max(self.greatest_weight, high)


@dataclass(frozen=True)
class Step:
    """Facets that were found and proved; the engine can go on from its `checkpoint` if there is one."""

    facets: tuple[Facet, ...]
    checkpoint: Callable[[], str] | None


@dataclass
class Enumeration:
    """One run of an engine on a board; iterate over `steps`. `tally` grows, `complete` comes last.

    A resumed run starts with the checkpoint and the tally of the one before; `listed` is
    what it has listed, for an engine by orbit.
    """

    board: Board
    engine: Engine
    every: bool = False
    resume: str | None = None
    tally: Tally = field(default_factory=Tally)
    complete: bool = False
    orbit_sum: int = 0
    received: int = 0
    jobs: int = 1
    listed: Ints | None = None

    def steps(self, clock: Clock, report: Report = silent) -> Iterator[Step]:
        """Facets as they come; StoppedError where the engine did not come to its end."""
        cone = dual_cone(self.board)

        def say(text: str) -> None:
            so_far = f"{plural(self.tally.facets, 'facet')} in {plural(self.tally.orbits, 'orbit')}"
            report(f"{so_far}; {self.engine.name}: {text}")

        total = None
        for batch in self.engine.run(self._request(cone, clock, say)):
            yield Step(tuple(self._take(cone, batch)), batch.checkpoint)
            total = batch.total if batch.total is not None else total
        if total is not None and not self.tally.facets == self.orbit_sum == self.received == total:
            raise SoundnessError(
                f"{self.engine.name} counts {total} facets of {self.board.label}, {self.received} came, "
                f"and their orbits have {self.orbit_sum} members: its list is wrong"
            )
        self.complete = total is not None

    def _request(self, cone: DualCone, clock: Clock, say: Callable[[str], None]) -> Request:
        request = Request(cone.inequalities, clock, self.resume, say)
        if not self.engine.by_orbit:
            return request
        fitting(self.board)
        known = self.listed
        if known is not None:
            known = known[least_images(cone, known)[0]][:, list(cone.kept)]
        return replace(request, symmetries=jump_symmetries(self.board), jobs=self.jobs, listed=known)

    def _take(self, cone: DualCone, batch: Batch) -> Iterator[Facet]:
        if not len(batch.rays):
            return
        weights = cone.reduce(cone.lift(batch.rays))
        if self.engine.by_orbit:
            weights = representatives(cone, weights)
        if self.engine.by_orbit and self.every:
            weights = np.vstack([orbit(cone, w) for w in weights])
        least, sizes = least_images(cone, weights)
        self.received += int(sizes.sum()) if self.engine.by_orbit and not self.every else len(weights)
        if not self.every:
            weights, sizes = weights[least], sizes[least]
            least = least[least]
        for facet, first in zip(proved(cone, weights, sizes), least.tolist(), strict=True):
            self.tally.add(facet, first, self.every)
            self.orbit_sum += facet.orbit if first else 0
            yield facet


def proved(cone: DualCone, weights: Ints, sizes: Ints) -> list[Facet]:
    """The vectors as facets; SoundnessError if one is not a facet, since an engine should not return it."""
    try:
        tight = tight_jumps(cone, weights)
    except (ValueError, OverflowError) as wrong:
        raise SoundnessError(f"an engine gave a vector that is no pagoda function: {wrong}") from None
    if not are_extreme(cone, tight).all():
        raise SoundnessError("an engine gave a pagoda function that is not extreme")
    return [
        Facet(tuple(w), size, count)
        for w, size, count in zip(weights.tolist(), sizes.tolist(), tight.sum(axis=1).tolist(), strict=True)
    ]
