"""What is asked among dead positions: which targets, which positions, and from where searches begin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb
from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from feasibility.base.report import Look, patient
from feasibility.engines.positions.words import Flags, Words, pack, popcount, unique, unpack
from feasibility.game.geometry import Board
from feasibility.game.position import Target
from feasibility.studies.rules.evidence import near
from feasibility.studies.rules.evidence.cases import game
from feasibility.studies.rules.evidence.ground import Ground, together
from feasibility.studies.rules.evidence.near import Near, Sees
from feasibility.studies.rules.evidence.short import everything
from feasibility.studies.rules.judges.asking import differing

MOST = 20_000  # questions about one target, in one order
DEEP = 5_000  # from so many on searches begin at crowded positions, too
JUMPS = 3  # from a position to the targets that are drawn with it
WIDE, MANY = 5, 40  # targets about which much is asked, and with those about which a little is
NARROW = 2_000  # positions close to one of these
GAMES = 200  # tries to find such a position
FROM_START = 2_000  # games, whose positions are asked where only one start counts


class FieldStart(NamedTuple):
    """Where a search begins, about the target of which list, and whether it asks about children together."""

    number: int
    mask: int
    together: bool


@dataclass(frozen=True, eq=False)
class Listed:
    """Questions about one target, and which of them reach it."""

    sees: Sees  # of all positions, or what is close
    close: Near | None
    words: Words
    alive: Flags

    def knows(self, pegs: int) -> bool:
        """Whether all positions of so many pegs are known to reach it or not."""
        return pegs <= self.sees.depth

    def living(self, words: Words, pegs: int) -> Flags:
        """Which positions of at most so many pegs reach it."""
        sees: Sees = self.sees if self.close is None or pegs > self.close.depth else self.close
        return sees.living(words)

    def rows(self, alive: bool) -> npt.NDArray[np.int64]:
        """The living or the dead ones, from many pegs to few as in a search."""
        rows = np.flatnonzero(self.alive == alive)
        return rows[np.argsort(-popcount(self.words[rows]), kind="stable")]


def drawn_targets(first: Target, seed: int) -> list[Target]:
    """The target, two each of a thin and of a crowded position, and many of few pegs: where all must hold."""
    board, random, found = first.board, Random(f"targets {seed}"), [first]
    for density in (0.25, 0.75):
        for _ in range(GAMES):
            level = {sum(1 << hole for hole in range(board.n) if random.random() < density)}
            for _ in range(JUMPS):
                level = {one ^ care for one in level for want, care in board.jump_masks if one & care == want}
            if len(ends := sorted(level - {one.must for one in found})) > 1:
                found += [Target(board, end) for end in random.sample(ends, 2)]
                break
    while len(found) < MANY:
        pegs = random.sample(range(board.n), min(board.n, random.choice((1, 1, 2))))
        found.append(Target(board, sum(1 << peg for peg in pegs)))
    return list(dict.fromkeys(found))


def listed(
    grounds: Sequence[tuple[Target, Ground | None]],
    most: int,
    seed: int,
    skip_equal: bool,
    start: int | None,
    look: Look = patient,
) -> list[Listed]:
    """Questions about each of the targets whose positions can be listed, near it or all of them.

    What may reach one of them is asked about the others too, and what it may be confused with. With a start
    nothing is asked that cannot be reached from it.
    """
    random, size = np.random.default_rng([seed, 5]), min(most, MOST)
    narrow = [number >= WIDE and ground is None for number, (_, ground) in enumerate(grounds)]
    close = list[Near | None]()
    for (target, _), less in zip(grounds, narrow, strict=True):
        look()
        close.append(near.around(target, NARROW if less else near.MOST_NEAR))
    board = grounds[0][0].board
    none, each, made = pack([], board.n), 2 * size // (len(grounds) - sum(narrow)) + 1, []

    def pool(little: bool) -> Words:
        if start is not None:
            return _of_games(board, start, size, seed)
        mine = (one for one, less in zip(close, narrow, strict=True) if one is not None and less == little)
        some = (_some(one, size // 1000 + 1, random) if little else _about(one, each, random) for one in mine)
        return unique(np.concatenate([none, *some]))

    pools = [pool(False), pool(True)]
    for (target, ground), one, less in zip(grounds, close, narrow, strict=True):
        sees: Sees | None = ground or one
        if sees is not None:
            parts = list(
                _known(Listed(sees, one, none, np.zeros(0, np.bool_)), pools[less], start is not None)
            )
            parts += _sampled(ground, size // 2, random) if ground is not None and start is None else ()
            words = np.concatenate([none, *(words for words, _ in parts)])
            alive = np.concatenate([np.zeros(0, np.bool_), *(alive for _, alive in parts)])
            rows = differing(words, target) if skip_equal else np.ones(len(words), np.bool_)
            made.append(Listed(sees, one, words[rows], alive[rows]))
    return made


def _some(one: Near, size: int, random: np.random.Generator) -> Words:
    """So many positions of each number of jumps before a target."""
    levels = one.levels[1:] or one.levels
    return np.concatenate([level[random.permutation(len(level))[:size]] for level in levels])


def _known(own: Listed, pool: Words, deep: bool) -> Iterator[tuple[Words, Flags]]:
    """What is asked about all targets, as far as it is known of this one."""
    pegs = popcount(pool)
    for close in (True, False):
        depth = -1 if own.close is None else own.close.depth
        words = pool[(pegs <= depth) == close]
        if close or (deep and own.knows(own.sees.target.board.n)):
            yield words, own.living(words, depth if close else own.sees.target.board.n)


def _sampled(ground: Ground, size: int, random: np.random.Generator) -> Iterator[tuple[Words, Flags]]:
    """Of all numbers of pegs, living and dead; of many also what the living ones may be confused with."""
    for dead in (False, True):
        words = together(ground.sample(size, dead=dead))[:, None]
        yield words, np.full(len(words), not dead)
        if not dead and 2 * size >= DEEP and len(words):
            kin = near.kin(ground.board, words[random.permutation(len(words))[: size // 10]], random)
            kin = kin[random.permutation(len(kin))[:size]]
            yield kin, ground.living(kin)


def _about(one: Near, size: int, random: np.random.Generator) -> Words:
    """Positions a few jumps before a target, their children, what they may be confused with, the smallest."""
    board = one.target.board
    some = _some(one, size // (4 * len(one.levels)) + 1, random)
    children = [
        (some ^ care)[((some & care) == want).all(axis=1)]
        for want, care in (pack(move, board.n) for move in board.jump_masks)
    ]
    kin = near.kin(board, some[random.permutation(len(some))[: size // 8 + 1]], random)
    others = unique(np.concatenate([kin, *children]))
    others = others[popcount(others) <= one.depth]
    small = _smallest(board, size // 4)
    return np.concatenate(
        [one.levels[0][:64], some, others[random.permutation(len(others))[: size // 2]], small]
    )


def _smallest(board: Board, most: int) -> Words:
    """All positions of the fewest pegs, as long as they are few."""
    pegs = 0
    while pegs < board.n and sum(comb(board.n, k) for k in range(pegs + 2)) <= most:
        pegs += 1
    return everything(board.n, pegs)


def _of_games(board: Board, start: int, size: int, seed: int) -> Words:
    """Positions of random games from a start."""
    random, masks = Random(f"from {seed}"), {start}
    for _ in range(FROM_START):
        masks.update(game(board, board.jump_masks, start, board.n, random)[0])
        if len(masks) > size:
            break
    return pack(sorted(masks), board.n)


def starts(lists: Sequence[Listed], most: int, seed: int, start: int | None) -> list[FieldStart]:
    """Searches one after the other in one process: from a position for each target that it may reach, and
    from the first position again.
    """
    random, found = Random(f"starts {seed}"), list[FieldStart]()
    for number, own in enumerate(lists[:WIDE]):
        masks = [start] if start is not None else _roots(own, most, random)
        for mask in masks:
            pegs = mask.bit_count()
            same = [n for n, other in enumerate(lists) if other.knows(pegs)]
            several = [number, *[n for n in same if n != number][:1], number]
            found += [
                FieldStart(n, mask, together) for together in (True, False) for n in several if n in same
            ]
    return found


def _roots(own: Listed, most: int, random: Random) -> list[int]:
    """Living positions close to the target and, where they are known, far from it."""
    masks = []
    if own.close is not None:
        masks += [unpack(level[random.randrange(len(level)) :][:1])[0] for level in own.close.levels[1:][-2:]]
    if own.knows(own.sees.target.board.n) and most >= DEEP:
        exact = own.sees.target.exact
        deep = np.flatnonzero(own.alive & (popcount(own.words) > own.sees.target.board.n // 3))
        masks += unpack(own.words[random.sample(deep.tolist(), min(2, len(deep)))])
        masks += [] if exact is None else [exact.complement.mask]
    return list(dict.fromkeys(masks))
