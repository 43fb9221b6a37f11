"""Is a pruning rule sound, and what does it gain?"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from feasibility.api.asking import BoardLike, TargetLike, as_board, as_target
from feasibility.base.errors import InputError
from feasibility.base.report import Report, silent
from feasibility.studies.rules import validate as validating
from feasibility.studies.rules.evidence.planning import Options
from feasibility.studies.rules.judges.choosing import choose
from feasibility.studies.rules.validate import Validation


def validate(
    rule: str | Callable[..., bool] | None,
    board: BoardLike,
    *,
    targets: Sequence[TargetLike] = (),
    command: str | None = None,
    lines: str = "grid",
    answer_limit: float = 1.0,
    cases: int | None = None,
    exhaustive: bool = False,
    seed: int = 0,
    jobs: int = 1,
    seconds: float | None = None,
    power: bool = True,
    skip_equal: bool = False,
    report: Report | None = None,
) -> Validation:
    """Tries a pruning rule on a board, as `pegfeas validate` does.

    `rule` is a function of a file (True: prune), FILE.py:FUNCTION, a file of weights, or a criterion's name.
    Without `seconds` it takes 60, with `cases` 600, with `exhaustive` 3600.

    >>> validate("rule-of-three", "triangle:3", cases=20, power=False).counterexample is None
    True
    """
    here = as_board(board)
    options = Options(
        targets=tuple(as_target(target, here) for target in targets),
        cases=cases,
        exhaustive=exhaustive,
        seed=seed,
        seconds=_usual_seconds(cases, exhaustive) if seconds is None else seconds,
        threads=jobs,
        power=power,
        skip_equal=skip_equal,
        report=report or silent,
    )
    named = rule if rule is None or isinstance(rule, str) else _reference(rule)
    counted = any(target.pegs is not None for target in options.targets)
    chosen = choose(here, named, command=command, lines=lines, limit=answer_limit, jobs=jobs, counted=counted)
    try:
        return validating.validate(here, chosen, options)
    finally:
        chosen.judge.close()


def _usual_seconds(cases: int | None, exhaustive: bool) -> float:
    return 3600.0 if exhaustive else 600.0 if cases else 60.0


def _reference(function: Callable[..., Any]) -> str:
    """Where the workers find a function: its file and its name."""
    try:
        file = inspect.getsourcefile(function)
    except TypeError:
        file = None
    name = getattr(function, "__qualname__", "<lambda>")
    if file is None or "<" in name or not file.endswith(".py"):
        raise InputError(
            "the workers cannot find this function", seen=name, expected="a function by its name in a file"
        )
    return f"{file}:{name}"
