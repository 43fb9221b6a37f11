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


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address that `pegfeas serve` prints."""
    command = [sys.executable, "-m", "feasibility", "serve", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
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
