"""A turning point, in words."""

from feasibility.game.position import Pair
from feasibility.proofs.cut import Cut, Problem
from feasibility.proofs.kinds.turn import Turn
from feasibility.proofs.nodes import Closing
from feasibility.render.cases import branches, each_of_the_set, listed, named
from feasibility.render.parts import Case, Part


def explain(pair: Pair, proof: Turn, full: bool) -> list[Part]:
    split = proof.split
    cut = Cut(Problem.of_pair(pair))
    cases = each_of_the_set(pair, split, ("before it", "after it"), cut)
    these, them, none, one = _words(len(split.jumps))
    cut = cut.without(split.leg, split.jumps)
    lead: list[Part] = ["Weigh the pegs by this table:"] if isinstance(split.never, Closing) else []
    without = [*lead, *branches(pair, split.never, (), [cut])]
    lines: list[Part] = [
        *named(pair.board, f"Look at {these}", split.jumps),
        f"Without {them} the target is out of reach, and {none} be the {split.when} to be played. So there "
        "is no play.",
        Case("Without it" if len(split.jumps) == 1 else "Without them", without),
        f"Suppose that {one} is that jump. Weigh the pegs by the first table before it and by the second "
        "after it. On each side no jump that may be played raises the total, except those that are named. "
        "Whatever the position between is, the sums do not fit.",
    ]
    return [*lines, *listed(cases, 1)]


def _words(count: int) -> tuple[str, str, str, str]:
    """The words for one jump, and for several."""
    if count == 1:
        return "this jump", "it", "it cannot", "it"
    return f"these {count} jumps", "any of them", "none of them can", "one of them"


def reason(proof: Turn) -> str:
    return "a turning point"
