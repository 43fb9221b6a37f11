"""Parts that a machine may lack: a browser, the formal checker. Each is skipped once, with its reason."""

from __future__ import annotations

from pathlib import Path

import pytest


def skip_once(config: pytest.Config, items: list[pytest.Item], folder: Path, fixture: str, why: str) -> None:
    """One skip for all tests of a folder that ask for the fixture; it tells how many they are."""
    asking = [item for item in items if fixture in _fixtures(item) and folder in item.path.parents]
    if asking:
        reason = f"{why}; {len(asking)} tests need it"
        asking[0].add_marker(pytest.mark.skip(reason=reason))
        asking[0].warn(pytest.PytestWarning(reason))  # a count of skipped tests says too little
        config.hook.pytest_deselected(items=asking[1:])
        items[:] = [item for item in items if item not in set(asking[1:])]


def _fixtures(item: pytest.Item) -> list[str]:
    return list(getattr(item, "fixturenames", ()))
