"""What tests see and do on a page: they wait for conditions, never for a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def find(browser: Any, selector: str) -> Any:
    return browser.find_element("css selector", selector)


def text(browser: Any, selector: str) -> str:
    return str(find(browser, selector).get_property("textContent"))


def until(browser: Any, condition: Callable[[], Any], seconds: float = 60) -> Any:
    """What is looked at may be drawn anew meanwhile: then it is looked at again."""
    from selenium.common.exceptions import StaleElementReferenceException as Redrawn
    from selenium.webdriver.support.ui import WebDriverWait

    wait = WebDriverWait(browser, seconds, poll_frequency=0.05, ignored_exceptions=[Redrawn])
    return wait.until(lambda _: condition())


def quiet(browser: Any) -> None:
    """No error on the console, nothing that the policy of the page has blocked."""
    bad = [entry for entry in browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
    assert not bad, bad


NAMED = {"button", "checkbox", "slider", "combobox", "textbox", "spinbutton", "link", "image", "radio", "tab"}


def heard(browser: Any) -> list[tuple[str, str]]:
    """Roles and names as a screen reader meets them."""
    nodes = browser.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    return [
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in nodes
        if not node["ignored"]
    ]


def nameless(browser: Any) -> list[str]:
    """What a screen reader would meet without a name."""
    return [role for role, name in heard(browser) if role in NAMED and not name]


# ---- the tab to play ----


def opened(browser: Any, place: str, words: str = "") -> None:
    """The page at an address with these words, once the board is there."""
    browser.get("about:blank")
    browser.get_log("browser")  # what a page before has left there
    browser.get(place + ("#" + words if words else ""))
    until(browser, lambda: browser.find_elements("css selector", "#play-board .touch"))


def hole(browser: Any, name: str) -> Any:
    return find(browser, f"#play-board .touch[aria-label^='{name},']")


def jump(browser: Any, start: str, landing: str) -> None:
    hole(browser, start).click()
    hole(browser, landing).click()


def standing(browser: Any) -> str:
    return text(browser, "#play-standing")


def note(browser: Any) -> str:
    return text(browser, "#play-progress")


def pegs(browser: Any) -> str:
    """The holes that have a peg, as the buttons of the board say it."""
    script = (
        "return [...document.querySelectorAll('#play-board .touch')].map(e => e.getAttribute('aria-label'))"
    )
    said = [label.split(", ") for label in browser.execute_script(script)]
    return " ".join(name for name, what, *_ in said if what in ("peg", "bille"))


def fates(browser: Any) -> dict[str, str]:
    script = (
        "return Object.fromEntries([...document.querySelectorAll('#play-jumps li')]"
        ".filter(e => e.querySelector('button'))"
        ".map(e => [e.querySelector('button').textContent, e.querySelector('strong').textContent]))"
    )
    return dict(browser.execute_script(script))
