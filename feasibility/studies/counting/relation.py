"""The whole relation of reachability of a small board, and its file.

For each position the set of those that it can become, as the bits of one integer: it is the union over the
positions after its jumps. The file is in JSON lines: first an object with `format`, `version`, `board` (as in
a certificate) and `pairs`; then one line `[start, [target, ...]]` for every position that can become others,
as masks: bit i is hole i of the board's list. That a position can become itself is not written.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from feasibility.base.errors import InputError
from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.base.report import Report
from feasibility.base.stopped import Stopped
from feasibility.game.geometry import Board
from feasibility.game.position import bits
from feasibility.proofs.certificate import board_json

FORMAT, VERSION = "pegfeas-reachability", 1
RELATION_HOLES = 16  # 2^16 positions with a set of 2^16 bits each: half a gigabyte
LOOK = 4096  # positions between two looks at the limits


@dataclass(frozen=True)
class Relation:
    """For each position, by its mask, the positions that it can become by one jump or more."""

    board: Board
    sets: tuple[int, ...]

    @property
    def pairs(self) -> int:
        """Pairs of two different positions of which the first can become the second."""
        return sum(reached.bit_count() for reached in self.sets)

    def ends(self, start: int) -> tuple[int, ...]:
        """What a position can become."""
        return bits(self.sets[start])

    def starts(self, target: int) -> tuple[int, ...]:
        """What can become a position."""
        return tuple(start for start, reached in enumerate(self.sets) if reached >> target & 1)

    def lines(self) -> Iterator[str]:
        """The lines of its file."""
        head = {"format": FORMAT, "version": VERSION, "board": board_json(self.board), "pairs": self.pairs}
        yield json.dumps(head) + "\n"
        for start, reached in enumerate(self.sets):
            if reached:
                yield json.dumps([start, list(bits(reached))], separators=(",", ":")) + "\n"


def relation(board: Board, clock: Clock, report: Report | None = None) -> Relation | Stopped:
    """From few pegs to many, so that what a position can become is known before it is asked for."""
    if board.n > RELATION_HOLES:
        raise InputError(
            "the board is too large for the whole relation",
            seen=plural(board.n, "hole"),
            expected=f"at most {RELATION_HOLES}",
        )
    sets = [0] * (1 << board.n)
    for number, mask in enumerate(sorted(range(1 << board.n), key=int.bit_count)):
        if number % LOOK == 0:
            reason = clock.reached(LOOK << max(0, board.n - 3))
            if reason is not None:
                return Stopped(reason, f"the {reason} limit was reached after {number:,} positions")
            if report is not None:
                report(f"{number:,} of {1 << board.n:,} positions")
            clock.spend(LOOK * len(board.jumps))
        sets[mask] = _by_one_jump(board, sets, mask)
    return Relation(board, tuple(sets))


def _by_one_jump(board: Board, sets: Sequence[int], mask: int) -> int:
    """What a position can become, from what the positions after its jumps can become."""
    reached = 0
    for must, holes in board.jump_masks:
        if mask & holes == must:
            after = mask ^ holes
            reached |= sets[after] | 1 << after
    return reached


def read_relation(lines: Iterable[str], board: Board, source: str | None = None) -> Relation:
    """The relation of a file about this board; an error names the line or the position.

    Every set is compared with those of the positions after its jumps, so no wrong file is answered from.
    """
    sets = [0] * (1 << board.n)
    pairs = None
    for number, line in enumerate(lines, 1):
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            raise InputError("not JSON", source=source, line=number, seen=repr(line[:40])) from None
        if number == 1:
            pairs = _head(value, board, source)
            continue
        start, reached = _entry(value, board, source, number)
        if sets[start]:
            raise InputError("a position stands twice", source=source, line=number, seen=str(start))
        sets[start] = reached
    if pairs is None:
        raise InputError("the file is empty", source=source, expected=f"the relation of {board.label}")
    relation = Relation(board, tuple(sets))
    if pairs != relation.pairs:
        raise InputError("pairs are missing", source=source, seen=str(relation.pairs), expected=str(pairs))
    for mask, reached in enumerate(sets):
        if reached != _by_one_jump(board, sets, mask):
            said = f"what position {mask} can become does not follow from its jumps"
            raise InputError(f"not the relation of {board.label}: {said}", source=source)
    return relation


def _head(value: Any, board: Board, source: str | None) -> int:
    known = isinstance(value, dict) and (value.get("format"), value.get("version")) == (FORMAT, VERSION)
    if not known or type(value.get("pairs")) is not int:
        expected = f"an object with format {FORMAT}, version {VERSION}, board and pairs"
        raise InputError("not a relation", source=source, line=1, expected=expected)
    wanted, seen = board_json(board), value.get("board")
    if not isinstance(seen, dict) or {**seen, "name": ""} != {**json.loads(json.dumps(wanted)), "name": ""}:
        raise InputError("the relation of another board", source=source, line=1, expected=board.label)
    pairs: int = value["pairs"]
    return pairs


def _entry(value: Any, board: Board, source: str | None, number: int) -> tuple[int, int]:
    """A start and the set of what it can become."""
    masks: list[Any] = [value[0], *value[1]] if _is_entry(value) else []
    if not masks or not all(type(mask) is int and 0 <= mask <= board.full for mask in masks):
        raise InputError(
            "not a line of a relation",
            source=source,
            line=number,
            seen=repr(value)[:40],
            expected=f"[start, [target, ...]] with masks up to {board.full}",
        )
    reached = 0
    for target in masks[1:]:
        reached |= 1 << target
    return masks[0], reached


def _is_entry(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and isinstance(value[1], list)
