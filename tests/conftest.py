"""Settings of the whole suite."""

from __future__ import annotations

import os
import tempfile

from hypothesis import HealthCheck, settings

# No deadline: a machine that is busy is no reason to fail. Same examples on every run of one version.
settings.register_profile(
    "house", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("house")

# Libraries of facets that a user has sampled must not change what the tests see.
_cache = tempfile.TemporaryDirectory(prefix="pegfeas-tests-")
os.environ["PEGFEAS_CACHE"] = _cache.name


def pytest_unconfigure() -> None:
    """Nothing is left behind, by workers neither."""
    _cache.cleanup()
