"""Pairs from both ends: every first jump, or every last one, leads to a pair that must be refuted too.

Pairs are met up to the symmetries that fix what is free in the target, so equal ones are met once. The side
with fewer open pairs is followed, and forced moves come first. A plan (whole numbers of jumps from start to
target) stays one for the pair after any of its jumps, so no program is asked for that pair.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.game.automorphism import Permutation
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.game.symmetry import Image, apply, apply_to_jump, fixes, inverse
from feasibility.proofs.kind import Refutation
from feasibility.proofs.kinds.ends import Ends, Followed

if TYPE_CHECKING:
    from feasibility.systems.refuter import Refuter

PairKey = tuple[int, int]  # the pegs of the start, those that the target needs
HoleNumbers = tuple[int, ...]
SIDES = ("start", "target")
MOST_SYMMETRIES = 48  # of larger groups only the identity is used
NODES = 40  # of a tree of cases of one pair, at first
LARGER = 12  # times as large are those of the next size
LATER = 4  # times as many turns come before one more size
FIRST, LONGER = 0.05, 1.3  # seconds of the first turn; times as long is the next one


@dataclass
class KnownPairs:
    """What is known of a pair, in the least of its images."""

    key: PairKey
    plan: HoleNumbers | None = None
    proof: Refutation | None = None
    met: bool = False
    side: str = ""  # that was followed


class Follower:
    """Both ends with trees of several sizes, in turns: what large trees refute saves all that follows.

    Each size begins when the smaller ones had several turns. They share what refutes other pairs as well.
    """

    def __init__(self, pair: Pair) -> None:
        from feasibility.systems.refuter import Refuter

        self.pair, self.refuter = pair, Refuter(pair.board, pair.target.free)
        self.sizes = [BothEnds(pair, self.refuter, NODES)]
        self.deciding = self.sizes[0]
        self.turns, self.left = 0, FIRST

    def run(self, clock: Clock) -> str:
        """`refuted`, `play`, or the `limit` that came first. Called again it goes on."""
        while True:
            part = clock.within(self.left)
            began, how = clock.now(), self.deciding.run(part)
            self.left -= clock.now() - began
            if how != "limit" or clock.expired():
                return how
            self._next()

    def _next(self) -> None:
        """The next size has its turn; a larger one after all had as many turns as there are sizes."""
        self.turns += 1
        at = (self.sizes.index(self.deciding) + 1) % len(self.sizes)
        if at == 0 and self.turns >= LATER ** len(self.sizes):
            larger = NODES * LARGER ** len(self.sizes)
            self.sizes.append(BothEnds(self.pair, self.refuter, larger))
            at = len(self.sizes) - 1
        self.deciding = self.sizes[at]
        self.left = FIRST * LONGER**self.turns

    def __str__(self) -> str:
        told = (
            f"{len(one.waiting):,} of {plural(len(one.known), 'pair', commas=True)}" for one in self.sizes
        )
        return f"{' and '.join(told)} still open"


class BothEnds:
    """The pairs that were met, and those that are open, with trees of at most so many nodes for a pair."""

    def __init__(self, pair: Pair, refuter: Refuter, nodes: int = NODES) -> None:
        self.pair, self.board, self.refuter, self.nodes = pair, pair.board, refuter, nodes
        self.sides = SIDES if pair.exact is not None else SIDES[:1]
        self.images = PairImages(pair)
        self.known: dict[PairKey, KnownPairs] = {}
        self.waiting: list[tuple[int, int, PairKey]] = []
        self.root = self.images.least((pair.start.mask, pair.target.must))[0]
        self._meet(self.root, None)

    def run(self, clock: Clock) -> str:
        """`refuted`, `play`, or the `limit` that came first. Called again it goes on."""
        while self.waiting:
            if clock.expired():
                return "limit"
            entry = heappop(self.waiting)
            here = self.known[entry[2]]
            clock.spend(len(self.board.jumps))
            if self.target(here.key).contains(here.key[0]):
                return "play"
            here.proof = self.refuter.refute(self.pair_of(here.key), here, clock, self.nodes)
            if here.proof is None and here.plan is None and clock.expired():
                heappush(self.waiting, entry)  # with more time it may be refuted
                return "limit"
            if here.proof is None:
                self._follow(here)
        return "refuted"

    def target(self, key: PairKey) -> Target:
        return Target(self.board, key[1], self.pair.target.free)

    def pair_of(self, key: PairKey) -> Pair:
        return Pair(Position(self.board, key[0]), self.target(key))

    def _follow(self, here: KnownPairs) -> None:
        """Meets the pairs after (before) every jump of the side that leaves fewer of them open."""
        ways = [
            (side, [(j, *self.images.least(k)) for j, k in self._moves(here.key, side)])
            for side in self.sides
        ]
        side, moves = min(ways, key=lambda way: len({key for _, key, _ in way[1] if self._is_open(key)}))
        here.side = side
        for jump, key, image in moves:
            self._meet(key, self._rest(here.plan, jump, image))

    def _meet(self, key: PairKey, plan: HoleNumbers | None) -> None:
        there = self.known.setdefault(key, KnownPairs(key))
        if there.plan is None:
            there.plan = plan
        if there.met or not self._is_open(key):
            return
        there.met = True
        forced = min(sum(1 for _ in self._moves(key, side)) for side in self.sides)
        heappush(self.waiting, (forced, -len(self.known), key))

    def _is_open(self, key: PairKey) -> bool:
        """Whether what refuted others does not refute this pair."""
        there = self.known.get(key)
        if there is not None and (there.proof is not None or there.side):
            return False
        proof = self.refuter.by_others(*key)
        if proof is None:
            return True
        self.known.setdefault(key, KnownPairs(key)).proof = proof
        return False

    def _moves(self, key: PairKey, side: str) -> Iterator[tuple[Jump, PairKey]]:
        start, must = key
        for jump, (pegs, holes) in zip(self.board.jumps, self.board.jump_masks, strict=True):
            if side == "start" and start & holes == pegs:
                yield jump, (start ^ holes, must)
            elif side == "target" and must & holes == holes ^ pegs:
                yield jump, (start, must ^ holes)

    def _rest(self, plan: HoleNumbers | None, jump: Jump, image: Permutation) -> HoleNumbers | None:
        """The plan without one jump of it, moved to the image of the pair."""
        index = self.board.jump_index
        if plan is None or not plan[index[jump]]:
            return None
        rest = list(plan)
        for j, count in zip(self.board.jumps, plan, strict=True):
            rest[index[apply_to_jump(image, j)]] = count - (j == jump)
        return tuple(rest)

    def proof(self, readable: Clock | None = None) -> Ends:
        """Node by node: pairs themselves, not their images, those with more jumps to come first.

        `readable`: the time for weights that are easier to read.
        """
        nodes: list[Followed | Refutation] = []
        order = list(self._walk())
        numbers = {key: k for k, (key, _) in enumerate(order)}
        if readable is not None:
            images = dict.fromkeys(image for _, image in order)
            self.refuter.polish([self.known[key] for key in images], readable)
        for key, image in order:
            there, back = self.known[image], inverse(self.images.least(key)[1])
            if there.proof is not None:
                nodes.append(there.proof.moved(Image(back)))
            else:
                moves = self._moves(key, there.side)
                nodes.append(Followed(there.side, tuple((jump, numbers[left]) for jump, left in moves)))
        return Ends(tuple(nodes))

    def _walk(self) -> Iterator[tuple[PairKey, PairKey]]:
        """The pairs that lead from the pair itself over followed ones, each with its least image."""
        first = (self.pair.start.mask, self.pair.target.must)
        seen, todo = {first}, [first]
        for key in todo:
            image = self.images.least(key)[0]
            yield key, image
            there = self.known[image]
            if there.proof is not None:
                continue
            for _, left in self._moves(key, there.side):
                if left not in seen:
                    seen.add(left)
                    todo.append(left)


class PairImages:
    """The images of pairs under the symmetries that keep the free holes, and the target where it is fixed."""

    def __init__(self, pair: Pair) -> None:
        board, target = pair.board, pair.target
        group = board.symmetries if len(board.symmetries) <= MOST_SYMMETRIES else ()
        kept = [g for g in group if not target.free or fixes(g, target)]
        self.group = kept or [tuple(range(board.n))]
        self.kept: dict[PairKey, tuple[PairKey, Permutation]] = {}

    def least(self, key: PairKey) -> tuple[PairKey, Permutation]:
        """The least image, and what leads there."""
        if key not in self.kept:
            self.kept[key] = min(((apply(g, key[0]), apply(g, key[1])), g) for g in self.group)
        return self.kept[key]
