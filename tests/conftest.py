"""Settings of the whole suite."""

from __future__ import annotations

import os
import signal
import tempfile

import pytest
from hypothesis import HealthCheck, settings

from tests.amounts import COSTLY, tenth_of
from tests.clocks import Held, looking_at_a_clock

# No deadline: a machine that is busy is no reason to fail. Same examples on every run of one version.
# `--hypothesis-profile=full` tries four times as many where a test names no number.
for _name, _examples in (("house", 25), ("full", 100)):
    settings.register_profile(
        _name,
        max_examples=_examples,
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.load_profile("house")

# Libraries of facets that a user has sampled must not change what the tests see.
_cache = tempfile.TemporaryDirectory(prefix="pegfeas-tests-")
os.environ["PEGFEAS_CACHE"] = _cache.name

# The language of answers is that of the environment, and the tests compare English ones.
os.environ["LC_ALL"] = "C.UTF-8"

# What runs in the background of a shell or under nohup is deaf to these; commands under test must hear them.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_addoption(parser: pytest.Parser) -> None:
    told = "of the slow tests only the tenth whose number, from 0 to 9, is the last digit of N"
    parser.addoption("--tenth", type=int, metavar="N", help=told)


def keep_tenth(config: pytest.Config, items: list[pytest.Item], tenth: int) -> None:
    """Leaves out the slow tests of all other tenths."""
    others = {one for one in items if one.get_closest_marker("slow") and tenth_of(one.nodeid) != tenth}
    config.hook.pytest_deselected(items=list(others))
    items[:] = [one for one in items if one not in others]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks that a test has by what it is: `clock` where it speaks of time, `drawn` by hypothesis, `full`."""
    for item in items:
        if not COSTLY.isdisjoint((item.nodeid, item.nodeid.partition("[")[0])):
            item.add_marker("full")
        if getattr(item, "originalname", item.name) in looking_at_a_clock(item.path):
            item.add_marker("clock")
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker("drawn")
        if item.path.parent.name == "page":  # one server and one browser
            item.add_marker(pytest.mark.xdist_group("page"))
    if config.option.tenth is not None:
        keep_tenth(config, items, config.option.tenth % 10)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """In several processes, tests that share a cluster, a server or a browser share a process."""
    if getattr(config.option, "dist", "no") == "load":
        config.option.dist = "loadgroup"


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Held:
    """The clock of all limits in this process, held by the test."""
    clock = Held()
    monkeypatch.setattr("feasibility.base.limits.monotonic", clock)
    return clock


def pytest_unconfigure() -> None:
    """Nothing is left behind, by workers neither."""
    _cache.cleanup()
