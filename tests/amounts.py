"""How much a test tries: a little in the fast suite, as much as it always did in the slow one.

Tests that take a second of a slow processor are listed in costly.txt, as pytest names them; CI runs
them, as `pytest -m full` does.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis.strategies import SearchStrategy

Test = Callable[..., None]

COSTLY = frozenset(Path(__file__).with_name("costly.txt").read_text(encoding="utf-8").splitlines())


def tenth_of(name: str) -> int:
    """The tenth of the slow tests to which a test belongs, from 0 to 9."""
    return int.from_bytes(sha256(name.encode()).digest()) % 10


def amounts(name: str, fast: Any, slow: Any) -> pytest.MarkDecorator:
    """The test runs with `name` at `fast`, and in the slow suite at `slow`."""
    return pytest.mark.parametrize(name, [fast, pytest.param(slow, marks=pytest.mark.slow)])


def examples(fast: int, slow: int, *drawn: SearchStrategy[Any]) -> Callable[[Test], Test]:
    """`@given(*drawn)` with `fast` examples, and in the slow suite with `slow` of them."""

    def decorate(test: Test) -> Test:
        @amounts("many", fast, slow)
        def run(many: int) -> None:
            settings(max_examples=many)(given(*drawn)(test))()

        run.__name__, run.__doc__ = test.__name__, test.__doc__
        run.__module__, run.__qualname__ = test.__module__, test.__qualname__
        return run

    return decorate
