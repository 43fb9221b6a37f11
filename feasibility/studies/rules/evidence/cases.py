"""A source of cases: feasible pairs in batches, and how each of them can be played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

from feasibility.engines.positions.words import Words, pack
from feasibility.game.geometry import Board
from feasibility.game.position import Target, bits
from feasibility.studies.rules.evidence.playing import Played
from feasibility.studies.rules.judges.asking import Goals, some

Batch: TypeAlias = tuple[Words, Goals]
Show: TypeAlias = Callable[[int, int | None], Played]  # of a start and its end, if that is not the target

AT_ONCE = 4096  # random games asked at once


@dataclass(frozen=True)
class CaseKind:
    """Where cases came from, and how many were tried. `{}` in the name stands for the numbers of pegs."""

    name: str
    tried: int
    of: int | None = None  # all there are, where that is known
    pegs: tuple[int, int] | None = None

    @property
    def complete(self) -> bool:
        return self.of == self.tried

    @property
    def title(self) -> str:
        if self.pegs is None:
            return self.name
        low, high = self.pegs
        return self.name.format(f"{low} pegs" if low == high else f"{low} to {high} pegs")

    def __str__(self) -> str:
        if self.of is None or self.complete:
            return f"{self.tried:,} {self.title}"
        return f"{self.tried:,} of {self.of:,} {self.title}"


def merged(kinds: Iterable[CaseKind]) -> tuple[CaseKind, ...]:
    """Neighbouring numbers of pegs of one name as one kind, complete ones and others apart."""
    listed = list(kinds)
    place = {kind.name: number for number, kind in reversed([*enumerate(listed)])}
    found: list[CaseKind] = []
    for kind in sorted(listed, key=lambda kind: (place[kind.name], kind.pegs or (0, 0))):
        one = found[-1] if found else None
        if (
            one is None or one.pegs is None or kind.pegs is None or one.pegs[1] + 1 != kind.pegs[0]
            or (one.name, one.complete) != (kind.name, kind.complete)
        ):  # fmt: skip
            found.append(kind)
            continue
        of = None if one.of is None or kind.of is None else one.of + kind.of
        found[-1] = CaseKind(kind.name, one.tried + kind.tried, of, (one.pegs[0], kind.pegs[1]))
    return tuple(found)


@dataclass(frozen=True)
class Source:
    """Feasible pairs under a name.

    `of` is how many there are of the kind, `target` what all end in, `pegs` goes into the name.
    """

    name: str
    batches: Iterable[Batch]
    show: Show
    of: int | None = None
    target: Target | None = None
    pegs: int | None = None
    least: bool = False  # whether those of the same name with fewer pegs are all pairs with fewer pegs

    def kind(self, tried: int) -> CaseKind:
        """The kind of its cases, so many of which were tried."""
        return CaseKind(self.name, tried, self.of, None if self.pegs is None else (self.pegs, self.pegs))


def from_games(board: Board, name: str, games: Iterable[Played], target: Target | None = None) -> Source:
    """Pairs that come with their plays; with a target they all end there."""
    known: dict[tuple[int, int | None], Played] = {}

    def batches() -> Iterator[Batch]:
        left = iter(games)
        while batch := list(islice(left, AT_ONCE)):
            known.clear()
            known.update({(one.start, None if target is not None else one.end): one for one in batch})
            starts = pack([one.start for one in batch], board.n)
            yield starts, pack([one.end for one in batch], board.n) if target is None else target

    return Source(name, batches(), lambda start, end: known[start, end], target=target)


def sliced(starts: Words, goals: Goals, size: int) -> Iterator[Batch]:
    for low in range(0, len(starts), size):
        rows = slice(low, low + size)
        yield starts[rows], some(goals, rows)


def named(target: Target) -> str:
    if target.pegs is not None:
        return str(target)
    if not target.free and target.most <= 4:
        return " ".join(target.board.called(i) for i in bits(target.must)) or "the empty board"
    return "the pattern" if target.free else "the target"
