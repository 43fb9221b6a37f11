"""Sources of short questions: pairs whose start has few pegs, one of each orbit, duals, and counted ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from feasibility.base.plurals import plural
from feasibility.engines.positions.words import pack, popcount, unpack
from feasibility.game.geometry import Board
from feasibility.game.position import Target
from feasibility.studies.rules.evidence import short
from feasibility.studies.rules.evidence.cases import Batch, Source, image, sliced
from feasibility.studies.rules.evidence.playing import Played

CHUNK = 1 << 17  # pairs asked at once


def short_pairs(
    pairs: short.Pairs,
    cases: int | None,
    seed: int,
    name: str = "pairs whose start has {}",
    least: bool = True,
) -> Source:
    """All pairs of one number of pegs, or as many as there may be cases of them."""
    chosen, show = pairs.sample(cases, seed), by_search(pairs.board)
    least = least and len(chosen) == len(pairs)
    return Source(name, chosen.batches(CHUNK), show, len(pairs), pegs=pairs.pegs, least=least)


def short_orbits(pairs: short.Pairs, seed: int) -> Source:
    """One pair of each orbit, in mixed order, each batch under another symmetry."""
    chosen = pairs.orbits().some(len(pairs), seed)
    group = short.of_board(pairs.board)
    random = np.random.default_rng([seed, 8])

    def batches() -> Iterator[Batch]:
        for starts, ends in chosen.batches(CHUNK // 32):
            which = int(random.integers(group.order))
            yield image(starts, group, which), image(ends, group, which)

    name = "pairs whose start has {}, one of each orbit"
    return Source(name, batches(), by_search(pairs.board), len(chosen), pegs=pairs.pegs)


def dual_pairs(pairs: short.Pairs, cases: int | None, seed: int) -> Source:
    """Pegs and holes exchanged, start and end too; a jump played there is the same jump taken back."""
    board = pairs.board
    full = pack([board.full], board.n)
    batches = ((ends ^ full, starts ^ full) for starts, ends in pairs.sample(cases, seed).batches(CHUNK))

    def shown(start: int, end: int | None) -> Played:
        play = short.play(board, board.full ^ (end or 0), board.full ^ start)
        return Played(start, end or 0, tuple(reversed(play)))

    return Source("duals of pairs whose start has {}", batches, shown, len(pairs), pegs=pairs.pegs)


def short_starts(pairs: short.Pairs, target: Target, cases: int | None, seed: int) -> Source:
    """All positions of one number of pegs that can leave as many as the target asks for, each once."""
    starts, ends = pairs.words(0, len(pairs))
    left = popcount(ends) == target.fewest
    starts, ends = starts[left], ends[left]
    first = np.ones(len(starts), np.bool_)
    first[1:] = (starts[1:] != starts[:-1]).any(axis=1)
    starts, ends = starts[first], ends[first]
    rows = np.arange(len(starts))
    if cases is not None:
        rows = np.random.default_rng([seed, pairs.pegs]).permutation(rows)[: max(1, cases // 5)]

    def show(start: int, end: int | None) -> Played:
        row = int(np.flatnonzero((starts == pack([start], pairs.board.n)).all(axis=1))[0])
        end = unpack(ends[row : row + 1])[0]
        return Played(start, end, short.play(pairs.board, start, end))

    name = f"positions of {{}} that can leave {plural(target.fewest, 'peg')}"
    batches = sliced(starts[rows], target, CHUNK)
    least = len(rows) == len(starts)
    return Source(name, batches, show, len(starts), target, pegs=pairs.pegs, least=least)


def by_search(board: Board) -> Callable[[int, int | None], Played]:
    """Shows a pair by a search for its play."""
    return lambda start, end: Played(start, end or 0, short.play(board, start, end or 0))
