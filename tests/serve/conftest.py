"""A server on a free port, and a browser where one is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from feasibility.serve.exchange import BODY_SECONDS
from tests.serve.client import Client

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1200,1000",
)


IMPATIENT = """
import sys
from feasibility.cli import main
from feasibility.serve import exchange, jobs
exchange.BODY_SECONDS = jobs.ORPHAN = float(sys.argv[1])
sys.exit(main(["serve", "--port", "0"]))
"""


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address that `pegfeas serve` prints."""
    yield from served("-m", "feasibility", "serve", "--port", "0")


@pytest.fixture(params=[1.0, pytest.param(None, marks=pytest.mark.slow)], ids=["impatient", "patient"])
def waiting(request: pytest.FixtureRequest) -> Iterator[tuple[Client, float]]:
    """A server that gives up after so many seconds, in the slow suite after as many as users have."""
    if request.param is None:
        for place in served("-m", "feasibility", "serve", "--port", "0"):
            yield Client(place), BODY_SECONDS
    else:
        for place in served("-c", IMPATIENT, str(request.param)):
            yield Client(place), request.param


def served(*words: str) -> Iterator[str]:
    """A server while it is needed."""
    process = subprocess.Popen(
        [sys.executable, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.communicate(timeout=10)


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Debian's Chromium without a window, with a profile of its own."""
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if chromium is None or driver is None:
        reason = (
            "THE PAGE IS NOT TESTED: no chromium with chromedriver (apt-get install chromium chromium-driver)"
        )
        warnings.warn(reason, stacklevel=1)
        pytest.skip(reason)
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    profile: Path = tmp_path_factory.mktemp("profile")
    options = Options()
    options.binary_location = chromium
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    made = webdriver.Chrome(options, Service(driver, env={**os.environ, "NO_PROXY": "*"}))
    made.implicitly_wait(0)
    try:
        yield made
    finally:
        made.quit()


@pytest.fixture
def client(address: str) -> Client:
    return Client(address)
