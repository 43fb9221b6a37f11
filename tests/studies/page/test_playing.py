"""The first screen: a board to play on, with the fate of every jump; by the server, and from tables alone."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from feasibility.cli import main
from feasibility.game.position import Pair, Position, Target
from feasibility.studies.page import edition
from feasibility.text import catalogue

pytest.importorskip(
    "selenium", reason="THE PAGE IS NOT TESTED: selenium is missing (pip install 'pegfeas[test]')"
)

from tests.studies.page.test_page import find, quiet, text, until

PHONE, DESK = (390, 844), (1280, 900)


@pytest.fixture
def sized(browser: Any) -> Iterator[Any]:
    """Sets the size of the view, and takes it back."""

    def to(width: int, height: int) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    yield to
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A static edition with two winnable games and one that is lost."""
    where = tmp_path_factory.mktemp("edition")
    boards = ["--board", "triangle:5", "--board", "french37:+d4", "--board", "rectangle:4x4"]
    assert main(["page", "--output", str(where), *boards]) == 0
    return where.as_uri() + "/index.html"


def discs(browser: Any, look: str) -> list[str]:
    found = "[...document.querySelectorAll('#play-board circle' + arguments[0])]"
    return list(browser.execute_script(f"return {found}.map(e => e.getAttribute('aria-label'))", look))


def tap(browser: Any, hole: str) -> None:
    find(browser, f"#play-board circle[aria-label^='{hole},']").click()


def jump(browser: Any, start: str, landing: str) -> None:
    tap(browser, start)
    tap(browser, landing)


def chosen(browser: Any, name: str, vacancy: str) -> None:
    script = (
        "const [a, v] = arguments; const c = document.getElementById('play-choice');"
        "c.value = a; c.dispatchEvent(new Event('change'));"
        "setTimeout(() => { const e = document.getElementById('play-vacancy');"
        "if (e.value !== v) { e.value = v; e.dispatchEvent(new Event('change')); } }, 300)"
    )
    browser.execute_script(script, name, vacancy)
    until(browser, lambda: find(browser, "#play-vacancy").get_property("value") == vacancy)
    until(browser, lambda: discs(browser, ".pf-hole") and discs(browser, ".pf-hole")[0].startswith(vacancy))


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_all_that_a_move_needs_is_in_view_at_once(
    browser: Any, address: str, folder: str, sized: Any, size: tuple[int, int]
) -> None:
    for place in (address, folder):
        sized(*size)
        browser.get("about:blank")
        browser.get(place)
        until(browser, lambda: discs(browser, ".movable"))
        script = (
            "return [document.documentElement.scrollWidth, "
            "...['play-board', 'play-standing', 'play-undo', 'play-ask']"
            ".map(id => document.getElementById(id).getBoundingClientRect().bottom)]"
        )
        width, *bottoms = browser.execute_script(script)
        assert width <= size[0]
        assert max(bottoms) <= size[1] and bottoms[0] > 200
        quiet(browser)


def test_what_is_open_stays_open_when_more_is_known(browser: Any, address: str) -> None:
    """An answer comes in steps: fates, then reasons, then chances."""
    browser.get(address)
    until(browser, lambda: discs(browser, ".pf-hole"))
    chosen(browser, "triangle:5", "a3")
    browser.execute_script(
        "const show = Game.prototype.answered; Game.prototype.answered = function (found) {"
        "  Object.assign(window, {player: this, found}); show.call(this, found); }"
    )
    for start, landing in (("a1", "a3"), ("c3", "a1")):
        jump(browser, start, landing)
    find(browser, "#play-ask").click()
    until(browser, lambda: browser.find_elements("css selector", "#play-jumps summary"))
    until(browser, lambda: not text(browser, "#play-progress"))
    find(browser, "#play-jumps summary").click()
    shown = find(browser, "#play-why").is_displayed()
    if shown:
        find(browser, "#play-why").click()
    browser.execute_script(
        "arguments[0].focus(); player.answered(found)", find(browser, "#play-jumps summary")
    )
    assert browser.execute_script("return document.activeElement") == find(browser, "#play-jumps summary")
    assert find(browser, "#play-jumps details").get_property("open")
    assert find(browser, "#play-proof").is_displayed() == shown
    tap(browser, "c3")
    disc = find(browser, "#play-board circle[aria-label^='a1,']")
    browser.execute_script("arguments[0].focus(); player.answered(found)", disc)
    assert browser.execute_script("return document.activeElement.getAttribute('aria-label')").startswith(
        "a1,"
    )
    quiet(browser)


