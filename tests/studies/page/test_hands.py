"""A game by mouse, by touch and by keyboard, from the server and from files; what is in view at once."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("selenium", reason="THE PAGE IS NOT TESTED: selenium is missing")

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.studies.page.conftest import DESK, PHONE
from tests.studies.page.looking import (
    find,
    hole,
    jump,
    note,
    opened,
    pegs,
    quiet,
    standing,
    until,
)

GAME = (
    "a3a1",
    "c3a3",
    "e5c3",
    "b2d4",
    "c5c3",
    "a5c5",
    "d5b5",
    "b5b3",
    "d4b2",
    "a4a2",
    "a1c3",
    "c3a3",
    "a3a1",
)
TRIANGLE = "board=triangle:5"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [PHONE, DESK])
def test_board_verdict_and_buttons_are_in_one_view(
    browser: Any, place: str, sized: Any, size: tuple[int, int], language: str
) -> None:
    sized(*size)
    for words in ("board=triangle:5", "board=french37", "board=triangle:5&jumps=a3-a1"):
        opened(browser, place, f"{words}&lang={language}")
        script = (
            "return [document.documentElement.scrollWidth, ...['play-board', 'play-standing', 'play-undo',"
            " 'play-redo', 'play-ask', 'play-edit', 'share', 'names', 'play-tell'].map(id => {"
            "  const box = document.getElementById(id).getBoundingClientRect();"
            "  return box.height ? box.bottom : 0; })]"
        )
        width, *bottoms = browser.execute_script(script)
        assert width <= size[0]
        assert max(bottoms) <= size[1] and bottoms[0] > 200
    quiet(browser)


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_whatever_is_touched_is_as_large_as_a_finger(
    browser: Any, place: str, sized: Any, size: tuple[int, int]
) -> None:
    sized(*size)
    for words in ("board=triangle:5", "board=french37", "board=triangle:5&edit=1"):
        opened(browser, place, words)
        script = (
            "return [...document.querySelectorAll('button, select, summary, label.check, .touch')]"
            ".map(e => [e.id || e.textContent, e.getBoundingClientRect()])"
            ".filter(([, box]) => box.width && (box.height < 43.9 || box.width < 43.9)).map(([name]) => name)"
        )
        assert browser.execute_script(script) == []


def test_a_whole_game_by_taps(browser: Any, place: str) -> None:
    opened(browser, place, TRIANGLE)
    for number, name in enumerate(GAME):
        assert standing(browser).startswith(f"{14 - number} pegs")
        jump(browser, name[:2], name[2:])
    assert standing(browser) == "Won in 13 jumps, 10 sweeps."
    assert pegs(browser) == "a1"
    quiet(browser)


def test_a_whole_game_by_touch_alone(browser: Any, place: str, sized: Any) -> None:
    """Every second jump by dragging the peg with the finger."""
    sized(*PHONE)
    opened(browser, place, TRIANGLE)

    def send(kind: str, *points: dict[str, float]) -> None:
        browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    def at(name: str) -> dict[str, float]:
        script = (
            "const b = arguments[0].getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]"
        )
        x, y = browser.execute_script(script, hole(browser, name))
        return {"x": x, "y": y}

    for number, name in enumerate(GAME):
        start, end = at(name[:2]), at(name[2:])
        send("touchStart", start)
        if number % 2:
            send("touchMove", {key: (start[key] + end[key]) / 2 for key in start})
            send("touchMove", end)
            send("touchEnd")
        else:
            send("touchEnd")
            send("touchStart", end)
            send("touchEnd")
        if number < len(GAME) - 1:
            until(browser, lambda left=13 - number: standing(browser).startswith(f"{left} peg"))
    until(browser, lambda: standing(browser) == "Won in 13 jumps, 10 sweeps.")
    quiet(browser)


def test_a_whole_game_by_the_keyboard_alone(browser: Any, place: str) -> None:
    """The board is one stop of the Tab key; arrows, Enter, Escape and Ctrl-Z do the rest."""
    opened(browser, place, TRIANGLE)

    def here() -> str:
        return str(browser.switch_to.active_element.get_attribute("aria-label") or "")

    def press(*keys: str) -> None:
        ActionChains(browser).send_keys(*keys).perform()

    for _ in range(12):
        press(Keys.TAB)
        if "touch" in (browser.switch_to.active_element.get_attribute("class") or ""):
            break
    script = "return document.querySelectorAll('#play-board [tabindex=\"0\"]').length"
    assert browser.execute_script(script) == 1

    def walk(name: str) -> None:
        """Rows of the triangle are shifted: up and down first, then along the row."""
        for _ in range(abs(int(here()[1]) - int(name[1]))):
            press(Keys.ARROW_DOWN if here()[1] < name[1] else Keys.ARROW_UP)
        for _ in range(abs(ord(here()[0]) - ord(name[0]))):
            press(Keys.ARROW_RIGHT if here()[0] < name[0] else Keys.ARROW_LEFT)
        assert here()[:2] == name

    for name in GAME:
        walk(name[:2])
        press(Keys.ENTER)
        walk(name[2:])
        press(" ")
    assert standing(browser) == "Won in 13 jumps, 10 sweeps."
    ActionChains(browser).key_down(Keys.CONTROL).send_keys("z").key_up(Keys.CONTROL).perform()
    assert standing(browser).startswith("2 pegs")
    ActionChains(browser).key_down(Keys.CONTROL).send_keys("y").key_up(Keys.CONTROL).perform()
    assert standing(browser).startswith("Won")
    quiet(browser)


def test_a_peg_is_dragged_and_springs_back(browser: Any, place: str) -> None:
    opened(browser, place, TRIANGLE)
    ActionChains(browser).drag_and_drop(hole(browser, "a3"), hole(browser, "e5")).perform()
    assert note(browser) == "a3 cannot jump: it needs a neighbour with an empty hole behind it." or standing(
        browser
    ).startswith("14 pegs")
    assert standing(browser).startswith("14 pegs")
    ActionChains(browser).drag_and_drop(hole(browser, "a3"), hole(browser, "a1")).perform()
    assert standing(browser).startswith("13 pegs")
    quiet(browser)


def test_a_tap_that_does_nothing_says_why(browser: Any, place: str) -> None:
    opened(browser, place, TRIANGLE)
    hole(browser, "e5").click()
    assert note(browser) == "e5 cannot jump: it needs a neighbour with an empty hole behind it."
    assert browser.find_elements("css selector", "#play-board .shake")
    hole(browser, "a1").click()
    assert note(browser) == "Several pegs can jump to a1: tap one of them first."
    opened(browser, place, TRIANGLE + "&jumps=a3-a1")
    hole(browser, "c3").click()
    assert browser.find_elements("css selector", "#play-board .landing")
    assert note(browser) == ""
    opened(browser, place, TRIANGLE + "&start=110000000000000")
    hole(browser, "e5").click()
    assert note(browser) == "No peg can jump to e5."


def test_names_of_holes_are_a_switch(browser: Any, place: str) -> None:
    opened(browser, place, TRIANGLE)
    script = "return [...document.querySelectorAll('#play-board text')].map(e => e.textContent)"
    assert browser.execute_script(script) == []
    find(browser, "#names").click()
    assert len(browser.execute_script(script)) == 15
    assert "names=1" in browser.current_url
