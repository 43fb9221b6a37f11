"""A proof from both ends, in words: forced jumps first, then cases, with the pairs that remain."""

from __future__ import annotations

from collections import Counter

from feasibility.base.plurals import plural
from feasibility.game.position import Pair
from feasibility.proofs.kinds.ends import Ends, Followed, pairs_of
from feasibility.render import words
from feasibility.render.parts import Arrows, Case, More, Part, Remains
from feasibility.text.moves import format_jump, format_jumps

MOST_TOLD = 12  # pairs of a proof that is told whole
BEGUN = 3  # pairs that are told of a longer one; the others are in the certificate


def explain(pair: Pair, proof: Ends, full: bool) -> list[Part]:
    """The whole proof while it is small or if it is asked for, else how it begins and what it is made of."""
    nodes, told = proof.nodes, list[Part]()
    if len(nodes) > MOST_TOLD and not full:
        followed = sum(isinstance(node, Followed) for node in nodes)
        kinds = Counter(words.reason(node) for node in nodes if not isinstance(node, Followed))
        listed = ", ".join(f"{count:,} by {kind}" for kind, count in kinds.most_common())
        told.append(
            f"Begin a play, or end it, in every way there is: {plural(len(nodes), 'pair', commas=True)}. "
            f"{followed:,} of them are followed, the others refuted: {listed}. It begins like this."
        )
    return [*told, *_Telling(pair, proof, full).node(0)]


def reason(proof: Ends) -> str:
    return "both ends"


class _Telling:
    """What was told already: a pair that is met again is not told twice."""

    def __init__(self, pair: Pair, proof: Ends, full: bool) -> None:
        self.pairs, self.nodes, self.full = pairs_of(pair, proof.nodes), proof.nodes, full
        self.told: set[int] = set()
        self.most = len(self.nodes) if full or len(self.nodes) <= MOST_TOLD else BEGUN

    def node(self, k: int) -> list[Part]:
        """Forced jumps in one sentence each, the pair that remains, and why there is no play of it."""
        said: list[str] = []
        side, at = "", k
        while isinstance(here := self.nodes[at], Followed) and len(here.moves) == 1:
            said.append(self._forced(here, at, side))
            side, at = here.side, here.moves[0][1]
        parts: list[Part] = [" ".join(said)] if said else []
        if at in self.told:
            return [*parts, "What remains is a pair that was refuted above."]
        self.told.add(at)
        if at:
            parts += ["This pair remains:", Remains(self.pairs[at])]
        if not isinstance(here, Followed):
            return [*parts, *words.explain(self.pairs[at], here, full=self.full)]
        if not here.moves:
            return [*parts, f"But there is no jump that can be the {_WHICH[here.side]}."]
        return [*parts, *self._cases(here, at)]

    def _forced(self, here: Followed, at: int, before: str) -> str:
        """`before`: the side of the forced jump that was told before this one."""
        name = format_jump(self.pairs[at].board, here.moves[0][0])
        if here.side != before:
            return f"The {_WHICH[here.side]} jump must be {name}."
        return f"{'After it comes' if here.side == 'start' else 'Before it must come'} {name}."

    def _cases(self, here: Followed, at: int) -> list[Part]:
        board, which = self.pairs[at].board, _WHICH[here.side]
        names = format_jumps(board, [jump for jump, _ in here.moves])
        jumps = tuple(jump for jump, _ in here.moves)
        parts: list[Part] = [f"The {which} jump must be one of these: {names}."]
        parts += [Arrows(jumps)] if at == 0 and here.side == "start" else []
        for number, (jump, child) in enumerate(here.moves):
            if len(self.told) >= self.most:
                rest = plural(len(here.moves) - number, "more case")
                return [*parts, More([], f"{rest} can be looked up in the certificate.", True)]
            parts.append(Case(f"If the {which} jump is {format_jump(board, jump)}", self.node(child)))
        return parts


_WHICH = {"start": "first", "target": "last"}
