"""Is a rule sound? Feasible pairs from independent sources are put to it; none may be pruned.

A wrong prune is made small: fewest pegs, with the play that the rule would have cut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np

from feasibility.base.limits import Clock
from feasibility.engines.dense.levels import members
from feasibility.engines.positions.words import Words, pack, popcount, unpack
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair, Position, Target, bits
from feasibility.game.symmetry import apply
from feasibility.proofs.accept import accepted
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.play import Play
from feasibility.studies.rules.evidence.cases import CaseKind, Played, Source, flip, merged, sliced
from feasibility.studies.rules.evidence.ground import Ground
from feasibility.studies.rules.evidence.mixed import NAME, Changed, Mixture, pruned_afresh
from feasibility.studies.rules.evidence.near import living, shown
from feasibility.studies.rules.evidence.truth import Truth
from feasibility.studies.rules.judges.asking import FAILED, PRUNE, Answers, Goals, Judge, differing
from feasibility.text.moves import format_jumps
from feasibility.text.writing import write_grid, write_headers

EQUAL = "with start and target equal"
LOOKS = 5  # at the clock, in as many cases as a rule of this speed is asked by default
WIDTHS = (8, 16, 31, 32, 63, 64)  # of numbers that hold a position, a bit for each hole
MOST_IMAGES = 64
LEVELS_ASKED = 5  # so many times the default number of cases are asked for the least number of pegs


@dataclass(frozen=True)
class Counterexample:
    """A feasible pair that the rule prunes. `least`: no pair with this target and fewer pegs is pruned."""

    pair: Pair
    play: tuple[Jump, ...]
    source: str
    least: bool = False
    bits: int | None = None  # its images are pruned if and only if they have a peg beyond so many holes

    @property
    def moves(self) -> str:
        return format_jumps(self.pair.board, self.play)

    @property
    def certificate(self) -> Certificate:
        return Certificate(self.pair, Play(self.play))

    def text(self, rule: str) -> str:
        """A file that `pegfeas check` and `pegfeas replay` read."""
        return pair_text(self.pair, f"pruned by {rule}, but feasible", f"play: {self.moves}")


@dataclass
class Soundness:
    """The cases put to a rule so far, and the first source of cases that it got wrong."""

    judge: Judge
    clock: Clock
    ground: Callable[[Target], Ground | None]
    start: int | None = None  # of all searches, if the rule need only hold in these
    counts: dict[tuple[str, int | None, Target | None], CaseKind] = field(default_factory=dict)
    counterexample: Counterexample | None = None
    changed: Changed | None = None
    suspect: Counterexample | None = None  # which a smaller one may replace

    @property
    def kinds(self) -> tuple[CaseKind, ...]:
        """The kinds of cases that were tried, in order."""
        return merged(kind for kind in self.counts.values() if kind.tried)

    @property
    def tried(self) -> int:
        return sum(kind.tried for kind in self.kinds)

    @property
    def settled(self) -> bool:
        """Whether there is nothing more to find out."""
        decided = self.counterexample is not None or self.changed is not None
        return decided or bool(self.judge.given_up)

    def put(self, source: Source) -> bool:
        """Ask about the pairs of a source until one is pruned or the time is over; whether all were asked."""
        at_once = max(1, self.judge.default_cases // LOOKS)
        parts = (piece for batch in source.batches for piece in sliced(*batch, at_once))
        for part, goals in parts:
            if self.settled or self.clock.expired():
                return False
            starts = part
            if not isinstance(goals, np.ndarray) and source.name != EQUAL:
                starts = part[differing(part, goals)]
            answers = self.judge.ask(starts, goals)
            self._count(source, int(np.count_nonzero(answers != FAILED)))
            if (answers == PRUNE).any():
                self._wrong(source, starts, goals, answers)
        return not (self.settled or self.judge.late)

    def take(self, mixture: Mixture) -> None:
        """What came of living positions among dead ones."""
        source = living(mixture.lists[0].sees, NAME, (), None)
        self._count(source, mixture.tried)
        self.changed = mixture.changed
        if mixture.pruned is not None:
            sees, mask = mixture.pruned
            found = self._smallest(source, shown(sees, mask), sees.target)
            if self.judge.apart:
                self.suspect = found
            else:  # what is asked next may be answered from a memory, too
                self.counterexample = found

    def _count(self, source: Source, tried: int) -> None:
        key = (source.name, source.pegs, source.target)
        before = self.counts.get(key, source.kind(0))
        self.counts[key] = source.kind(before.tried + tried)

    def _wrong(self, source: Source, starts: Words, goals: Goals, answers: Answers) -> None:
        """Make a pruned feasible pair small, the one with the fewest pegs and jumps."""
        rows = np.flatnonzero(answers == PRUNE)
        kept = popcount(goals[rows]) if isinstance(goals, np.ndarray) else np.zeros(len(rows))
        first = starts[rows]  # of equally small ones the same in every run
        row = int(rows[np.lexsort((first[:, 0], -kept, popcount(first)))[0]])
        start = unpack(starts[row : row + 1])[0]
        end = unpack(goals[row : row + 1])[0] if isinstance(goals, np.ndarray) else None
        self.changed = pruned_afresh(self.judge, self.judge.pair(starts, goals, row))
        if self.changed is None:
            self.counterexample = self._smallest(source, source.show(start, end), goals)

    def _smallest(self, source: Source, one: Played, goals: Goals) -> Counterexample:
        """A small one, if the rule prunes it when it is asked that first of all; else the one first found."""
        small, least = one, source.least and self._below(source)
        if self.start is not None:  # what comes later in the play can be reached, too
            small, least = smallest_of(self.judge, one, self._pair(one, goals).target), False
        elif isinstance(goals, np.ndarray):
            small = one if least else smallest_of(self.judge, one)
        elif not least and (ground := self.ground(goals)) is not None and one.play:
            start, least = fewest_pegs(self.judge, ground.truth, one.start)
            small = shown(ground, start)
        elif not least:
            small = smallest_of(self.judge, one, goals)
        pair = self._pair(small, goals)
        if self.judge.alone(pair) not in (None, PRUNE):
            small, pair, least = one, self._pair(one, goals), False
        wide, title = overflow(self.judge, pair), source.kind(0).title
        return confirmed(Counterexample(pair, small.play, title, least, wide))

    def _pair(self, played: Played, goals: Goals) -> Pair:
        target = Target(self.judge.board, played.end) if isinstance(goals, np.ndarray) else goals
        return Pair(Position(self.judge.board, played.start), target)

    def _below(self, source: Source) -> bool:
        """Whether all cases of the kind with fewer pegs were tried, from one peg more than is left on."""
        name, target = source.name, source.target
        fewer = range((1 if target is None else target.fewest) + 1, source.pegs or 0)
        return all((kind := self.counts.get((name, n, target))) is not None and kind.complete for n in fewer)


def pair_text(pair: Pair, *comments: str) -> str:
    """A pair as a file, with comments above it; a target that is a number of pegs is one of them."""
    lines = "".join(f"# {comment}\n" for comment in comments)
    if pair.target.pegs is not None:
        return f"{write_headers(pair.start)}{lines}# asked for: {pair.target}\n{pair.start}\n"
    return f"{write_headers(pair)}{lines}{pair.start}\n---\n{write_grid(pair.target)}\n"


def confirmed(found: Counterexample) -> Counterexample:
    """The counterexample, after the verifier has accepted its play."""
    accepted(found.certificate)
    return found


def overflow(judge: Judge, pair: Pair) -> int | None:
    """How wide the rule's numbers seem to be, if those images of a pair are pruned that do not fit them."""
    board, exact = pair.board, pair.exact
    if exact is None or board.n <= min(WIDTHS):
        return None
    group = board.symmetries[:MOST_IMAGES]
    starts, ends = ([apply(one, mask) for one in group] for mask in (pair.start.mask, exact.mask))
    pruned = judge.prunes(pack(starts, board.n), pack(ends, board.n)).tolist()
    for width in reversed(WIDTHS):
        beyond = [bool((start | end) >> width) for start, end in zip(starts, ends, strict=True)]
        if beyond == pruned and not all(pruned):
            return width
    return None


