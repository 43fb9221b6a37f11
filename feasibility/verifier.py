#!/usr/bin/env python3
"""Check a pegfeas certificate with nothing but the standard library of Python 3.11.

    python -I verifier.py CERTIFICATE.json      `-` reads standard input

Where numpy is installed, levels and closures of many positions are made with it, which changes nothing but
the time; `--plain` forbids it.

This file stands alone: copy it anywhere.  It shares no code with the programs that make certificates,
derives the jumps of the board itself and computes with integers only.  docs/certificate-format.md says
what every kind of proof is, docs/explanation/verifier.md walks through the first two parts.  There are
nine, the easiest to trust first.  Each kind stands below its theorem and needs, beside its own part, only
those that its heading names; cut before a heading, the file proves what it proves.

    Part one    the certificate; play, pagoda, residue
    Part two    tree, turn, legs, bound
    Part three  cases, ends
    Part four   golden, army
    Part five   rule
    Part six    search
    Part seven  closure, longest
    Part eight  sweeps
    Part nine   files that may be hostile, reports, the command line

Exit codes: 0 valid, 1 rejected, 2 malformed or wrong usage, 3 too large or not checked in time.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import accumulate, chain, combinations, groupby, pairwise, repeat
from math import comb, lcm
from operator import or_
from time import monotonic
from typing import Any, NamedTuple, TextIO, TypeVar

# =========================================================================================================
# PART ONE: the certificate, plays, and single functions: play, pagoda, residue
# =========================================================================================================

FORMAT = "pegfeas-certificate"
VERSION = 1
STEPS = {
    "orthogonal": ((0, 1), (1, 0)),
    "triangular": ((0, 1), (1, 0), (1, 1)),
    "diagonal": ((0, 1), (1, 0), (1, 1), (1, -1)),
}
TIME_LIMIT = 60.0  # seconds
MAX_WORK = 20_000_000_000  # elementary steps in each minute, some 3 to 50 nanoseconds each
MAX_POSITIONS = 1 << 32  # a bit set of 0.6 GiB, held twice
MAX_BITS = 2000  # of an integer; the reader of files allows fewer digits
MAX_HOLES = 4096
NUMPY_FROM = 100_000  # positions, fewer than which take less time than to import numpy
AT_ONCE = 1 << 22  # positions that a check with a work folder holds, some 200 bytes each
MAX_SHOWN = 100  # items of a list in a report for people; --json has all
SHOWN_BITS = 100  # of an integer that is written out

Jump = tuple[int, int, int]
Json = dict[str, object]
T = TypeVar("T")
Item = TypeVar("Item")


class Refusal(Exception):
    """The certificate was not found valid; the subclass says in which way."""

    outcome, exit_code = "refused", 2

    @property
    def reason(self) -> str:
        return str(self)


class Rejected(Refusal):
    """Well formed, but it does not prove its claim."""

    outcome, exit_code = "rejected", 1


class Malformed(Refusal):
    """Not a certificate of this format."""

    outcome, exit_code = "malformed", 2


class TooLarge(Refusal):
    """Neither accepted nor rejected: checking it would pass a limit of size."""

    outcome, exit_code = "too large", 3


class NotChecked(Refusal):
    """Neither accepted nor rejected: the check was stopped before it was done."""

    outcome, exit_code = "not checked", 3


class Claim(NamedTuple):
    """What a valid certificate has proved.  `board_name` is hearsay; the holes and jumps are not."""

    claim: str
    kind: str
    statement: str
    board_name: str
    geometry: str
    holes: tuple[tuple[int, int], ...] = ()
    jumps: tuple[Jump, ...] = ()
    start: tuple[int, ...] = ()
    target_pegs: tuple[int, ...] = ()
    target_free: tuple[int, ...] = ()
    target_count: int | None = None

    def __repr__(self) -> str:
        return f"Claim(claim={self.claim!r}, kind={self.kind!r})"

    def __str__(self) -> str:
        return f"{self.claim}, proved by {self.kind}: {self.statement}"


class Budget:
    """Limits of one check: whatever takes time spends steps, so no input keeps the checker busy for ever.

    `plain`: nothing but the standard library is used, although numpy may be there. `numpy_from`: the
    positions from which it is used; fewer are worth it only where it is imported already. `workdir`: a
    folder for levels of more than `at_once` positions; `progress` is told how far they are; `levels` takes
    a function and its arguments and gives its results in any order, from processes that are trusted.
    """

    def __init__(
        self,
        max_positions: int = MAX_POSITIONS,
        max_work: int | None = None,
        time_limit: float | None = TIME_LIMIT,
        plain: bool = False,
        numpy_from: int = NUMPY_FROM,
        workdir: str | os.PathLike[str] | None = None,
        at_once: int = AT_ONCE,
        progress: Callable[[str], object] | None = None,
        levels: Callable[..., Iterable[Any]] | None = None,
    ) -> None:
        self.max_positions, self.time_limit = max_positions, time_limit
        self.max_work = _work_within(time_limit) if max_work is None else max_work
        self.plain, self.numpy_from = plain, numpy_from
        self.workdir, self.at_once, self.progress, self.levels = workdir, at_once, progress, levels
        self.work, self.begun = 0, monotonic()

    def spend(self, steps: int) -> None:
        self.work += steps
        if self.work > self.max_work:
            raise NotChecked(f"the check needs more than {self.max_work} steps (--max-work)")
        if self.time_limit is not None and monotonic() - self.begun > self.time_limit:
            raise NotChecked(f"the check takes more than {self.time_limit:g} s (--time-limit)")


def _work_within(seconds: float | None) -> int:
    """Steps that a check may take: more where it has more time than usual, not where that has no end."""
    if seconds is None or not TIME_LIMIT < seconds < 1e9:
        return MAX_WORK
    return round(MAX_WORK * seconds / TIME_LIMIT)


# --- shapes ---


def _quote(text: str, width: int = 60) -> str:
    """Untrusted text, made harmless for a terminal."""
    return ascii(text if len(text) <= width else text[:width] + "...")


TYPES = {dict: "an object", list: "a list", str: "a string", int: "an integer", bool: "a truth value"}


def _type(value: object) -> str:
    return "null" if value is None else TYPES.get(type(value), f"a {type(value).__name__}")


def _show(value: int) -> str:
    bits, sign = value.bit_length(), "a negative" if value < 0 else "an"
    return str(value) if bits <= SHOWN_BITS else f"{sign} integer of {bits} bits"


def _sha256(value: object) -> str:
    import hashlib  # a large library, which few certificates need

    return hashlib.sha256(json.dumps(value, separators=(",", ":")).encode()).hexdigest()


def _count(number: int, word: str) -> str:
    return f"{_show(number)} {word}{'' if number == 1 else 's'}"


def _expect(value: object, kind: type[T], where: str) -> T:
    if type(value) is not kind:  # True is no integer
        raise Malformed(f"{where}: expected {TYPES[kind]}, got {_type(value)}")
    return value


def _object(value: object, where: str, required: Iterable[str], optional: Iterable[str] = ()) -> Json:
    entries: Json = _expect(value, dict, where)
    wanted = list(required)
    allowed = {*wanted, *optional}
    for key in entries:
        if key not in allowed:
            raise Malformed(f"{where}: unknown key {_quote(str(key))}; expected {', '.join(sorted(allowed))}")
    for key in wanted:
        if key not in entries:
            raise Malformed(f"{where}: the key {key!r} is missing")
    return entries


def _integer(value: object, where: str, index: int | None = None) -> int:
    if type(value) is int and value.bit_length() <= MAX_BITS:
        return value
    place = where if index is None else f"{where}[{index}]"
    bits = _expect(value, int, place).bit_length()
    raise Malformed(f"{place}: the integer has {bits} bits; at most {MAX_BITS} are read")


def _list(value: object, where: str) -> list[object]:
    return _expect(value, list, where)


def _integers(value: object, where: str, length: int | None = None) -> list[int]:
    entries = _list(value, where)
    if length is not None and len(entries) != length:
        raise Malformed(f"{where}: expected {length} integers, got {len(entries)}")
    return [_integer(entry, where, i) for i, entry in enumerate(entries)]


def _hole(value: object, where: str, holes: int, index: int | None = None) -> int:
    hole = _integer(value, where, index)
    if 0 <= hole < holes:
        return hole
    place = where if index is None else f"{where}[{index}]"
    raise Malformed(f"{place}: there is no hole {_show(hole)}; the board has holes 0 to {holes - 1}")


def _increasing_holes(value: object, where: str, holes: int) -> tuple[int, ...]:
    indices = tuple(_hole(entry, where, holes, i) for i, entry in enumerate(_list(value, where)))
    if any(a >= b for a, b in pairwise(indices)):
        raise Malformed(f"{where}: hole indices must be strictly increasing")
    return indices


def _few(items: Sequence[Item], show: Callable[[Item], str]) -> str:
    rest = len(items) - MAX_SHOWN
    return ", ".join(map(show, items[:MAX_SHOWN])) + (f", ... and {rest} more" if rest > 0 else "")


# --- board, start, target ---


class Board(NamedTuple):
    name: str
    geometry: str
    holes: tuple[tuple[int, int], ...]
    jumps: tuple[Jump, ...]
    number: dict[Jump, int]

    @property
    def cost(self) -> int:
        """Steps that an operation on a position counts for, an integer of one bit for each hole."""
        return 1 + len(self.holes) // 512

    def jump(self, value: object, where: str) -> int:
        """The number of the jump that a triple names."""
        triple = _triple(value, where, len(self.holes))
        if triple not in self.number:
            raise Rejected(f"{where}: {list(triple)} is not a jump of this board")
        return self.number[triple]

    def weights(self, value: object, where: str) -> list[int]:
        return _integers(value, where, len(self.holes))


class Problem:
    """A board, a start and a target: pegs and free holes, or (count) any position with so many pegs."""

    def __init__(
        self,
        board: Board,
        start: tuple[int, ...],
        pegs: tuple[int, ...],
        free: tuple[int, ...],
        count: int | None,
        budget: Budget,
        reached: list[Any] | None = None,
    ) -> None:
        self.board, self.start, self.pegs, self.free, self.count = board, start, pegs, free, count
        self.budget = budget
        self.reached = [] if reached is None else reached  # what part seven found reachable from the start
        # the holes that are not free, and those of them that hold a peg, one bit for each
        self.pattern = ~_mask(free), _mask(pegs)

    def matches(self, position: int) -> bool:
        """Is the position, one bit for each hole, a target?"""
        if self.count is not None:
            return position.bit_count() == self.count
        fixed, pegs = self.pattern
        return position & fixed == pegs


def _mask(holes: Iterable[int]) -> int:
    return sum(1 << hole for hole in holes)


def _read_board(value: object) -> Board:
    explicit = isinstance(value, dict) and value.get("geometry") == "explicit"
    shape = _object(value, "board", ("name", "geometry", "holes", *(["jumps"] if explicit else [])))
    name = _expect(shape["name"], str, "board.name")
    geometry = _expect(shape["geometry"], str, "board.geometry")
    if not explicit and geometry not in STEPS:
        raise Malformed(f"board.geometry: {_quote(geometry)}; expected {', '.join(STEPS)} or explicit")
    holes = _read_holes(shape["holes"])
    jumps = (
        _explicit_jumps(shape["jumps"], len(holes)) if explicit else _derived_jumps(holes, STEPS[geometry])
    )
    return Board(name, geometry, holes, jumps, {jump: i for i, jump in enumerate(jumps)})


def _read_holes(value: object) -> tuple[tuple[int, int], ...]:
    entries = _list(value, "board.holes")
    if not entries:
        raise Malformed("board.holes: a board needs at least one hole")
    if len(entries) > MAX_HOLES:
        raise TooLarge(f"the board has {len(entries)} holes; this checker takes up to {MAX_HOLES}")
    pairs = [_integers(entry, f"board.holes[{i}]", 2) for i, entry in enumerate(entries)]
    holes = tuple((row, column) for row, column in pairs)
    if any(a == b for a, b in pairwise(sorted(holes))):  # far coordinates may fall together in a set
        raise Malformed("board.holes: two holes have the same coordinates")
    return holes


def _derived_jumps(holes: Sequence[tuple[int, int]], steps: Iterable[tuple[int, int]]) -> tuple[Jump, ...]:
    at = {repr(hole): i for i, hole in enumerate(holes)}  # of texts nobody knows how they fall in a table
    jumps: list[Jump] = []
    for down, right in steps:
        beside = [at.get(repr((row + down, column + right))) for row, column in holes]
        for first, middle in enumerate(beside):
            last = None if middle is None else beside[middle]
            if middle is not None and last is not None:
                jumps += [(first, middle, last), (last, middle, first)]
    return tuple(sorted(jumps))


def _triple(value: object, where: str, holes: int) -> Jump:
    entries = _list(value, where)
    if len(entries) != 3:
        raise Malformed(f"{where}: a jump is [start, over, landing]")
    start, over, landing = (_hole(entry, where, holes) for entry in entries)
    return start, over, landing


def _explicit_jumps(value: object, holes: int) -> tuple[Jump, ...]:
    entries = _list(value, "board.jumps")
    jumps = [_triple(entry, f"board.jumps[{i}]", holes) for i, entry in enumerate(entries)]
    for i, jump in enumerate(jumps):
        if len(set(jump)) != 3:
            raise Malformed(f"board.jumps[{i}]: start, over and landing must be three different holes")
    if len(set(jumps)) != len(jumps):
        raise Malformed("board.jumps: a jump is listed twice")
    return tuple(sorted(jumps))


def _read_problem(certificate: Json, budget: Budget) -> Problem:
    board = _read_board(certificate["board"])
    holes = len(board.holes)
    start = _increasing_holes(certificate["start"], "start", holes)
    target = certificate["target"]
    if isinstance(target, dict) and "count" in target:
        count = _integer(_object(target, "target", ("count",))["count"], "target.count")
        if not 0 <= count <= holes:
            raise Malformed(f"target.count: {_show(count)} pegs on a board of {holes} holes")
        return Problem(board, start, (), (), count, budget)
    target = _object(target, "target", ("pegs", "free"))
    pegs = _increasing_holes(target["pegs"], "target.pegs", holes)
    free = _increasing_holes(target["free"], "target.free", holes)
    if set(pegs) & set(free):
        raise Malformed(f"target: hole {min(set(pegs) & set(free))} is both in pegs and in free")
    return Problem(board, start, pegs, free, None, budget)


# --- play ---


# Theorem (play). Jumps that are each legal in their turn and lead from the start to a position that
# matches the target are a play: the pair is feasible.
def _check_play(problem: Problem, proof: Json) -> str:
    _object(proof, "proof", ("kind", "jumps"))
    jumps = _replayed(problem, proof["jumps"], "proof.jumps")
    return f"a play of {_count(len(jumps), 'jump')} leads from the start to the target"


def _replayed(problem: Problem, value: object, name: str) -> list[Jump]:
    """The jumps of a play, each legal when its turn comes, from the start to the target."""
    position, jumps = _mask(problem.start), []
    for i, entry in enumerate(_list(value, name)):
        where = f"{name}[{i}]"
        start, over, landing = problem.board.jumps[problem.board.jump(entry, where)]
        for hole, wanted, role in ((start, 1, "start"), (over, 1, "over"), (landing, 0, "landing")):
            if position >> hole & 1 != wanted:
                state = "empty" if wanted else "not empty"
                raise Rejected(f"{where}: {[start, over, landing]} is illegal, its {role} {hole} is {state}")
        position ^= _mask((start, over, landing))
        jumps.append((start, over, landing))
    if not problem.matches(position):
        raise Rejected("the last position of the play does not match the target")
    return jumps


# --- pagoda, residue: one weight for each hole ---


def _changes(problem: Problem, weights: Sequence[int]) -> list[int]:
    """w(jump) = w[landing] - w[start] - w[over] for every jump."""
    jumps = problem.board.jumps
    problem.budget.spend(len(jumps))
    return [weights[landing] - weights[start] - weights[over] for start, over, landing in jumps]


def _total(weights: Sequence[int], holes: Iterable[int]) -> int:
    return sum(weights[hole] for hole in holes)


def _require_pagoda(problem: Problem, weights: Sequence[int], where: str) -> None:
    for jump, change in zip(problem.board.jumps, _changes(problem, weights), strict=True):
        if change > 0:
            raise Rejected(f"{where}: the jump {list(jump)} raises the weight by {_show(change)}")


def _read_residue(problem: Problem, entry: Json, where: str) -> tuple[int, list[int]]:
    """A modulus, and weights that no jump changes by anything else than multiples of it."""
    modulus = _integer(entry["modulus"], f"{where}.modulus")
    weights = problem.board.weights(entry["weights"], f"{where}.weights")
    if modulus < 2:
        raise Malformed(f"{where}.modulus: the modulus must be 2 or more, got {_show(modulus)}")
    for jump, change in zip(problem.board.jumps, _changes(problem, weights), strict=True):
        if change % modulus:
            raise Rejected(
                f"{where}.weights: the jump {list(jump)} changes the weight modulo {_show(modulus)}"
            )
    return modulus, weights


def _least_at_target(problem: Problem, weights: Sequence[int]) -> int:
    """The least weight of a position that matches the target."""
    if problem.count is not None:
        return sum(sorted(weights)[: problem.count])
    return _total(weights, problem.pegs) + sum(min(0, weights[hole]) for hole in problem.free)


# Theorem (pagoda). If w(jump) <= 0 for every jump, no position of a play weighs more than the start. So if
# every position that matches the target does, there is no play.
def _check_pagoda(problem: Problem, proof: Json) -> str:
    _object(proof, "proof", ("kind", "weights"))
    weights = problem.board.weights(proof["weights"], "proof.weights")
    _require_pagoda(problem, weights, "proof.weights")
    least, start = _least_at_target(problem, weights), _total(weights, problem.start)
    if least <= start:
        raise Rejected(f"the target can weigh {_show(least)}, not more than the start's {_show(start)}")
    return f"no jump raises a weight of {_show(start)} at the start and at least {_show(least)} at the target"


# Theorem (residue). If d divides w(jump) for every jump, all positions of a play weigh the same modulo d.
# So if it divides w of every free hole, but not w(target) - w(start), there is no play.
def _check_residue(problem: Problem, proof: Json) -> str:
    _object(proof, "proof", ("kind", "modulus", "weights"))
    modulus, weights = _read_residue(problem, proof, "proof")
    for hole in problem.free:
        if weights[hole] % modulus:
            raise Rejected(f"the weight of the free hole {hole} is not 0 modulo {_show(modulus)}")
    if (_total(weights, problem.pegs) - _total(weights, problem.start)) % modulus == 0:
        raise Rejected(f"start and target weigh the same modulo {_show(modulus)}")
    return f"no jump changes a weight modulo {_show(modulus)} that differs between start and target"


# --- the whole certificate ---

KINDS: dict[str, tuple[str, Callable[[Problem, Json], str]]] = {
    "play": ("feasible", _check_play),
    "pagoda": ("infeasible", _check_pagoda),
    "residue": ("infeasible", _check_residue),
}
COUNTING = {"play", "pagoda"}  # the kinds that take the target {"count": N}
BOARDS: dict[str, Callable[[Json, Budget], Claim]] = {}  # claims about a board alone, without a pair


def _dispatch(problem: Problem, proof: Json, claim: str) -> tuple[str, str]:
    """Check a proof of any kind; returns the kind and what is proved."""
    kind = _expect(proof.get("kind"), str, "proof.kind")
    if kind not in KINDS:
        raise Malformed(
            f"proof.kind: {_quote(kind)} is unknown; expected one of {', '.join(KINDS)}, army, rule"
        )
    proves, checker = KINDS[kind]
    if proves != claim:
        raise Rejected(f"a proof of kind {kind} proves {proves}, the claim is {claim}")
    if problem.count is not None and kind not in COUNTING:
        raise Rejected(f"a proof of kind {kind} does not apply to a target that is a number of pegs")
    return kind, checker(problem, proof)


def _verify(certificate: Json, budget: Budget) -> Claim:
    keys = ("format", "version", "board", "start", "target", "claim", "proof")
    _object(certificate, "certificate", (), keys)
    if certificate.get("format") != FORMAT:
        raise Malformed(f"the key 'format' must be {FORMAT!r}")
    if type(certificate.get("version")) is not int or certificate["version"] != VERSION:
        raise Malformed(f"the key 'version' must be {VERSION}")
    claim = _expect(certificate.get("claim"), str, "claim")
    if claim in BOARDS:
        return BOARDS[claim](certificate, budget)
    claims = dict.fromkeys(proves for proves, _ in KINDS.values())
    if claim not in claims:
        raise Malformed(f"claim: {_quote(claim)}; expected {', '.join(claims)}, army or sound")
    _object(certificate, "certificate", keys)
    problem = _read_problem(certificate, budget)
    kind, statement = _dispatch(problem, _expect(certificate["proof"], dict, "proof"), claim)
    board = problem.board
    return Claim(
        claim, kind, statement, board.name, board.geometry, board.holes, board.jumps,
        problem.start, problem.pegs, problem.free, problem.count,
    )  # fmt: skip


def verify(certificate: object, budget: Budget | None = None) -> Claim:
    """The claim that a certificate, as read from JSON, proves; or a Refusal."""
    if not isinstance(certificate, dict):
        raise Malformed(f"expected a JSON object, got {_type(certificate)}")
    try:
        return _verify(certificate, Budget() if budget is None else budget)
    except MemoryError:
        raise TooLarge("the check needs more memory than there is") from None
    except RecursionError:
        raise TooLarge("the check nests deeper than Python allows") from None


# =========================================================================================================
# END OF PART ONE.  Nothing above needs what is below: cut here, the file proves what it proves.
#
# PART TWO: trees of cases: tree, turn, legs, bound.  Needs part one.
# =========================================================================================================

MAX_COUNTS = 1 << 24  # jumps times legs of a cut play: some 32 bytes each

# --- tree, turn, legs, bound: boxes, and the leaves that refute them ---


class Range(NamedTuple):
    """Bounds of a list of integer unknowns; high None is unbounded."""

    low: list[int]
    high: list[int | None]

    @classmethod
    def bits(cls, size: int) -> Range:
        return cls([0] * size, [1] * size)

    def least(self, i: int, weight: int) -> int:
        """Least value of weight * unknown i, whose range is bounded."""
        return weight * self.low[i] if weight >= 0 else weight * (self.high[i] or 0)


class Row(NamedTuple):
    """Factors times counts of jumps, and `pegs` times the pegs at the end, add up to `least` or more.

    A leaf may add the row any number of times >= 0, or of any sign where the sum is `equal` to it.
    """

    factors: list[tuple[int, int]]  # jump, factor
    pegs: int
    least: int
    equal: bool = False


class Box:
    """A play cut into legs: counts of jumps on each, positions in between, free holes at the end.

    Leg 1 leads from the start to middle position R_1, the separating jump j_1 from there to leg 2, and so on
    to the target.  A x_1 = R_1 - s, A x_i = R_i - R_(i-1) - j_(i-1), A x_m - y = t - R_(m-1) - j_(m-1).
    A branch of a proof narrows the box; `back` takes back what was done since a `mark`.
    """

    def __init__(self, problem: Problem) -> None:
        jumps = len(problem.board.jumps)
        self.problem = problem
        self.legs = [Range([0] * jumps, [None] * jumps)]
        self.closed: list[frozenset[int]] = [frozenset()]  # jumps that a leg cannot have
        self.middles: list[Range] = []
        self.separators: list[int] = []
        self.free = Range.bits(len(problem.board.holes))
        self.empty = False
        self.of_pegs: list[Row] = []
        self.sums: list[Row] = []  # of the counts of a whole play: only where no leg is cut
        self._trail: list[tuple[Any, Any, Any]] = []

    @property
    def mark(self) -> int:
        return len(self._trail)

    def back(self, mark: int) -> None:
        while len(self._trail) > mark:
            where, key, old = self._trail.pop()
            where[key] = old

    def _set(self, where: Any, key: Any, value: object) -> None:
        self._trail.append((where, key, where[key]))
        where[key] = value

    def narrow(self, unknowns: Range, i: int, low: int | None = None, high: int | None = None) -> None:
        if low is not None:
            self._set(unknowns.low, i, max(low, unknowns.low[i]))
        least, most = unknowns.low[i], unknowns.high[i]
        if high is not None:
            most = high if most is None else min(high, most)
            self._set(unknowns.high, i, most)
        if most is not None and least > most:
            self._set(vars(self), "empty", True)

    def forbid(self, leg: int, jumps: frozenset[int]) -> None:
        """No jump of the set happens on this leg."""
        self.problem.budget.spend(20 * len(jumps))
        for jump in jumps:
            self.narrow(self.legs[leg], jump, high=0)
        self._set(self.closed, leg, self.closed[leg].union(jumps))

    def split(self, leg: int, jumps: frozenset[int], when: str, separator: int) -> None:
        """Leg becomes two, parted by the first or last jump of the set, which is the separator.

        A jump that happens at most k times on the whole leg happens at most k times on each part, the
        separator at most k - 1 times; bounds from below are dropped.
        """
        board, whole = self.problem.board, self.legs[leg]
        self.problem.budget.spend(2 * len(board.jumps) + len(board.holes))
        if (len(self.legs) + 1) * len(board.jumps) > MAX_COUNTS:
            raise TooLarge(f"{_count(len(self.legs) + 1, 'leg')} of {_count(len(board.jumps), 'jump')} each")
        parts = [Range([0] * len(whole.low), list(whole.high)) for _ in range(2)]
        middle = Range.bits(len(board.holes))
        start, over, landing = board.jumps[separator]
        middle.low[start] = middle.low[over] = 1
        middle.high[landing] = 0
        own, closed = vars(self), self.closed
        self._set(own, "legs", [*self.legs[:leg], *parts, *self.legs[leg + 1 :]])
        self._set(own, "closed", [*closed[: leg + 1], *closed[leg:]])
        self._set(own, "middles", [*self.middles[:leg], middle, *self.middles[leg:]])
        self._set(own, "separators", [*self.separators[:leg], separator, *self.separators[leg:]])
        allowed = whole.high[separator]
        if allowed is not None:
            for part in parts:
                self.narrow(part, separator, high=allowed - 1)
        self.forbid(leg if when == "first" else leg + 1, jumps)

    def refuted(self, weights: Sequence[Sequence[int]], multipliers: Sequence[int]) -> bool:
        """Is the least value of the constant side greater than the greatest value of the jumps' side?"""
        if self.empty:
            return True
        problem, board = self.problem, self.problem.board
        first, last = weights[0], weights[-1]
        least = _total(last, problem.pegs) - _total(first, problem.start)
        rows = [*zip(multipliers, self.of_pegs + self.sums, strict=True)]
        bend = sum(times * row.pegs for times, row in rows)
        least += sum(times * row.least for times, row in rows) - bend * len(problem.pegs)
        least += sum(self.free.least(hole, last[hole] - bend) for hole in problem.free)
        for i, (middle, separator) in enumerate(zip(self.middles, self.separators, strict=True)):
            before, after = weights[i], weights[i + 1]
            least += sum(middle.least(h, u - v) for h, (u, v) in enumerate(zip(before, after, strict=True)))
            start, over, landing = board.jumps[separator]
            least -= after[landing] - after[start] - after[over]
        greatest = 0
        for leg, vector in zip(self.legs, weights, strict=True):
            problem.budget.spend(len(board.holes) + sum(len(row.factors) for row in self.sums))
            changes = _changes(problem, vector)
            for times, row in rows:
                for jump, factor in row.factors:
                    changes[jump] += times * factor
            for change, low, high in zip(changes, leg.low, leg.high, strict=True):
                if change > 0 and high is None:
                    return False
                greatest += change * (high or 0) if change > 0 else change * low
        return least > greatest


