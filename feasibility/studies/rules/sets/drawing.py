"""Test sets drawn from a seed: pairs of small boards by residue class, the shipped problems, hard pairs.

Every pair is decided by `check` with a limit on work and not on time, so that the same seed gives the same
set; a pair is kept if the verifier accepts its proof at once. What stays open is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count, islice, zip_longest
from random import Random

import numpy as np
import numpy.typing as npt

from feasibility.base.errors import InputError
from feasibility.base.limits import Limits
from feasibility.base.report import Report
from feasibility.base.stopped import Stopped
from feasibility.decide import Plan, check, only
from feasibility.decide.schedule import CRITERIA
from feasibility.engines.positions.words import unpack
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.play import Play
from feasibility.proofs.verdict import Outcome
from feasibility.studies.rules.evidence import sampling, short, truth
from feasibility.studies.rules.evidence.sampling import MaskArray
from feasibility.studies.rules.evidence.truth import Truth
from feasibility.studies.rules.judges.quick import QUICK, QuickJudge
from feasibility.studies.rules.sets.entries import Entry, of_proof
from feasibility.studies.rules.validate import middle
from feasibility.systems.residues import generators
from feasibility.text import catalogue
from feasibility.text.board_text import pair_of

SMALL = ("line:9", "rectangle:3x3", "rectangle:3x4", "rectangle:4x4", "triangle:4", "triangle:5", "torus:3x3")
HARD = ("english33", "rectangle:5x5", "triangle:6")
EACH = {"small": 48, "problems": 0, "hard": 24}  # pairs of a board, where nothing else is said
LARGEST_SMALL = 16  # holes, of which all positions are looked at
LARGEST_HARD = 36  # of which every position that reaches a target is known
WORK = 6_000_000  # steps for one pair
TRIES = 3  # so many times as many pairs are looked at as are wanted
FEWEST = 9  # pegs of a dead start
LONGEST = 20_000  # characters of a proof
AT_LENGTH = ("ends",)  # criteria with long proofs
ASK_CONE = 12  # dead positions of a level that are put to the cone

Drawn = Iterator[tuple[Pair, tuple[Jump, ...] | None]]  # a pair, and a play where one is known


def draw(name: str, boards: tuple[str, ...], each: int | None, seed: int, report: Report) -> Iterator[Entry]:
    """The entries of a set: `small`, `problems` or `hard`, of boards of its own or of those given."""
    for group, wanted, drawn in _groups(name, boards, EACH[name] if each is None else each, seed):
        entries = (one for pair, play in islice(drawn, TRIES * wanted) if (one := _entry(group, pair, play)))
        for number, entry in enumerate(islice(entries, wanted), 1):
            report(f"{group}, pair {number:,}")
            yield entry


def _groups(name: str, boards: tuple[str, ...], each: int, seed: int) -> Iterator[tuple[str, int, Drawn]]:
    """Pairs under the name of their group, and how many of them are wanted."""
    if name == "problems":
        for problem in catalogue.problems():
            try:
                pair = pair_of(catalogue.problem(problem), problem)
            except InputError:  # some of them show what is not a problem
                continue
            if pair.target.pegs is not None:  # a line has no word for it; the contest means the complement
                pair = Pair(pair.start, pair.start.complement)
            if not boards or pair.board.name in boards:
                yield problem.partition("/")[0], 1, iter([(pair, None)])
        return
    small = name == "small"
    make, usual, largest = (_small, SMALL, LARGEST_SMALL) if small else (_hard, HARD, LARGEST_HARD)
    for board in map(catalogue.board, boards or usual):
        if board.n > largest:
            expected = f"at most {largest} holes for the set {name}"
            raise InputError("the board is too large", seen=board.label, expected=expected)
        feasible, others = make(board, each, seed)
        yield board.name, each // 2, feasible
        yield board.name, each - each // 2, others


def _entry(group: str, pair: Pair, play: tuple[Jump, ...] | None) -> Entry | None:
    """None where no proof is found, or none that is short."""
    if play is not None:
        return of_proof(Certificate(pair, Play(play)), group)
    criteria = tuple(criterion for criterion in CRITERIA if criterion.name not in AT_LENGTH)
    plan = Plan(criteria, threads=1)
    certificate = check(pair, Limits(work=WORK), plan).certificate
    entry = None if certificate is None else of_proof(certificate, group)
    return entry if entry is not None and len(entry.evidence) <= LONGEST else None


def _small(board: Board, each: int, seed: int) -> tuple[Drawn, Drawn]:
    """Feasible pairs by jumps; and any pairs, most of them within a residue class, class by class."""
    random = Random(f"small {board.name} {seed}")
    return _feasible(board, each, random, seed), _any(board, random)


def _any(board: Board, random: Random) -> Drawn:
    masks, moduli = range(1 << board.n), generators(board, 0)
    classes: dict[tuple[int, ...], list[int]] = {}
    for mask in masks:
        totals = (sum(w for i, w in enumerate(weights) if mask >> i & 1) for weights, _ in moduli)
        key = tuple(total % m if m else total for total, (_, m) in zip(totals, moduli, strict=True))
        classes.setdefault(key, []).append(mask)
    several = [members for _, members in sorted(classes.items()) if len(members) > 1]
    random.shuffle(several)
    for number in count():
        inside = several[number % len(several)] if several and number % 5 else masks
        start, target = sorted(random.sample(inside, 2), key=int.bit_count, reverse=True)
        if start.bit_count() == target.bit_count():  # which needs no solver
            continue
        yield Pair(Position(board, start), Position(board, target)), None


def _feasible(board: Board, wanted: int, random: Random, seed: int) -> Drawn:
    by_jumps: dict[int, list[tuple[int, int]]] = {}
    for level in short.levels(board):
        some = level.some(8 * wanted, seed)
        for start, end in zip(*map(unpack, some.words(0, len(some))), strict=True):
            by_jumps.setdefault(start.bit_count() - end.bit_count(), []).append((start, end))
    for pairs in by_jumps.values():
        random.shuffle(pairs)
    for start, end in (pair for turn in zip_longest(*by_jumps.values()) for pair in turn if pair is not None):
        yield Pair(Position(board, start), Position(board, end)), short.play(board, start, end)


def _hard(board: Board, each: int, seed: int) -> tuple[Drawn, Drawn]:
    """Feasible pairs with many dead neighbours; and dead ones though the quick criteria and the cone pass."""
    target = Target(board, 1 << middle(board))
    known = truth.build(board, target, Limits().start(), threads=1)
    if isinstance(known, Stopped):
        raise InputError("its positions are too many", seen=board.label, expected=known.reason)
    feasible = ((_of(known, mask), known.play(mask)) for mask in _in_turn(_nearly_dead(known, seed)))
    return feasible, ((_of(known, mask), None) for mask in _in_turn(_nearly_alive(known, seed)))


def _of(known: Truth, mask: int) -> Pair:
    return Pair(Position(known.board, mask), known.target)


def _in_turn(levels: Iterable[Iterator[int]]) -> Iterator[int]:
    """One of each level after the other, the level with the most pegs first."""
    for turn in zip_longest(*levels):
        yield from (mask for mask in turn if mask is not None)


def _living_neighbours(known: Truth, masks: MaskArray) -> npt.NDArray[np.int64]:
    """How many neighbours of each position, which differ in the holes of one jump, reach the target."""
    count = np.zeros(len(masks), np.int64)
    for flip in sorted({care for _, care in known.board.jump_masks}):
        count += known.alive(masks ^ np.uint64(flip))
    return count


def _nearly_dead(known: Truth, seed: int) -> list[Iterator[int]]:
    levels = sampling.sample(known, 200 * known.board.n, seed)
    order = ((one, _living_neighbours(known, one.masks)) for one in reversed(levels) if one.pegs > 4)
    return [iter(one.masks[np.argsort(living, kind="stable")].tolist()) for one, living in order]


def _nearly_alive(known: Truth, seed: int) -> list[Iterator[int]]:
    """Dead positions of each level that no quick criterion and no weights refute, nearest to life first."""
    quick = QuickJudge(known.board, QUICK)

    def passed(masks: MaskArray) -> Iterator[int]:
        for mask in masks[:ASK_CONE].tolist():
            if only("cone", _of(known, mask), Limits(work=WORK).start()).outcome is Outcome.PASSED:
                yield mask

    levels = []
    for one in reversed(sampling.sample(known, 2000 * known.board.n, seed, dead=True)):
        if not FEWEST <= one.pegs <= known.board.n // 2:  # crowded ones have no short proofs
            continue
        open_ = one.masks[~quick.prunes(one.masks[:, None], known.target)]
        living = _living_neighbours(known, open_)
        levels.append(passed(open_[np.argsort(-living, kind="stable")]))
    return levels