def smallest_of(judge: Judge, played: Played, target: Target | None = None) -> Played:
    """Pieces of the play as long as the rule prunes one of them: ends of it where the target is fixed, else
    any, without pegs that take no part.
    """
    while True:
        smaller = _smaller(judge.board, played) if target is None else _later(played)
        for candidate in sorted(set(smaller), key=_size):
            if _size(candidate) < _size(played) and _pruned(judge, candidate, target):
                played = candidate
                break
        else:
            return played


def _size(played: Played) -> tuple[int, int, int, int]:
    return (played.start.bit_count(), len(played.play), played.start, played.end)


def _later(played: Played) -> Iterable[Played]:
    mask = played.start
    for done, jump in enumerate(played.play[:-1], 1):
        mask ^= flip(jump)
        yield Played(mask, played.end, played.play[done:])


def _smaller(board: Board, played: Played) -> Iterable[Played]:
    masks = [played.start]
    for jump in played.play:
        masks.append(masks[-1] ^ flip(jump))
    for low in range(len(masks)):
        touched = 0
        for high in range(low + 1, len(masks)):
            touched |= flip(played.play[high - 1])
            piece = played.play[low:high]
            yield Played(masks[low], masks[high], piece)
            yield Played(masks[low] & touched, masks[high] & touched, piece)
    busy = {hole for jump in played.play for hole in jump}
    for hole in bits(played.start & played.end):
        if hole not in busy:
            yield Played(played.start ^ 1 << hole, played.end ^ 1 << hole, played.play)


def _pruned(judge: Judge, played: Played, target: Target | None) -> bool:
    goal = Target(judge.board, played.end) if target is None else target
    return bool(judge.prunes(pack([played.start], judge.board.n), goal)[0])


def fewest_pegs(judge: Judge, truth: Truth, start: int) -> tuple[int, bool]:
    """A pruned position with the fewest pegs that reaches the target, and whether none has fewer."""
    left = LEVELS_ASKED * judge.default_cases
    for pegs, size in enumerate(truth.levels):
        if pegs >= start.bit_count():
            return start, True
        left -= int(size)
        if left < 0:
            return start, False
        for dense in truth.sets:
            for masks in members(dense, pegs):
                open_ = masks[differing(masks[:, None], truth.target)]
                pruned = open_[judge.prunes(open_[:, None], truth.target)]
                if len(pruned):
                    return int(pruned.min()), True
    return start, False
