"""A proof in words that a puzzler understands, with the tables that they speak of.

The words are the same for the terminal and for the page; what a table or a case looks like is theirs to say.
What a kind of proof says is in `render/kinds/`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from feasibility.game.position import Pair
from feasibility.proofs.kind import Proof, part
from feasibility.render import kinds
from feasibility.render.parts import Part


def explain(pair: Pair, proof: Proof, *, full: bool = False) -> list[Part]:
    """The proof as paragraphs, tables and cases; `full`: however many pairs are left of it."""
    told: list[Part] = part(kinds.__name__, proof.kind).explain(pair, proof, full)
    return told


def reason(proof: Proof) -> str:
    """What it refutes by, in a few words."""
    said: str = part(kinds.__name__, proof.kind).reason(proof)
    return said


def drawing(pair: Pair, proof: Proof, script: bool) -> str | None:
    """What a page shows below the words; None where it is nothing of its own."""
    draw = getattr(part(kinds.__name__, proof.kind), "drawing", None)
    return None if draw is None else str(draw(pair, proof, script))


def reasons(holes: Sequence[Proof]) -> str:
    """What ruled out how many holes."""
    counted = Counter(map(reason, holes)).most_common()
    return ", ".join(f"{number} by {why}" for why, number in counted)