def test_a_game_is_played_and_taken_back(browser: Any, folder: str) -> None:
    browser.get("about:blank")
    browser.get(folder)
    until(browser, lambda: discs(browser, ".movable"))
    chosen(browser, "triangle:5", "a1")
    assert text(browser, "#play-standing") == "14 pegs, 2 jumps are possible."
    tap(browser, "a3")
    assert [name[:2] for name in discs(browser, ".chosen")] == ["a3"]
    tap(browser, "a1")
    assert text(browser, "#play-standing").startswith("13 pegs")
    find(browser, "#play-undo").click()
    assert text(browser, "#play-standing") == "14 pegs, 2 jumps are possible."
    assert not find(browser, "#play-undo").is_enabled()
    quiet(browser)


def test_the_keyboard_plays_too(browser: Any, folder: str) -> None:
    browser.get("about:blank")
    browser.get(folder)
    until(browser, lambda: discs(browser, ".movable"))
    chosen(browser, "triangle:5", "a1")
    for hole in ("a3", "a1"):
        script = (
            "const d = document.querySelector(`#play-board circle[aria-label^='${arguments[0]},']`);"
            "d.dispatchEvent(new KeyboardEvent('keydown', {key: ' ', bubbles: true}))"
        )
        browser.execute_script(script, hole)
    assert text(browser, "#play-standing").startswith("13 pegs")


def test_where_the_game_can_end_is_one_tap_away(browser: Any, address: str, folder: str) -> None:
    browser.get("about:blank")
    browser.get(folder)
    until(browser, lambda: discs(browser, ".movable"))
    assert not find(browser, "#play-reach").is_displayed(), "tables do not know it"
    browser.get(address)
    until(browser, lambda: discs(browser, ".movable"))
    chosen(browser, "triangle:5", "a1")
    find(browser, "#play-reach").click()
    until(browser, lambda: "The game can end with one peg, in a1 a4 c5 d4." in text(browser, "#play-proof"))
    jump(browser, "a3", "a1")
    assert text(browser, "#play-proof") == ""
    quiet(browser)


def fates(browser: Any) -> dict[str, str]:
    script = (
        "return Object.fromEntries([...document.querySelectorAll('#play-jumps li')]"
        ".map(e => [e.querySelector('button').textContent, e.querySelector('strong').textContent]))"
    )
    return dict(browser.execute_script(script))


def test_tables_tell_every_jump_as_the_program_does(browser: Any, folder: str) -> None:
    """Offline, on a game that goes wrong: what wins and loses is what the reference below says."""
    offline = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
    browser.execute_cdp_cmd("Network.enable", {})
    browser.execute_cdp_cmd("Network.emulateNetworkConditions", offline)
    browser.get("about:blank")
    browser.get(folder)
    until(browser, lambda: discs(browser, ".movable"))
    chosen(browser, "triangle:5", "a1")
    find(browser, "#play-always").click()
    board = catalogue.board("triangle:5")
    winning = reference(board, Target.with_pegs(board, 1))
    position = Position(board, board.full & ~1)
    for name in ("a3a1", "c3a3", "d4b2", "a4c4"):
        after = {
            board.called(j.start) + board.called(j.landing): position.play(j) for j in position.legal_jumps()
        }
        until(browser, lambda expected=set(after): set(fates(browser)) == expected)
        told = {jump: "wins" if next_.mask in winning else "loses" for jump, next_ in after.items()}
        assert fates(browser) == told
        assert text(browser, "#play-standing").startswith("WON" if position.mask in winning else "LOST")
        signs = browser.execute_script(
            "return [...document.querySelectorAll('#play-board text.fate')].map(e => e.textContent)"
        )
        assert sorted(signs) == sorted("✓" if word == "wins" else "✗" for word in told.values())
        if name not in after:
            break
        jump(browser, name[:2], name[2:])
        position = after[name]
    quiet(browser)
    browser.execute_cdp_cmd("Network.disable", {})


def reference(board: Any, target: Target) -> set[int]:
    """All positions from which the target can be reached, by the rules alone."""
    found = {1 << i for i in range(board.n)} if target.pegs == 1 else {target.must}
    level = set(found)
    while level:
        back = set()
        for mask in level:
            for s, o, t in board.jumps:
                if mask >> t & 1 and not mask >> s & 1 and not mask >> o & 1:
                    back.add(mask & ~(1 << t) | 1 << s | 1 << o)
        level = back - found
        found |= back
    return found


