"""Is a pruning rule sound, and what does it gain?"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import wraps
from typing import Any, ParamSpec, TypeAlias

from feasibility.api.asking import BoardLike, StartLike, TargetLike, as_board, as_start, as_target
from feasibility.base.errors import ExitCode, InputError
from feasibility.base.limits import as_limits
from feasibility.base.report import Report, silent
from feasibility.game.geometry import Board
from feasibility.studies.rules import validate as validating
from feasibility.studies.rules.evidence.planning import Options
from feasibility.studies.rules.judges import worker
from feasibility.studies.rules.judges.choosing import ReadyRule, choose
from feasibility.studies.rules.judges.workers import InProcess
from feasibility.studies.rules.validate import Validation

P = ParamSpec("P")
RuleLike: TypeAlias = str | Callable[..., object] | None

SECONDS = 3600.0  # in all, where nothing is said: the number of cases is the limit that counts


def validate(
    rule: RuleLike,
    board: BoardLike,
    *,
    targets: Sequence[TargetLike] = (),
    start: StartLike | None = None,
    command: str | None = None,
    lines: str = "grid",
    answer_limit: float = 10.0,
    cases: int | None = None,
    exhaustive: bool = False,
    seed: int = 0,
    jobs: int = 1,
    time_limit: float | None = None,
    power: bool = True,
    skip_equal: bool = False,
    report: Report | None = None,
) -> Validation:
    """Tries a pruning rule on a board, as `pegfeas validate` does.

    `rule` is any callable (True: prune), FILE.py:FUNCTION, a file of weights, or a criterion's name. A
    function with a name in an imported file is asked in processes of its own, other callables in this one.
    With a start it need only be right in searches from there. `cases` of each kind are asked, or as many as
    the kind of rule says; what `time_limit` (seconds, 3600) did not allow is named,
    and then there is no verdict.

    >>> validate("rule-of-three", "triangle:3", cases=20, power=False).counterexample is None
    True
    """
    refuse_numbers(cases=cases, seed=seed, answer_limit=answer_limit, jobs=jobs)
    as_limits(time_limit=time_limit)
    here = as_board(board)
    begin = None if start is None else as_start(start)
    if begin is not None and begin.board != here:
        raise InputError("the start is on another board", seen=repr(begin), expected=f"one on {here.label}")
    if worker.loading:
        below = 'that below `if __name__ == "__main__":`'
        raise InputError("a rule's file that validates rules itself", expected=below)
    options = Options(
        targets=tuple(dict.fromkeys(as_target(target, here) for target in targets)),
        start=None if begin is None else begin.mask,
        cases=cases,
        exhaustive=exhaustive,
        seed=seed,
        seconds=SECONDS if time_limit is None else time_limit,
        threads=jobs,
        power=power,
        skip_equal=skip_equal,
        report=report or silent,
    )
    chosen = _chosen(here, rule, answer_limit, jobs, command=command, lines=lines)
    try:
        if chosen.clauses and any(target.free or target.pegs is not None for target in options.targets):
            what = "conditions on the pegs of a target, and a target that leaves them open"
            raise InputError(what, source=chosen.name, expected="a position as the target, or none")
        return validating.validate(here, chosen, options)
    finally:
        chosen.judge.close()


def refuse_numbers(**numbers: object) -> None:
    """An error where one of them is too small, too large or no number."""
    for name, value in numbers.items():
        least = {"cases": 1, "seed": 0, "answer_limit": 0.01, "jobs": 1}[name]
        fits = isinstance(value, int | float) and not isinstance(value, bool) and least <= value < 1e9
        fits = fits and (name == "answer_limit" or isinstance(value, int))  # the others count
        if value is not None and not fits:
            raise InputError(f"not a number for {name}", seen=repr(value), expected=f"{least} or more")


def _asserting(ask: Callable[P, Validation]) -> Callable[P, Validation]:
    """`assert_sound`, with every word of `validate` in its signature."""

    @wraps(ask, assigned=())
    def assert_sound(*args: P.args, **words: P.kwargs) -> Validation:
        """AssertionError, with the counterexample drawn and its play, unless the rule passes `validate`.

        It takes what `validate` takes; what the rule is worth is not measured. No verdict is no pass either.

        >>> assert_sound("rule-of-three", "triangle:3", cases=20)
        <Validation of rule-of-three on triangle:3: SOUND ON ALL 142 CASES TRIED>
        """
        __tracebackhide__ = True  # pytest shows the line of the test that called
        from feasibility.studies.rules.report import text

        words.setdefault("power", False)
        found = ask(*args, **words)
        if found.exit_code is not ExitCode.OK:
            raise AssertionError(text(found))
        return found

    return assert_sound


assert_sound = _asserting(validate)


def _chosen(board: Board, rule: RuleLike, limit: float, jobs: int, **words: Any) -> ReadyRule:
    """The rule, in processes of its own where these can have it."""
    if rule is None or isinstance(rule, str):
        return choose(board, rule, limit=limit, jobs=jobs, **words)
    if not callable(rule):
        raise InputError("not a rule", seen=repr(rule)[:40], expected="what can be called, or text")
    name = _reference(rule)
    if name is not None:
        with suppress(InputError):  # a file that cannot be imported alone
            return choose(board, name, limit=limit, jobs=jobs, **words)
    told = getattr(rule, "__qualname__", None) or type(rule).__qualname__
    return ReadyRule(told, "callable", InProcess(board, rule))


def _reference(rule: Callable[..., Any]) -> str | None:
    """Where a new process finds the same function: its file and its name there.

    The file of the main program is none: who imports it runs the program again.
    """
    module, name = sys.modules.get(getattr(rule, "__module__", "")), getattr(rule, "__qualname__", "")
    file = getattr(module, "__file__", None) or ""
    found: Any = module
    for part in name.split("."):
        found = getattr(found, part, None)
    if found is not rule or module is None or module.__name__ == "__main__" or not file.endswith(".py"):
        return None
    return f"{file}:{name}"
