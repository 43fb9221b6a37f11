"""Cases chosen against the rule: where its answer flips, where the truth flips, and with symmetry.

All of one target, whose truth is known position by position. Two positions are neighbours if they differ in
the holes of one jump, which keeps the residue class; outside of it nothing reaches the target anyway.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt

from feasibility.engines.dense.orbits import cycles, unions
from feasibility.game.position import Position
from feasibility.studies.rules.evidence import sampling
from feasibility.studies.rules.evidence.cases import Show, Source
from feasibility.studies.rules.evidence.playing import Played
from feasibility.studies.rules.evidence.truth import Truth
from feasibility.studies.rules.judges.asking import Judge, differing

Masks = npt.NDArray[np.uint64]

HERD = 2048  # walks at once
WALK = 60
MOST_CYCLES = 22  # of a symmetry, so that the positions with it can be listed
MOST_SYMMETRIES = 200  # which the boards that people draw have; with thousands most positions have one
POOL = 8  # so many times as many positions are looked at as are asked, for the nearest to refutable ones
CHUNK = 1 << 17


def shown(truth: Truth) -> Show:
    """A play from a start to the target, by the ground truth."""

    def show(start: int, end: int | None) -> Played:
        jumps = truth.play(start) or ()
        return Played(start, Position(truth.board, start).replay(jumps).mask, jumps)

    return show


def living(truth: Truth, name: str, starts: Iterable[Masks], of: int | None = None) -> Source:
    """Positions that reach the target."""
    return Source(name, ((masks[:, None], truth.target) for masks in starts), shown(truth), of, truth.target)


def flips(truth: Truth) -> Masks:
    """The three holes of each jump, in one direction or both."""
    return np.array(sorted({care for _, care in truth.board.jump_masks}), np.uint64)


def living_neighbours(truth: Truth, masks: Masks) -> npt.NDArray[np.int64]:
    """From how many neighbours of each position the target can be reached."""
    count = np.zeros(len(masks), np.int64)
    for flip in flips(truth):
        count += truth.alive(masks ^ flip)
    return count


def pruned_walks(judge: Judge, truth: Truth, seed: int, size: int) -> Source:
    """Walks through positions that the rule prunes, uphill to those with living neighbours; all that live."""
    walks = _walks(judge, truth, seed, max(1, min(HERD, size // 20)))
    return living(truth, "living neighbours of positions that the rule prunes, on walks", walks)


def _walks(judge: Judge, truth: Truth, seed: int, herd: int) -> Iterator[Masks]:
    random = np.random.default_rng([seed, 5])
    all_flips = flips(truth)
    masks = sampling.together(sampling.sample(truth, 20 * herd, seed, dead=True))
    masks = masks[judge.prunes(masks[:, None], truth.target)][:herd]
    score = living_neighbours(truth, masks)
    for _ in range(WALK if len(masks) else 0):
        moved = masks ^ all_flips[random.integers(len(all_flips), size=len(masks))]
        lives = truth.alive(moved)
        if lives.any():
            yield np.unique(moved[lives])
        gained = living_neighbours(truth, moved)
        step = ~lives & (gained + random.integers(0, 2, len(masks)) >= score)
        kept = np.flatnonzero(step)
        kept = kept[judge.prunes(moved[kept][:, None], truth.target)]
        masks[kept], score[kept] = moved[kept], gained[kept]


def flipping_walks(judge: Judge, truth: Truth, seed: int, size: int) -> Source:
    """Walks through living positions to those of which the rule prunes the most neighbours."""
    walks = _boundary(judge, truth, seed, max(1, min(HERD, size // 600)))
    return living(truth, "living positions where the rule's answer flips, on walks", walks)


def _boundary(judge: Judge, truth: Truth, seed: int, herd: int) -> Iterator[Masks]:
    random = np.random.default_rng([seed, 6])
    all_flips = flips(truth)
    masks = sampling.together(sampling.sample(truth, herd, seed))[:herd]
    score = np.zeros(len(masks), np.int64)
    for _ in range(WALK // 4 if len(masks) and all_flips.size else 0):
        around = masks[:, None] ^ all_flips
        flat = around.ravel()
        lives = truth.alive(flat)
        yield np.unique(flat[lives])
        dead = np.flatnonzero(~lives)
        pruned = np.zeros(len(flat), np.bool_)
        pruned[dead] = judge.prunes(flat[dead][:, None], truth.target)
        score = pruned.reshape(around.shape).sum(axis=1)
        # each goes to a living neighbour, or to where a better one of the herd is
        lives = lives.reshape(around.shape)
        choice = np.where(lives, random.random(around.shape), -1).argmax(axis=1)
        moved = np.where(lives.any(axis=1), around[np.arange(len(masks)), choice], masks)
        rival = random.integers(len(masks), size=len(masks))
        masks = np.where(score[rival] > score, moved[rival], moved)


def nearest(truth: Truth, wanted: int, seed: int) -> Source:
    """The living positions, of many, that have the most dead neighbours; crowded and thin ones alike."""
    starts = [np.zeros(0, np.uint64)]
    for level in sampling.sample(truth, POOL * wanted, seed + 1):
        order = np.argsort(living_neighbours(truth, level.masks), kind="stable")
        starts.append(level.masks[order[: -(-len(order) // POOL)]])
    return living(truth, "living positions with the most dead neighbours", [np.concatenate(starts)])


def symmetric(truth: Truth, cases: int | None) -> Source | None:
    """The living positions that a symmetry of the board maps to themselves; None if they are too many."""
    kept = [np.zeros(0, np.uint64)]
    if len(truth.board.symmetries) > MOST_SYMMETRIES:
        return None
    for permutation in truth.board.symmetries[1:]:
        parts = cycles(permutation)
        if len(parts) > MOST_CYCLES:
            return None
        kept += [masks[truth.alive(masks)] for masks in unions(parts)]
    masks = np.unique(np.concatenate(kept))
    masks = masks[differing(masks[:, None], truth.target)]
    chosen = masks if cases is None else np.random.default_rng(0).permutation(masks)[:cases]
    batches = (chosen[low : low + CHUNK] for low in range(0, len(chosen), CHUNK))
    return living(truth, "living positions with a symmetry", batches, len(masks))
