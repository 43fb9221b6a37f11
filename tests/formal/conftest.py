"""The formal checker, where it is built."""

from __future__ import annotations

from pathlib import Path

import pytest

from feasibility.studies.exports import formal
from tests.missing import skip_once


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without the checker nothing that asks it is run."""
    if formal.installed() is None:
        reason = "NOT CHECKED: the formal checker is not built here, `make -C formal` builds it"
        skip_once(config, items, Path(__file__).parent, "program", reason)


@pytest.fixture(scope="session")
def program() -> Path:
    found = formal.installed()
    assert found is not None
    return found
