"""The process in which a Python rule runs, so that a rule that crashes or hangs takes nothing else along.

Positions come and answers go through a file mapped into memory: first the starts, then the targets, 8 bytes
per 64 holes each, then one byte per answer, 0 until it is given. The parent sees from these bytes how far the
rule is. Requests and replies are lines of JSON; what the rule prints goes elsewhere.
"""

from __future__ import annotations

import json
import mmap
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, MutableSequence, Sequence
from typing import Any

from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Pattern, Position, Target

PENDING, KEPT, PRUNED, RAISED, NONSENSE = 0, 1, 2, 3, 4
DETAILS = 5  # failures that are described in a reply
PARENT_GONE = 2.0  # seconds between two looks whether the parent still lives

Rule = Callable[..., object]
Notes = dict[int, str]


def positions(board: Board, masks: Sequence[int]) -> Iterator[Position]:
    """Positions of masks that are known to fit the board, without the checks of the constructor."""
    make = object.__new__
    for mask in masks:
        position = make(Position)
        fields = position.__dict__
        fields["board"], fields["mask"] = board, mask
        yield position


def evaluate(
    rule: Rule,
    parameters: int,
    starts: Iterator[Position],
    goals: Iterator[Target],
    answers: MutableSequence[int] | memoryview,
) -> Notes:
    """Call the rule for each pair and write the answers one by one; what failed, by index."""
    notes: Notes = {}
    for index, (start, goal) in enumerate(zip(starts, goals, strict=False)):
        try:
            said = rule(start, goal) if parameters == 2 else rule(Pair(start, goal))
        except BaseException as error:  # whatever a rule raises, SystemExit too, is a failed call
            answers[index] = RAISED
            if len(notes) < DETAILS:
                notes[index] = f"{type(error).__name__}: {error}"[:200]
            continue
        if said is False:
            answers[index] = KEPT
        elif said is True:
            answers[index] = PRUNED
        else:
            answers[index] = _unusual(said)
            if answers[index] == NONSENSE and len(notes) < DETAILS:
                notes[index] = f"returned {_brief(said)}, expected True or False"
    return notes


def _unusual(said: object) -> int:
    """numpy's booleans are as good as Python's; anything else is no answer."""
    if type(said).__module__ == "numpy" and type(said).__name__ in ("bool", "bool_"):
        return PRUNED if said else KEPT
    return NONSENSE


def _brief(said: object) -> str:
    try:
        return repr(said)[:60]
    except Exception:  # the rule's own __repr__ may fail, too
        return f"a {type(said).__name__}"


class _Shared:
    """The mapped file, as integers."""

    def __init__(self, path: str, capacity: int, width: int) -> None:
        self.width = width
        with open(path, "r+b") as file:
            view = memoryview(mmap.mmap(file.fileno(), 0))
        size = 8 * width * capacity
        self.starts, self.goals = view[:size].cast("Q"), view[size : 2 * size].cast("Q")
        self.answers = view[2 * size :]

    def masks(self, region: memoryview, count: int) -> list[int]:
        words: list[int] = region[: count * self.width].tolist()
        if self.width == 1:
            return words
        return [
            sum(word << 64 * i for i, word in enumerate(words[at : at + self.width]))
            for at in range(0, len(words), self.width)
        ]


def serve(order: dict[str, Any], replies: Any) -> None:
    """Load the rule, then answer requests until the parent closes its end."""
    from feasibility.rules.judges.sources import load_rule

    board = Board(**order["board"])
    shared = _Shared(order["path"], order["capacity"], order["width"])
    try:
        rule, parameters = load_rule(order["rule"])
    except BaseException as error:  # importing a rule's file runs code of which nothing is known
        _reply(replies, {"error": f"{type(error).__name__}: {error}"[:500]})
        return
    _reply(replies, {"ready": True})
    for line in sys.stdin:
        request = json.loads(line)
        count = request["count"]
        starts = positions(board, shared.masks(shared.starts, count))
        target = request["target"]
        goals: Iterator[Target]
        if target is None:
            goals = positions(board, shared.masks(shared.goals, count))
        else:
            goals = iter([_target(board, target)] * count)
        notes = evaluate(rule, parameters, starts, goals, shared.answers)
        _reply(replies, {"notes": {str(i): text for i, text in notes.items()}})


def _target(board: Board, target: list[str]) -> Target:
    must, free = int(target[0], 16), int(target[1], 16)
    return Pattern(board, must, free) if free else Position(board, must)


def _reply(replies: Any, value: dict[str, object]) -> None:
    replies.write(json.dumps(value) + "\n")
    replies.flush()


def _leave_with_parent() -> None:
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(PARENT_GONE)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def main() -> None:
    """Keep the channel to the parent for ourselves, then serve."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    _leave_with_parent()
    serve(json.loads(sys.stdin.readline()), replies)


if __name__ == "__main__":
    main()
