"""What a search works on: plain moves over bit masks, a start, a target and what may prune.

A move (care, want) is legal in q when q & care == want and leads to q ^ care. A jump cares for its three
holes and wants pegs on the first two. Such a move exchanged with pegs and holes is itself again (Leibniz's
duality), so going backward from a target is going forward from its complement.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

from feasibility.base.cached import cached_property
from feasibility.base.errors import SoundnessError
from feasibility.base.values import Value, replace
from feasibility.game.position import Pair, bits
from feasibility.game.symmetry import pair_stabiliser

LARGEST_GROUP = 128  # every symmetry costs a table and a pass over all positions


class Move(NamedTuple):
    """A move on masks; `name` is the jump's triple."""

    care: int
    want: int
    name: tuple[int, ...]


class PositionQuestion(Value):
    """Can `start` become a position that has all pegs of `target` and none outside target and free?

    `length` is the number of moves of every answer (patterns: of the longest). With `pegs` any position of
    that many pegs answers, and target is empty and free full. `symmetries` is a group of
    permutations that fixes start, target and free. Pagodas and residues (modulus, weights) must be valid
    for every move. `goals` are all positions `near` moves before the target and `sources` all those so many
    after the start (with `near` 0 they are not listed): what prunes is weighed there.
    """

    holes: int
    moves: tuple[Move, ...]
    start: int
    target: int
    free: int
    length: int
    pegs: int | None = None
    symmetries: tuple[tuple[int, ...], ...] = ()
    pagodas: tuple[tuple[int, ...], ...] = ()
    residues: tuple[tuple[int, tuple[int, ...]], ...] = ()
    near: int = 0
    goals: tuple[int, ...] = ()
    sources: tuple[int, ...] = ()

    @property
    def full(self) -> int:
        return (1 << self.holes) - 1

    @cached_property
    def goal_pegs(self) -> tuple[tuple[int, ...], ...]:
        """The holes with a peg of each goal; these are few."""
        return tuple(tuple(i for i in range(self.holes) if goal >> i & 1) for goal in self.goals)

    def reached(self, mask: int) -> bool:
        if self.pegs is not None:
            return mask.bit_count() == self.pegs
        return mask & ~self.free == self.target

    def dual(self) -> PositionQuestion:
        """The question with pegs and holes exchanged; not for patterns."""
        full = self.full
        goals, sources = (tuple(full ^ mask for mask in masks) for masks in (self.sources, self.goals))
        return replace(self, start=full ^ self.target, target=full ^ self.start, goals=goals, sources=sources)


def of_masks(
    holes: int,
    jumps: Iterable[Sequence[int]],
    start: int,
    target: int,
    free: int = 0,
    *,
    symmetries: Iterable[Sequence[int]] = (),
    pagodas: Iterable[Sequence[int]] = (),
    residues: Iterable[tuple[int, Sequence[int]]] = (),
) -> PositionQuestion:
    """The question of an ordinary pair or pattern."""
    return PositionQuestion(
        holes,
        tuple(Move(1 << s | 1 << o | 1 << to, 1 << s | 1 << o, (s, o, to)) for s, o, to in jumps),
        start,
        target,
        free,
        start.bit_count() - target.bit_count(),
        symmetries=tuple(tuple(p) for p in symmetries),
        pagodas=tuple(tuple(w) for w in pagodas),
        residues=tuple((d, tuple(w)) for d, w in residues),
    )


def of_pair(
    pair: Pair,
    *,
    pagodas: Iterable[Sequence[int]] = (),
    residues: Iterable[tuple[int, Sequence[int]]] = (),
) -> PositionQuestion:
    """The question of a pair with any kind of target, with the symmetries that fix it."""
    target = pair.target
    group = pair_stabiliser(pair)
    question = of_masks(
        pair.board.n,
        pair.board.jumps,
        pair.start.mask,
        target.must,
        target.free,
        symmetries=group if len(group) <= LARGEST_GROUP else (),
        pagodas=pagodas,
        residues=residues if target.pegs is None else (),
    )
    return replace(question, pegs=target.pegs, length=pair.start.count - target.fewest)


def targets(must: int, free: int, pegs: int | None, most: int) -> list[int] | None:
    """The positions that match a target, one by one; None: more than so many."""
    holes = bits(free)
    if (1 << len(holes) if pegs is None else comb(len(holes), pegs)) > most:
        return None
    if pegs is not None:
        return [sum(1 << hole for hole in some) for some in combinations(holes, pegs)]
    masks = [must]
    for hole in holes:
        masks += [mask | 1 << hole for mask in masks]
    return masks


def replay(question: PositionQuestion, play: Iterable[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """The play itself after every move was found legal and the end matches the target."""
    by_name = {move.name: move for move in question.moves}
    played = tuple(play)
    mask = question.start
    for name in played:
        move = by_name[name]
        if mask & move.care != move.want:
            raise SoundnessError(f"a search returned a play whose move {name} is not legal")
        mask ^= move.care
    if not question.reached(mask):
        raise SoundnessError("a search returned a play that does not end at the target")
    return played


def separating(question: PositionQuestion) -> tuple[int, tuple[int, ...]] | None:
    """A residue that already tells start and target apart, which no jump ever changes; None: none does."""
    if question.pegs is not None:
        return None
    for modulus, weights in question.residues:
        if any(question.free >> i & 1 and w % modulus for i, w in enumerate(weights)):
            continue
        if (weigh(weights, question.start) - weigh(weights, question.target)) % modulus:
            return modulus, weights
    return None


def weigh(weights: Sequence[int], mask: int) -> int:
    """The total weight of the pegs of a position."""
    return sum([w for i, w in enumerate(weights) if mask >> i & 1])  # a list: half the time of a generator


def least_weight(question: PositionQuestion, weights: Sequence[int]) -> int:
    """The least total weight of a position that every play passes: a goal, or one that matches the target."""
    if question.goals:
        return min(sum([weights[i] for i in pegs]) for pegs in question.goal_pegs)
    if question.pegs is not None:
        return sum(sorted(weights)[: question.pegs])
    free = sum([w for i, w in enumerate(weights) if w < 0 and question.free >> i & 1]) if question.free else 0
    return weigh(weights, question.target) + free
