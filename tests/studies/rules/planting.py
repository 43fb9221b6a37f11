"""Rules with known mistakes or habits, as a file of Python, and a validation of one."""

from __future__ import annotations

from pathlib import Path

import pytest

from feasibility.game.geometry import Board
from feasibility.studies.rules.evidence.planning import Options
from feasibility.studies.rules.judges.choosing import choose
from feasibility.studies.rules.validate import Validation, validate

PLANTED = """
def five(position, target):
    return position.count >= 5 and position.mask & 3 == 3

def on_pair(pair):
    return pair.start.count >= 5 and pair.start.mask & 3 == 3

def never(position, target):
    return False

def at_target(position, target):
    return position == target

def slow_first(position, target):
    print("rules may print")
    return position.mask == 0
"""


@pytest.fixture
def planted(tmp_path: Path) -> str:
    file = tmp_path / "planted.py"
    file.write_text(PLANTED)
    return str(file)


def run(board: Board, rule: str | None, command: str | None = None, **options: object) -> Validation:
    chosen = choose(board, rule, command=command, limit=60.0)
    try:
        return validate(board, chosen, Options(power=False, **options))  # type: ignore[arg-type]
    finally:
        chosen.judge.close()


REMEMBERS = """
import numpy as np

seen = set()

def memory(position, target):
    key = (position.mask, target.mask)
    again = key in seen
    seen.add(key)
    return again

def number(position, target):
    return int(position.count < target.count)

def numpy_bool(position, target):
    return np.bool_(position.count < target.count)

def array(position, target):
    return np.array([position.count < target.count])

def integers(position, target):
    return np.array(int(position.count < target.count))

def two(position, target):
    return 2

def arrays(position, target):
    return np.array([True, False])

def text(position, target):
    import sys
    print("no luck", file=sys.stderr, flush=True)
    raise ValueError("odd")
"""


@pytest.fixture
def remembers(tmp_path: Path) -> str:
    file = tmp_path / "remembers.py"
    file.write_text(REMEMBERS)
    return str(file)
