"""Advice on one position, for those who ask once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from feasibility.analysis.advice import Advice
from feasibility.analysis.adviser import PATIENCE, Adviser
from feasibility.base.limits import Limits
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.text import notation
from feasibility.text.moves import parse_jumps
from feasibility.text.reading import read_document, read_pair


def advise(
    position: Position | str,
    target: Target | Position | str | int | None = None,
    *,
    after: Sequence[Jump] | str = (),
    limits: Limits | None = None,
    patience: float = PATIENCE,
    report: Callable[[str], None] | None = None,
) -> Advice:
    """Which jumps still win, why the others lose, and which of the jumps `after` lost the game.

    Position and target are values, or text as `pegfeas check` reads it; a number asks for so many pegs,
    anywhere, and without a target it is one peg. `after` is played first. `patience`: seconds that a proof
    which people can redo is looked for, for each jump that loses. Who asks again and again with one target
    keeps an `Adviser`.

    >>> import feasibility
    >>> advice = feasibility.advise("line:6:+a1+b1+d1", 1)
    >>> [(feasibility.format_jumps(advice.pair.board, [t.jump]), t.word) for t in advice.tried]
    [('a1c1', 'wins')]
    >>> advice.chance
    Fraction(1, 1)
    """
    pair = asked(position, target)
    jumps = parse_jumps(pair.board, after) if isinstance(after, str) else tuple(after)
    return Adviser(pair.target, patience=patience, report=report).advise(pair.start, jumps, limits)


def asked(
    position: Position | str,
    target: Target | Position | str | int | None = None,
    *,
    pegs: int | None = None,
    lenient: bool = False,
) -> Pair:
    """The position and the target that are meant; without a target, one peg anywhere."""
    if isinstance(target, int):
        target, pegs = None, target
    if isinstance(position, str):
        if isinstance(target, str):
            return read_pair(position, target, pegs=pegs, lenient=lenient)
        if pegs is not None:
            return read_pair(position, pegs=pegs, lenient=lenient)
        document = read_document(position, lenient=lenient)
        start = notation.position(document, position)
        target = document.target if target is None else target
    else:
        start = position
        if isinstance(target, str):
            target = read_document(target, like=start.board).start
    if target is None:
        return Pair(start, Target.with_pegs(start.board, 1 if pegs is None else pegs))
    return Pair(start, target)
