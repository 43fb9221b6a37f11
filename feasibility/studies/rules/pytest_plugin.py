"""For pytest: the fixture `assert_sound`, and the option with which one run asks more cases than is usual."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from feasibility.studies.rules.validate import Validation


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("pegfeas", "pruning rules of peg solitaire")
    told = "cases of each kind in every assert_sound, whatever the test says"
    group.addoption("--pegfeas-cases", type=int, metavar="N", help=told)


@pytest.fixture
def assert_sound(pytestconfig: pytest.Config) -> Callable[..., Validation]:
    """`feasibility.assert_sound`: fails with the counterexample drawn, unless a pruning rule passes."""

    def ask(rule: Any, board: Any, **options: Any) -> Validation:
        __tracebackhide__ = True
        from feasibility.studies.rules.validate_api import assert_sound

        wanted = pytestconfig.getoption("--pegfeas-cases")
        return assert_sound(rule, board, **options | ({} if wanted is None else {"cases": wanted}))

    return ask
