"""The arithmetic of a leaf, so that it can be redone by hand: totals of both ends, and what lies between."""

from __future__ import annotations

from feasibility.base.plurals import plural
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair
from feasibility.proofs.cut import Cut
from feasibility.proofs.functional import Functional
from feasibility.proofs.nodes import Unknown
from feasibility.proofs.written import Weights
from feasibility.text.moves import format_jump

MOST_NAMED = 12  # jumps that change a total, one by one
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def sums(pair: Pair, cut: Cut, weights: tuple[Weights, ...]) -> str:
    """Why the tables leave no play: what they give for each end, for the positions between, for the jumps."""
    if cut.empty() is not None:
        return "These assumptions contradict each other."
    first, last = Functional(weights[0]), Functional(weights[-1])
    start, (target, open_) = first.value(pair.start.mask), _at_target(pair, cut, last)
    between = [_between(pair.board, cut, weights, i) for i in range(len(cut.separators))]
    own = [Functional(w).change(j) for w, j in zip(weights[1:], cut.separators, strict=True)]
    rise, told = _rise(pair.board, cut, weights)
    tables = ORDINALS if len(weights) > 1 else ("",)
    by_first, by_last = (f" by the {tables[i]} table" if tables[i] else "" for i in (0, len(weights) - 1))
    lines = [f"The start weighs {start}{by_first}, the target {target}{open_}{by_last}."]
    for i, ((least, holes), change) in enumerate(zip(between, own, strict=True)):
        name = format_jump(pair.board, cut.separators[i])
        lines.append(
            f"Just before {name} the {tables[i]} table minus the {tables[i + 1]} gives {least} at "
            f"least{holes}; {name} itself changes the {tables[i + 1]} by {change}."
        )
    total = target - start + sum(least for least, _ in between) - sum(own)
    terms = [-start, *(least for least, _ in between), *(-change for change in own)]
    added = " ".join([str(target), *(f"{'-' if term < 0 else '+'} {abs(term)}" for term in terms)])
    return " ".join([*lines, told, f"A play would need {added} to be at most {rise}, and it is {total}."])


def _at_target(pair: Pair, cut: Cut, last: Functional) -> tuple[int, str]:
    """The least weight of the target, and words for its free holes."""
    if pair.target.pegs is not None:
        return last.least(pair.target), " or more"
    total = last.value(pair.target.must)
    for hole in cut.problem.free:
        low, high = cut.interval(Unknown("y", 0, hole))
        total += last.weights[hole] * (low if last.weights[hole] > 0 else high or 0)
    return total, " or more" if cut.problem.free else ""


def _between(board: Board, cut: Cut, weights: tuple[Weights, ...], i: int) -> tuple[int, str]:
    """The least of one table minus the next on a position between, and the holes that make it up."""
    parts = []
    for hole in range(board.n):
        low, high = cut.interval(Unknown("r", i, hole))
        difference = weights[i][hole] - weights[i + 1][hole]
        part = difference * (low if difference > 0 else high or 0)
        if part:
            parts.append((hole, part))
    told = ", ".join(f"{board.called(hole)} {part}" for hole, part in parts)
    return sum(part for _, part in parts), f" ({told})" if told else ""


def _rise(board: Board, cut: Cut, weights: tuple[Weights, ...]) -> tuple[int, str]:
    """By how much the jumps can raise the totals, and how."""
    raising: list[tuple[Jump, int, int]] = []
    lowering: list[tuple[Jump, int, int]] = []
    for leg, table in enumerate(weights):
        functional = Functional(table)
        for jump in board.jumps:
            low, high = cut.interval(Unknown("x", leg, jump))
            change = functional.change(jump)
            times = (high or 0) if change > 0 else low
            if change and times:
                (raising if change > 0 else lowering).append((jump, times, change * times))
    total = sum(part for *_, part in (*raising, *lowering))
    each = "a total" if len(weights) > 1 else "the total"
    if not raising and not lowering:
        return total, f"No jump that may be played raises {each}."
    if len(raising) + len(lowering) > MOST_NAMED:
        jumps = plural(len(raising) + len(lowering), "jump")
        return total, f"{jumps} may or must change the totals here, by {total} at most."
    words = [("may raise it by", raising), ("must lower it by", lowering)]
    told = [
        f"{format_jump(board, jump)} {verb} {abs(part)}{'' if times == 1 else f' in {times} times'}"
        for verb, parts in words
        for jump, times, part in parts
    ]
    return total, f"{', '.join(told)}; no other jump that may be played raises {each}."
