"""A server on a free port, and a browser where one is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from feasibility.cli import main
from feasibility.studies.page.exchange import BODY_SECONDS
from tests.missing import skip_once
from tests.studies.page.client import Client, gone

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
from feasibility.studies.page import exchange, jobs, server
exchange.BODY_SECONDS = jobs.ORPHAN = server.HEAD_SECONDS = float(sys.argv[1])
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


PROGRAMS = ("chromium", "chromedriver")
NO_BROWSER = "THE PAGE IS NOT TESTED: no chromium with chromedriver (Debian: chromium chromium-driver)"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without a browser nothing that asks for one is run."""
    if not all(map(shutil.which, PROGRAMS)):
        skip_once(config, items, Path(__file__).parent, "browser", NO_BROWSER)


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Debian's Chromium without a window, with a profile of its own."""
    chromium, driver = map(shutil.which, PROGRAMS)
    if chromium is None or driver is None:  # the built pages ask for it too
        pytest.skip(NO_BROWSER)
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
    """What a page of the test before has asked ends first: two checks at once are all there may be."""
    assert gone()
    return Client(address)


PHONE, DESK = (390, 844), (1280, 800)


@pytest.fixture
def sized(browser: Any) -> Iterator[Any]:
    """Sets the size of the view, and whether it is a phone's; takes both back."""

    def to(width: int, height: int) -> None:
        phone = width < 500
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": phone})

    yield to
    browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A static edition with winnable games, and one that is lost."""
    where: Path = tmp_path_factory.mktemp("edition")
    boards = ["triangle:5", "french37:+d4", "rectangle:4x4"]
    words = [word for board in boards for word in ("--board", board)]
    assert main(["page", "--output", str(where), *words]) == 0
    return where


@pytest.fixture(params=["server", "files"])
def place(request: pytest.FixtureRequest) -> str:
    """The page of the server, and the static edition from a disk."""
    if request.param == "server":
        return str(request.getfixturevalue("address"))
    return request.getfixturevalue("folder").as_uri() + "/index.html"