Branch = tuple[object, Callable[[], None]]  # a node, and what it may assume


class Grammar:
    """How the nodes of one kind of tree are written: `tree` and `bound`, the cases of `turn`, or `legs`."""

    def __init__(self, box: Box, style: str) -> None:
        self.box, self.style, self.board = box, style, box.problem.board
        self.free = frozenset(box.problem.free)

    def branches(self, node: Json, where: str) -> list[Branch] | None:
        """The children of a branching node with what each assumes; None for a leaf."""
        if "jump" in node:
            return self._jump(node, where)
        if "free" in node or ("middle" in node and self.style != "tree"):
            unknowns, hole = self._free(node, where) if "free" in node else self._middle(node, where)
            return [
                (node["empty"], lambda: self.box.narrow(unknowns, hole, high=0)),
                (node["peg"], lambda: self.box.narrow(unknowns, hole, low=1)),
            ]
        if "split" in node and self.style == "legs":
            _object(node, where, ("split", "when", "set", "never", "cases"))
            return _order_split(self.box, self._leg(node["split"], f"{where}.split"), node, where)
        return None

    def _leg(self, value: object, where: str) -> int:
        leg = _integer(value, where)
        if not 1 <= leg <= len(self.box.legs):
            raise Malformed(f"{where}: there is no leg {_show(leg)}; here are {len(self.box.legs)}")
        return leg - 1

    def _jump(self, node: Json, where: str) -> list[Branch]:
        keys = ("jump", "at_most", "low", "high")
        _object(node, where, keys if self.style == "tree" else ("leg", *keys))
        leg = 0 if self.style == "tree" else self._leg(node["leg"], f"{where}.leg")
        jump = self.board.jump(node["jump"], f"{where}.jump")
        if jump in self.box.closed[leg] and self.style != "legs":
            raise Rejected(f"{where}: the jump {list(self.board.jumps[jump])} cannot happen on this leg")
        most = _integer(node["at_most"], f"{where}.at_most")
        unknowns = self.box.legs[leg]
        return [
            (node["low"], lambda: self.box.narrow(unknowns, jump, high=most)),
            (node["high"], lambda: self.box.narrow(unknowns, jump, low=most + 1)),
        ]

    def _free(self, node: Json, where: str) -> tuple[Range, int]:
        _object(node, where, ("free", "empty", "peg"))
        hole = _hole(node["free"], f"{where}.free", len(self.board.holes))
        if hole not in self.free:
            raise Rejected(f"{where}: hole {hole} is not free in the target")
        return self.box.free, hole

    def _middle(self, node: Json, where: str) -> tuple[Range, int]:
        _object(node, where, ("middle", "empty", "peg"))
        place, hole = 1, node["middle"]
        if self.style == "legs":
            place, hole = _integers(hole, f"{where}.middle", 2)
            if not 1 <= place <= len(self.box.middles):
                raise Malformed(f"{where}.middle: there are {len(self.box.middles)}, no {_show(place)}")
        return self.box.middles[place - 1], _hole(hole, f"{where}.middle", len(self.board.holes))

    def leaf(self, node: Json, where: str) -> tuple[list[list[int]], list[int]]:
        """The weights of each leg and the multipliers of the rows."""
        of_pegs, sums = self.box.of_pegs, self.box.sums
        self.box.problem.budget.spend(len(sums))
        if self.style == "turn":
            _object(node, where, ("before", "after"))
            return [self.board.weights(node[key], f"{where}.{key}") for key in ("before", "after")], []
        optional = [*["multiplier"] * len(of_pegs), *["multipliers"] * bool(sums)]
        _object(node, where, ("weights",), optional)
        multipliers = [_integer(node.get("multiplier", 0), f"{where}.multiplier") for _ in of_pegs]
        multipliers += _integers(node.get("multipliers", [0] * len(sums)), f"{where}.multipliers", len(sums))
        for times, row in zip(multipliers, of_pegs + sums, strict=True):
            if times < 0 and not row.equal:
                raise Rejected(f"{where}: {'the' if row.pegs else 'a'} multiplier is negative")
        if self.style == "tree":
            return [self.board.weights(node["weights"], f"{where}.weights")], multipliers
        vectors = _list(node["weights"], f"{where}.weights")
        if len(vectors) != len(self.box.legs):
            raise Malformed(f"{where}: {len(vectors)} weight vectors for {len(self.box.legs)} legs")
        return [self.board.weights(v, f"{where}.weights[{i}]") for i, v in enumerate(vectors)], multipliers


def _order_split(box: Box, leg: int, node: Json, where: str) -> list[Branch]:
    """Either no jump of the set happens on the leg, or one of them is the first (last) to do so."""
    board = box.problem.board
    when = _expect(node["when"], str, f"{where}.when")
    if when not in ("first", "last"):
        raise Malformed(f"{where}.when: {_quote(when)}; expected first or last")
    entries = _list(node["set"], f"{where}.set")
    listed = [board.jump(entry, f"{where}.set[{i}]") for i, entry in enumerate(entries)]
    jumps = frozenset(listed)
    if not listed or len(jumps) != len(listed):
        raise Malformed(f"{where}.set: expected one or more jumps, each once")
    roots: dict[int, object] = {}
    for i, entry in enumerate(_list(node["cases"], f"{where}.cases")):
        case = _object(entry, f"{where}.cases[{i}]", ("jump", "root"))
        jump = board.jump(case["jump"], f"{where}.cases[{i}].jump")
        if jump not in jumps or jump in roots:
            fault = "appears twice" if jump in roots else "is not in the set"
            raise Rejected(f"{where}.cases[{i}]: the jump {list(board.jumps[jump])} {fault}")
        roots[jump] = case["root"]
    for jump in listed:
        if jump not in roots:
            raise Rejected(f"{where}: no case for the jump {list(board.jumps[jump])} of the set")

    def case_of(jump: int) -> Callable[[], None]:
        return lambda: box.split(leg, jumps, when, jump)

    cases = [(roots[jump], case_of(jump)) for jump in listed]
    return [(node["never"], lambda: box.forbid(leg, jumps)), *cases]


def _refute(grammar: Grammar, root: object, name: str) -> int:
    """Walk a tree without recursion; every leaf must refute its box.  Returns the number of leaves."""
    box, leaves = grammar.box, 0
    waiting: list[tuple[object, Callable[[], None], int]] = [(root, lambda: None, box.mark)]
    while waiting:
        node, assume, mark = waiting.pop()
        box.back(mark)
        assume()
        box.problem.budget.spend(20)
        where = f"{name} (after {leaves} leaves)" if leaves else name
        if not isinstance(node, dict):
            raise Malformed(f"{where}: expected a node, got {_type(node)}")
        branches = grammar.branches(node, where)
        if branches is None:
            leaves += 1
            where = f"{name}, leaf {leaves}"
            if not box.refuted(*grammar.leaf(node, where)):
                raise Rejected(f"{where}: the weights do not refute what its path leaves open")
        else:
            waiting += [(child, assume, box.mark) for child, assume in reversed(branches)]
    return leaves


# Theorem (tree). Let x count the jumps of a play and y its pegs in free holes; then A x - y = target -
# start. A node's children leave out no whole numbers x and no y. At a leaf w times the equation has a
# least left side beyond the greatest right side, so no play is left there.
def _check_tree(problem: Problem, proof: Json) -> str:
    _object(proof, "proof", ("kind", "root"))
    leaves = _refute(Grammar(Box(problem), "tree"), proof["root"], "proof.root")
    return f"no counts of jumps add up to the difference of start and target (leaves: {leaves})"


# Theorem (turn). A play has no jump of the set, or one of them is the first (last). In that case it is two
# plays with the position between them; each of them satisfies the equation of the tree.
def _check_turn(problem: Problem, proof: Json) -> str:
    _object(proof, "proof", ("kind", "when", "set", "never", "cases"))
    box, leaves, cases = Box(problem), 0, -1
    for root, assume in _order_split(box, 0, proof, "proof"):
        box.back(0)
        assume()
        cases += 1
        style, name = ("turn", f"proof case {cases}") if cases else ("tree", "proof.never")
        leaves += _refute(Grammar(box, style), root, name)
    when = proof["when"]
    return f"no jump of a set can be its {when}, nor all be avoided (cases: {cases}, leaves: {leaves})"


# Theorem (legs). The same, with legs that are cut again and again.
def _check_legs(problem: Problem, proof: Json) -> str:
    _object(proof, "proof", ("kind", "root"))
    leaves = _refute(Grammar(Box(problem), "legs"), proof["root"], "proof.root")
    return f"every order of the play is refuted (leaves: {leaves})"


class JumpBound(NamedTuple):
    """Factors times the counts of jumps add up to at most (or at least) `total`."""

    factors: list[tuple[int, int]]  # jump, factor
    single: bool  # one jump, once: a bound of the box, not a row
    upper: bool
    total: int
    said: str

    @classmethod
    def of(cls, board: Board, value: object, where: str) -> JumpBound:
        of = "sum" if isinstance(value, dict) and "sum" in value else "jump"
        side = "at_most" if isinstance(value, dict) and "at_most" in value else "at_least"
        entry = _object(value, where, (of, side))
        terms = [[1, entry["jump"]]] if of == "jump" else _list(entry["sum"], f"{where}.sum")
        factors = []
        for i, term in enumerate(terms):
            place = f"{where}.jump" if of == "jump" else f"{where}.sum[{i}]"
            parts = _list(term, place)
            if len(parts) != 2:
                raise Malformed(f"{place}: expected a factor and a jump, got {len(parts)} entries")
            factors.append((board.jump(parts[1], place), _integer(parts[0], place)))
        total, often = _integer(entry[side], f"{where}.{side}"), side.replace("_", " ")
        if [factor for _, factor in factors] == [1]:
            jump = list(board.jumps[factors[0][0]])
            said = f"the jump {jump} occurs {often} {_count(total, 'time')}"
            return cls(factors, True, side == "at_most", total, said)
        shown = _few(factors, lambda term: f"{_show(term[1])} x {list(board.jumps[term[0]])}")
        said = f"the sum of {shown or 'no jumps'} is {often} {_show(total)}"
        return cls(factors, False, side == "at_most", total, said)

    def is_cut(self) -> bool:
        """Whether what is said of it may be said of another one, too."""
        numbers = [self.total, *(factor for _, factor in self.factors)]
        return len(self.factors) > MAX_SHOWN or any(number.bit_length() > SHOWN_BITS for number in numbers)

    def opposite(self) -> JumpBound:
        return self._replace(upper=not self.upper, total=self.total + (1 if self.upper else -1))

    def suppose(self, box: Box) -> None:
        """It holds in the box from now on."""
        if self.single:
            side = {"high" if self.upper else "low": self.total}
            box.narrow(box.legs[0], self.factors[0][0], **side)
        else:
            sign = -1 if self.upper else 1
            factors = [(jump, sign * factor) for jump, factor in self.factors]
            box.sums.append(Row(factors, 0, sign * self.total))


# Theorem (bound). If the opposite of a bound leaves no play, every play keeps the bound.
def _check_bound(problem: Problem, proof: Json) -> str:
    """Refutes the opposite of the bound, which the box or the multipliers of the leaves assume."""
    _object(proof, "proof", ("kind", "bound", "root"), ("given",))
    bound, board, count = proof["bound"], problem.board, problem.count
    free = problem.free if count is None else tuple(range(len(board.holes)))
    box = Box(Problem(board, problem.start, problem.pegs, free, None, problem.budget, problem.reached))
    if count is not None:
        box.of_pegs = [Row([], -1, -count, equal=True)]
    entries = enumerate(_list(proof.get("given", []), "proof.given"))
    given = [JumpBound.of(board, entry, f"proof.given[{i}]") for i, entry in entries]
    for one in given:
        one.suppose(box)
    cut = any(one.is_cut() for one in given)
    if isinstance(bound, dict) and not {"jump", "sum"}.isdisjoint(bound):
        claimed = JumpBound.of(board, bound, "proof.bound")
        claimed.opposite().suppose(box)
        said, cut = claimed.said, cut or claimed.is_cut()
    else:
        side = "pegs_at_most" if isinstance(bound, dict) and "pegs_at_most" in bound else "pegs_at_least"
        pegs = _integer(_object(bound, "proof.bound", (side,))[side], f"proof.bound.{side}")
        if count is not None:
            raise Rejected("the target says how many pegs remain")
        box.of_pegs = [Row([], -1, 1 - pegs) if side == "pegs_at_least" else Row([], 1, pegs + 1)]
        verb = "remains" if pegs == 1 else "remain"
        said = f"{side.removeprefix('pegs_').replace('_', ' ')} {_count(pegs, 'peg')} {verb}"
        cut = cut or pegs.bit_length() > SHOWN_BITS
    leaves = _refute(Grammar(box, "tree"), proof["root"], "proof.root")
    only = f" in which {' and '.join(one.said for one in given)}," if given else ""
    whole = f"; sha256 of bound and given: {_sha256([bound, proof.get('given', [])])}" if cut else ""
    return f"in every play from the start to the target{only} {said} (leaves: {leaves}{whole})"


KINDS |= {
    "tree": ("infeasible", _check_tree),
    "turn": ("infeasible", _check_turn),
    "legs": ("infeasible", _check_legs),
    "bound": ("bound", _check_bound),
}
COUNTING |= {"bound"}


# =========================================================================================================
# PART THREE: proofs put together: cases, ends.  Needs part one.
# =========================================================================================================

