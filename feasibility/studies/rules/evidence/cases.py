"""A source of cases: feasible pairs in batches, and how each of them can be played.

Any prune of a feasible pair is wrong. Random legal play makes some on boards of any size.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import TypeAlias

from feasibility.base.plurals import plural
from feasibility.engines.positions.words import Words, pack
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Target, bits
from feasibility.studies.rules.judges.asking import Goals, some

Batch: TypeAlias = tuple[Words, Goals]
Show: TypeAlias = "Callable[[int, int | None], Played]"  # of a start and its end, if that is not the target

AT_ONCE, USUAL_HOLES = 4096, 33  # random games asked at once, on boards of so many holes; fewer on larger
PER_GAME = 4  # pairs taken from one game
DRAWN = 4  # times the pairs that are wanted: so many are drawn at most, as few boards have many
IDLE = 1000  # games in a row without a jump: there may be none


@dataclass(frozen=True)
class Played:
    """A feasible pair with a play that shows it."""

    start: int
    end: int
    play: tuple[Jump, ...]


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

    def __add__(self, other: CaseKind) -> CaseKind:
        """Both as one kind, whose numbers of pegs are no fewer than those of this one."""
        of = None if self.of is None or other.of is None else self.of + other.of
        pegs = None if self.pegs is None or other.pegs is None else (self.pegs[0], other.pegs[1])
        return CaseKind(self.name, self.tried + other.tried, of, pegs)

    @property
    def title(self) -> str:
        if self.pegs is None:
            return self.name
        low, high = self.pegs
        return self.name.format(plural(low, "peg") if low == high else f"{low} to {high} pegs")

    def __str__(self) -> str:
        if self.of is not None and not self.complete:
            return f"{self.tried:,} of {self.of:,} {self.title}"
        one = re.sub("(pair|position|dual|game)s", r"\1", self.title, count=1)
        return plural(self.tried, one, self.title, commas=True)


def merged(kinds: Iterable[CaseKind]) -> tuple[CaseKind, ...]:
    """Neighbouring numbers of pegs of one name as one kind, complete ones and others apart.

    What has a name and a number of pegs alike, as targets of many pegs have, is one kind.
    """
    alike: dict[tuple[str, tuple[int, int] | None], CaseKind] = {}
    for kind in kinds:
        before = alike.get((kind.name, kind.pegs))
        alike[kind.name, kind.pegs] = kind if before is None else before + kind
    listed = list(alike.values())
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
        found[-1] = one + kind
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


def from_games(
    board: Board, name: str, games: Iterable[Played], most: int, target: Target | None = None
) -> Source:
    """Pairs that come with their plays, at most so many, each once; with a target they all end there."""
    known: dict[tuple[int, int | None], Played] = {}

    at_once = min(AT_ONCE, 1 + AT_ONCE * USUAL_HOLES**2 // board.n**2)  # the clock is looked at after each

    def batches() -> Iterator[Batch]:
        left = islice(_each_once(islice(games, DRAWN * most), target), most)
        while batch := list(islice(left, at_once)):
            known.clear()
            known.update({(one.start, None if target is not None else one.end): one for one in batch})
            starts = pack([one.start for one in batch], board.n)
            yield starts, pack([one.end for one in batch], board.n) if target is None else target

    return Source(name, batches(), lambda start, end: known[start, end], target=target)


def _each_once(games: Iterable[Played], target: Target | None) -> Iterator[Played]:
    """Those that ask something new."""
    asked = set[tuple[int, int | None]]()
    for one in games:
        pair = (one.start, None if target is not None else one.end)
        if pair not in asked:
            asked.add(pair)
            yield one


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


def flip(jump: Jump) -> int:
    """The three holes that a jump changes."""
    return 1 << jump.start | 1 << jump.over | 1 << jump.landing


def games(board: Board, seed: int, start: int | None = None) -> Iterator[Played]:
    """Pieces of random games from the start or random ones, thin and crowded, at least one jump each."""
    random, idle = Random(f"games {seed}"), 0
    while idle < IDLE:
        begin = _start(board, random) if start is None else start
        masks, jumps = game(board, board.jump_masks, begin, board.n, random)
        idle = 0 if jumps else idle + 1
        for _ in range(PER_GAME if jumps else 0):
            low = random.randrange(len(jumps))
            high = low + min(len(jumps) - low, 1 + int(random.expovariate(1 / 5)))
            yield Played(masks[low], masks[high], tuple(jumps[low:high]))


def _start(board: Board, random: Random) -> int:
    density = random.choice((0.15, 0.3, 0.5, 0.7, 0.85, 0.95))
    return sum(1 << i for i in range(board.n) if random.random() < density)


def game(
    board: Board, moves: Sequence[tuple[int, int]], mask: int, most: int, random: Random
) -> tuple[list[int], list[Jump]]:
    """The positions of a random game, and its jumps; `moves` are these as masks, or those that undo them."""
    masks, jumps = [mask], list[Jump]()
    for _ in range(most):
        legal = [i for i, (want, care) in enumerate(moves) if mask & care == want]
        if not legal:
            break
        chosen = random.choice(legal)
        mask ^= moves[chosen][1]
        masks.append(mask)
        jumps.append(board.jumps[chosen])
    return masks, jumps


def reached_one(target: Target, random: Random) -> int:
    """A random position that is what the target asks for."""
    if target.pegs is not None:
        return sum(1 << hole for hole in random.sample(range(target.board.n), target.pegs))
    return target.must | target.free & random.getrandbits(target.board.n)


def backwards(board: Board, target: Target, seed: int) -> Iterator[Played]:
    """Starts from which a random game, played backwards from the target, tells how to reach it."""
    random = Random(f"backwards {seed}")
    taken_back = [(care ^ want, care) for want, care in board.jump_masks]
    idle = 0
    while idle < IDLE:
        end = reached_one(target, random)
        most = random.randint(1, max(1, board.n - 1))
        masks, play = game(board, taken_back, end, most, random)
        idle = 0 if play else idle + 1
        if play:
            yield Played(masks[-1], end, tuple(reversed(play)))
