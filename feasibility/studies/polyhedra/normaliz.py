"""Normaliz through PyNormaliz, in a process of its own: it is killed cleanly, and its memory goes with it."""

from __future__ import annotations

import json
from functools import lru_cache

import numpy as np

from feasibility.base.arrays import Ints
from feasibility.base.errors import InputError
from feasibility.base.limits import Clock
from feasibility.base.report import Report
from feasibility.base.stopped import StoppedError
from feasibility.processes.child import Child, words
from feasibility.processes.worker import python

INSTALL = 'pip install "pegfeas[normaliz]"'
ENDING = 5.0  # seconds in which it must end once it has answered
_CHILD = """
import json, sys
import PyNormaliz
question = json.load(sys.stdin)
cone = PyNormaliz.Cone(**question["input"])
json.dump([[int(x) for x in row] for row in getattr(cone, question["ask"])()], sys.stdout)
"""


@lru_cache(maxsize=1)
def locate() -> str | None:
    from importlib.util import find_spec

    spec = find_spec("PyNormaliz")
    return None if spec is None else spec.origin


def wanted() -> str:
    """What does boards on which the builtin engine does not come to its end."""
    how = f"{INSTALL}, Linux only" if locate() is None else "--engine normaliz, without --work-limit"
    return f"with Normaliz ({how}) boards of up to about 20 holes are done"


def require() -> None:
    """InputError where PyNormaliz is missing."""
    if locate() is None:
        raise InputError("the engine normaliz is not installed", expected=INSTALL)


def ask(question: str, clock: Clock, **inputs: list[list[int]]) -> Ints:
    """One goal of Normaliz for a cone given by its input matrices, as rows of integers."""
    require()
    text = json.dumps({"input": inputs, "ask": question})
    with Child(python(_CHILD)) as child:
        child.end_after(clock.timeout())
        told = child.answer(text.encode())
        code = child.end(ENDING)
    if code and clock.expired():
        raise StoppedError("time", "time ran out")
    if code:
        last = (child.errors.splitlines() or ["no message"])[-1]
        raise StoppedError("engine", f"Normaliz ended with {words(code)}: {last}")
    try:
        return np.array(json.loads(told), dtype=np.int64)
    except (OverflowError, ValueError):
        raise StoppedError("engine", "Normaliz printed numbers beyond 64 bits") from None


def extreme_rays(rows: Ints, clock: Clock, report: Report) -> Ints:
    """The extreme rays of {w : rows.w >= 0}."""
    report("Normaliz is at work")
    return ask("ExtremeRays", clock, inequalities=rows.tolist()).reshape(-1, rows.shape[1])