# --- cases: every place of the last peg ---


# Theorem (cases). A play that leaves one peg leaves it in one of the holes; if each is refuted, there is
# none.
def _check_cases(problem: Problem, proof: Json) -> str:
    _object(proof, "proof", ("kind", "cases"))
    if problem.count != 1:
        raise Rejected('proof by cases is for the target of one peg anywhere, {"count": 1}')
    proofs: dict[int, Json] = {}
    for i, entry in enumerate(_list(proof["cases"], "proof.cases")):
        where = f"proof.cases[{i}]"
        case = _object(entry, where, ("hole", "proof"))
        hole = _hole(case["hole"], f"{where}.hole", len(problem.board.holes))
        if hole in proofs:
            raise Rejected(f"{where}: hole {hole} appears twice")
        proofs[hole] = _expect(case["proof"], dict, f"{where}.proof")
    for hole in range(len(problem.board.holes)):
        if hole not in proofs:
            raise Rejected(f"no case for a last peg in hole {hole}")
    for hole, part in proofs.items():
        try:
            _dispatch(_toward(problem, hole), part, "infeasible")
        except Refusal as refusal:
            raise type(refusal)(f"case of hole {hole}: {refusal}") from None
    return f"every hole ({len(proofs)}) is refuted as the place of the last peg"


def _toward(problem: Problem, hole: int) -> Problem:
    """The same start with one peg as its target; what was reached from the start is shared."""
    return Problem(problem.board, problem.start, (hole,), (), None, problem.budget, problem.reached)


# --- ends: every first jump, or every last one, leads to a pair that is refuted ---


# Theorem (ends). A play from a start that is not its target has a first jump, one of those that are
# possible there, and a last one. If what remains is refuted for each of them, there is no play.
def _check_ends(problem: Problem, proof: Json) -> str:
    """Node 0 is the pair itself; every node is reached from earlier ones, always as the same pair."""
    _object(proof, "proof", ("kind", "nodes"))
    nodes = _list(proof["nodes"], "proof.nodes")
    if not nodes:
        raise Malformed("proof.nodes: node 0, the pair itself, is missing")
    masks: Masked = {0: (_mask(problem.start), _mask(problem.pegs))}
    proofs = 0
    for i, node in enumerate(nodes):
        where = f"proof.nodes[{i}]"
        if i not in masks:
            raise Rejected(f"{where}: no jump leads to this node")
        # a pair, and what its proof reaches, is held for as long as it is looked at
        start, target = masks.pop(i)
        here = _between(problem, start, target) if i else problem
        if not isinstance(node, dict) or "proof" not in node:
            _follow(here, _object(node, where, ("side", "moves")), where, range(i + 1, len(nodes)), masks)
            continue
        part = _expect(_object(node, where, ("proof",))["proof"], dict, f"{where}.proof")
        try:
            _dispatch(here, part, "infeasible")
        except Refusal as refusal:
            raise type(refusal)(f"{where}: {refusal}") from None
        proofs += 1
    return (
        "every way to begin or to end leads to a pair that is refuted "
        f"({_count(len(nodes), 'pair')}, {_count(proofs, 'proof')})"
    )


Masked = dict[int, tuple[int, int]]  # start and target of the nodes to come, a bit for each hole


def _between(problem: Problem, start: int, target: int) -> Problem:
    """The problem from one position to another, with the free holes of this one."""
    problem.budget.spend(len(problem.board.holes))
    first, last = (
        tuple([hole for hole, bit in enumerate(bin(mask)[:1:-1]) if bit == "1"]) for mask in (start, target)
    )
    return Problem(problem.board, first, last, problem.free, problem.count, problem.budget)


def _follow(here: Problem, node: Json, where: str, later: range, masks: Masked) -> None:
    """The node lists every jump that can be first (last), each with the node of the pair that is left."""
    side = _expect(node["side"], str, f"{where}.side")
    if side not in ("start", "target"):
        raise Malformed(f"{where}.side: {_quote(side)}; expected start or target")
    if side == "target" and here.free:
        raise Rejected(f"{where}: the last jump is known only where no hole of the target is free")
    start, target = _mask(here.start), _mask(here.pegs)
    if here.matches(start):
        raise Rejected(f"{where}: the start matches the target")
    here.budget.spend(len(here.board.jumps) * here.board.cost)
    pegs = set(here.start if side == "start" else here.pegs)
    missing = {jump for jump in here.board.jumps if _possible(jump, pegs, side)}
    for m, entry in enumerate(_list(node["moves"], f"{where}.moves")):
        at = f"{where}.moves[{m}]"
        here.budget.spend(20 + here.board.cost)
        parts = _list(entry, at)
        if len(parts) != 2:
            raise Malformed(f"{at}: a move is a jump and the number of a node")
        jump, k = here.board.jumps[here.board.jump(parts[0], at)], _integer(parts[1], at)
        if jump not in missing:
            raise Rejected(f"{at}: the jump {list(jump)} is not possible there, or listed twice")
        missing.remove(jump)
        if k not in later:
            raise Rejected(f"{at}: there is no later node {_show(k)}")
        change = _mask(jump)
        left = (start ^ change, target) if side == "start" else (start, target ^ change)
        if masks.setdefault(k, left) != left:
            raise Rejected(f"{at}: node {k} stands for another pair")
    if missing:
        raise Rejected(f"{where}: the jump {list(min(missing))} is missing")


def _possible(jump: Jump, pegs: set[int], side: str) -> bool:
    start, over, landing = jump
    ends = (start in pegs, over in pegs, landing in pegs)
    return ends == ((True, True, False) if side == "start" else (False, False, True))


KINDS |= {"cases": ("infeasible", _check_cases), "ends": ("infeasible", _check_ends)}
COUNTING |= {"cases"}


# =========================================================================================================
# PART FOUR: golden, army.  Needs part one.
# =========================================================================================================

MAX_LEVEL = 10_000  # of an army

# --- golden and army: weights a + b s, and every finite army on the infinite board ---


Golden = tuple[int, int]  # a + b*s with s = (sqrt(5) - 1) / 2, so s*s = 1 - s


def _golden_product(x: Golden, y: Golden) -> Golden:
    (a, b), (c, d) = x, y
    return a * c + b * d, a * d + b * c - b * d


def _golden_power(exponent: int) -> Golden:
    base = (0, 1) if exponent >= 0 else (1, 1)  # 1/s = 1 + s
    power = (1, 0)
    for _ in range(abs(exponent)):
        power = _golden_product(power, base)
    return power


def _golden_positive(x: Golden) -> bool:
    """2(a + bs) = (2a - b) + b sqrt(5) > 0, decided by squares."""
    a, b = 2 * x[0] - x[1], x[1]
    if b >= 0:
        return a > 0 or (b > 0 and a * a < 5 * b * b)
    return a > 0 and a * a > 5 * b * b


# Theorem (golden). That of the pagoda, with weights a + b s, s = (sqrt(5) - 1) / 2, compared in integers.
def _check_golden(problem: Problem, proof: Json) -> str:
    _object(proof, "proof", ("kind", "weights"))
    pairs = _list(proof["weights"], "proof.weights")
    if len(pairs) != len(problem.board.holes):
        raise Malformed(f"proof.weights: expected {len(problem.board.holes)} pairs, got {len(pairs)}")
    weights = [tuple(_integers(pair, f"proof.weights[{i}]", 2)) for i, pair in enumerate(pairs)]
    units, golds = [w[0] for w in weights], [w[1] for w in weights]
    changes = zip(_changes(problem, units), _changes(problem, golds), strict=True)
    for jump, change in zip(problem.board.jumps, changes, strict=True):
        if _golden_positive(change):
            raise Rejected(f"proof.weights: the jump {list(jump)} raises the weight")
    free = [hole for hole in problem.free if _golden_positive((-units[hole], -golds[hole]))]
    gain = tuple(_total(w, problem.pegs) + _total(w, free) - _total(w, problem.start) for w in (units, golds))
    if not _golden_positive((gain[0], gain[1])):
        raise Rejected("the target can weigh as little as the start")
    return "no jump raises a weight a + b s, s = (sqrt(5) - 1) / 2, that is greater at the target"


def _half_plane(geometry: str, level: int) -> Golden:
    """Weight s^distance of all holes at least `level` rows from the goal.

    Row k holds extra*k + 1 holes at distance k, then two at each greater distance, so the sum is that of
    (extra*k + 1) s^k + 2 s^(k+1) / (1-s) over k >= level, and 1 / (1-s) = s^-2.
    """
    extra = {"orthogonal": 0, "triangular": 1, "diagonal": 2}[geometry]
    near = _golden_product((extra * level + 1, 0), _golden_power(level - 2))
    far = _golden_product((extra + 2, 0), _golden_power(level - 3))
    return near[0] + far[0], near[1] + far[1]


def _require_distance_pagoda() -> None:
    """Distance is convex and changes by at most 1 a step: these are all ways it can go along a jump."""
    for over, landing in ((-1, -2), (-1, -1), (-1, 0), (0, 0), (0, 1), (1, 2)):
        parts = [_golden_power(e) for e in (landing, 0, over)]
        rise = tuple(a - b - c for a, b, c in zip(*parts, strict=True))
        if _golden_positive((rise[0], rise[1])):
            raise Rejected(f"a jump with distances 0, {over}, {landing} raises the weight")


# Theorem (army). With weights s^distance no jump raises the weight. A finite part of the half-plane weighs
# less than all of it; if that is at most 1, the weight of the goal, no peg comes there.
def _check_army(certificate: Json, _: Budget) -> Claim:
    _object(certificate, "certificate", ("format", "version", "board", "claim", "proof"))
    board = _object(certificate["board"], "board", ("name", "geometry"))
    name = _expect(board["name"], str, "board.name")
    geometry = _expect(board["geometry"], str, "board.geometry")
    if geometry not in STEPS:
        raise Malformed(f"board.geometry: {_quote(geometry)}; an army needs one of {', '.join(STEPS)}")
    proof = _object(certificate["proof"], "proof", ("kind", "level", "total"))
    if _expect(proof["kind"], str, "proof.kind") != "army":
        raise Rejected("only a proof of kind army proves the claim army")
    level = _integer(proof["level"], "proof.level")
    if level < 1:
        raise Malformed(f"proof.level: expected 1 or more, got {_show(level)}")
    if level > MAX_LEVEL:
        raise TooLarge(f"level {_show(level)}; this checker computes up to level {MAX_LEVEL}")
    _require_distance_pagoda()
    total, claimed = _half_plane(geometry, level), _integers(proof["total"], "proof.total", 2)
    if _golden_positive((total[0] - 1, total[1])):
        raise Rejected(f"at level {level} the half-plane outweighs the goal, which proves nothing")
    if list(total) != claimed:
        raise Rejected("the half-plane does not weigh what proof.total says")
    statement = (
        f"on the infinite {geometry} board no finite army behind a line brings a peg {level} rows beyond it: "
        f"the whole half-plane weighs {_show(total[0])} + {_show(total[1])} s <= 1, the goal 1, "
        "s = (sqrt(5) - 1) / 2"
    )
    return Claim("army", "army", statement, name, geometry)


KINDS |= {"golden": ("infeasible", _check_golden)}
BOARDS |= {"army": _check_army}


# =========================================================================================================
# PART FIVE: rule.  Needs part one.
# =========================================================================================================

MAX_WINDOW = 10  # holes, so that a set of states is an integer of 1,024 bits

# --- rule: no pair that a pruning rule prunes has a play ---


# Theorem (inequalities). A play has w.t <= w.s, so f.s + g.t <= (f + w).s + (g - w).t, and that is at most
# the sum of the positive numbers among f + w and g - w, whatever s and t are.
def _check_inequalities(problem: Problem, part: Json, where: str) -> None:
    """The multiples add up to f.s + g.t >= some number, yet with w.t <= w.s it never comes near that."""
    _object(part, where, ("kind", "all", "multipliers", "weights"))
    weights = problem.board.weights(part["weights"], f"{where}.weights")
    _require_pagoda(problem, weights, f"{where}.weights")
    entries = _list(part["all"], f"{where}.all")
    multipliers = _integers(part["multipliers"], f"{where}.multipliers", len(entries))
    if any(multiplier < 0 for multiplier in multipliers):
        raise Rejected(f"{where}: a multiplier is negative")
    first, last, least = list(weights), [-weight for weight in weights], 0
    for i, (entry, times) in enumerate(zip(entries, multipliers, strict=True)):
        here = f"{where}.all[{i}]"
        asked = _object(entry, here, ("start", "target", "above"))
        for total, key in ((first, "start"), (last, "target")):
            for hole, value in enumerate(problem.board.weights(asked[key], f"{here}.{key}")):
                total[hole] += times * value
        least += times * (_integer(asked["above"], f"{here}.above") + 1)
        problem.budget.spend(2 * len(first))
    most = sum(max(0, value) for value in (*first, *last))
    if most >= least:
        raise Rejected(f"{where}: {_show(most)} can be reached and {_show(least)} is to be out of reach")


# Theorem (window). What a play does on some holes is a walk through their states by what jumps do there.
def _check_window(problem: Problem, part: Json, where: str) -> None:
    """On a few holes every play is a walk by what jumps do there, whatever the other holes hold."""
    _object(part, where, ("kind", "holes", "pruned"))
    holes = _increasing_holes(part["holes"], f"{where}.holes", len(problem.board.holes))
    if len(holes) > MAX_WINDOW:
        raise TooLarge(f"{where}: {len(holes)} holes; this checker takes up to {MAX_WINDOW}")
    size = 1 << len(holes)
    pruned = _integers(part["pruned"], f"{where}.pruned", size)
    if any(not 0 <= row < 1 << size for row in pruned):
        raise Malformed(f"{where}.pruned: expected a bit for each of {size} targets")
    moves = _window_moves(problem.board, {hole: i for i, hole in enumerate(holes)}, size, problem.budget)
    for begin, row in enumerate(pruned):
        if row:
            reached, before = 1 << begin, 0
            while reached != before:
                before = reached
                problem.budget.spend(4 * (len(moves) + 1))
                for mask, shift in moves:
                    some = reached & mask
                    reached |= some << shift if shift >= 0 else some >> -shift
            if reached & row:
                raise Rejected(
                    f"{where}: from {begin} a pruned target can be reached, as far as these holes show"
                )


def _window_moves(board: Board, bit: dict[int, int], size: int, budget: Budget) -> set[tuple[int, int]]:
    """For each jump the states where these holes allow it, and by how much it changes the state's number."""
    budget.spend(len(board.jumps))
    seen = set()
    for start, over, landing in board.jumps:
        roles = ((start, 1), (over, 1), (landing, 0))
        seen.add(tuple((bit[hole], wanted) for hole, wanted in roles if hole in bit))
    moves = set()
    for touched in seen:  # jumps that touch these holes in the same way are one
        budget.spend(10 * size)
        states = [state for state in range(size) if all(state >> b & 1 == wanted for b, wanted in touched)]
        moves.add((sum(1 << state for state in states), sum((1 - 2 * wanted) << b for b, wanted in touched)))
    return moves


def _check_rule_pagoda(problem: Problem, part: Json, where: str) -> None:
    _object(part, where, ("kind", "weights"))
    weights = problem.board.weights(part["weights"], f"{where}.weights")
    _require_pagoda(problem, weights, f"{where}.weights")


def _check_rule_residue(problem: Problem, part: Json, where: str) -> None:
    _object(part, where, ("kind", "modulus", "weights"))
    _read_residue(problem, part, where)


PARTS: dict[str, Callable[[Problem, Json, str], None]] = {
    "pagoda": _check_rule_pagoda,
    "residue": _check_rule_residue,
    "inequalities": _check_inequalities,
    "window": _check_window,
}


# Theorem (rule). If each part prunes only pairs that have no play, so does the rule.
def _check_rule(certificate: Json, budget: Budget) -> Claim:
    _object(certificate, "certificate", ("format", "version", "board", "claim", "proof"))
    board = _read_board(certificate["board"])
    proof = _object(certificate["proof"], "proof", ("kind", "parts"))
    if _expect(proof["kind"], str, "proof.kind") != "rule":
        raise Rejected("only a proof of kind rule proves the claim sound")
    parts = _list(proof["parts"], "proof.parts")
    for i, part in enumerate(parts):
        where = f"proof.parts[{i}]"
        kind = part.get("kind") if isinstance(part, dict) else None
        if not isinstance(part, dict) or not isinstance(kind, str) or kind not in PARTS:
            raise Malformed(f"{where}: expected an object of kind {', '.join(PARTS)}")
        PARTS[kind](Problem(board, (), (), (), None, budget), part, where)
    about = f"parts of the rule: {len(parts)}, as written here; sha256 of them: {_sha256(parts)}"
    statement = f"no pair that the rule prunes has a play ({about})"
    return Claim("sound", "rule", statement, board.name, board.geometry, board.holes, board.jumps)


BOARDS |= {"sound": _check_rule}


# =========================================================================================================
# PART SIX: levels of positions: search.  Needs part one.
# =========================================================================================================

MAX_SET = 1 << 23  # positions in a plain set, and the bytes that they may take; a search holds three
MAX_SET_BYTES = MAX_WIDE_BYTES = 1 << 30
FIRST_LEVELS = 1 << 17  # positions, whose cost tells what all levels will cost
PLAIN_BITS = 60  # of integers that Python's sets hash to themselves
MAX_LANE_BITS = 1 << 12  # of an integer in which functions are added up side by side
WEIGHED_AT_ONCE = 1 << 14  # positions between two looks at the clock
WORD = (1 << 64) - 1  # what numpy's words hold
WORDS_AT_ONCE = 1 << 14  # near the processor
ALL_JUMPS_AT_ONCE = 1 << 11  # positions, fewer than which are moved by all jumps in one table
MAX_WAITING = 1 << 22  # words that are still to be put in order
TABLE_BITS = 11  # holes whose pegs numpy looks up together
LANES_AT_ONCE = 1 << 10  # words of functions, whose tables take up to 100 MiB
MAX_RUNS = 64  # files that are merged at once
MAX_RUN_BYTES = 1 << 29  # of them in memory, as much again while they are merged
CHUNK = 1 << 12  # positions of a file that are read and compared together
BETWEEN_REPORTS = 2.0  # seconds
SHARED_FROM = 1 << 18  # positions of a level, fewer than which are not worth the start of processes

# --- levels: what one jump more reaches ---


