"""The page in a real browser where something is wrong: bad numbers, unknown boards, a dead server."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

pytest.importorskip(
    "selenium", reason="THE PAGE IS NOT TESTED: selenium is missing (pip install 'pegfeas[test]')"
)

from selenium.webdriver.common.keys import Keys

from tests.studies.page.looking import find, text, until
from tests.studies.page.test_page import opened

LONG = "#board=rectangle:7x17&start=0" + "1" * 118 + "&pegs=1"


@pytest.mark.parametrize("wrong", ["", "-1", "5", "1.5"])
def test_a_number_of_pegs_that_is_none_is_told(browser: Any, address: str, wrong: str) -> None:
    opened(browser, address, "#board=line:4&start=1011&target=0010")
    find(browser, "#any").click()
    pegs = find(browser, "#pegs")
    pegs.clear()
    pegs.send_keys(wrong, Keys.TAB)
    until(browser, lambda: text(browser, "#problem") == "pegs of the target: a whole number from 0 to 4")
    find(browser, "#check").click()
    until(browser, lambda: "a whole number" in text(browser, "#problem"))
    assert not find(browser, "#live").is_displayed() and text(browser, "#progress") == ""
    pegs.clear()
    pegs.send_keys("1", Keys.TAB)
    find(browser, "#check").click()
    until(browser, lambda: text(browser, "#progress") == "done: feasible")


@pytest.mark.parametrize("wrong", ["99", "-3", "abc", ""])
def test_rows_that_cannot_be_drawn_are_told(browser: Any, address: str, wrong: str) -> None:
    opened(browser, address, "#board=line:3&start=110&target=001")
    find(browser, "#draw").click()
    rows = find(browser, "#rows")
    rows.clear()
    rows.send_keys(wrong, Keys.TAB)
    until(browser, lambda: text(browser, "#problem") == "rows: a whole number from 1 to 20")
    find(browser, "#use-drawing").click()
    until(browser, lambda: find(browser, "#problem").is_displayed())
    assert "line:3" in text(browser, "#board-facts")


def test_an_unknown_board_is_answered_with_boards(browser: Any, address: str) -> None:
    opened(browser, address)
    for name, hint in (("enlish33", "expected english33"), ("qqqq", "expected a name from the list")):
        find(browser, "#board-name").clear()
        find(browser, "#board-name").send_keys(name, Keys.ENTER)
        until(browser, lambda hint=hint: hint in text(browser, "#problem"))
        assert "file" not in text(browser, "#problem")
    browser.get_log("browser")


def test_a_dead_server_is_told_at_once_and_the_page_recovers(browser: Any) -> None:
    first, there = serving("0")
    opened(browser, there, LONG)
    find(browser, "#check").click()
    until(browser, lambda: find(browser, "#cancel").is_enabled())
    end(first)
    until(browser, lambda: "the server does not answer" in text(browser, "#progress"), 5)
    assert find(browser, "#check").is_enabled() and text(browser, "#elapsed") == ""
    find(browser, "#check").click()
    until(browser, lambda: "the server does not answer" in text(browser, "#progress"), 5)
    second, again = serving(there.rstrip("/").rpartition(":")[2])
    assert again == there
    try:
        find(browser, "[data-fill='target empty']").click()
        find(browser, "#check").click()
        until(browser, lambda: text(browser, "#progress") == "done: infeasible")
        assert not find(browser, "#problem").is_displayed()
    finally:
        end(second)
        browser.get_log("browser")


def test_the_page_says_when_the_server_is_back(browser: Any) -> None:
    first, there = serving("0")
    opened(browser, there, LONG)
    find(browser, "#check").click()
    until(browser, lambda: find(browser, "#cancel").is_enabled())
    end(first)
    until(browser, lambda: "the server does not answer" in text(browser, "#progress"), 5)
    second, _ = serving(there.rstrip("/").rpartition(":")[2])
    try:
        until(browser, lambda: "the server is back" in text(browser, "#progress"))
    finally:
        end(second)
        browser.get_log("browser")


def serving(port: str) -> tuple[subprocess.Popen[str], str]:
    """A server of its own, which a test may end, and its address."""
    command = [sys.executable, "-m", "feasibility", "serve", "--port", port]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert server.stdout is not None
    return server, server.stdout.readline().strip()


def end(server: subprocess.Popen[str]) -> None:
    server.kill()
    server.communicate(timeout=10)


@pytest.mark.parametrize("hash_", ["", LONG])
def test_a_phone_needs_no_sideways_scrolling(browser: Any, address: str, hash_: str) -> None:
    metrics = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        opened(browser, address, hash_)
        find(browser, "#draw").click()
        browser.execute_script("document.querySelectorAll('details').forEach(d => { d.open = true; })")
        assert browser.execute_script("return document.documentElement.scrollWidth") <= 390
        find(browser, "#leave-drawing").click()
        if hash_ != LONG:
            find(browser, "#check").click()
            until(browser, lambda: browser.find_elements("css selector", "#result .player"))
            assert browser.execute_script("return document.documentElement.scrollWidth") <= 390
            browser.execute_script("location.hash = '#board=triangle:4&start=1011111111&pegs=1&tab=pairs'")
            until(browser, lambda: text(browser, "#start-count") == "9 pegs")
            for question, shown in (("#solve", ".player"), ("#survey", "table")):
                until(browser, find(browser, question).is_enabled)  # the question before has been answered
                find(browser, question).click()
                until(browser, lambda shown=shown: browser.find_elements("css selector", f"#result {shown}"))
                assert browser.execute_script("return document.documentElement.scrollWidth") <= 390
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
