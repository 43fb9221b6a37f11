"""The page in a real browser: boards, painting, keyboard, undo, links, text, checks, the player."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from feasibility import read_pair, verify
from feasibility.render.html import report_html

pytest.importorskip(
    "selenium", reason="THE PAGE IS NOT TESTED: selenium is missing (pip install 'pegfeas[test]')"
)

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from tests.render.verdicts import verdict
from tests.studies.page.looking import find, nameless, quiet, text, until


def opened(browser: Any, address: str, words: str = "") -> None:
    """The tab for pairs."""
    browser.get("about:blank")
    browser.get(address if "#" in address else f"{address}#{words.removeprefix('#')}&tab=pairs")
    until(browser, lambda: text(browser, "#start-count"))


def hole(browser: Any, side: str, name: str) -> Any:
    return find(browser, f"#{side} .touch[aria-label='{name}']")


def checked(browser: Any, side: str) -> str:
    script = "return [...document.querySelectorAll(arguments[0])].map(e => e.getAttribute('aria-label'))"
    return " ".join(browser.execute_script(script, f"#{side} .touch[aria-checked=true]"))


def test_everything_has_a_name(browser: Any, address: str) -> None:
    opened(browser, address, "#board=line:4&start=1011&target=0010")
    browser.execute_script("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    find(browser, "#draw").click()
    assert nameless(browser) == []
    find(browser, "#check").click()
    until(browser, lambda: browser.find_elements("css selector", "#result .player"))
    assert nameless(browser) == []


def test_keyboard_alone_suffices(browser: Any, address: str) -> None:
    """Tab reaches every control, each board is one stop, and focus is visible."""
    opened(browser, address, "#board=line:4&start=1011&target=0010")
    seen = []
    for _ in range(40):
        ActionChains(browser).send_keys(Keys.TAB).perform()
        here = browser.switch_to.active_element
        seen.append(here.get_attribute("id") or here.get_attribute("aria-label") or here.text)
        if seen[-1] == "check":
            break
    assert {"choice", "draw", "a1", "brush-free", "any"} <= set(seen)
    assert seen.count("a1") == 2
    assert not {"b1", "c1", "d1"} & set(seen)
    outline = browser.execute_script("return getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    browser.switch_to.active_element.send_keys(Keys.ENTER)
    until(browser, lambda: text(browser, "#progress") == "done: feasible")


def test_page_opens_with_the_central_game(browser: Any, address: str) -> None:
    opened(browser, address)
    assert text(browser, "#start-count") == "32 pegs"
    assert checked(browser, "target") == "d4"
    assert "76 jumps" in text(browser, "#board-facts")
    quiet(browser)


def test_click_paint_keyboard_and_undo(browser: Any, address: str) -> None:
    opened(browser, address, "#board=line:5&start=00000&target=00000")
    hole(browser, "start", "a1").click()
    assert checked(browser, "start") == "a1"
    here, there = hole(browser, "start", "c1"), hole(browser, "start", "e1")
    ActionChains(browser).click_and_hold(here).move_to_element(hole(browser, "start", "d1")).move_to_element(
        there
    ).release().perform()
    assert checked(browser, "start") == "a1 c1 d1 e1"
    keys = (Keys.ARROW_RIGHT, " ", Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.ENTER)
    for key in keys:  # from c1: d1 off, then b1 on
        browser.switch_to.active_element.send_keys(key)
    assert checked(browser, "start") == "a1 b1 c1 e1"
    for expected in ("a1 c1 e1", "a1 c1 d1 e1", "a1", ""):
        find(browser, "#undo").click()
        assert checked(browser, "start") == expected
    find(browser, "#redo").click()
    assert checked(browser, "start") == "a1"
    find(browser, "body").send_keys(Keys.CONTROL, "z")
    until(browser, lambda: checked(browser, "start") == "")
    hole(browser, "target", "b1").click()
    browser.switch_to.active_element.send_keys("f")
    assert hole(browser, "target", "b1").get_attribute("aria-checked") == "mixed"
    assert "1 free" in text(browser, "#target-count")
    quiet(browser)


def test_link_of_a_pair_opens_it_again(browser: Any, address: str) -> None:
    opened(browser, address, "#board=triangle:4&start=0111111111&target=1?00000000")
    link = browser.current_url
    assert text(browser, "#target-count") == "1 peg, 1 free"
    find(browser, "[data-fill='start empty']").click()
    assert browser.current_url != link
    opened(browser, link)
    assert text(browser, "#start-count") == "9 pegs"
    opened(browser, address, "#board=english33&start=01&target=10")
    until(browser, lambda: find(browser, "#problem").is_displayed())
    assert "does not fit the board" in text(browser, "#problem")
    browser.get_log("browser")  # the refusal is logged by the browser, too


def test_text_in_and_out(browser: Any, address: str) -> None:
    opened(browser, address)
    find(browser, "#text-box summary").click()
    area = find(browser, "#text")
    area.send_keys("# name: <b>two</b> rows\nxx.\n...\n---\n..x\n...\n")
    find(browser, "#import").click()
    until(browser, lambda: text(browser, "#start-count") == "2 pegs")
    assert "<b>two</b> rows: orthogonal, 6 holes" in text(browser, "#board-facts")
    area.clear()
    find(browser, "#export").click()
    until(browser, lambda: area.get_property("value") != "")
    assert area.get_property("value") == "# name: <b>two</b> rows\nxx.\n...\n---\n..x\n...\n"
    area.clear()
    area.send_keys("xxq")
    find(browser, "#import").click()
    until(browser, lambda: "column 3" in text(browser, "#problem"))
    browser.get_log("browser")


def test_drawn_board(browser: Any, address: str) -> None:
    opened(browser, address, "#board=line:3&start=110&target=001")
    find(browser, "#draw").click()
    columns = find(browser, "#columns")
    columns.clear()
    columns.send_keys("4", Keys.TAB)
    until(browser, lambda: len(browser.find_elements("css selector", "#drawing-grid .touch")) == 4)
    hole(browser, "drawing-grid", "d1").click()
    find(browser, "#use-drawing").click()
    until(browser, lambda: "a board of your own: orthogonal, 4 holes" in text(browser, "#board-facts"))
    opened(browser, browser.current_url)
    assert len(browser.find_elements("css selector", "#start .touch")) == 4
    quiet(browser)


def test_a_graph_is_drawn_with_its_edges(browser: Any, address: str) -> None:
    opened(browser, address, "#board=graph:petersen&start=0111111111&target=1000000000")
    assert len(browser.find_elements("css selector", "#start .touch")) == 10
    assert len(browser.find_elements("css selector", "#start line")) == 15
    hole(browser, "start", "3").click()
    until(browser, lambda: "start=0110111111" in browser.current_url)
    quiet(browser)


def test_check_with_a_play_and_its_player(browser: Any, address: str) -> None:
    opened(browser, address, "#board=line:4&start=1011&target=0010")
    find(browser, "#check").click()
    until(browser, lambda: text(browser, "#progress") == "done: feasible")  # the play alone comes earlier
    assert "FEASIBLE" in text(browser, "#result .verdict")
    assert text(browser, ".player .status") == "Start, 3 pegs"
    stage = find(browser, ".player .stage")
    stage.send_keys(Keys.ARROW_RIGHT)
    assert text(browser, ".player .status") == "Jump 1 of 2: d1b1 over c1, sweep 1 of 2; 2 pegs"
    stage.send_keys(Keys.END)
    assert "1 peg" in text(browser, ".player .status")
    assert find(browser, ".sweeps [aria-current=step]").text.startswith("2")
    slider = find(browser, ".player input[type=range]")
    slider.send_keys(Keys.ARROW_LEFT)
    assert text(browser, ".player .status").startswith("Jump 1 of 2")
    quiet(browser)


def test_check_refuted_and_certificate(browser: Any, address: str) -> None:
    opened(browser, address, "#board=english33&start=" + "1" * 16 + "0" + "1" * 16 + "&target=1" + "0" * 32)
    find(browser, "#check").click()
    until(browser, lambda: browser.find_elements("css selector", "#result .verdict"))
    assert "INFEASIBLE" in text(browser, "#result .verdict")
    rows = browser.find_elements("css selector", "#result tbody tr")
    assert [row.find_element("tag name", "th").text for row in rows][:3] == [
        "trivial",
        "classes",
        "rule-of-three",
    ]
    link = find(browser, "#result a[href$='certificate.json']").get_attribute("href")
    certificate = json.loads(browser.execute_script("return fetch(arguments[0]).then(r => r.text())", link))
    assert verify(certificate).valid
    quiet(browser)


def test_search_is_cancelled(browser: Any, address: str) -> None:
    pair = read_pair("wiegleb45:-e1", "wiegleb45:+e1")  # nothing decides it in minutes
    start, target = (
        "".join(str(mask >> hole & 1) for hole in range(45)) for mask in (pair.start.mask, pair.target.must)
    )
    opened(browser, address, f"#board=wiegleb45&start={start}&target={target}")
    assert text(browser, "#start-count") == "44 pegs"
    find(browser, "#check").click()
    until(browser, lambda: find(browser, "#cancel").is_enabled())
    until(browser, lambda: browser.find_elements("css selector", "#rows-live tr"))
    find(browser, "#cancel").click()
    until(browser, lambda: text(browser, "#progress") == "cancelled")
    assert find(browser, "#check").is_enabled()
    quiet(browser)


def test_problem_from_the_list(browser: Any, address: str) -> None:
    opened(browser, address)
    Select(find(browser, "#choice")).select_by_value("problem:lucas/EL01")
    until(browser, lambda: text(browser, "#start-count") == "6 pegs")
    assert text(browser, "#target-count") == "1 peg"


def test_report_plays_without_network(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(report_html(verdict("play")), encoding="utf-8")
    browser.get(path.as_uri())
    until(browser, lambda: text(browser, ".player .status"))
    find(browser, ".player [data-do=last]").click()
    assert "1 peg" in text(browser, ".player .status")
    find(browser, ".player [data-do=play]").click()
    assert find(browser, ".player [data-do=play]").get_attribute("aria-label") == "pause"
    until(browser, lambda: "Jump 1 of" in text(browser, ".player .status"))
    find(browser, ".player .stage").send_keys(" ")
    assert find(browser, ".player [data-do=play]").get_attribute("aria-label") == "play"
    loaded = browser.execute_script("return performance.getEntriesByType('resource').length")
    assert loaded == 0
    quiet(browser)


def test_the_fewest_sweeps_are_played(browser: Any, address: str) -> None:
    opened(browser, address, "#board=triangle:4&start=1011111111&pegs=1")
    find(browser, "#solve").click()
    until(browser, lambda: browser.find_elements("css selector", "#result .player"))
    assert "sweeps, the least there is" in text(browser, "#result .verdict")
    assert not find(browser, "#live").is_displayed()
    assert len(browser.find_elements("css selector", "#result a.button")) >= 2
    quiet(browser)


def test_a_board_is_surveyed(browser: Any, address: str) -> None:
    opened(browser, address, "#board=triangle:5&start=" + "1" * 14 + "0&pegs=1")
    browser.execute_script("document.getElementById('seconds').value = 600")  # as slow as a machine may be
    find(browser, "#survey").click()
    until(browser, lambda: browser.find_elements("css selector", "#result table"))
    assert text(browser, "#progress") == "done: every pair is decided"
    assert "also in the same hole" in text(browser, "#result figure svg")
    heads = [head.text for head in browser.find_elements("css selector", "#result table:first-of-type th")]
    assert heads[:3] == ["vacancy", "like it", "to one peg"]
    assert nameless(browser) == []
    Select(find(browser, "#family")).select_by_value("start")
    find(browser, "#survey").click()
    until(browser, lambda: "a single peg can be left here" in text(browser, "#result"))
    links = [link.text for link in browser.find_elements("css selector", "#result a.button")]
    assert links == ["Download the report"]
    quiet(browser)
