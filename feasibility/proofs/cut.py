"""A play cut into legs at jumps, and the bounds on what is unknown of it that hold somewhere in a proof."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from feasibility.game.geometry import Jump
from feasibility.game.position import Pair, bits
from feasibility.proofs.nodes import Unknown

if TYPE_CHECKING:
    from feasibility.verifier import Claim

Interval = tuple[int, int | None]  # whole numbers from the first to the second, None for no end


@dataclass(frozen=True)
class Problem:
    """A board, a start and a target, as the verifier read them."""

    jumps: tuple[Jump, ...]
    holes: int
    start: frozenset[int]
    pegs: frozenset[int]
    free: frozenset[int]
    count: int | None

    @classmethod
    def of_pair(cls, pair: Pair) -> Problem:
        target = pair.target
        free = frozenset(range(pair.board.n) if target.pegs is not None else bits(target.free))
        must = frozenset(bits(target.must))
        return cls(pair.board.jumps, pair.board.n, frozenset(pair.start.pegs), must, free, target.pegs)

    @classmethod
    def of(cls, claim: Claim) -> Problem:
        """The problem of an accepted certificate; for a number of pegs all holes are free."""
        holes = len(claim.holes)
        free = claim.target_free if claim.target_count is None else range(holes)
        parts = frozenset(claim.start), frozenset(claim.target_pegs), frozenset(free)
        return cls(tuple(Jump(*jump) for jump in claim.jumps), holes, *parts, claim.target_count)


@dataclass(frozen=True)
class Cut:
    """A play cut into legs by separating jumps, and the bounds that are not the usual ones."""

    problem: Problem
    separators: tuple[Jump, ...] = ()
    known: dict[Unknown, Interval] = field(default_factory=dict)

    def interval(self, unknown: Unknown) -> Interval:
        return self.known.get(unknown, (0, None if unknown.letter == "x" else 1))

    def narrowed(self, unknown: Unknown, low: int | None = None, high: int | None = None) -> Cut:
        least, most = self.interval(unknown)
        least = least if low is None else max(least, low)
        most = most if high is None else high if most is None else min(most, high)
        return replace(self, known={**self.known, unknown: (least, most)})

    def branch(self, of: Unknown, most: int) -> list[Cut]:
        """Two cases: what is unknown is at most a number, or more."""
        return [self.narrowed(of, high=most), self.narrowed(of, low=most + 1)]

    def without(self, leg: int, jumps: Sequence[Jump]) -> Cut:
        """None of these jumps happens on the leg."""
        known = dict(self.known)
        for jump in jumps:
            unknown = Unknown("x", leg, jump)
            low, high = self.interval(unknown)
            known[unknown] = (low, 0 if high is None else min(high, 0))
        return replace(self, known=known)

    def split(self, leg: int, jumps: Sequence[Jump], when: str, separator: Jump) -> Cut:
        """The leg cut at the first or last of the jumps: upper bounds go over to both parts, no others."""
        known: dict[Unknown, Interval] = {}
        for unknown, (low, high) in self.known.items():
            letter, at, of = unknown
            if letter == "x" and at == leg:
                known |= {Unknown("x", part, of): (0, high) for part in (leg, leg + 1)}
            else:
                later = letter != "y" and at >= leg
                known[Unknown(letter, at + later, of)] = (low, high)
        start, over, landing = separator
        known |= {Unknown("r", leg, hole): (1, 1) for hole in (start, over)}
        known[Unknown("r", leg, landing)] = (0, 0)
        cut = Cut(self.problem, (*self.separators[:leg], separator, *self.separators[leg:]), known)
        most = self.interval(Unknown("x", leg, separator))[1]
        if most is not None:
            for part in (leg, leg + 1):
                cut = cut.narrowed(Unknown("x", part, separator), high=most - 1)
        return cut.without(leg if when == "first" else leg + 1, jumps)

    def place(self, of: Unknown) -> list[str | int]:
        """An unknown as an index has it: its letter, its leg, and the number of the jump or hole."""
        jumps = self.problem.jumps
        return [of.letter, of.at, jumps.index(of.of) if isinstance(of.of, Jump) else of.of]

    def empty(self) -> Unknown | None:
        """One that no number is left for, if there is such."""
        bounds = self.known.items()
        return next((one for one, (low, high) in bounds if high is not None and low > high), None)

    def unknowns(self) -> list[Unknown]:
        """All unknowns, in the order of the file."""
        legs, problem = range(len(self.separators) + 1), self.problem
        counts = [Unknown("x", leg, jump) for leg in legs for jump in problem.jumps]
        middles = [Unknown("r", leg, hole) for leg in legs[:-1] for hole in range(problem.holes)]
        return [*counts, *middles, *(Unknown("y", 0, hole) for hole in sorted(problem.free))]
