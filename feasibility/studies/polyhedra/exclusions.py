"""Pairs of jumps that exclude each other: no play has both, each refuted by a tree of cases.

Two jumps go together if numbers of jumps that add up use both. A point that does settles all pairs of the
jumps it uses, and their images, so few pairs are left to ask about one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, product

from feasibility.api.asking import PairLike, TargetLike, as_pair
from feasibility.api.picture import nothing
from feasibility.base.cached import cached_property
from feasibility.base.errors import InputError
from feasibility.base.limits import Clock, Limits, as_limits
from feasibility.base.report import Report, silent
from feasibility.base.stopped import Stopped
from feasibility.exact.box import BoxSystem
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair
from feasibility.game.symmetry import apply_to_jump, pair_stabiliser
from feasibility.proofs.accept import passed
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.bound import JumpBound, bound
from feasibility.render.columns import shortened
from feasibility.render.scene import MARGIN, Scene, Shape, explained, fitting, text
from feasibility.solvers.branch import CertifyingTree, IntegerPoint, branch_and_bound
from feasibility.solvers.highs import HotModel
from feasibility.studies.polyhedra.bounds import contradiction
from feasibility.systems.linear import cone_system
from feasibility.text.moves import format_jump

Two = tuple[int, int]  # columns of jumps, the smaller first; twice the same: that jump alone
CELL, NAME = 18.0, 46.0  # of a picture


@dataclass(frozen=True)
class Excluded:
    """An orbit of pairs of jumps, and the proof that no play has both of the first one."""

    orbit: tuple[tuple[Jump, Jump], ...]
    certificate: Certificate


@dataclass(frozen=True)
class Exclusions:
    """All of them. `never`: jumps that no play has, each as a pair with itself; `open`: what a limit left.

    `empty`: no numbers of jumps lead to the target; None: a limit came before that was known.
    """

    pair: Pair
    excluded: tuple[Excluded, ...] = ()
    never: tuple[Excluded, ...] = ()
    open: tuple[tuple[Jump, Jump], ...] = ()
    empty: bool | None = False
    contradiction: tuple[Certificate, ...] = ()  # why there is nothing

    def __repr__(self) -> str:
        return f"<{len(self.pairs)} pairs of jumps that exclude each other on {self.pair.board.label}>"

    def scene(self) -> Scene:
        """A row and a column for every jump that excludes another one, a cross for every pair that does."""
        board, pairs = self.pair.board, self.pairs
        if not pairs:
            what = "no two jumps exclude each other"
            limited = "no two jumps are known to exclude each other, as a limit was reached"
            raise nothing(limited if self.open else what, "a pair with exclusions")
        jumps = [jump for jump in board.jumps if any(jump in two for two in pairs)]
        place = {jump: MARGIN + NAME + k * CELL for k, jump in enumerate(jumps)}
        both = {*pairs, *((b, a) for a, b in pairs)}
        cells = []
        for (a, x), (b, y) in product(place.items(), repeat=2):
            corners = (x, y, x + CELL, y, x + CELL, y + CELL, x, y + CELL)
            cells.append(Shape("polygon", "n3" if (a, b) in both else "w0", corners))
        half = CELL / 2
        crosses = [text((place[a] + half, place[b] + half), "×", 15, "n3-text") for a, b in sorted(both)]
        side = MARGIN * 2 + NAME + len(jumps) * CELL
        listed = ", ".join(f"{format_jump(board, a)} and {format_jump(board, b)}" for a, b in sorted(pairs))
        title = f"pairs of jumps that exclude each other on {shortened(board.label)}: {listed}"
        scene = Scene(side, side, (*cells, *crosses, *_names(board, jumps, place)), title)
        return explained(scene, ["A cross where a row and a column meet: no play has both jumps."])

    @property
    def pairs(self) -> tuple[tuple[Jump, Jump], ...]:
        """All pairs that are excluded, those of one orbit together."""
        return tuple(two for one in self.excluded for two in one.orbit)


def exclusions(
    start: PairLike,
    target: TargetLike | None = None,
    *,
    pegs: int | None = None,
    board: str | None = None,
    limits: Limits | float | None = None,
    time_limit: float | None = None,
    work_limit: int | None = None,
    memory_limit: float | None = None,
    report: Report = silent,
) -> Exclusions:
    """Which two jumps cannot both occur in a play, with proofs, as `pegfeas bounds --exclusions` has it.

    >>> exclusions("line:6:-b1", "line:6:+e1").excluded
    ()
    """
    pair = as_pair(start, target, pegs, board)
    if not pair.board.jumps:
        raise InputError(f"{pair.board.label} has no jumps", expected="a board with jumps")
    search = _Search(pair, as_limits(limits, time_limit, work_limit, memory_limit).start())
    columns, first = range(len(pair.board.jumps)), search.solve(search.system)
    if not isinstance(first, IntegerPoint):
        proofs = contradiction(pair, first)
        left = () if proofs else tuple(combinations_with_replacement(pair.board.jumps, 2))
        return Exclusions(pair, open=left, empty=True if proofs else None, contradiction=proofs)
    for column in columns:
        search.ask((column, column))
    pairs = list(combinations(columns, 2))
    for number, two in enumerate(pairs, 1):
        report(f"pair {number} of {len(pairs)}")
        search.ask(two)
    return Exclusions(pair, tuple(search.excluded), tuple(search.never), tuple(search.left))


class _Search:
    def __init__(self, pair: Pair, clock: Clock) -> None:
        self.pair, self.clock, self.system = pair, clock, cone_system(pair)
        self.model = HotModel(self.system.matrix)
        self.settled: set[Two] = set()
        self.impossible: set[int] = set()
        self.excluded: list[Excluded] = []
        self.never: list[Excluded] = []
        self.left: list[tuple[Jump, Jump]] = []

    @cached_property
    def moved(self) -> list[list[int]]:
        """Where each symmetry of the pair takes each column."""
        jumps, column_of = self.pair.board.jumps, self.pair.board.jump_index
        return [[column_of[apply_to_jump(g, jump)] for jump in jumps] for g in pair_stabiliser(self.pair)]

    def images(self, two: Two) -> set[Two]:
        """The pair of columns in all positions that symmetries give it."""
        return {(min(m[two[0]], m[two[1]]), max(m[two[0]], m[two[1]])) for m in self.moved}

    def solve(self, system: BoxSystem) -> IntegerPoint | CertifyingTree | Stopped:
        """A point, which settles the pairs of jumps that it uses; a tree; or neither."""
        answer = branch_and_bound(system, model=self.model, clock=self.clock)
        if isinstance(answer, IntegerPoint):
            used = [i for i in range(len(self.pair.board.jumps)) if answer.point[i]]
            for two in combinations_with_replacement(used, 2):
                if two not in self.settled:
                    self.settled |= self.images(two)
        return answer

    def ask(self, two: Two) -> None:
        """Settles the pair and its images."""
        if two in self.settled or not self.impossible.isdisjoint(two):
            return
        over = self.clock.over()  # thousands of pairs that only begin take many times the limit
        both = self.system.narrowed(two[0], low=1).narrowed(two[1], low=1)
        answer = self.solve(both) if over is None else Stopped(over)
        orbit = [two, *sorted(self.images(two) - {two})]
        self.settled.update(orbit)
        jumps = self.pair.board.jumps
        named = tuple((jumps[a], jumps[b]) for a, b in orbit)
        if isinstance(answer, CertifyingTree):
            first, second = named[0]
            given = () if first == second else (JumpBound(((1, first),), False, 1),)
            claim = JumpBound(((1, second),), True, 0)
            one = Excluded(named, passed(bound(self.pair, claim, answer.root, given)))
            (self.never if first == second else self.excluded).append(one)
            self.impossible.update(a for a, b in orbit if a == b)
        elif not isinstance(answer, IntegerPoint):
            self.left += named


def _names(board: Board, jumps: Sequence[Jump], place: dict[Jump, float]) -> list[Shape]:
    """On the left in full; above by two lines, since the cells are narrow."""
    shapes = []
    for jump in jumps:
        name, middle = format_jump(board, jump), place[jump] + CELL / 2
        shapes.append(text((MARGIN + NAME / 2, middle), name, fitting(name, NAME - 4, 12), "label"))
        for line, hole in enumerate((jump.start, jump.landing)):
            word, at = board.called(hole), (middle, MARGIN + NAME - 24 + 14 * line)
            shapes.append(text(at, word, fitting(word, CELL, 11), "label"))
    return shapes
