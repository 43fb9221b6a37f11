"""The published checker of VIPR files, where it is on the path."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.missing import skip_once


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without the checker nothing that asks it is run."""
    if shutil.which("viprchk") is None:
        reason = "NOT CHECKED: no viprchk on the path, the published checker of VIPR files"
        skip_once(config, items, Path(__file__).parent, "viprchk", reason)


@pytest.fixture(scope="session")
def viprchk() -> str:
    found = shutil.which("viprchk")
    assert found is not None
    return found