def test_a_famous_impossible_game_shows_its_proof(browser: Any, folder: str) -> None:
    browser.get("about:blank")
    browser.get(folder)
    until(browser, lambda: discs(browser, ".movable"))
    next(
        b for b in browser.find_elements("css selector", "#play-examples button") if "impossible" in b.text
    ).click()
    until(browser, lambda: text(browser, "#play-standing").startswith("36 pegs"))
    find(browser, "#play-ask").click()
    until(
        browser,
        lambda: text(browser, "#play-standing").startswith("LOST: rule-of-three: pegs on marked holes"),
    )
    find(browser, "#play-why").click()
    assert "Every jump has none or two of its three holes marked" in text(browser, "#play-proof")
    assert find(browser, "#play-proof svg").is_displayed()
    quiet(browser)


def test_the_server_tells_fates_first_and_reasons_after(browser: Any, address: str) -> None:
    browser.get("about:blank")
    browser.get(address)
    until(browser, lambda: discs(browser, ".movable"))
    chosen(browser, "triangle:5", "a1")
    find(browser, "#play-ask").click()
    until(browser, lambda: text(browser, "#play-standing").startswith("WON: 2 of 2 jumps win"))
    until(browser, lambda: set(fates(browser).values()) == {"wins"})
    until(
        browser,
        lambda: (
            "random play" in text(browser, "#play-standing").lower() or not text(browser, "#play-progress")
        ),
        60,
    )
    find(browser, "#play-hint").click()
    until(browser, lambda: text(browser, "#play-standing").startswith(("13 pegs", "WON")))
    quiet(browser)


def test_two_positions_are_behind_a_tab(browser: Any, address: str) -> None:
    browser.get("about:blank")
    browser.get(address)
    until(browser, lambda: discs(browser, ".movable"))
    assert find(browser, "#play").is_displayed() and not find(browser, "#start").is_displayed()
    find(browser, "#tab-pairs").click()
    assert find(browser, "#start").is_displayed() and not find(browser, "#play").is_displayed()
    browser.get("about:blank")
    browser.get(address + "#board=line:4&start=1011&target=0010")
    until(browser, lambda: find(browser, "#start").is_displayed())


def test_boards_of_the_edition_are_named_as_everywhere(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for words, message in (
        (["--board", "english44"], "no such board"),
        (["--board", "english33:+z9"], "no hole z9"),
        (["--board", "rectangle:8x8"], "too large for the edition"),
    ):
        assert main(["page", "--output", str(tmp_path / "x"), *words]) == 2
        assert message in capsys.readouterr().err


@given(st.lists(st.sets(st.integers(0, 2**45), min_size=1, max_size=20), min_size=1, max_size=4))
def test_packed_positions_are_read_back(levels: list[set[int]]) -> None:
    """As the page reads them: steps in base 128."""
    arrays = [np.array(sorted(level), np.uint64)[:, None] for level in levels]
    numbers = zlib.decompress(base64.b64decode(edition.packed(iter(arrays))))
    at, read = 0, []
    for level in levels:
        last, found = 0, set()
        for _ in level:
            step = shift = 0
            while True:
                byte = numbers[at]
                at += 1
                step |= (byte & 127) << shift
                shift += 7
                if byte < 128:
                    break
            last += step
            found.add(last)
        read.append(found)
    assert read == levels and at == len(numbers)


def test_a_table_holds_the_positions_on_plays_and_no_others(tmp_path: Path) -> None:
    edition.write(str(tmp_path), [edition.Play("triangle:4", "small")])
    games = json.loads((tmp_path / "games.js").read_text().split("PEGFEAS = ", 1)[1].rstrip(";\n"))
    board = catalogue.board("triangle:4")
    winning = reference(board, Target.with_pegs(board, 1))
    for table in games["games"][0]["tables"]:
        start = int(table["start"][::-1], 2)
        pair = Pair(Position(board, start), Target.with_pegs(board, 1))
        assert ("counts" in table) == (start in winning)
        if "counts" not in table:
            assert table["standing"].startswith("LOST") and table["proof"]
            continue
        on_plays, level = {start}, {start}
        while level:
            level = {
                Position(board, m).play(j).mask for m in level for j in Position(board, m).legal_jumps()
            } & winning
            on_plays |= level
        least = {
            min(sum(1 << p[i] for i in range(board.n) if m >> i & 1) for p in table["symmetries"])
            for m in on_plays
        }
        assert sum(table["counts"]) == len(least) and pair.start.count == len(table["counts"]) - 1