def _most(problem: Problem) -> int:
    """Positions that a plain set may have, each with its place in the set and its own digits."""
    return min(problem.budget.max_positions, MAX_SET, MAX_SET_BYTES // (64 + len(problem.board.holes) // 7))


class Form(NamedTuple):
    """How the positions of a proof are written: as numpy's words, or as integers with salts above them.

    It is chosen once for a proof and handed on to both its ends.  Written in two forms a position differs
    from itself, and the ends never meet.

    Python hashes an integer by its remainder modulo 2^61 - 1, so positions on a large board can be made to
    fall together in a set by the thousand.  The sum of salts, one for each hole, keeps them apart.
    """

    numpy: Any  # the module, or None
    salts: tuple[int, ...]  # which nobody knows beforehand
    shelf: Shelf | None = None  # where levels lie that are not held

    @classmethod
    def plain(cls, problem: Problem) -> Form:
        noise = os.urandom(8 * len(problem.board.holes))
        return cls(None, tuple(int.from_bytes(noise[i : i + 8]) >> 3 for i in range(0, len(noise), 8)))

    @classmethod
    def of(cls, problem: Problem, positions: int, rows: Iterable[Sequence[int]] = ()) -> Form:
        """That which takes less time for so many positions; by numpy where it is wanted and all fits."""
        fits = len(problem.board.holes) <= 64 and all(sum(map(abs, row)) < WORD >> 4 for row in rows)
        if fits and not problem.budget.plain and positions >= problem.budget.numpy_from:
            try:
                import numpy
            except Exception:  # whatever is wrong with it, it is not needed
                pass
            else:
                return cls(numpy, ()).placed(problem, positions)
        return cls.plain(problem).placed(problem, positions)

    def placed(self, problem: Problem, positions: int) -> Form:
        """The same with levels on disk, where a work folder is given and so many are not to be held."""
        folder = problem.budget.workdir
        if folder is None or positions <= problem.budget.at_once:
            return self
        return self._replace(shelf=Shelf(problem, self, folder))

    def sets(self, problem: Problem, back: bool) -> Sets:
        if self.shelf is not None:
            return StreamedSets(problem, self, self.shelf, back)
        return PlainSets(problem, self, back) if self.numpy is None else WordSets(problem, self, back)

    def require(self, other: Form) -> None:
        """Else the checker itself is wrong, and no outcome would mean anything."""
        if self != other:
            raise TypeError("positions that are written in two forms cannot be compared")


def _byte_tables(weights: Sequence[int]) -> list[list[int]]:
    """For each eight holes the weight of all 256 ways to fill them."""
    tables = []
    for first in range(0, len(weights), 8):
        table = [0]
        for weight in weights[first : first + 8]:
            table += [value + weight for value in table]
        tables.append(table)
    return tables


def _table_weight(tables: Sequence[Sequence[int]], position: int) -> int:
    chunks = position.to_bytes(len(tables), "little")
    return sum([table[chunk] for table, chunk in zip(tables, chunks, strict=True)])


Bound = tuple[Sequence[int], int]  # weights, and what a position must weigh at least


class Lanes(NamedTuple):
    """Some functions side by side in one integer: by how much a position weighs more than the least.

    A lane is wide enough for every set of holes, and its last bit is set while it is not negative.
    """

    pegs: tuple[int, ...]  # what a peg adds, by its hole
    base: int
    signs: int
    places: tuple[tuple[int, int], ...]  # shift and width of each

    @classmethod
    def of(cls, bounds: Sequence[Bound], holes: int) -> Lanes:
        widths = list(map(_lane_width, bounds))
        shifts = list(accumulate(widths, initial=0))[:-1]
        signs = sum(1 << shift + width - 1 for shift, width in zip(shifts, widths, strict=True))
        base = signs - sum(least << shift for (_, least), shift in zip(bounds, shifts, strict=True))
        columns = zip(*(weights for weights, _ in bounds), strict=True) if bounds else repeat((), holes)
        pegs = tuple(sum(map(int.__lshift__, column, shifts)) for column in columns)
        return cls(pegs, base, signs, tuple(zip(shifts, widths, strict=True)))


def _lane_width(bound: Bound) -> int:
    weights, least = bound
    return (sum(map(abs, weights)) + abs(least)).bit_length() + 2


def _packed(bounds: Iterable[Bound], holes: int, most: int) -> list[Lanes]:
    """All bounds in as many integers as it takes, each of so many bits or of one bound alone."""
    groups: list[list[Bound]] = []
    bits = most
    for bound in bounds:
        width = _lane_width(bound)
        if not groups or bits + width > most:
            groups.append([])
            bits = 0
        groups[-1].append(bound)
        bits += width
    return [Lanes.of(group, holes) for group in groups]


class Wide:
    """Positions as integers that hold all that is asked of them, in lanes that a jump changes by a constant.

    The lanes are the position, its images under the symmetries, and by each pagoda what it weighs above the
    least that is allowed; the last bit of such a lane is set while that is not negative.  Beyond them lie
    salts.
    """

    def __init__(
        self,
        problem: Problem,
        form: Form,
        group: Sequence[Sequence[int]],
        bounds: Sequence[Bound],
        back: bool,
    ) -> None:
        self.form, self.bounds = form, bounds
        self.group, self.holes, self.budget = group, len(problem.board.holes), problem.budget
        self.ones = (1 << self.holes) - 1
        self.lanes = [self.holes * i for i in range(1 + len(group))]
        after = self.holes * len(self.lanes)
        self.bits = after + sum(map(_lane_width, bounds))
        if 32 * self.holes * (64 + self.bits // 7) > MAX_WIDE_BYTES:
            raise TooLarge("so many symmetries and pagodas are more than this checker holds")
        problem.budget.spend(len(bounds) * (2 + self.holes) * (1 + self.bits // 512))  # added up one by one
        lanes = Lanes.of(bounds, self.holes)
        self.signs, self.base = lanes.signs << after, lanes.base << after
        salts = form.salts if self.bits > PLAIN_BITS else repeat(0)
        images = [*zip(range(self.holes), *group, strict=True)]
        self.pegs = [
            sum(1 << lane + hole for lane, hole in zip(self.lanes, places, strict=True))
            + (weight << after)
            + (salt << self.bits)
            for places, weight, salt in zip(images, lanes.pegs, salts, strict=False)
        ]
        self._tables: list[list[int]] = []
        self.ways: dict[int, list[tuple[int, int, int, int]]] = {}
        for start, over, landing in problem.board.jumps:
            now, then = (landing, start) if back else (start, landing)
            pegs, hole = 1 << start | 1 << over, 1 << landing
            holes, full = pegs | hole, hole if back else pegs
            change = self.pegs[landing] - self.pegs[start] - self.pegs[over]
            self.ways.setdefault(now, []).append((holes, full, -change if back else change, then))

    @property
    def tables(self) -> list[list[int]]:
        if not self._tables:
            self.budget.spend(32 * self.holes * (1 + self.bits // 512))
            self._tables = _byte_tables(self.pegs)
        return self._tables

    def of(self, position: int) -> int:
        return _table_weight(self.tables, position) + self.base

    def moved(self, moving: dict[int, set[int]], places: set[int], most: int) -> dict[int, set[int]]:
        """All positions one jump on, by the hole where the moving peg is then, that weigh enough.

        They go to the places as well; not all of them where these become more than `most`.
        """
        after: dict[int, set[int]] = {}
        signs = self.signs
        for now, positions in moving.items():
            for holes, full, change, then in self.ways.get(now, ()):
                moved = [p + change for p in positions if p & holes == full]
                moved = [p for p in moved if p & signs == signs]
                self.budget.spend(0)
                if moved:
                    after.setdefault(then, set()).update(moved)
                    places.update(moved)
                    if len(places) > most:
                        return after
        return after

    def least(self, positions: Collection[int]) -> set[int]:
        """The least image of each, at the beginning of an integer."""
        ones = self.ones
        images = [[position >> lane & ones for position in positions] for lane in self.lanes]
        least = map(min, *images) if len(images) > 1 else images[0]
        if self.holes <= PLAIN_BITS:
            return set(least)
        salts = enumerate(self.form.salts)
        salted = _byte_tables([1 << hole | salt << self.holes for hole, salt in salts])
        return {_table_weight(salted, position) for position in least}


Way = tuple[int, int]  # the three holes of a jump, and which of them have pegs before it


def _ways(board: Board, back: bool) -> list[Way]:
    """All jumps, or (back) all jumps undone."""
    pegs = ((1 << start | 1 << over, 1 << landing) for start, over, landing in board.jumps)
    return [(two | one, one if back else two) for two, one in pegs]


class Sets:
    """Levels of positions, made jump by jump from an end.  There are two forms, which do the same."""

    def __init__(self, problem: Problem, form: Form) -> None:
        self.form, self.board, self.budget = form, problem.board, problem.budget
        self.most, self.tables = _most(problem), -(-len(problem.board.holes) // 8)
        self.charged: tuple[Sequence[Bound], int] = ((), 1)
        self.budget.spend(len(self.board.jumps) * self.board.cost)

    def of(self, positions: Iterable[int]) -> Any:
        """The level of a few positions."""
        raise NotImplementedError

    def after(self, level: Any, most: int) -> Any:
        """All positions one jump on from a level; None if there are more than `most`."""
        raise NotImplementedError

    def into(self, part: Iterable[tuple[Any, Sequence[Way]]], bounds: Sequence[Bound]) -> Any:
        """What some jumps make of some positions in order, others of others, and weighs enough; in order."""
        raise NotImplementedError

    def heavy(self, level: Any, bounds: Sequence[Bound]) -> Any:
        """Those that weigh enough by each bound."""
        raise NotImplementedError

    def least(self, level: Any, rows: Sequence[Sequence[int]]) -> list[int]:
        """What a position weighs at least by each of some weights."""
        raise NotImplementedError

    def match(self, level: Any, problem: Problem) -> bool:
        """Does a position, all of which have as many pegs, match the problem's target?"""
        raise NotImplementedError

    def meet(self, level: Any, others: Sets, other: Any) -> bool:
        """Have two levels, from two ends, a position in common?"""
        self.form.require(others.form)
        return self._meet(level, other)

    def _meet(self, level: Any, other: Any) -> bool:
        raise NotImplementedError

    def next(self, level: Any, bounds: Sequence[Bound]) -> Any:
        """The level one jump on."""
        after = self.after(level, self.most)
        if after is None:
            most = _count(self.most, "position")
            raise TooLarge(
                f"a level has more than {most} (--max-positions, or the memory for a plain set: --workdir)"
            )
        return self.heavy(after, bounds) if bounds and len(after) else after

    def held(self, words: Any) -> Any:
        """A level of positions that come in order, from a file."""
        return words

    def _spend_jumps(self, positions: int, jumps: int) -> None:
        self.budget.spend((positions + 1) * jumps * self.board.cost)

    def words(self, level: Any) -> Any:
        """The positions of a level in order."""
        return level

    def _spend(self, positions: int, bounds: Sequence[Bound]) -> None:
        """For the weights of so many positions, and tables of them."""
        if self.charged[0] is not bounds:
            self.charged = bounds, 1 + sum(map(_lane_width, bounds)) // 512
        self.budget.spend(4 * positions + (256 + positions) * self.tables * self.charged[1])


class PlainSets(Sets):
    """A level is a set of integers, each of which begins with its position, a bit for each hole."""

    def __init__(self, problem: Problem, form: Form, back: bool) -> None:
        super().__init__(problem, form)
        self.wide = Wide(problem, form, (), (), back)
        self.changes = {way[:2]: way[2] for ways in self.wide.ways.values() for way in ways}
        self.ones = (1 << len(self.board.holes)) - 1
        self.known: tuple[Sequence[Bound], list[Lanes]] = ((), [])
        self.kept: list[list[int]] | None = None  # tables, where all lanes fit into one integer

    def of(self, positions: Iterable[int]) -> set[int]:
        pegs, base = self.wide.pegs, self.wide.base
        return {sum([peg for i, peg in enumerate(pegs) if p >> i & 1], base) for p in positions}

    def held(self, words: Iterable[int]) -> set[int]:
        return set(words) if self.wide.bits <= PLAIN_BITS else set(map(self.wide.of, words))

    def words(self, level: set[int]) -> list[int]:
        return sorted([p & self.ones for p in level])

    def into(self, part: Iterable[tuple[Any, Sequence[Way]]], bounds: Sequence[Bound]) -> list[int]:
        after: set[int] = set()
        for words, ways in part:
            level = self.held(words)
            self._spend_jumps(len(level), len(ways))
            for holes, full in ways:
                self.budget.spend(0)  # a look at the clock
                change = self.changes[holes, full]
                after.update([p + change for p in level if p & holes == full])
        return self.words(self.heavy(after, bounds) if bounds else after)

    def after(self, level: set[int], most: int) -> set[int] | None:
        after: set[int] = set()
        self._spend_jumps(len(level), len(self.board.jumps))
        for (holes, full), change in self.changes.items():
            self.budget.spend(0)  # a look at the clock
            after.update([p + change for p in level if p & holes == full])
            if len(after) > most:
                return None
        return after

    def heavy(self, level: set[int], bounds: Sequence[Bound]) -> set[int]:
        self._spend(len(level), bounds)
        ones, positions = self.ones, list(level)
        for lanes, tables in self._weighed(bounds):
            base, signs, enough = lanes.base, lanes.signs, list[int]()
            for low in range(0, len(positions), WEIGHED_AT_ONCE):
                self.budget.spend(0)
                some = positions[low : low + WEIGHED_AT_ONCE]
                enough += [p for p in some if base + _table_weight(tables, p & ones) & signs == signs]
            positions = enough
        return set(positions)

    def _weighed(self, bounds: Sequence[Bound]) -> Iterator[tuple[Lanes, list[list[int]]]]:
        """The bounds in lanes with tables, which are kept for the next level where one integer holds all."""
        if self.known[0] is not bounds:
            self.known, self.kept = (bounds, _packed(bounds, len(self.board.holes), MAX_LANE_BITS)), None
        for lanes in self.known[1]:
            tables = _byte_tables(lanes.pegs) if self.kept is None else self.kept
            self.kept = tables if len(self.known[1]) == 1 else None
            yield lanes, tables

    def least(self, level: set[int], rows: Sequence[Sequence[int]]) -> list[int]:
        bounds, found = [(row, 0) for row in rows], list[int]()
        self._spend(len(level), bounds)
        for lanes, tables in self._weighed(bounds):
            sums = [lanes.base + _table_weight(tables, p & self.ones) for p in level]
            for shift, width in lanes.places:
                self.budget.spend(0)
                found.append(min([total >> shift & (1 << width) - 1 for total in sums]) - (1 << width - 1))
        return found

    def match(self, level: set[int], problem: Problem) -> bool:
        self.budget.spend(len(level) * self.board.cost)
        return any(problem.matches(p & self.ones) for p in level)

    def _meet(self, level: set[int], other: set[int]) -> bool:
        return not level.isdisjoint(other)


def _distinct(numpy: Any, parts: Sequence[Any]) -> Any:
    """All of these words, sorted, each once."""
    words = numpy.concatenate(parts)
    words.sort(kind="stable")  # which makes use of parts that are in order
    first = numpy.ones(len(words), dtype=bool)
    numpy.not_equal(words[1:], words[:-1], out=first[1:])
    return words[first]


class WordSets(Sets):
    """The same by numpy, on boards of up to 64 holes: a level is a sorted array of words, each one once.

    Lanes lie in several words.  Sums of words lose what is beyond 64 bits; but a sum in lanes that are wide
    enough has no more, so what is left of it is the sum itself.
    """

    def __init__(self, problem: Problem, form: Form, back: bool) -> None:
        super().__init__(problem, form)
        self.numpy = numpy = form.numpy
        self.known: tuple[Sequence[Bound], list[Lanes]] = ((), [])
        self.kept: list[tuple[Lanes, list[Any]]] | None = None  # where these are all
        self.ways = numpy.array(_ways(self.board, back), dtype=numpy.uint64).reshape(-1, 2)

    def _word(self, number: int) -> Any:
        return self.numpy.uint64(number & WORD)

    def of(self, positions: Iterable[int]) -> Any:
        return self.numpy.array(sorted(positions), dtype=self.numpy.uint64)

    def into(self, part: Iterable[tuple[Any, Sequence[Way]]], bounds: Sequence[Bound]) -> Any:
        parts = [self.of(())]
        for words, some in part:
            self._spend_jumps(len(words), len(some))
            ways = self.numpy.array(some, dtype=self.numpy.uint64)
            for low in range(0, len(words), WORDS_AT_ONCE):
                parts += self._moved(words[low : low + WORDS_AT_ONCE], ways)
        after = _distinct(self.numpy, parts)
        return self.heavy(after, bounds) if bounds and len(after) else after

    def after(self, level: Any, most: int) -> Any:
        joined, parts, waiting = level[:0], [], 0
        self._spend_jumps(len(level), len(self.ways))
        many = max(1, min(WORDS_AT_ONCE, MAX_WAITING // max(1, len(self.ways))))
        for low in range(0, len(level), many):
            some = level[low : low + many]
            self.budget.spend(0)
            parts.append(_distinct(self.numpy, self._moved(some, self.ways)))
            waiting += len(parts[-1])
            if waiting > max(MAX_WAITING, len(joined)):
                joined, parts, waiting = _distinct(self.numpy, [joined, *parts]), [], 0
                if len(joined) > most:
                    return None
        if len(parts) != 1 or len(joined):
            parts = [_distinct(self.numpy, [joined, *parts])]
        return parts[0] if len(parts[0]) <= most else None

    def _moved(self, some: Any, ways: Any) -> list[Any]:
        """What each jump makes of some positions; of few of them by all jumps at once."""
        if len(some) < ALL_JUMPS_AT_ONCE:
            holes, full = ways.T[:, :, None]
            return [(some ^ holes)[some & holes == full]]
        return [some[:0], *(some[some & holes == full] ^ holes for holes, full in ways)]

    def heavy(self, level: Any, bounds: Sequence[Bound]) -> Any:
        self._spend(len(level), bounds)
        return self.enough(level, bounds)

    def enough(self, level: Any, bounds: Sequence[Bound]) -> Any:
        """The same where that is spent elsewhere."""
        for weighed in self._weighed(bounds):
            kept = [level[:0]]
            for low in range(0, len(level), WORDS_AT_ONCE):
                some = level[low : low + WORDS_AT_ONCE]
                for lanes, tables in weighed:
                    signs = self._word(lanes.signs)
                    some = some[self._sums(some, lanes, tables) & signs == signs]
                self.budget.spend(0)
                kept.append(some)
            level = self.numpy.concatenate(kept)
        return level

    def _weighed(self, bounds: Sequence[Bound]) -> Iterator[list[tuple[Lanes, list[Any]]]]:
        """The bounds in lanes with tables of what holes in a row weigh, some lanes at a time."""
        if self.known[0] is not bounds:
            packed = _packed(bounds, len(self.board.holes), WORD.bit_length())
            self.known, self.kept = (bounds, packed), None
        packed = self.known[1]
        for low in range(0, len(packed), LANES_AT_ONCE):
            some = packed[low : low + LANES_AT_ONCE]
            self.budget.spend(0)
            weighed = self.kept
            if weighed is None:
                weighed = [(lanes, self._tables(lanes.pegs)) for lanes in some]
            self.kept = weighed if len(packed) == len(some) else None
            yield weighed

    def _tables(self, pegs: Sequence[int]) -> list[Any]:
        tables = []
        for low in range(0, len(pegs), TABLE_BITS):
            table = self.numpy.zeros(1, dtype=self.numpy.uint64)
            for peg in pegs[low : low + TABLE_BITS]:
                table = self.numpy.concatenate([table, table + self._word(peg)])
            tables.append(table)
        return tables

    def _sums(self, level: Any, lanes: Lanes, tables: Sequence[Any]) -> Any:
        ones, total = self._word((1 << TABLE_BITS) - 1), self._word(lanes.base)
        for i, table in enumerate(tables):
            total = total + table[(level >> self._word(i * TABLE_BITS) & ones).view(self.numpy.int64)]
        return total

    def least(self, level: Any, rows: Sequence[Sequence[int]]) -> list[int]:
        bounds, found = [(row, 0) for row in rows], list[int]()
        self._spend(len(level), bounds)
        for lanes, tables in chain.from_iterable(self._weighed(bounds)):
            sums = self._sums(level, lanes, tables)
            for shift, width in lanes.places:
                self.budget.spend(0)
                lane = sums >> self._word(shift) & self._word((1 << width) - 1)
                found.append(int(lane.min()) - (1 << width - 1))
        return found

    def match(self, level: Any, problem: Problem) -> bool:
        self.budget.spend(len(level) * self.board.cost)
        if problem.count is not None:
            return len(level) > 0 and int(level[0]).bit_count() == problem.count
        fixed, pegs = problem.pattern
        return bool((level & self._word(fixed) == self._word(pegs)).any())

    def _meet(self, level: Any, other: Any) -> bool:
        return len(self.numpy.intersect1d(level, other, assume_unique=True)) > 0


# --- levels on disk: a work folder for what memory would not hold ---


def _nameless(folder: str | os.PathLike[str] | None) -> Any:
    """A file that nobody else finds, and that is gone when the check is, however that ends; or in memory."""
    from io import BytesIO
    from tempfile import TemporaryFile

    if folder is None:
        return BytesIO()
    try:
        os.makedirs(folder, exist_ok=True)
        return TemporaryFile(buffering=0, dir=folder)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a usable name"
        raise NotChecked(f"the work folder {ascii(str(folder))[:200]} cannot be used: {reason}") from None


class Chunk(NamedTuple):
    """Positions in order that stand together in a file."""

    first: int
    last: int
    place: int  # of the first one, counted in positions
    size: int
    digest: bytes


class LevelFile:
    """Positions in a file, each once: chunk by chunk in order, and the chunks in any order.

    What is read must have the digest of what was written, which is held here: the disk need not be trusted.
    """

    def __init__(self, shelf: Shelf) -> None:
        self.shelf, self.size, self.chunks, self.file = shelf, 0, list[Chunk](), _nameless(shelf.folder)

    def __len__(self) -> int:
        return self.size

    def append(self, words: Any) -> None:
        data, width = memoryview(self.shelf.packed(words)), self.shelf.width
        try:
            if len(words) and self.file.write(data) != len(data):
                raise OSError(None, "it takes no more")
        except OSError as error:
            raise TooLarge(f"the work folder cannot be written: {error.strerror}") from None
        for low in range(0, len(words), self.shelf.chunk):
            high = min(len(words), low + self.shelf.chunk)
            digest = self.shelf.digest(data[low * width : high * width])
            self.chunks.append(
                Chunk(int(words[low]), int(words[high - 1]), self.size + low, high - low, digest)
            )
        self.size += len(words)

    def in_order(self) -> list[Chunk]:
        self.chunks.sort()
        if any(before.last >= chunk.first for before, chunk in pairwise(self.chunks)):
            raise TypeError("positions of a level are not in order")  # the checker itself is wrong
        return self.chunks

    def around(self, low: int, high: int) -> list[Chunk]:
        """Where the positions from `low` up to `high` lie, once the chunks are in order."""
        first = bisect_left(self.chunks, low, key=lambda chunk: chunk.last)
        end = bisect_left(self.chunks, high, first, key=lambda chunk: chunk.first)
        return self.chunks[first:end]

    def between(self, low: int, high: int) -> Any:
        """These positions."""
        words = self.shelf.joined([self.read(chunk) for chunk in self.around(low, high)])
        return words[bisect_left(words, low) : bisect_left(words, high)]

    def read(self, chunk: Chunk) -> Any:
        width = self.shelf.width
        try:
            self.file.seek(chunk.place * width)
            data = self.file.read(chunk.size * width)
        except OSError as error:
            raise NotChecked(f"the work folder cannot be read: {error.strerror}") from None
        if len(data) != chunk.size * width or self.shelf.digest(data) != chunk.digest:
            raise NotChecked("a file of the work folder is not what was written")
        return self.shelf.unpacked(data)


class Reading:
    """A file that is read from its beginning, some positions at a time, and a chunk at least."""

    def __init__(self, level: LevelFile, most: int) -> None:
        self.level, self.most, self.left = level, most, level.in_order()[::-1]
        self.words = level.shelf.unpacked(b"")

    def fill(self) -> bool:
        """Reads on once all is taken; False at the end."""
        if not len(self.words) and self.left:
            some, size = [self.level.read(self.left.pop())], 0
            while self.left and (size := size + len(some[-1])) + self.left[-1].size <= self.most:
                some.append(self.level.read(self.left.pop()))
            self.words = self.level.shelf.joined(some)
        return len(self.words) > 0

    def take(self, last: Any) -> Any:
        """What is read and comes no later than `last`; all of it where that is None."""
        number = len(self.words) if last is None else bisect_right(self.words, last)
        taken, self.words = self.words[:number], self.words[number:]
        return taken


class Shelf:
    """Where levels lie, and how positions are written there.  At most `held` positions are held at once.

    Without a folder they lie in memory.
    """

    def __init__(self, problem: Problem, form: Form, folder: str | os.PathLike[str] | None) -> None:
        holes, self.numpy, self.budget = len(problem.board.holes), form.numpy, problem.budget
        self.folder = folder
        self.width, self.held = 8 if holes <= 64 else -(-holes // 8), max(1, problem.budget.at_once)
        # what all jumps make of a chunk is to be little of what is held
        self.chunk = max(1, min(CHUNK, self.held // 4 // max(1, len(problem.board.jumps))))

    def digest(self, data: Any) -> bytes:
        if self.folder is None:
            return b""
        from hashlib import blake2b  # a large library

        return blake2b(data).digest()

    def packed(self, words: Any) -> bytes:
        if self.width > 8:
            return b"".join([word.to_bytes(self.width, "little") for word in words])
        data: bytes = (array("Q", words) if self.numpy is None else words).tobytes()
        return data

    def unpacked(self, data: bytes) -> Any:
        width = self.width
        if width > 8:
            return [int.from_bytes(data[i : i + width], "little") for i in range(0, len(data), width)]
        return array("Q", data) if self.numpy is None else self.numpy.frombuffer(data, self.numpy.uint64)

    def joined(self, parts: Sequence[Any]) -> Any:
        if len(parts) == 1:
            return parts[0]
        return [*chain.from_iterable(parts)] if self.numpy is None else self.numpy.concatenate(parts)

    def write(self, blocks: Iterable[Any]) -> LevelFile:
        level = LevelFile(self)
        for block in blocks:
            level.append(block)
        return level

    def each(
        self, step: Callable[..., Any], blocks: Iterable[Any], level: LevelFile, *more: Any
    ) -> Iterator[Any]:
        """What a step makes of the blocks of a level, in any order; of a large one by others, if any."""
        others = self.budget.levels
        if others is None or len(level) < SHARED_FROM:
            yield from (step(block, *more) for block in blocks)
            return
        missing = 1  # the end of the level

        def asked() -> Iterator[Any]:
            nonlocal missing
            for block in blocks:
                missing += 1
                yield block
            missing -= 1

        for answer in others(SentStep(step, more, self.budget), asked()):
            if not isinstance(answer, tuple):
                raise NotChecked(f"a part of a level was lost: {getattr(answer, 'reason', answer)}")
            missing -= 1
            words, work = answer
            self.budget.spend(work)
            if isinstance(words, Refusal):
                raise words
            yield words
        if missing:
            raise NotChecked("other processes have not answered for each part of a level once")

    def read(self, level: LevelFile, most: int) -> Iterator[Any]:
        """All of a level in blocks; what follows from them counts only once the last one is read."""
        reading = Reading(level, most)
        while reading.fill():
            self.budget.spend(0)
            words = reading.take(None)
            yield from (words[low : low + most] for low in range(0, len(words), most))

    def merged(self, levels: Sequence[LevelFile], without: Sequence[LevelFile] = ()) -> Iterator[Any]:
        """What is in some files and not in others, in order and each once."""
        if not levels:
            return
        readings = [Reading(f, max(1, self.held // len((*levels, *without)))) for f in (*levels, *without)]
        while [reading for reading in readings if reading.fill()]:
            # beyond the least of these something may be missing that is not read yet
            last = min([reading.words[-1] for reading in readings if reading.left], default=None)
            parts = [reading.take(last) for reading in readings]
            self.budget.spend(sum(map(len, parts)))
            yield self._without(self.distinct(parts[: len(levels)]), parts[len(levels) :])

    def distinct(self, parts: Sequence[Any]) -> Any:
        if self.numpy is not None:
            return _distinct(self.numpy, parts)
        return [word for word, _ in groupby(sorted(chain.from_iterable(parts)))]

    def _without(self, words: Any, parts: Sequence[Any]) -> Any:
        known: Any = self.distinct(parts) if parts else ()
        if not len(known) or not len(words):
            return words
        if self.numpy is not None:
            at = self.numpy.minimum(known.searchsorted(words), len(known) - 1)
            return words[known[at] != words]
        return [word for word, times in groupby(sorted([*words, *known, *known])) if len([*times]) == 1]


class SentStep:
    """A step of a check as another process does it, where numpy is its own; it tells its work as well.

    Limits of time are watched from here.
    """

    def __init__(self, step: Callable[..., Any], more: Sequence[Any], budget: Budget) -> None:
        from importlib import import_module
        from io import BytesIO
        from pickle import Pickler

        file = BytesIO()
        pickler = Pickler(file)
        pickler.dispatch_table = {
            type(json): lambda module: (import_module, (module.__name__,)),
            Budget: lambda one: (Budget, (
                one.max_positions, one.max_work, None, one.plain, one.numpy_from, one.workdir, one.at_once
            )),
        }  # fmt: skip
        pickler.dump((step, more, budget))
        self.data, self.loaded = file.getvalue(), list[Any]()

    def __call__(self, block: Any) -> tuple[Any, int]:
        """What the step makes of a block, or its refusal."""
        from pickle import loads

        if not self.loaded:
            self.loaded = [*loads(self.data)]
        step, more, budget = self.loaded
        budget.work = 0
        try:
            return step(block, *more), budget.work
        except Refusal as refusal:
            return refusal, budget.work


class Runs:
    """Positions that come in any order and some of them often, put in order run by run."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf, self.files, self.parts, self.waiting = shelf, list[LevelFile](), list[Any](), 0

    def add(self, words: Any) -> None:
        if self.waiting + len(words) > self.shelf.held:
            self._flush()
        self.parts.append(words)
        self.waiting += len(words)

    def _flush(self) -> None:
        if self.waiting:
            self.shelf.budget.spend(self.waiting)
            self.files.append(self.shelf.write([self.shelf.distinct(self.parts)]))
        self.parts, self.waiting = [], 0
        if self._fill_memory():
            self.files = [self.shelf.write(self.shelf.merged(self.files))]
            if self._fill_memory():
                raise TooLarge("what a level leads to is more than memory is given for: --workdir")

    def _fill_memory(self) -> bool:
        held = sum(map(len, self.files)) * self.shelf.width
        return self.shelf.folder is None and held > MAX_RUN_BYTES

    def merged(self, without: Sequence[LevelFile] = ()) -> Iterator[Any]:
        self._flush()
        while len(self.files) > MAX_RUNS:
            some, self.files = self.files[:MAX_RUNS], self.files[MAX_RUNS:]
            self.files.append(self.shelf.write(self.shelf.merged(some)))
        return self.shelf.merged(self.files, without)


class StreamedSets(Sets):
    """The same level by level on disk: one of the two forms makes each part of a level."""

    def __init__(self, problem: Problem, form: Form, shelf: Shelf, back: bool) -> None:
        super().__init__(problem, form)
        self.shelf, self.most = shelf, problem.budget.max_positions
        self.inner, self.ways = form._replace(shelf=None).sets(problem, back), _ways(self.board, back)

    def of(self, positions: Iterable[int]) -> LevelFile:
        return self.shelf.write([self.inner.words(self.inner.of(positions))])

    def after(self, level: LevelFile, most: int) -> LevelFile | None:
        return self._after(level, (), most)

    def next(self, level: LevelFile, bounds: Sequence[Bound]) -> LevelFile:
        after = self._after(level, bounds, self.most)
        if after is None:
            raise TooLarge(f"a level has more than {_count(self.most, 'position')} (--max-positions)")
        return after

    def _after(self, level: LevelFile, bounds: Sequence[Bound], most: int) -> LevelFile | None:
        """What follows from a level and weighs enough; None where more than `most` would have to be kept."""
        after = LevelFile(self.shelf)
        for words in self.shelf.each(self.inner.into, self._parts(level), level, bounds):
            after.append(words)
            if len(after) > most:
                return None
        return after

    def _parts(self, level: LevelFile) -> Iterator[list[tuple[Any, list[Way]]]]:
        """What each part of the next level follows from: positions, and the jumps that lead there.

        In a part all positions have the same pegs in the last holes.  What jumps to it over some of these
        holes had others there, which are the same too: it lies together in the file.
        """
        level.in_order()
        waiting = [(0, len(self.board.holes), self.ways)]
        while waiting:
            part, free, ways = waiting.pop()
            self.budget.spend(len(ways))
            ways = [way for way in ways if part & way[0] >> free == (way[0] ^ way[1]) >> free]
            before = dict[int, list[Way]]()
            for way in ways:
                before.setdefault(part ^ way[0] >> free, []).append(way)
            ends = {there: (there << free, there + 1 << free) for there in before}
            chunks = {there: len(level.around(*ends[there])) for there in before}
            made = self.shelf.chunk * sum(chunks[there] * len(before[there]) for there in before)
            if made > self.shelf.held and free:
                waiting += [(2 * part + peg, free - 1, ways) for peg in (1, 0)]
            elif made:
                yield [(level.between(*ends[there]), before[there]) for there in before if chunks[there]]

    def least(self, level: LevelFile, rows: Sequence[Sequence[int]]) -> list[int]:
        found = [self.inner.least(block, rows) for block in self._held(level)]
        return [min(row) for row in zip(*found, strict=True)]

    def match(self, level: LevelFile, problem: Problem) -> bool:
        return sum([self.inner.match(block, problem) for block in self._held(level)]) > 0  # looks at all

    def _held(self, level: LevelFile) -> Iterator[Any]:
        return map(self.inner.held, self.shelf.read(level, self.shelf.held))

    def _meet(self, level: LevelFile, other: LevelFile) -> bool:
        return sum(map(len, self.shelf.merged([level], [other]))) < len(level)


def _visited_together(problem: Problem) -> list[list[Jump]]:
    """The jumps in parts such that all jumps of one sweep are in the same part."""
    jumps = problem.board.jumps
    problem.budget.spend(20 * len(jumps) + len(problem.board.holes))
    root = list(range(len(problem.board.holes)))

    def find(hole: int) -> int:
        while root[hole] != hole:
            root[hole] = hole = root[root[hole]]
        return hole

    for s, _, t in jumps:
        root[find(s)] = find(t)
    parts: dict[int, list[Jump]] = {}
    for jump in jumps:
        parts.setdefault(find(jump[0]), []).append(jump)
    return list(parts.values())


# --- search: levels of positions from both ends ---


def _read_functionals(problem: Problem, proof: Json) -> tuple[list[list[int]], list[tuple[int, list[int]]]]:
    """The weights that no jump raises, and those that no jump changes by their modulus."""
    pagodas = []
    for i, entry in enumerate(_list(proof["pagodas"], "proof.pagodas")):
        pagodas.append(problem.board.weights(entry, f"proof.pagodas[{i}]"))
        _require_pagoda(problem, pagodas[-1], f"proof.pagodas[{i}]")
    residues = []
    for i, entry in enumerate(_list(proof["residues"], "proof.residues")):
        where = f"proof.residues[{i}]"
        residues.append(_read_residue(problem, _object(entry, where, ("modulus", "weights")), where))
    return pagodas, residues


def _residue_differs(problem: Problem, modulus: int, weights: Sequence[int]) -> bool:
    if any(weights[hole] % modulus for hole in problem.free):
        return False
    return (_total(weights, problem.pegs) - _total(weights, problem.start)) % modulus != 0


def _sizes(value: object, where: str) -> list[int]:
    sizes = _integers(value, where)
    if any(size < 0 for size in sizes):
        raise Malformed(f"{where}: a level cannot have fewer than 0 positions")
    return sizes


class Forecast:
    """What the levels will take, by the sizes that a proof claims and by what the first levels have cost.

    The first ones are made in any case, so a wrong size there is found.  A limit must be missed by far.
    """

    def __init__(self, problem: Problem, form: Form, positions: int, held: int) -> None:
        self.budget = problem.budget
        on_disk = form.shelf is not None and form.shelf.folder is not None
        self.most = self.budget.max_positions if on_disk else _most(problem)
        self.positions, self.held, self.done, self.told = positions, held, 0, monotonic()
        self.work, self.begun = self.budget.work, monotonic()

    def made(self, positions: int) -> None:
        """One more level is made and has the size that is claimed."""
        self.done += positions
        if self.done < FIRST_LEVELS:
            return
        levels = f"the levels have {_count(self.positions, 'position')}"
        if self.held > self.most:
            raise TooLarge(
                f"{levels}, {_show(self.held)} of which are held at once, more than {_show(self.most)} "
                "(--max-positions, or the memory for plain sets: --workdir)"
            )
        for_one, limit = (self.budget.work - self.work) / self.done, self.budget.max_work
        if self.positions * for_one > 2 * limit:
            raise NotChecked(
                f"{levels}, which take some {self.positions * for_one:.0e} steps, more than {limit:.0e} "
                "(--max-work)"
            )
        for_one, seconds = (monotonic() - self.begun) / self.done, self.budget.time_limit
        self._tell(for_one)
        if seconds is not None and self.positions * for_one > 2 * seconds:
            raise NotChecked(
                f"{levels}, which take some {self.positions * for_one:.0f} s here, "
                f"more than {seconds:g} s (--time-limit)"
            )

    def _tell(self, for_one: float) -> None:
        """How far it is, now and then."""
        if self.budget.progress is not None and monotonic() - self.told > BETWEEN_REPORTS:
            self.told = monotonic()
            left = f"some {max(0, self.positions - self.done) * for_one:.0f} seconds more"
            self.budget.progress(f"{self.done:,} of {self.positions:,} positions, {left}")


# Theorem (search). Every play passes each level from its start and each level back from its target: what a
# jump reaches is made, and a position on a play is never separated from its end. So if the last levels
# have no position in common, and so many jumps as they cover are made in every play, there is no play.
def _check_search(problem: Problem, proof: Json) -> str:
    _object(proof, "proof", ("kind", "pagodas", "residues", "forward"), ("backward", "near"))
    pagodas, pairs = _read_functionals(problem, proof)
    # every position that jumps reach has the residue of its origin, so a residue cuts all of them or none
    cut = any(_residue_differs(problem, modulus, weights) for modulus, weights in pairs)
    forward = _sizes(proof["forward"], "proof.forward")
    backward = _sizes(proof.get("backward", []), "proof.backward")
    near = _integer(proof.get("near", 0), "proof.near")
    if not forward:
        raise Malformed("proof.forward: level 0, the start, is missing")
    if near < 0:
        raise Malformed(f"proof.near: expected a number of jumps, got {_show(near)}")
    if problem.free and (backward or near):
        raise Rejected("a search for a target with free holes has no backward part, and nothing near it")
    if problem.free:
        _search_pattern(problem, forward, pagodas, cut)
    else:
        _search_pair(problem, forward, backward, pagodas, cut, near)
    ahead, behind = _few(forward, _show), _few(backward or [1], _show)
    return (
        f"exhaustive search: levels [{ahead}] from the start and [{behind}] back from the target never meet"
    )


def _forward_bounds(problem: Problem, pagodas: Iterable[Sequence[int]]) -> list[Bound]:
    return [(weights, _least_at_target(problem, weights)) for weights in pagodas]


def _backward_bounds(problem: Problem, pagodas: Iterable[Sequence[int]]) -> list[Bound]:
    return [([-w for w in weights], -_total(weights, problem.start)) for weights in pagodas]


def _bounds_near(
    problem: Problem, pagodas: Sequence[Sequence[int]], near: int, far: Sets, back: bool
) -> list[Bound]:
    """What a position of a level weighs if a play leads on from it, or with `back` if one leads to it.

    That play passes one of all the positions `near` jumps from the far end.  Going on, the weight does not
    rise, so it is at least the least weight of those; going back, at most the greatest.
    """
    if not near:
        return _backward_bounds(problem, pagodas) if back else _forward_bounds(problem, pagodas)
    level = far.of([_mask(problem.start if back else problem.pegs)])
    for _ in range(near):
        level = far.next(level, ())
    if not len(level):
        raise Rejected(f"no position is {_count(near, 'jump')} from an end, so nothing can be weighed there")
    rows = [[-w for w in weights] for weights in pagodas] if back else pagodas
    return [*zip(rows, far.least(level, rows), strict=True)]


def _search_pattern(
    problem: Problem, forward: list[int], pagodas: Sequence[Sequence[int]], cut: bool
) -> None:
    if forward[-1]:
        raise Rejected("the last forward level is not empty")
    form = Form.of(problem, sum(forward), pagodas)
    levels, forecast = form.sets(problem, back=False), Forecast(problem, form, sum(forward), max(forward))
    bounds = _forward_bounds(problem, pagodas)
    for i, level in _made("forward", problem, levels, forward, bounds, cut, forecast):
        if levels.match(level, problem):
            raise Rejected(f"a position of forward level {i} matches the target")


def _search_pair(
    problem: Problem,
    forward: list[int],
    backward: list[int],
    pagodas: Sequence[Sequence[int]],
    cut: bool,
    near: int,
) -> None:
    total = len(problem.start) - len(problem.pegs)
    if total < 0:
        raise Rejected("the target has more pegs than the start")
    made = len(forward) - 1 + max(0, len(backward) - 1)
    stuck = forward[-1] == 0 or (bool(backward) and backward[-1] == 0)
    if made > total or (made < total and not stuck):
        raise Rejected(f"the levels cover {_count(made, 'jump')}, and from start to target it takes {total}")
    if near and near + max(len(forward), len(backward)) - 1 > total:
        raise Rejected("a level lies beyond the positions near the other end")
    positions = sum(forward) + sum(backward)
    form = Form.of(problem, positions, pagodas)
    forecast = Forecast(problem, form, positions, max(*forward, *backward, 0))
    ahead, behind = form.sets(problem, back=False), form.sets(problem, back=True)
    bounds = _bounds_near(problem, pagodas, near, behind, back=False)
    last = _last_of(_made("forward", problem, ahead, forward, bounds, cut, forecast))
    bounds = _bounds_near(problem, pagodas, near, ahead, back=True)
    first = _last_of(_made("backward", problem, behind, backward or [1], bounds, cut, forecast))
    if ahead.meet(last, behind, first):
        raise Rejected("the last forward and the last backward level share a position")


def _made(
    side: str,
    problem: Problem,
    levels: Sets,
    sizes: Sequence[int],
    bounds: Sequence[Bound],
    cut: bool,
    forecast: Forecast,
) -> Iterator[tuple[int, Any]]:
    """Makes the levels of one side, with their numbers, and compares their sizes with those of the proof."""
    level = levels.of([_mask(problem.start if side == "forward" else problem.pegs)])
    for i in range(len(sizes)):
        if i and len(level):
            level = levels.of(()) if cut else levels.next(level, bounds)
        _compare(side, i, level, sizes)
        forecast.made(len(level))
        yield i, level


def _last_of(levels: Iterable[tuple[int, Any]]) -> Any:
    """The last level; those before it are not held, in memory or on disk."""
    last = None
    for _, level in levels:
        last = level
    return last


def _compare(side: str, i: int, level: Any, sizes: Sequence[int]) -> None:
    if len(level) != sizes[i]:
        raise Rejected(f"{side} level {i} has {_count(len(level), 'position')}, not {_show(sizes[i])}")


KINDS |= {"search": ("infeasible", _check_search)}


# =========================================================================================================
# PART SEVEN: all that can be reached: closure, longest.  Needs parts one and six.
# =========================================================================================================

SMALL_SET = 1 << 17  # up to here a plain set is quicker than a bit set
SPARSE = 64  # members of a residue class, with a bit each, that take the time of one in a plain set
MAX_BITSET_JUMPS = 512  # keeps the masks of a bit set within 1 GiB on any board that fits
BLOCK_BITS = 16  # blocks of 8 KiB stay in the processor's nearest memory
WHOLE_BITS = 34  # of a residue class that is held twice, in 5 GiB; levels of larger ones go to disk
MAX_RUN_BYTES = 4 << 30  # for the runs of pegs that visit each other's holes

# --- closure: all that the start can reach, as plain sets or as one bit per member of a residue class ---


class SetOfPositions:
    def __init__(self, levels: Sets, made: list[Any]) -> None:
        self.levels, self.made, self.size = levels, made, sum(map(len, made))

    def meets(self, problem: Problem) -> bool:
        """Does one of them match the target?"""
        return any(self.levels.match(level, problem) for level in self.made)


def _grow_set(levels: Sets, start: int, most: int, forecast: Forecast | None = None) -> SetOfPositions | None:
    """The reachable set, or None if it has more than `most` members."""
    made = [levels.of([start])]
    left = most - 1
    while len(made[-1]):
        level = levels.after(made[-1], left)
        if level is None:
            return None
        made.append(level)
        left -= len(level)
        if forecast is not None:
            forecast.made(len(level))
    return SetOfPositions(levels, made)


def _span(board: Board, most: int) -> dict[int, int] | None:
    """Reduced basis over GF(2) of the jumps, by leading hole; None if there are more than `most`.

    Leading holes are preferred where many jumps touch, so that the dependent ones have few.
    """
    touches = _touches(board)
    rank = {hole: i for i, hole in enumerate(sorted(range(len(touches)), key=lambda h: -touches[h]))}
    basis: dict[int, int] = {}
    for jump in board.jumps:
        mask = _mask(jump)
        for lead, row in basis.items():
            if mask >> lead & 1:
                mask ^= row
        if not mask:
            continue
        lead = min((hole for hole in rank if mask >> hole & 1), key=rank.__getitem__)
        for other, row in basis.items():
            if row >> lead & 1:
                basis[other] = row ^ mask
        basis[lead] = mask
        if len(basis) > most:
            return None
    return basis


def _touches(board: Board) -> list[int]:
    touches = [0] * len(board.holes)
    for jump in board.jumps:
        for hole in jump:
            touches[hole] += 1
    return touches


def _parity_mask(bits: int, width: int) -> int:
    """The addresses x below 2**width with an odd number of ones in x & bits, as a bit set."""
    mask = 0
    for i in range(width):
        size = 1 << i
        upper = mask ^ ((1 << size) - 1) if bits >> i & 1 else mask
        mask |= upper << size
    return mask


Masks = tuple[int, int, int]
MADE, UNDONE = (1, 1, 0), (0, 0, 1)  # the pegs of a jump's three holes before it is made, or undone


class BitSet:
    """The members of the start's residue class, in blocks: bit sets in Python's own big integers.

    Modulo 2 a position is the start plus a sum of jumps, so the holes of a basis (the address) decide it and
    every other hole is a parity of address bits.  The high address bits choose a block, a big integer over
    the low ones.  A jump is, block by block: and a mask, shift, or into the block where it lands.
    """

    def __init__(self, problem: Problem, basis: dict[int, int]) -> None:
        self.board, self.budget = problem.board, problem.budget
        self.width = width = max(min(len(basis), BLOCK_BITS), len(basis) - 13)
        touches = _touches(self.board)
        self.address = sorted(basis, key=lambda hole: touches[hole])
        self.full = (1 << (1 << width)) - 1
        self.cost = 1 + (1 << width) // 500  # steps that an operation on a block counts for
        self.bit = {hole: i for i, hole in enumerate(self.address)}
        self.start = _mask(problem.start)
        # hole = constant + parity of these address bits
        holes, bit = range(len(touches)), self.bit
        self.parity = [sum(1 << bit[lead] for lead, row in basis.items() if row >> h & 1) for h in holes]
        self.origin = sum(1 << i for i, hole in enumerate(self.address) if self.start >> hole & 1)
        # those that no jump changes are the same everywhere; the others that are not in the address are few
        self.dependent = [h for h in holes if self.parity[h] and h not in bit]
        self.constant = [
            (self.start >> h & 1) ^ ((self.origin & self.parity[h]).bit_count() & 1) for h in holes
        ]
        self.always = sum(v for v, parity in zip(self.constant, self.parity, strict=True) if not parity)
        self.masks: dict[int, int] = {}
        self.blocks = [0] * (1 << (len(basis) - self.width))
        self.blocks[self.origin >> self.width] = 1 << (self.origin & ((1 << self.width) - 1))
        self._grow(MADE)
        self.size = sum(block.bit_count() for block in self.blocks)

    def _first(self, hole: int, block: int) -> int:
        """The hole's value at the first address of the block."""
        return self.constant[hole] ^ (((block << self.width) & self.parity[hole]).bit_count() & 1)

    def _where(self, hole: int, wanted: int, block: int) -> int:
        """Addresses of the block at which the hole has the wanted value, as a bit set."""
        self.budget.spend(2 * self.cost)
        low = self.parity[hole] & ((1 << self.width) - 1)
        if low not in self.masks:
            self.masks[low] = _parity_mask(low, self.width)
        return self.full ^ self.masks[low] if wanted == self._first(hole, block) else self.masks[low]

    def _fixed(self, problem: Problem) -> list[tuple[int, int]] | None:
        """The holes that jumps change and the target does not leave free, with the values that it asks for.

        None if the target asks for another value of a hole that no jump changes.
        """
        self.budget.spend(len(self.parity))
        pegs, free = set(problem.pegs), set(problem.free)
        fixed = [(hole, int(hole in pegs)) for hole in range(len(self.parity)) if hole not in free]
        if any(not self.parity[hole] and self.constant[hole] != wanted for hole, wanted in fixed):
            return None
        return [(hole, wanted) for hole, wanted in fixed if self.parity[hole]]

    def _matching(self, members: int, block: int, fixed: list[tuple[int, int]]) -> int:
        """The members of a block that have these values."""
        for hole, wanted in fixed:
            members = members and members & self._where(hole, wanted, block)
        return members

    def _by_pegs(self, block: int) -> list[int]:
        """Addresses of the block by their pegs on the low address holes and the dependent holes."""
        levels = [1]
        self.budget.spend(4 * self.width * self.cost)
        for i in range(self.width):
            levels = [a | b << (1 << i) for a, b in zip([*levels, 0], [0, *levels], strict=True)]
        for hole in self.dependent:
            peg = self._where(hole, 1, block)
            none = self.full ^ peg
            self.budget.spend(3 * len(levels) * self.cost)
            levels = [a & none | b & peg for a, b in zip([*levels, 0], [0, *levels], strict=True)]
        return levels

    def _moves(self, jumps: Iterable[Jump], pegs: tuple[int, int, int]) -> list[list[Masks]]:
        """For each block its jumps, made or undone, as (mask, shift, block where they lead)."""
        moves: list[list[Masks]] = [[] for _ in self.blocks]
        bit = self.bit
        for jump in jumps:
            self.budget.spend(len(self.blocks))
            roles = [*zip(jump, pegs, strict=True)]
            low = [(hole, wanted) for hole, wanted in roles if bit.get(hole, self.width) < self.width]
            shift = sum((1 - 2 * wanted) << bit[hole] for hole, wanted in low)
            flip = sum(1 << bit[hole] >> self.width for hole, _ in roles if hole in bit)
            matters = [self.parity[hole] >> self.width for hole, _ in roles]
            cache: dict[tuple[int, ...], int] = {}
            for block in range(len(self.blocks)):
                key = tuple((block & high).bit_count() & 1 for high in matters)
                if key not in cache:
                    a, b, c = (self._where(hole, wanted, block) for hole, wanted in roles)
                    cache[key] = a & b & c
                if cache[key]:
                    moves[block].append((cache[key], shift, block ^ flip))
        return moves

    def _grow(self, pegs: tuple[int, int, int]) -> None:
        blocks, moves = self.blocks, self._moves(self.board.jumps, pegs)
        done = [0] * len(blocks)  # members whose jumps were all made
        order = sorted(range(len(blocks)), key=lambda block: -block.bit_count())
        waiting = {block for block in order if blocks[block]}
        while waiting:
            for block in order:
                if block in waiting:
                    waiting.discard(block)
                    self.budget.spend(len(moves[block]) * self.cost)
                    fresh = blocks[block] ^ done[block]
                    done[block] = blocks[block]
                    waiting.update(self._jump_from(block, fresh, moves[block]))

    def _jump_from(self, block: int, fresh: int, moves: Iterable[Masks]) -> set[int]:
        """Make every jump from the fresh members of a block; returns the blocks that grew."""
        blocks, grown = self.blocks, set()
        for mask, shift, landing in moves:
            moved = fresh & mask
            if moved:
                moved = moved << shift if shift >= 0 else moved >> -shift
                old = blocks[landing]
                new = old | moved
                if new != old:
                    blocks[landing] = new
                    grown.add(landing)
                    if landing == block:
                        fresh |= moved
        return grown

    def meets(self, problem: Problem) -> bool:
        """Does one of them match the target?"""
        self.budget.spend(len(self.parity) + len(self.blocks) * (len(self.dependent) + self.cost))
        if problem.count is None:
            fixed = self._fixed(problem)
            return fixed is not None and any(
                self._matching(members, block, fixed) for block, members in enumerate(self.blocks)
            )
        groups: dict[tuple[int, ...], list[int]] = {}
        for block in range(len(self.blocks)):
            key = tuple(self._first(hole, block) for hole in self.dependent)
            groups.setdefault(key, []).append(block)
        for blocks in groups.values():
            levels = self._by_pegs(blocks[0])
            for block in blocks:
                pegs = problem.count - self.always - block.bit_count()
                if 0 <= pegs < len(levels) and self.blocks[block] & levels[pegs]:
                    return True
        return False


def _reach(problem: Problem, claimed: int) -> SetOfPositions | BitSet:
    """Everything reachable from the start, in the form that fits; kept for the next target."""
    if not problem.reached:
        problem.reached.append(_grown(problem, claimed))
    reached: SetOfPositions | BitSet = problem.reached[0]
    return reached


def _grown(problem: Problem, claimed: int) -> SetOfPositions | BitSet:
    form, start = Form.of(problem, claimed), _mask(problem.start)
    large = _most(problem) if form.shelf is None else problem.budget.max_positions
    small, levels = min(SMALL_SET, large), form.sets(problem, back=False)
    reached = _grow_set(levels, start, small)
    if reached is not None:
        return reached
    if claimed > small:
        basis = _basis(problem)
        if basis is not None and (claimed > large or claimed * SPARSE > 1 << len(basis)):
            return BitSet(problem, basis)
        if claimed > large:
            raise TooLarge(
                f"more than {small} positions can be reached, and the residue class is too large "
                "for one bit each (--workdir, or --max-positions)"
            )
        reached = _grow_set(levels, start, claimed, Forecast(problem, form, claimed, 0))
    if reached is None:
        raise Rejected(f"more than {_show(claimed)} positions can be reached from the start")
    return reached


def _basis(problem: Problem) -> dict[int, int] | None:
    """That of the residue class, where a bit for each member can be held."""
    bits = min(WHOLE_BITS, problem.budget.max_positions.bit_length() - 1)
    return _span(problem.board, bits) if len(problem.board.jumps) <= MAX_BITSET_JUMPS else None


# Theorem (closure). A play ends in a position that can be reached; if none of them matches, there is no
# play.
def _check_closure(problem: Problem, proof: Json) -> str:
    _object(proof, "proof", ("kind", "size"))
    claimed = _integer(proof["size"], "proof.size")
    if claimed < 1:
        raise Rejected(f"the start itself can be reached, so the size cannot be {_show(claimed)}")
    reachable = _reach(problem, claimed)
    if reachable.size != claimed:
        raise Rejected(
            f"{_count(reachable.size, 'position')} can be reached from the start, not {_show(claimed)}"
        )
    if reachable.meets(problem):
        raise Rejected("a position that can be reached from the start matches the target")
    if claimed == 1:
        return "the start has no legal jump and does not match the target"
    return f"none of the {claimed} positions that can be reached from the start matches the target"


# --- longest: runs of jumps by one peg, over the positions that lie on plays ---


class OnPlays(BitSet):
    """The positions on plays: the start can become them, and they can become what matches the target."""

    def __init__(self, problem: Problem, basis: dict[int, int]) -> None:
        super().__init__(problem, basis)
        reached, fixed = self.blocks, self._fixed(problem)
        self.budget.spend(4 * len(reached) * self.cost)
        self.blocks = [
            0 if fixed is None else self._matching(members, block, fixed)
            for block, members in enumerate(reached)
        ]
        self._grow(UNDONE)
        self.blocks = [ahead & behind for ahead, behind in zip(reached, self.blocks, strict=True)]

    def longest_run(self, jumps: Sequence[Jump], most: int) -> int:
        """How many of these jumps one peg can make in a row on a play; beyond `most` nothing is followed.

        All positions of the run lie on plays, so it is a part of one.
        """
        moves = {jump: self._moves([jump], MADE) for jump in jumps}
        ends = {start: self.blocks for start, _, _ in jumps}  # positions after a run, by the hole of its peg
        for length in range(most):
            longer: dict[int, list[int]] = {}
            for (start, _, landing), of_blocks in moves.items():
                if start in ends:
                    self._follow(ends[start], of_blocks, longer.setdefault(landing, [0] * len(self.blocks)))
            ends = {hole: blocks for hole, blocks in longer.items() if any(blocks)}
            if not ends:
                return length
        return most

    def _follow(self, members: list[int], of_blocks: list[list[Masks]], reached: list[int]) -> None:
        """Make one jump from the members, and keep what lies on plays."""
        for block, here in enumerate(members):
            for mask, shift, landing in of_blocks[block]:
                self.budget.spend(3 * self.cost)
                moved = here & mask
                if moved:
                    moved = moved << shift if shift >= 0 else moved >> -shift
                    reached[landing] |= moved & self.blocks[landing]


# Theorem (longest). All positions of a sweep of a play lie on that play. So a sweep is no longer than the
# longest run of jumps by one peg through positions that can be reached and from which the target can be.
def _check_longest_sweep(problem: Problem, proof: Json) -> str:
    _object(proof, "proof", ("kind", "at_most"), ("play",))
    most = _integer(proof["at_most"], "proof.at_most")
    if most < 0:
        raise Malformed(f"proof.at_most: expected 0 or more, got {_show(most)}")
    shown = _longest_shown(problem, proof, most)
    parts = _visited_together(problem)
    on_plays = OnPlays(problem, _basis_for_runs(problem, parts))
    longest = max((on_plays.longest_run(jumps, most + 1) for jumps in parts), default=0)
    if longest > most:
        raise Rejected(f"a sweep of a play has more than {_count(most, 'jump')}")
    return f"no sweep of a play from the start to the target has more than {_count(most, 'jump')}{shown}"


def _basis_for_runs(problem: Problem, parts: list[list[Jump]]) -> dict[int, int]:
    """That of the residue class, if sets of runs into all holes that one peg can visit fit into memory."""
    basis = _basis(problem)
    if basis is None:
        raise TooLarge("the residue class is too large for one bit each (--max-positions)")
    holes = max((len({landing for _, _, landing in jumps}) for jumps in parts), default=0)
    needed = (2 * holes + 4) * (1 << len(basis)) * 4 // 30
    if needed > MAX_RUN_BYTES:
        raise TooLarge(
            f"sets of runs into {_count(holes, 'hole')} take up to {needed / 2**30:.1f} GiB, "
            f"more than {MAX_RUN_BYTES >> 30} GiB"
        )
    return basis


def _longest_shown(problem: Problem, proof: Json, most: int) -> str:
    """What the play of the proof, if it holds one, says of the longest sweep."""
    if "play" not in proof:
        return ", if there is a play"
    longest, run, end = 0, 0, -1
    for start, _, landing in _replayed(problem, proof["play"], "proof.play"):
        run, end = run + 1 if start == end else 1, landing
        longest = max(longest, run)
    if longest > most:
        raise Rejected(f"the play has a sweep of {_count(longest, 'jump')}")
    most_there_is = ", so this is the longest" if longest == most else ""
    return f"; the play that is given has one of {longest}{most_there_is}"


KINDS |= {"closure": ("infeasible", _check_closure), "longest": ("longest-sweep", _check_longest_sweep)}
COUNTING |= {"closure"}


# =========================================================================================================
# PART EIGHT: levels by sweeps: sweeps.  Needs parts one and six.
# =========================================================================================================

REGION_BITS = 11  # holes whose pegs are looked up together
MAX_REGIONS = 64  # so that the search for disjoint ones nests less deep than Python allows
MAX_BOUNDS = 1024
MAX_KNOWN = 1 << 20  # numbers of disjoint regions that are remembered
MAX_WEIGHED_BYTES = 1 << 28  # of what holes and sets of regions weigh by all bounds
MAX_IMAGES = 128  # symmetries
SWEPT_AT_ONCE = 1 << 13  # positions whose sweeps are followed together: few parts, small ones
SWEPT_AS_MADE = 10  # positions of a search take as long as one of these
SWEPT_FEW = 4_000  # positions that take less time without numpy

# --- sweeps: levels by number of sweeps, a sweep being jumps of one peg in a row ---


class Regions:
    """Sets of holes that, once full, are opened only by a sweep that begins in them."""

    def __init__(self, problem: Problem, value: object) -> None:
        self.budget = problem.budget
        self.regions = _read_regions(problem, value)
        self.masks = list(map(_mask, self.regions))
        start, stays = _mask(problem.start), _mask((*problem.pegs, *problem.free))
        self.at_start = _mask(i for i, mask in enumerate(self.masks) if mask & ~start == 0)
        self.to_open, self.spared = _mask(i for i, mask in enumerate(self.masks) if mask & ~stays), 0
        if problem.count is not None:  # as many pegs fill so many of the smallest regions
            self.to_open = _mask(range(len(self.masks)))
            self.spared = problem.count // min([mask.bit_count() for mask in self.masks], default=1)
        self.numbers = Disjoint(problem, self.masks)
        holes = len(problem.board.holes)
        self.tables = [(first, self._table(first, holes)) for first in range(0, holes, REGION_BITS)]

    def _table(self, first: int, holes: int) -> list[int]:
        """For all ways to fill some holes in a row the regions that they keep from being full."""
        self.budget.spend(2**REGION_BITS + REGION_BITS * len(self.masks))
        table = [0]  # by the holes that are empty
        for hole in range(first, min(first + REGION_BITS, holes)):
            around = _mask(i for i, mask in enumerate(self.masks) if mask >> hole & 1)
            table += [some | around for some in table]
        return table[::-1]

    def within(self, positions: Sequence[int], most: int, back: bool) -> list[int]:
        """The positions, or integers that begin with one, that need no more than so many sweeps.

        Every play from them needs these, or (back) every play to them from the start.
        """
        most, numbers = most if back else most + self.spared, self.numbers
        sets = self.asked_by(positions, back)
        return [p for p, some in zip(positions, sets, strict=False) if numbers[some] <= most]

    def asked_by(self, positions: Sequence[int], back: bool) -> Iterator[int]:
        """For each position the set of regions that must be opened from there, or (back) have been opened.

        Where there is no hole, one without end.
        """
        self.budget.spend(len(positions) * (4 + len(self.tables)))
        broken: Iterator[int] = repeat(0)
        for first, table in self.tables:
            ones = len(table) - 1
            broken = map(or_, broken, [table[p >> first & ones] for p in positions])
        asked, turned = (self.at_start, 0) if back else (self.to_open, -1)
        return ((some ^ turned) & asked for some in broken)

    def kept_by(self, group: Iterable[Sequence[int]]) -> bool:
        """Whether the symmetries carry those that count to one another, so that images need the same."""
        for counted in (self.to_open, self.at_start):
            some = {region for i, region in enumerate(self.regions) if counted >> i & 1}
            for image in group:
                self.budget.spend(sum(map(len, some)))
                if {frozenset([image[hole] for hole in region]) for region in some} != some:
                    return False
        return True


class Disjoint(dict[int, int]):
    """The largest number of disjoint regions among some, a bit for each; the last ones are remembered."""

    def __init__(self, problem: Problem, masks: Sequence[int]) -> None:
        self.budget = problem.budget
        self.overlaps = [_mask(j for j, b in enumerate(masks) if a & b) for a in masks]

    def __missing__(self, some: int) -> int:
        if not some:
            return 0
        self.budget.spend(100)
        if len(self) > MAX_KNOWN:
            self.clear()
        least = some & -some
        around = self.overlaps[least.bit_length() - 1]
        most = 1 + self[some & ~around]
        if some & around != least:
            most = max(most, self[some ^ least])
        self[some] = most
        return most


def _read_regions(problem: Problem, value: object) -> list[frozenset[int]]:
    entries = _list(value, "proof.regions")
    if len(entries) > MAX_REGIONS:
        raise TooLarge(f"{len(entries)} regions; this checker takes up to {MAX_REGIONS}")
    return [_read_region(problem, entry, f"proof.regions[{i}]") for i, entry in enumerate(entries)]


def _read_region(problem: Problem, value: object, where: str) -> frozenset[int]:
    """A region: no jump over one of its holes both starts and lands outside."""
    holes = frozenset(_increasing_holes(value, where, len(problem.board.holes)))
    if not holes:
        raise Malformed(f"{where}: a region has at least one hole")
    problem.budget.spend(len(problem.board.jumps))
    for start, over, landing in problem.board.jumps:
        if over in holes and start not in holes and landing not in holes:
            raise Rejected(f"{where}: the jump {[start, over, landing]} opens it from outside")
    return holes


def _read_symmetries(problem: Problem, value: object) -> list[tuple[int, ...]]:
    """Permutations of the holes that keep jumps, start and target and are a group with the identity."""
    holes, entries = len(problem.board.holes), _list(value, "proof.symmetries")
    if len(entries) > MAX_IMAGES:
        raise TooLarge(f"{len(entries)} symmetries; this checker takes up to {MAX_IMAGES}")
    group = []
    for i, entry in enumerate(entries):
        where = f"proof.symmetries[{i}]"
        group.append(tuple(_hole(hole, where, holes) for hole in _integers(entry, where, holes)))
        _require_symmetry(problem, group[-1], where)
    members = {*group, tuple(range(holes))}
    for first in group:
        problem.budget.spend(holes * len(group))
        if any(tuple([first[hole] for hole in second]) not in members for second in group):
            raise Rejected("proof.symmetries: with the identity they are no group")
    return group


def _require_symmetry(problem: Problem, image: Sequence[int], where: str) -> None:
    board = problem.board
    if sorted(image) != list(range(len(board.holes))):
        raise Malformed(f"{where}: expected each of the {len(board.holes)} holes once")
    problem.budget.spend(len(board.jumps) + len(image))
    for s, o, to in board.jumps:
        if (image[s], image[o], image[to]) not in board.number:
            raise Rejected(f"{where}: the image of the jump {[s, o, to]} is no jump")
    for name, holes in (("start", problem.start), ("target", problem.pegs), ("target", problem.free)):
        if {image[hole] for hole in holes} != set(holes):
            raise Rejected(f"{where}: it does not keep the {name}")


class SweepBound(NamedTuple):
    """Weights of which no sweep takes more than `per_sweep` away, with those of the regions it begins in.

    `kept` is what the target weighs at most, with the regions that it may fill.
    """

    weights: tuple[int, ...]
    region_weights: tuple[int, ...]
    per_sweep: int
    kept: int


def _read_sweep_bounds(problem: Problem, value: object, regions: Regions) -> list[SweepBound]:
    entries = _list(value, "proof.bounds")
    if len(entries) > MAX_BOUNDS:
        raise TooLarge(f"{len(entries)} bounds; this checker takes up to {MAX_BOUNDS}")
    parts = _visited_together(problem)
    return [
        _read_sweep_bound(problem, entry, regions.regions, parts, f"proof.bounds[{i}]")
        for i, entry in enumerate(entries)
    ]


def _read_sweep_bound(
    problem: Problem,
    value: object,
    regions: Sequence[frozenset[int]],
    parts: Iterable[Sequence[Jump]],
    where: str,
) -> SweepBound:
    """A bound: what any sweep takes away at most is found from its potentials and passages.

    A sweep from a to b that jumps over holes o takes w[a] - w[b] + the sum of w[o]. If c[o] is the greatest
    w[o] - p[s] + p[t] of its jumps from s over o to t, and 0 at least, that is no more than
    w[a] + p[a] - w[b] - p[b] + the sum of c[o], as a sweep goes over a hole once.
    """
    entry = _object(value, where, ("weights", "potentials", "region_weights", "per_sweep"), ("passages",))
    weights = problem.board.weights(entry["weights"], f"{where}.weights")
    potentials = problem.board.weights(entry["potentials"], f"{where}.potentials")
    each = _integers(entry["region_weights"], f"{where}.region_weights", len(regions))
    per_sweep = _integer(entry["per_sweep"], f"{where}.per_sweep")
    if per_sweep < 0:  # then fewer sweeps could take more
        raise Malformed(f"{where}.per_sweep: expected 0 or more, got {_show(per_sweep)}")
    if min(each, default=0) < 0:
        raise Malformed(f"{where}.region_weights: expected 0 or more for each region")
    problem.budget.spend(3 * len(problem.board.jumps) + sum(map(len, regions)))
    ends = [w + p for w, p in zip(weights, potentials, strict=True)]
    begins = list(ends)
    for region, weight in zip(regions, each, strict=True):
        for hole in region:
            begins[hole] += weight
    passed = _read_passages(problem, entry.get("passages", []), begins, f"{where}.passages")
    for jumps in parts:
        costs: dict[int, int] = {}
        for jump in jumps:
            s, o, t = jump
            costs[o] = max(costs.get(o, 0), weights[o] - potentials[s] + potentials[t] + passed.get(jump, 0))
        most = max(begins[s] for s, _, _ in jumps) - min(ends[t] for _, _, t in jumps) + sum(costs.values())
        if most > per_sweep:
            whose = f"a sweep by a peg that can visit hole {jumps[0][0]}"
            raise Rejected(f"{where}: {whose} may take {_show(most)} away, more than {_show(per_sweep)}")
    return SweepBound(tuple(weights), tuple(each), per_sweep, _kept(problem, weights, regions, each))


def _landing_in(jumps: tuple[Jump, ...]) -> dict[int, list[Jump]]:
    """For each hole the jumps that land in it."""
    landing: dict[int, list[Jump]] = {}
    for jump in jumps:
        landing.setdefault(jump[2], []).append(jump)
    return landing


def _read_passages(problem: Problem, value: object, begins: list[int], where: str) -> dict[Jump, int]:
    """What passages add to the cost of jumps; what they add to beginnings goes into `begins`.

    A sweep that goes over o inside a set of holes, which it does once, begins in the set or enters it. So a
    weight may be taken from the jumps over o inside, if a beginning inside and all jumps into the set get it.
    """
    passed: dict[Jump, int] = {}
    holes, landing_in = len(problem.board.holes), _landing_in(problem.board.jumps)
    for i, entry in enumerate(_list(value, where)):
        place, passage = f"{where}[{i}]", _list(entry, f"{where}[{i}]")
        if len(passage) != 3:
            raise Malformed(
                f"{place}: expected a set of holes, a hole and a weight, got {len(passage)} entries"
            )
        members = set(_increasing_holes(passage[0], f"{place}[0]", holes))
        over, weight = _hole(passage[1], f"{place}[1]", holes), _integer(passage[2], f"{place}[2]")
        if weight < 0:
            raise Malformed(f"{place}[2]: expected 0 or more, got {_show(weight)}")
        problem.budget.spend(4 + sum([len(landing_in.get(hole, ())) for hole in members]))
        for hole in members:
            begins[hole] += weight
            for jump in landing_in.get(hole, ()):
                if jump[0] not in members:
                    passed[jump] = passed.get(jump, 0) + weight
                elif jump[1] == over:
                    passed[jump] = passed.get(jump, 0) - weight
    return passed


def _kept(
    problem: Problem, weights: Sequence[int], regions: Iterable[frozenset[int]], each: Iterable[int]
) -> int:
    """What a target weighs at most, rounded down; where N pegs are left, with the regions that they may fill.

    A region of m holes is full at most as often as one hole in it, on the average over its holes.
    """
    count = problem.count
    fillable = [(r, m) for r, m in zip(regions, each, strict=True) if count is not None and len(r) <= count]
    times = lcm(*(len(region) for region, _ in fillable))
    kept = [-times * weight for weight in weights]
    for region, weight in fillable:
        for hole in region:
            kept[hole] -= times // len(region) * weight
    return -_least_at_target(problem, kept) // times


class Weighing:
    """All bounds at once, in lanes of one integer: what is left to take, or (back) to have taken.

    A lane is what so many sweeps can take less what every play takes from a position, or up to it; its last
    bit is set while that is not negative.
    """

    def __init__(self, problem: Problem, bounds: Sequence[SweepBound], back: bool, most: int) -> None:
        self.bounds, self.budget, self.back = bounds, problem.budget, back
        self.added = [_total(bound.weights, problem.start) if back else -bound.kept for bound in bounds]
        widest = [
            sum(map(abs, bound.weights)) + sum(bound.region_weights) + abs(added) + most * bound.per_sweep
            for bound, added in zip(bounds, self.added, strict=True)
        ]
        ends = list(accumulate([number.bit_length() + 1 for number in widest], initial=0))
        self.shifts, self.bits, holes = ends[:-1], ends[-1], len(problem.board.holes)
        size, self.cost, self.ones = 64 + self.bits // 7, 1 + self.bits // 512, (1 << holes) - 1
        if 32 * holes * size > MAX_WEIGHED_BYTES:
            raise TooLarge("so many and so great weights of bounds are more than this checker holds")
        problem.budget.spend((len(bounds) * (holes + 64) + 32 * holes) * self.cost)
        self.signs = sum(1 << end - 1 for end in ends[1:])
        sign = 1 if back else -1
        self.tables = _byte_tables(
            self._lanes([[sign * w for w in bound.weights] for bound in bounds], holes)
        )
        taken = self._lanes([[-w for w in bound.region_weights] for bound in bounds])
        self.of_regions = WeightOfSome(taken, min(MAX_KNOWN, MAX_WEIGHED_BYTES // size))

    def _lanes(self, rows: Sequence[Sequence[int]], columns: int = 0) -> list[int]:
        """Each column of some rows as one integer."""
        if not rows:
            return [0] * columns
        return [sum(map(int.__lshift__, column, self.shifts)) for column in zip(*rows, strict=True)]

    def rows(self, most: int) -> list[Bound]:
        """The same as bounds on weights, of holes and then of regions that are asked for."""
        sign = 1 if self.back else -1
        return [
            ([sign * w for w in b.weights] + [-w for w in b.region_weights], added - most * b.per_sweep)
            for b, added in zip(self.bounds, self.added, strict=True)
        ]

    def within(self, positions: Sequence[int], sets: Iterable[int], most: int) -> list[int]:
        """The positions, with sets of regions, from which or to which so many sweeps may suffice."""
        self.budget.spend(len(positions) * (4 + len(self.tables)) * self.cost)
        room = [most * b.per_sweep - added for b, added in zip(self.bounds, self.added, strict=True)]
        base = self.signs + sum(map(int.__lshift__, room, self.shifts))
        signs, tables, of_regions, ones = self.signs, self.tables, self.of_regions, self.ones
        return [
            p
            for p, some in zip(positions, sets, strict=False)
            if (base + _table_weight(tables, p & ones) + of_regions[some]) & signs == signs
        ]


class WeightOfSome(dict[int, int]):
    """The sum of the weights in a set, a bit for each; the last ones are remembered."""

    def __init__(self, weights: Sequence[int], most: int) -> None:
        self.weights, self.most = weights, most

    def __missing__(self, some: int) -> int:
        if len(self) >= self.most:
            self.clear()
        self[some] = sum(weight for i, weight in enumerate(self.weights) if some >> i & 1)
        return self[some]


class Swept(NamedTuple):
    """The levels from one end, and how their positions are written."""

    form: Form
    shelf: Shelf
    levels: list[LevelFile]

    def meet(self, other: Swept) -> bool:
        self.form.require(other.form)
        alone = sum(map(len, self.shelf.merged(self.levels, other.levels)))
        return alone < sum(map(len, self.levels))

    def match(self, problem: Problem) -> bool:
        blocks = self.shelf.merged(self.levels)
        return sum([any(problem.matches(int(word)) for word in block) for block in blocks]) > 0


class SweepSide:
    """Levels from one end: what so many sweeps reach and no fewer, each position as its least image."""

    def __init__(
        self,
        problem: Problem,
        wide: Wide,
        regions: Regions,
        bounds: Sequence[SweepBound],
        most: int,
        first: Sequence[int],
        *,
        back: bool = False,
    ) -> None:
        self.problem, self.wide, self.regions, self.most, self.back = problem, wide, regions, most, back
        self.weighing = Weighing(problem, bounds, back, most)
        self.alike = regions.kept_by(wide.group)
        self.cost = 1 + wide.bits // 512
        self.first, self.known = first, list[LevelFile]()
        self.shelf: Any = wide.form.shelf
        self.words = None if wide.form.numpy is None else SweptWords(self, wide.form)
        if self.words is None:  # what sets of words cost
            problem.budget.spend(len(problem.board.jumps) * problem.board.cost)

    def __getstate__(self) -> dict[str, object]:
        """For another process, which makes images and has no use for files."""
        return self.__dict__ | {"known": []}

    def repeat(self, sizes: Sequence[int], forecast: Forecast) -> Swept:
        """All levels, whose sizes are found to be these."""
        for sweeps, size in enumerate(sizes):
            level = self._reached(self.known[-1], sweeps) if sweeps else self._begun()
            if len(level) != size:
                side, said = "backward" if self.back else "forward", _count(len(level), "position")
                raise Rejected(f"{side} level {sweeps} has {said}, not {_show(size)}")
            self.known.append(level)
            forecast.made(size)
        return Swept(self.wide.form, self.shelf, self.known)

    def _begun(self) -> LevelFile:
        """Level 0, without what a pagoda, a region or a bound leaves out."""
        wide, level = self.wide, set[int]()
        for low in range(0, len(self.first), SWEPT_AT_ONCE):
            some = self.first[low : low + SWEPT_AT_ONCE]
            self.problem.budget.spend(len(some) * (len(wide.tables) + len(wide.lanes)) * self.cost)
            least = wide.least([p for p in map(wide.of, some) if p & wide.signs == wide.signs])
            level.update(self._bounded(self._kept(least, 0), 0))
        begun: LevelFile = self.shelf.write([self._in_order(level)])
        return begun

    def _reached(self, level: LevelFile, sweeps: int) -> LevelFile:
        """What one sweep more reaches and no fewer do, where the regions and the bounds leave room.

        Blocks of a level become runs of least images, which are merged.
        """
        runs, after = Runs(self.shelf), LevelFile(self.shelf)
        most = max(1, min(SWEPT_AT_ONCE, self.shelf.held // 64))
        for words in self.shelf.each(self._images, self.shelf.read(level, most), level, sweeps):
            runs.add(words)
        known = len(after) if self.shelf.folder is not None else sum(map(len, self.known))
        for block in runs.merged(self.known):
            after.append(self._left(block, sweeps))
            self._hold(known + len(after), self.wide.holes)
        return after

    def _in_order(self, positions: Iterable[int]) -> Any:
        words = sorted([p & self.wide.ones for p in positions])
        return words if self.words is None else self.words.of(words)

    def _images(self, block: Any, sweeps: int) -> Any:
        """The least images of where one sweep leads, where the regions leave room."""
        if self.words is not None:
            return self.words.images(block, sweeps)
        swept: Any = self._swept(block)
        if self.alike:  # before the images, as most are left out
            swept = self._kept(swept, sweeps)
        self.problem.budget.spend(len(swept) * (2 + len(self.wide.lanes)) * self.cost)
        return self._in_order(self.wide.least(swept))

    def _left(self, positions: Any, sweeps: int) -> Any:
        """Those for which neither regions nor bounds ask for too many sweeps."""
        if self.words is not None:
            return self.words.left(positions, sweeps)
        return self._bounded(positions if self.alike else self._kept(positions, sweeps), sweeps)

    def _swept(self, level: Sequence[int]) -> set[int]:
        """Where one sweep leads: its peg is followed hole by hole."""
        self.problem.budget.spend(len(level) * len(self.wide.tables) * self.cost)
        here = {self.wide.of(position) for position in level}
        places: set[int] = set()
        moving = dict.fromkeys(self.wide.ways, here)
        while moving:
            for hole, positions in moving.items():
                self.problem.budget.spend(
                    (1 + len(positions)) * len(self.wide.ways.get(hole, ())) * self.cost
                )
            moving = self.wide.moved(moving, places, self._held(self.wide.bits))
            self._hold(len(places), self.wide.bits)
        return places

    def _kept(self, positions: Iterable[int], sweeps: int) -> list[int]:
        """Those for which the regions do not ask for too many sweeps."""
        return self.regions.within([*positions], self.most - sweeps, self.back)

    def _bounded(self, positions: Iterable[int], sweeps: int) -> list[int]:
        """Those for which no bound asks for too many sweeps."""
        positions = [*positions]
        asked = self.regions.asked_by(positions, self.back)
        return self.weighing.within(positions, asked, self.most - sweeps)

    def _held(self, bits: int) -> int:
        """Positions of so many bits that may be held."""
        if self.shelf.folder is not None:
            return self.problem.budget.max_positions
        return min(_most(self.problem), MAX_SET_BYTES // (64 + bits // 7))

    def _hold(self, positions: int, bits: int) -> None:
        most, also = self._held(bits), "" if self.shelf.folder is not None else ", or memory: --workdir"
        if positions > most:
            raise TooLarge(f"more than {_count(most, 'position')} (--max-positions{also})")


class SweptWords:
    """What a side does with its positions, by numpy."""

    def __init__(self, side: SweepSide, form: Form) -> None:
        self.side, self.numpy, self.budget = side, form.numpy, side.problem.budget
        self.sets = WordSets(side.problem, form, side.back)
        rows = [[1 << hole for hole in image] for image in side.wide.group]
        self.images_by = [self.sets._tables(row) for row in rows]
        self.broken = [(first, self.of(table)) for first, table in side.regions.tables]
        self.bounds: tuple[int, list[tuple[Lanes, list[Any], list[Any]]]] = (-1, [])

    def of(self, words: Iterable[int]) -> Any:
        return self.numpy.array([*words], dtype=self.numpy.uint64)

    def images(self, block: Any, sweeps: int) -> Any:
        swept, side = self._swept(block), self.side
        if side.alike:
            swept = self._kept(swept, sweeps)
        self.budget.spend(len(swept) * (2 + len(side.wide.lanes)) * side.cost)
        least, nothing = swept, Lanes((), 0, 0, ())
        for tables in self.images_by:
            least = self.numpy.minimum(least, self.sets._sums(swept, nothing, tables))
        return _distinct(self.numpy, [least])

    def _swept(self, block: Any) -> Any:
        """Where one sweep leads: its peg is followed hole by hole."""
        ways, word, pagodas = self.side.wide.ways, self.sets._word, self.side.wide.bounds
        self.budget.spend(len(block) * len(self.side.wide.tables) * self.side.cost)
        moving, places = dict.fromkeys(ways, block), [block[:0]]
        while moving:
            after: dict[int, list[Any]] = {}
            waiting = joined = 0
            for hole, some in moving.items():
                self.budget.spend((1 + len(some)) * len(ways.get(hole, ())) * self.side.cost)
                for holes, full, _, then in ways.get(hole, ()):
                    self.budget.spend(0)
                    moved = some[some & word(holes) == word(full)] ^ word(holes)
                    after.setdefault(then, []).append(moved)
                    waiting += len(moved)
                    if waiting > max(MAX_WAITING, joined):
                        after = {to: [_distinct(self.numpy, parts)] for to, parts in after.items()}
                        waiting, joined = 0, sum(len(one) for (one,) in after.values())
            distinct = {hole: _distinct(self.numpy, parts) for hole, parts in after.items()}
            moving = {hole: self.sets.enough(some, pagodas) for hole, some in distinct.items() if len(some)}
            moving = {hole: some for hole, some in moving.items() if len(some)}
            places += moving.values()
        return _distinct(self.numpy, places)

    def _asked(self, words: Any) -> Any:
        regions, word, broken = self.side.regions, self.sets._word, words & self.sets._word(0)
        self.budget.spend(len(words) * (4 + len(regions.tables)))
        for first, table in self.broken:
            broken |= table[(words >> word(first) & word(len(table) - 1)).view(self.numpy.int64)]
        asked, turned = (regions.at_start, 0) if self.side.back else (regions.to_open, WORD)
        return (broken ^ word(turned)) & word(asked)

    def _kept(self, words: Any, sweeps: int) -> Any:
        regions, side = self.side.regions, self.side
        most = side.most - sweeps + (0 if side.back else regions.spared)
        sets, which = self.numpy.unique(self._asked(words), return_inverse=True)
        few = self.numpy.array([regions.numbers[int(some)] <= most for some in sets], dtype=bool)
        return words[few[which]]

    def left(self, words: Any, sweeps: int) -> Any:
        if not self.side.alike:
            words = self._kept(words, sweeps)
        if self.bounds[0] != sweeps:
            self.bounds = sweeps, [*self._lanes(sweeps)]
        asked, weighing = self._asked(words), self.side.weighing
        self.budget.spend(len(words) * (4 + len(weighing.tables)) * weighing.cost)
        for lanes, of_holes, of_regions in self.bounds[1]:
            self.budget.spend(0)
            total = self.sets._sums(words, lanes, of_holes)
            total += self.sets._sums(asked, Lanes((), 0, 0, ()), of_regions)
            signs = self.sets._word(lanes.signs)
            kept = total & signs == signs
            words, asked = words[kept], asked[kept]
        return words

    def _lanes(self, sweeps: int) -> Iterator[tuple[Lanes, list[Any], list[Any]]]:
        holes, regions = self.side.wide.holes, len(self.side.regions.regions)
        rows = self.side.weighing.rows(self.side.most - sweeps)
        for lanes in _packed(rows, holes + regions, WORD.bit_length()):
            yield lanes, self.sets._tables(lanes.pegs[:holes]), self.sets._tables(lanes.pegs[holes:])


def _all_targets(problem: Problem, residues: Iterable[tuple[int, Sequence[int]]]) -> list[int]:
    """Every position that matches the target and that no residue separates from the start."""
    holes, count = range(len(problem.board.holes)), problem.count
    number = 1 << len(problem.free) if count is None else comb(len(holes), count)
    if number > _most(problem):
        raise TooLarge(f"{_count(number, 'position')} match the target (--max-positions)")
    problem.budget.spend(number * problem.board.cost)
    targets: list[int] = []
    if count is not None:
        for i, pegs in enumerate(combinations(holes, count)):
            if i % 1000 == 0:
                problem.budget.spend(1000 * (1 + count))
            targets.append(_mask(pegs))
    else:
        targets = [_mask(problem.pegs)]
        for hole in problem.free:
            targets += [position | 1 << hole for position in targets]
    for modulus, weights in residues:
        tables, total, left = _byte_tables(weights), _total(weights, problem.start), list[int]()
        problem.budget.spend(256 * len(tables))
        for low in range(0, len(targets), SWEPT_AT_ONCE):
            some = targets[low : low + SWEPT_AT_ONCE]
            problem.budget.spend(len(tables) * len(some))
            left += [mask for mask in some if (_table_weight(tables, mask) - total) % modulus == 0]
        targets = left
    return targets


def _form_of_sweeps(problem: Problem, positions: int, rows: Iterable[Sequence[int]]) -> Form:
    """By numpy where it is wanted and all weights fit, in a work folder where memory is not to hold them."""
    form = Form.of(problem, SWEPT_AS_MADE * max(0, positions - SWEPT_FEW), rows)
    folder = problem.budget.workdir
    if form.numpy is None and positions <= problem.budget.at_once:
        folder = None
    salts = form.salts or Form.plain(problem).salts
    return form._replace(salts=salts, shelf=Shelf(problem, form, folder))


# Theorem (sweeps). A play of fewer sweeps passes positions that so many sweeps reach, and from which so
# many lead to the target, up to symmetries that keep the pair. A region that is full is opened only by a
# sweep that begins in it, so a position needs as many sweeps as disjoint regions, or as a bound says, and
# no fewer.
def _check_sweeps(problem: Problem, proof: Json) -> str:
    required = ("kind", "at_least", "regions", "pagodas", "residues", "symmetries", "forward")
    _object(proof, "proof", required, ("bounds", "backward", "play"))
    least = _integer(proof["at_least"], "proof.at_least")
    if least < 1:
        raise Malformed(f"proof.at_least: expected 1 or more, got {_show(least)}")
    forward = _sizes(proof["forward"], "proof.forward")
    backward = _sizes(proof.get("backward", []), "proof.backward")
    if not forward:
        raise Malformed("proof.forward: level 0, the start, is missing")
    made = len(forward) - 1 + max(0, len(backward) - 1)
    stuck = forward[-1] == 0 or (bool(backward) and backward[-1] == 0)
    if made > least - 1 or (made < least - 1 and not stuck):
        raise Rejected(f"the levels cover {_count(made, 'sweep')}, not {_show(least - 1)}")
    pagodas, residues = _read_functionals(problem, proof)
    regions, group = Regions(problem, proof["regions"]), _read_symmetries(problem, proof["symmetries"])
    bounds = _read_sweep_bounds(problem, proof.get("bounds", []), regions)
    rows = [[*b.weights, *b.region_weights, *b.weights, b.kept, least * b.per_sweep] for b in bounds]
    form = _form_of_sweeps(problem, sum(forward) + sum(backward), [*pagodas, *rows])
    forecast = Forecast(problem, form, sum(forward) + sum(backward), max(sum(forward), sum(backward)))
    first = [_mask(problem.start)]
    wide = Wide(problem, form, group, _forward_bounds(problem, pagodas), back=False)
    ahead = SweepSide(problem, wide, regions, bounds, least - 1, first).repeat(forward, forecast)
    problem.budget.spend(sum(forward) * problem.board.cost)
    if backward:
        wide = Wide(problem, form, group, _backward_bounds(problem, pagodas), back=True)
        targets = _all_targets(problem, residues)
        behind = SweepSide(problem, wide, regions, bounds, least - 1, targets, back=True)
        if ahead.meet(behind.repeat(backward, forecast)):
            raise Rejected("a forward and a backward level share a position")
    elif ahead.match(problem):
        raise Rejected("a position of a forward level matches the target")
    return f"every play from the start to the target has at least {_count(least, 'sweep')}" + _shown(
        problem, proof
    )


def _shown(problem: Problem, proof: Json) -> str:
    """What the play of the proof, if it holds one, says of the fewest sweeps."""
    if "play" not in proof:
        return ", if there is a play"
    jumps = _replayed(problem, proof["play"], "proof.play")
    sweeps = len(jumps) - sum(before[2] == after[0] for before, after in pairwise(jumps))
    if sweeps < proof["at_least"]:  # type: ignore[operator]
        raise Rejected(f"the play has {_count(sweeps, 'sweep')}")
    fewest = ", so these are the fewest" if sweeps == proof["at_least"] else ""
    return f"; the play that is given has {sweeps}{fewest}"


KINDS |= {"sweeps": ("sweeps", _check_sweeps)}
COUNTING |= {"sweeps"}


# =========================================================================================================
# PART NINE: files that may be hostile, reports, the command line.  Needs parts one and six.
# =========================================================================================================

MAX_BYTES = 24 << 20  # nothing but brackets becomes 45 times as large, some 1 GiB of Python objects
MAX_DEPTH = 500  # half of Python's recursion limit, which the JSON reader shares
MAX_DIGITS = 600  # below 640, the least limit that Python itself can be set to


class Outcome(NamedTuple):
    """The answer of `check`: never an exception, whatever the input."""

    outcome: str
    exit_code: int
    reason: str | None = None
    claim: Claim | None = None

    @property
    def valid(self) -> bool:
        return self.exit_code == 0

    def __str__(self) -> str:
        return _report(self.claim) if self.claim else f"{self.outcome.upper()}: {self.reason}"

    def __repr__(self) -> str:
        why = f"{self.claim.claim}, proved by {self.claim.kind}" if self.claim else str(self.reason)
        from textwrap import shorten

        return f"<Outcome {shorten(f'{self.outcome}: {why}', 100, placeholder=' ...')}>"


def check(
    source: str | os.PathLike[str] | bytes | Json,
    *,
    max_positions: int = MAX_POSITIONS,
    max_bytes: int = MAX_BYTES,
    max_work: int | None = None,
    time_limit: float | None = TIME_LIMIT,
    plain: bool = False,
    numpy_from: int = NUMPY_FROM,
    workdir: str | os.PathLike[str] | None = None,
    at_once: int = AT_ONCE,
    progress: Callable[[str], object] | None = None,
    levels: Callable[..., Iterable[Any]] | None = None,
) -> Outcome:
    """Load and verify, by the limits of a Budget; every refusal is an outcome and not an exception."""
    try:
        if workdir is not None:
            _nameless(workdir)  # a faulty name is told, even where no level is so large
        certificate = source if isinstance(source, dict) else load(source, max_bytes=max_bytes)
        claim = verify(certificate, Budget(
            max_positions, max_work, time_limit, plain, numpy_from, workdir, at_once, progress, levels
        ))  # fmt: skip
    except Refusal as refusal:
        return Outcome(refusal.outcome, refusal.exit_code, refusal.reason)
    except (MemoryError, RecursionError):
        return Outcome(TooLarge.outcome, TooLarge.exit_code, "the certificate does not fit this machine")
    return Outcome("valid", 0, None, claim)


# --- reading ---


def load(source: str | os.PathLike[str] | bytes, *, max_bytes: int = MAX_BYTES) -> Json:
    """Read a certificate from a path or from bytes; no judgement yet beyond its being a JSON object."""
    if not isinstance(source, str | os.PathLike | bytes):
        raise Malformed(f"expected a path, bytes or a JSON object, got {_type(source)}")
    data = source if isinstance(source, bytes) else _read_file(source, max_bytes)
    return _parse(data, max_bytes)


def _read_file(source: str | os.PathLike[str], max_bytes: int) -> bytes:
    try:
        with open(source, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            return b"" if size == 0 and os.path.isfile(source) else _read_stream(file.read, max_bytes, size)
    except (OSError, ValueError, TypeError) as error:
        reason = getattr(error, "strerror", None) or "not a usable file name"
        raise Malformed(f"cannot read {ascii(str(source))[:200]}: {reason}") from None


def standard_input(max_bytes: int = MAX_BYTES) -> bytes:
    """What the certificate `-` stands for."""
    try:
        return _read_stream(sys.stdin.buffer.read, max_bytes)
    except (OSError, ValueError, AttributeError) as error:  # where it is closed, sys.stdin is None
        reason = getattr(error, "strerror", None) or "it is closed"
        raise Malformed(f"cannot read standard input: {reason}") from None


def _read_stream(read: Callable[[int], bytes], max_bytes: int, size: int = 0) -> bytes:
    data = b"" if size > max_bytes else read(max_bytes + 1)
    if size > max_bytes or len(data) > max_bytes:
        raise TooLarge(f"the certificate is larger than {max_bytes} bytes (--max-bytes)")
    return data


def _parse(data: bytes, max_bytes: int) -> Json:
    if len(data) > max_bytes:
        raise TooLarge(f"the certificate is larger than {max_bytes} bytes (--max-bytes)")
    if data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        raise Malformed("the text begins with a byte order mark; expected plain UTF-8")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Malformed(f"not UTF-8: byte {error.start} is {data[error.start]:#04x}") from None
    if not text.strip():
        raise Malformed("the certificate is empty")
    depth = _depth(text)
    if depth > MAX_DEPTH:
        raise TooLarge(f"the JSON is nested {depth} deep; this checker reads up to {MAX_DEPTH}")
    try:
        value = json.loads(
            text,
            object_pairs_hook=object_without_duplicates,
            parse_int=_short_integer,
            parse_float=_no_float,
            parse_constant=_no_float,
        )
    except json.JSONDecodeError as error:
        raise Malformed(f"not JSON: line {error.lineno}, column {error.colno}: {error.msg}") from None
    if not isinstance(value, dict):
        raise Malformed(f"expected a JSON object, got {_type(value)}")
    return value


def _depth(text: str) -> int:
    """Greatest nesting, in linear time, before the recursive reader sees the text."""
    bare = re.sub(r'"(?:[^"\\]++|\\.?)*+"?', "", text, flags=re.DOTALL)
    brackets = re.sub(r"[^\[\]{}]++", "", bare)
    return max(accumulate(1 if bracket in "[{" else -1 for bracket in brackets), default=0)


def object_without_duplicates(pairs: list[tuple[str, object]]) -> Json:
    value = dict(pairs)
    if len(value) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise Malformed(f"the key {_quote(key)} appears twice in one object")
            seen.add(key)
    return value


def _short_integer(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise Malformed(f"an integer of {len(text)} characters; at most {MAX_DIGITS} are read")
    return int(text)


def _no_float(text: str) -> object:
    raise Malformed(f"{text[:40]} is not an integer; a certificate holds integers only")


# --- reports ---


def _report(claim: Claim) -> str:
    lines = [f"VALID: {claim.claim}, proved by {claim.kind}", f"  {claim.statement}"]
    if claim.claim == "bound":
        lines.append("  This is a bound on plays and no verdict: whether there is a play, it does not say.")
    if not claim.holes:
        return "\n".join(lines)
    name = f" (its author calls it {_quote(claim.board_name)})" if claim.board_name else ""
    size = f"{_count(len(claim.holes), 'hole')}, {_count(len(claim.jumps), 'jump')}"
    lines.append(f"board: {size}, geometry {claim.geometry}{name}")
    listed = claim.geometry == "explicit" or not _drawable(claim)
    numbered = claim.claim in ("bound", "sound")  # a drawing alone reads as if numbered row by row
    if listed or (numbered and list(claim.holes) != sorted(claim.holes)):
        jumps = _few(claim.jumps, lambda jump: "".join(_place(claim, hole) for hole in jump))
        lines.append(f"holes: {_places(claim, range(len(claim.holes)))}")
        lines += [f"jumps, each from, over, to: {jumps or 'none'}"] if listed else []
        lines.append(f"sha256 of holes, jumps, start and target: {_digest(claim)}")
    if claim.claim == "sound":
        return "\n".join([*lines, "holes:", *_draw(claim, (), ())])
    lines += ["start:", *_draw(claim, claim.start, ())]
    if claim.target_count is not None:
        return "\n".join([*lines, f"target: any position of {_count(claim.target_count, 'peg')}"])
    return "\n".join([*lines, "target:", *_draw(claim, claim.target_pegs, claim.target_free)])


def _place(claim: Claim, hole: int) -> str:
    row, column = claim.holes[hole]
    return f"({_show(row)},{_show(column)})"


def _places(claim: Claim, holes: Sequence[int]) -> str:
    return _few(holes, lambda hole: _place(claim, hole)) or "none"


def _digest(claim: Claim) -> str:
    """Tells claims apart that are too long to print."""
    target = [claim.target_pegs, claim.target_free] if claim.target_count is None else claim.target_count
    return _sha256([claim.holes, claim.jumps, claim.start, target])


def _drawable(claim: Claim) -> bool:
    """Does a drawing fit a page?"""
    return all(max(numbers) - min(numbers) < 60 for numbers in zip(*claim.holes, strict=True))


def _draw(claim: Claim, pegs: Sequence[int], free: Sequence[int]) -> list[str]:
    """A grid of x (peg), . (empty), ? (free), or lists."""
    if not _drawable(claim):
        return [f"  pegs in {_places(claim, pegs)}", *([f"  free {_places(claim, free)}"] if free else [])]
    lean = claim.geometry == "triangular"  # rows are shifted by one, neighbours two columns apart
    places = [(row, 2 * column - row if lean else column) for row, column in claim.holes]
    (top, bottom), (left, right) = ((min(numbers), max(numbers)) for numbers in zip(*places, strict=True))
    grid = [[" "] * (right - left + 1) for _ in range(bottom - top + 1)]
    for i, (row, column) in enumerate(places):
        grid[row - top][column - left] = "x" if i in pegs else "?" if i in free else "."
    drawn = ["  " + "".join(line).rstrip() for line in grid]
    named = claim.geometry in (
        "triangular",
        "diagonal",
    )  # else it reads as another board
    return [f"# geometry: {claim.geometry}", *drawn] if named else drawn


def as_json(outcome: Outcome) -> str:
    """One line for programs."""
    value: dict[str, object] = {"outcome": outcome.outcome, "exit_code": outcome.exit_code}
    claim = outcome.claim
    if claim is None:
        return json.dumps({**value, "reason": outcome.reason})
    value |= {"claim": claim.claim, "kind": claim.kind, "statement": claim.statement}
    board: dict[str, object] = {"name": claim.board_name, "geometry": claim.geometry}
    if not claim.holes:
        return json.dumps({**value, "board": board})
    board |= {"holes": claim.holes, "jumps": len(claim.jumps)}
    if claim.geometry == "explicit":
        board["jump_list"] = claim.jumps
    if claim.claim == "sound":
        return json.dumps(value | {"board": board})
    target: dict[str, object] = {"pegs": claim.target_pegs, "free": claim.target_free}
    if claim.target_count is not None:
        target = {"count": claim.target_count}
    named = {"board": board, "start": claim.start, "target": target, "sha256": _digest(claim)}
    return json.dumps(value | named)


def _limit(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,18}", text) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1, got {_quote(text)}")
    return int(text)


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="verifier.py",
        description="Check a pegfeas certificate with integers only.",
        epilog="exit codes: 0 valid, 1 rejected, 2 malformed or wrong usage, 3 too large or not checked",
    )
    parser.add_argument("certificate", help="a JSON file, or - for standard input")
    limits = (
        ("--max-positions", MAX_POSITIONS, "largest residue class (1 bit each) or level to hold"),
        ("--max-bytes", MAX_BYTES, "largest certificate to read"),
        ("--max-work", None, f"elementary steps before giving up (default {MAX_WORK} for a minute)"),
        ("--time-limit", int(TIME_LIMIT), "seconds before giving up"),
    )
    for option, default, meaning in limits:
        help_text = meaning if default is None else f"{meaning} (default {default})"
        parser.add_argument(option, type=_limit, default=default, metavar="N", help=help_text)
    parser.add_argument("--workdir", metavar="DIR", help="keep levels there that memory would not hold")
    parser.add_argument("--plain", action="store_true", help="do not use numpy, even where it is installed")
    parser.add_argument("--json", action="store_true", help="print the outcome as one JSON object")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    options = _arguments().parse_args(argv)
    most, size, work = options.max_positions, options.max_bytes, options.max_work
    source: str | bytes = options.certificate
    try:
        source = standard_input(size) if source == "-" else source
        outcome = check(
            source, max_positions=most, max_bytes=size, max_work=work,
            time_limit=options.time_limit, plain=options.plain, workdir=options.workdir, progress=_told,
        )  # fmt: skip
    except Refusal as refusal:
        outcome = Outcome(refusal.outcome, refusal.exit_code, refusal.reason)
    except KeyboardInterrupt:
        outcome = Outcome(NotChecked.outcome, NotChecked.exit_code, "stopped before the check was done")
    text = as_json(outcome) if options.json else str(outcome)
    stream = sys.stderr if outcome.exit_code == 2 and not options.json else sys.stdout
    fault = _print(text, stream)
    if fault is None or isinstance(fault, BrokenPipeError):  # a reader may go when it has seen enough
        return outcome.exit_code
    _print(f"verifier.py: cannot write the outcome: {fault.strerror}", sys.stderr)
    return Malformed.exit_code


def _told(progress: str) -> None:
    _print(f"verifier.py: {progress}", sys.stderr)


def _print(text: str, stream: TextIO | None) -> OSError | None:
    """Print at once; returns what is in the way.  Where a stream is closed it is None."""
    try:
        print(text, file=stream, flush=True)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), (stream or sys.stdout).fileno())  # else tried again at exit
        return error
    return None


if __name__ == "__main__":
    sys.exit(main())
