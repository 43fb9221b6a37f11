"""The process in which a Python rule runs, so that a rule that crashes or hangs takes nothing else along.

Answers go through a file mapped into memory, one byte for each, 0 until it is given: so the parent sees how
far the rule is. Requests and replies are messages on the channel to it. A rule is a function of a file or a
module, or a built-in criterion.
"""

import inspect
import mmap
import os
import sys
from collections.abc import Callable, Iterable, MutableSequence, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from importlib.abc import Loader
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import module_from_spec, spec_from_file_location
from itertools import repeat
from time import process_time
from typing import Any, TypeVar

from feasibility.base.errors import InputError
from feasibility.base.plurals import plural
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target
from feasibility.processes.inside import Channel

PENDING, KEPT, PRUNED, RAISED, NONSENSE = 0, 1, 2, 3, 4
DETAILS = 5  # failures that are described in a reply
CRITERION = "criterion:"
CRITERION_SECONDS = 5.0  # for one pair; a criterion that is not done by then prunes nothing

RuleFunction = Callable[..., object]

loading = False  # whether this is such a process, in which nobody validates other rules
Notes = dict[int, str]
Posed = TypeVar("Posed", Target, Pair)


def unchecked(kind: type[Posed], **fields: object) -> Posed:
    """A value of fields that are known to fit together."""
    made = object.__new__(kind)
    made.__dict__.update(fields)
    return made


def positions(board: Board) -> Callable[[int], Position]:
    """Positions of a board from their masks, which are known to fit it."""
    new = object.__new__

    def position(mask: int) -> Position:
        made = new(Position)  # faster than `unchecked`, for this is done for each question
        fields = made.__dict__
        fields["board"], fields["mask"] = board, mask
        return made

    return position


def evaluate(
    asked: Callable[[int, int], object],
    starts: Sequence[int],
    ends: Iterable[int],
    answers: MutableSequence[int] | memoryview,
    failures: tuple[type[BaseException], ...] = (BaseException,),
) -> Notes:
    """Ask about each pair and write the answers one by one; what failed, by index.

    Whatever a rule raises is a failed call; in a process that is not its own an interrupt is none.
    """
    notes: Notes = {}
    for index, (start, end) in enumerate(zip(starts, ends, strict=False)):
        try:
            said = asked(start, end)
        except failures as error:
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
    """0 and 1, numpy's booleans, and arrays of one of these are as good; anything else is no answer."""
    if type(said).__module__ == "numpy":
        import numpy as np

        array = np.asarray(said)
        if array.size != 1 or array.dtype.kind not in "biu":
            return NONSENSE
        said = int(array.item())
    if type(said) is not int or said not in (0, 1):
        return NONSENSE
    return PRUNED if said else KEPT


def _brief(said: object) -> str:
    try:
        return repr(said)[:60]
    except Exception:  # the rule's own __repr__ may fail, too
        return f"a {type(said).__name__}"


def caller(
    rule: RuleFunction, parameters: int, board: Board, target: Target | None
) -> Callable[[int, int], object]:
    """The rule as a function of two masks; of the start's alone if there is one target.

    Where one position is asked for, a rule gets a position, as the one to start from.
    """
    position = positions(board)
    goal = None if target is None else target.exact or target
    match parameters, goal:
        case (2, None):
            return lambda mask, other: rule(position(mask), position(other))
        case (2, _):
            return lambda mask, other: rule(position(mask), goal)

    def pair(mask: int, other: int) -> Pair:
        asked = target or unchecked(Target, board=board, must=other, free=0, pegs=None)
        return unchecked(Pair, start=position(mask), target=asked)

    return lambda mask, other: rule(pair(mask, other))


def masks_of(data: bytes, width: int) -> list[int]:
    """Positions of so many words each."""
    words = memoryview(data).cast("Q").tolist()
    if width == 1:
        return words
    several = (words[at : at + width] for at in range(0, len(words), width))
    return [sum(word << 64 * i for i, word in enumerate(one)) for one in several]


def load_rule(reference: str) -> tuple[RuleFunction, int]:
    """The function that a reference names, and whether it takes (position, target) or one pair: 2 or 1."""
    if reference.startswith(CRITERION):
        return partial(_refutes, reference.removeprefix(CRITERION)), 2
    where, _, name = reference.rpartition(":")
    module = _from_file(where) if where.endswith(".py") else _from_path(where)
    function: Any = module
    for part in name.split("."):
        function = getattr(function, part, None)
    if not callable(function):
        raise InputError("no such function", source=where, seen=repr(name))
    return function, parameters(function)


def _from_path(name: str) -> Any:
    """The module of that name; the current folder comes first for this name alone."""
    sys.path.append(os.getcwd())
    top = name.partition(".")[0]
    spec = None if top in sys.modules else PathFinder.find_spec(top, [os.getcwd()])
    if spec is not None and spec.loader is not None:
        _made(spec, spec.loader)
    return import_module(name)


def _from_file(path: str) -> Any:
    spec = spec_from_file_location("validated_rule", path)
    if spec is None or spec.loader is None:
        raise InputError("cannot be imported", source=path)
    # last: what lies beside it can be imported, but takes no name from Python and what is installed
    sys.path.append(os.path.dirname(os.path.abspath(path)))
    return _made(spec, spec.loader)


def _made(spec: ModuleSpec, loader: Loader) -> Any:
    module = sys.modules[spec.name] = module_from_spec(spec)
    loader.exec_module(module)
    return module


def parameters(function: RuleFunction) -> int:
    """1 for rule(pair), 2 for rule(position, target)."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return 2
    for count in (2, 1):
        with suppress(TypeError):
            signature.bind(*range(count))
            return count
    required = [one for one in signature.parameters.values() if one.default is one.empty]
    seen = f"a function of {plural(len(required), 'argument')}"
    raise InputError("not a rule", seen=seen, expected="(position, target) or (pair)")


def _refutes(name: str, start: Position, target: Position | Target) -> bool:
    """Whether a built-in criterion refutes the pair, without the verifier, which would hide its mistakes."""
    from feasibility.base.limits import Limits
    from feasibility.decide.plan import choose
    from feasibility.proofs.verdict import Outcome

    (criterion,), _ = choose([name])
    clock = Limits(seconds=CRITERION_SECONDS).start()
    return criterion.check(Pair(start, target), clock).outcome is Outcome.REFUTED


def serve(channel: Channel) -> None:
    """Load the rule, then answer requests until the parent closes its end."""
    global loading  # noqa: PLW0603  (a fact about the process)
    loading = True
    order = channel.receive()
    board: Board = order["board"]
    width = (board.n + 63) // 64
    with open(order["path"], "r+b") as file:
        answers = memoryview(mmap.mmap(file.fileno(), 0))
    try:
        rule, parameters = load_rule(order["rule"])
    except BaseException as error:  # importing a rule's file runs code of which nothing is known
        channel.send({"error": f"{type(error).__name__}: {error}"[:500]})
        return
    channel.send({"ready": True})
    while True:
        starts, goals = channel.receive()
        exact = isinstance(goals, bytes)
        ends = masks_of(goals, width) if exact else repeat(0)
        asked = caller(rule, parameters, board, None if exact else goals)
        began = process_time()
        notes = evaluate(asked, masks_of(starts, width), ends, answers)
        channel.send({"notes": notes, "used": process_time() - began})
