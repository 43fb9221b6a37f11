"""A wrong prune made small: fewest pegs, with the play that the rule would have cut."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from feasibility.engines.positions.words import pack
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair, Target, bits
from feasibility.game.symmetry import apply
from feasibility.proofs.accept import accepted
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.play import Play
from feasibility.studies.rules.evidence.playing import Played, flip
from feasibility.studies.rules.evidence.truth import Truth
from feasibility.studies.rules.judges.asking import Judge, differing
from feasibility.text.moves import format_jumps
from feasibility.text.writing import write_grid, write_headers

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


def pair_text(pair: Pair, *comments: str) -> str:
    """A pair as a file, with comments above it; a target that is a number of pegs is one of them."""
    lines = "".join(f"# {comment}\n" for comment in comments)
    if pair.target.pegs is not None:
        return f"{write_headers(pair.start)}{lines}# target: {pair.target}\n{pair.start}\n"
    return f"{write_headers(pair)}{lines}{pair.start}\n---\n{write_grid(pair.target)}\n"


def confirmed(
    pair: Pair, play: tuple[Jump, ...], source: str, least: bool = False, bits: int | None = None
) -> Counterexample:
    """The counterexample, after the verifier has accepted its play."""
    result = Counterexample(pair, play, source, least, bits)
    accepted(result.certificate)
    return result


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
    from feasibility.engines.dense.levels import members

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
