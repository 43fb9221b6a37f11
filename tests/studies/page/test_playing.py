"""What a player is told, by the server and from tables alone; links, own positions, pictures, languages."""

from __future__ import annotations

import base64
import io
import json
import zlib
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from feasibility.cli import main
from feasibility.game.position import Pair, Position, Target
from feasibility.render.phrases import languages, table
from feasibility.studies.page import edition, shell
from feasibility.text import catalogue

pytest.importorskip(
    "selenium", reason="THE PAGE IS NOT TESTED: selenium is missing (pip install 'pegfeas[test]')"
)

from selenium.webdriver.support.ui import Select

from tests.studies.page.conftest import DESK
from tests.studies.page.looking import (
    fates,
    find,
    heard,
    jump,
    nameless,
    opened,
    pegs,
    quiet,
    standing,
    text,
    until,
)
from tests.studies.page.rules import reference

CENTRE = "1" * 18 + "0" + "1" * 18  # empty in the middle of the French board
GAME = "a3-a1.c3-a3.e5-c3.b2-d4.c5-c3.a5-c5.d5-b5.b5-b3.d4-b2.a4-a2.a1-c3.c3-a3.a3-a1"


def asked(browser: Any) -> None:
    """Asks, and waits for the whole answer."""
    find(browser, "#play-ask").click()
    until(browser, lambda: not find(browser, "#play-ask").is_displayed())


@pytest.fixture
def offline(browser: Any) -> Any:
    """No network at all, for a page from a disk."""
    browser.get("about:blank")  # or a page that is still open would lose its server
    conditions = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
    browser.execute_cdp_cmd("Network.enable", {})
    browser.execute_cdp_cmd("Network.emulateNetworkConditions", conditions)
    yield
    browser.execute_cdp_cmd("Network.disable", {})


@pytest.mark.parametrize("start", ["011111111111111", "110111011111110", "111110101101111"])
def test_every_jump_is_told_as_the_rules_say(
    browser: Any, place: str, start: str, request: pytest.FixtureRequest
) -> None:
    """On a game that goes wrong, from the start of a table and from positions of one's own."""
    if not place.startswith("http"):
        request.getfixturevalue("offline")
    board = catalogue.board("triangle:5")
    winning = reference(board, Target.with_pegs(board, 1))
    position = Position(board, sum(1 << i for i, sign in enumerate(start) if sign == "1"))
    opened(browser, place, f"board=triangle:5&start={start}&pegs=1&tell=1")
    for number in range(4):
        legal = position.legal_jumps()
        if not legal:
            break
        after = {board.called(j.start) + board.called(j.landing): position.play(j) for j in legal}
        told = {name: "wins" if one.mask in winning else "loses" for name, one in after.items()}
        until(browser, lambda told=told: fates(browser) == told)
        said = standing(browser)
        if "wins" in told.values():
            assert said.startswith("Yes, still winnable")
        elif number == 0:
            assert said.startswith("Nobody can win this game: it is lost from the start.")
        signs = "return [...document.querySelectorAll('#play-board text.fate')].map(e => e.textContent)"
        shown = sorted(browser.execute_script(signs))
        assert shown == sorted("✓" if word == "wins" else "✗" for word in told.values())
        name = sorted(told, key=lambda one: (told[one] == "wins", one))[0]  # a losing one, if any
        browser.execute_script(
            "[...document.querySelectorAll('#play-jumps button')]"
            ".find(e => e.textContent === arguments[0]).click()", name,
        )  # fmt: skip
        position = after[name]


def test_the_jump_that_lost_is_named_and_taken_back(browser: Any, place: str) -> None:
    opened(browser, place, "board=triangle:5&jumps=a3-a1.c3-a3.c5-c3.a4-a2")
    asked(browser)
    assert standing(browser).startswith("Jump 3, c5c3, lost the game. Take back 2 jumps to win again.")
    assert text(browser, "#play-back") == "Take back 2 jumps"
    find(browser, "#play-back").click()
    until(browser, lambda: standing(browser).startswith("12 pegs"))
    assert "at=2" in browser.current_url, "what was taken back can be played again"
    find(browser, "#play-redo").click()
    assert standing(browser).startswith(("11 pegs", "Jump 3"))


def test_no_game_begins_in_a_lost_position_without_a_word(browser: Any, place: str) -> None:
    opened(
        browser,
        place,
        "board=french37&start=" + "1" * 18 + "0" + "1" * 18 + "&target=" + "0" * 18 + "1" + "0" * 18,
    )
    until(
        browser, lambda: standing(browser).startswith("Nobody can win this game: it is lost from the start.")
    )
    find(browser, "#play-why").click()
    proof = find(browser, "#play-proof")
    assert proof.is_displayed() and "Every jump has none or two of its three holes marked" in proof.text
    assert find(browser, "#play-proof svg").is_displayed()
    assert browser.execute_script("return arguments[0].getBoundingClientRect().height", proof) <= DESK[1]


def test_the_first_boards_are_english_french_and_triangle(browser: Any, address: str) -> None:
    opened(browser, address)
    script = (
        "return [...document.querySelectorAll('#play-choice option')].slice(0, 3).map(e => e.textContent)"
    )
    assert browser.execute_script(script) == [
        "English, to the middle",
        "French, to one peg",
        "Triangle, 15 holes",
    ]
    Select(find(browser, "#play-choice")).select_by_index(1)
    until(browser, lambda: "board=french37" in browser.current_url)
    assert standing(browser).startswith("36 pegs")
    Select(find(browser, "#play-choice")).select_by_value("hexagon:3")
    until(browser, lambda: "board=hexagon%3A3" in browser.current_url)
    quiet(browser)


# ---- links ----


def test_every_state_is_a_link_that_opens_playable(browser: Any, place: str) -> None:
    opened(browser, place, "board=triangle:5")
    jump(browser, "a3", "a1")
    jump(browser, "c3", "a3")
    link, shown = browser.current_url, pegs(browser)
    assert "jumps=a3-a1.c3-a3" in link
    browser.back()
    until(browser, lambda: standing(browser).startswith("13 pegs"))
    browser.forward()
    until(browser, lambda: standing(browser).startswith("12 pegs"))
    browser.refresh()
    until(browser, lambda: browser.find_elements("css selector", "#play-board .touch"))
    assert pegs(browser) == shown
    browser.get("about:blank")
    browser.get(link)
    until(browser, lambda: browser.find_elements("css selector", "#play-board .touch"))
    assert pegs(browser) == shown and find(browser, "#play").is_displayed()
    find(browser, "#play-undo").click()
    assert standing(browser).startswith("13 pegs") and "at=1" in browser.current_url
    jump(browser, "c4", "a2")
    assert "jumps=a3-a1.c4-a2" in browser.current_url and "at=" not in browser.current_url
    quiet(browser)


def test_a_link_that_is_wrong_is_told_and_kept(browser: Any, place: str) -> None:
    opened(browser, place, "board=triangle:5&jumps=a3-a1.a3-a1")
    assert "Jump 2 of the link, a3a1, is not legal here" in text(browser, "#problem")
    assert standing(browser).startswith("13 pegs")
    for words in ("board=triangle:5&start=01", "board=triangle:5&pegs=99", "board=nosuch"):
        opened(browser, place, words)
        assert find(browser, "#problem").is_displayed() and text(browser, "#problem")
        assert browser.current_url.endswith("#" + words), "the address is not lost"
    browser.get_log("browser")  # the refusals are logged by the browser, too


def test_the_link_is_shared(browser: Any, place: str) -> None:
    opened(browser, place, "board=triangle:5&jumps=a3-a1")
    browser.execute_script(
        "window.told = null; const value = async (it) => { window.told = it.url; };"
        "Object.defineProperty(navigator, 'share', {value, configurable: true})"
    )
    find(browser, "#share").click()
    until(browser, lambda: browser.execute_script("return window.told"))
    assert browser.execute_script("return window.told") == browser.current_url


# ---- a position of one's own ----


def test_a_position_is_set_up_and_played(browser: Any, place: str) -> None:
    opened(browser, place, "board=triangle:5")
    find(browser, "#play-edit").click()
    find(browser, "[data-set=empty]").click()
    for name in ("a1", "a2", "b3", "c3"):
        find(browser, f"#play-board .touch[aria-label='{name}']").click()
    assert standing(browser).startswith("4 pegs")
    find(browser, "#play-undo").click()
    until(browser, lambda: standing(browser).startswith("3 pegs"))
    find(browser, "#play-done").click()
    until(browser, lambda: pegs(browser) == "a1 a2 b3")
    asked(browser)
    assert fates(browser)
    quiet(browser)


def test_a_drawing_is_pasted(browser: Any, place: str) -> None:
    opened(browser, place, "board=triangle:5")
    find(browser, "#play-edit").click()
    find(browser, "#play-setting summary").click()
    drawing = "# geometry: triangular\n    .\n   x x\n  x . x\n x x x x\nx x x x x\n"
    browser.execute_script("arguments[0].value = arguments[1]", find(browser, "#play-text"), drawing)
    find(browser, "#play-paste").click()
    until(browser, lambda: standing(browser).startswith("13 pegs"))
    browser.execute_script("arguments[0].value = 'what is this?'", find(browser, "#play-text"))
    find(browser, "#play-paste").click()
    until(browser, lambda: find(browser, "#problem").is_displayed())
    assert standing(browser).startswith("13 pegs")
    browser.get_log("browser")


def test_a_drawing_without_its_blanks_says_which_board_it_was_taken_for(browser: Any, address: str) -> None:
    """And a game half-played is asked for any one peg."""
    opened(browser, address, "board=triangle:5")
    find(browser, "#play-edit").click()
    find(browser, "#play-setting summary").click()
    drawing = "xxx\nx.x\nxxxxxxx\nxxx.xxx\nxxxxxxx\nxxx\nxxx\n"
    browser.execute_script("arguments[0].value = arguments[1]", find(browser, "#play-text"), drawing)
    find(browser, "#play-paste").click()
    until(browser, lambda: standing(browser).startswith("31 pegs"))
    assert "Taken for english33" in text(browser, "#problem") and "pegs=1" in browser.current_url


def test_what_tables_cannot_tell_names_the_command(browser: Any, folder: Path) -> None:
    """More positions than a page visits: unknown, never a guess."""
    start = "1" * 17 + "0" + "1" * 19
    opened(browser, folder.as_uri() + "/index.html", f"board=french37&start={start}&pegs=1")
    browser.execute_script("document.querySelector('#play-ask').click()")
    until(browser, lambda: "Only a server can tell: pegfeas advise french37:-" in standing(browser), 120)
    assert set(fates(browser).values()) == {"unknown"}
    find(browser, "#play-reach").click()
    until(browser, lambda: "pegfeas count french37:-" in text(browser, "#play-proof"))


# ---- the end of a game ----


def is_whole(path: Path) -> bool:
    """A browser makes the file before it has what goes into it, and another one meanwhile."""
    return path.exists() and path.stat().st_size > 0 and not [*path.parent.glob("*.crdownload")]


def test_a_game_that_is_won_is_counted_replayed_and_taken_along(
    browser: Any, place: str, tmp_path: Path
) -> None:
    browser.execute_cdp_cmd(
        "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)}
    )
    opened(browser, place, f"board=triangle:5&jumps={GAME}")
    assert standing(browser) == "Won in 13 jumps, 10 sweeps."
    if not place.startswith("http"):
        assert text(browser, "#play-best") == "No play has fewer sweeps than 10 (proved by pegfeas)."
    for kind in ("svg", "png", "gif"):
        find(browser, f"[data-take={kind}]").click()
        until(browser, lambda kind=kind: is_whole(tmp_path / f"triangle-5-13.{kind}"))
    from PIL import Image

    picture = (tmp_path / "triangle-5-13.svg").read_text()
    assert (
        picture.startswith("<svg")
        and "url(#pf-marble)" in picture
        and "class=" not in picture.partition(">")[2]
    )
    assert Image.open(tmp_path / "triangle-5-13.png").size[0] == 900
    film = Image.open(io.BytesIO((tmp_path / "triangle-5-13.gif").read_bytes()))
    assert film.n_frames == 14 and film.size[0] == 320
    shown = set()
    for frame in range(film.n_frames):
        film.seek(frame)
        shown.add(film.convert("RGB").tobytes())
    assert len(shown) == 14
    find(browser, "#play-replay").click()
    until(browser, lambda: standing(browser).startswith("14 pegs"))
    until(browser, lambda: standing(browser).startswith("12 pegs"))
    find(browser, "#play-undo").click()
    quiet(browser)


def test_the_record_of_a_classic_has_its_source(browser: Any, address: str) -> None:
    """Bergholt's play of 18 sweeps."""
    play = (
        "d2-d4.f3-d3.e1-e3.e4-e2.c1-e1.e1-e3.e6-e4.g5-e5.d5-f5.g3-g5.g5-e5.b5-d5.c7-c5.c4-c6.e7-c7.c7-c5.c2-c4."
        "a3-c3.d3-b3.a5-a3.a3-c3.d5-b5.d7-d5"
    )
    opened(browser, address, f"board=english33&jumps={play}")
    script = "return recordOf({...state, start: without(state.board, 16), goal: lone(state.board, 16)})"
    found = browser.execute_script(script)
    assert found == {"sweeps": 18, "source": "E. Bergholt 1912, J. D. Beasley 1964"}


def test_a_game_is_printed_on_one_sheet(browser: Any, place: str) -> None:
    opened(browser, place, f"board=triangle:5&jumps={GAME}")
    printed = browser.execute_cdp_cmd("Page.printToPDF", {"paperWidth": 8.27, "paperHeight": 11.69})
    file = base64.b64decode(printed["data"])
    assert file.count(b"/Type /Page\n") == 1 and len(file) > 5000, "an empty sheet has about 900 bytes"
    assert "13 jumps in 10 sweeps" in text(browser, "#sheet h1")
    assert len(browser.find_elements("css selector", "#sheet figure")) == 11


# ---- languages, looks, readers ----


@pytest.mark.parametrize("language", sorted(languages()))
def test_the_page_speaks_one_language(browser: Any, place: str, language: str) -> None:
    opened(browser, place, f"board=triangle:5&jumps={GAME}&lang={language}")
    words = table(language)["phrases"]
    assert text(browser, "#play-edit") == words["page.edit"]
    assert browser.execute_script("return document.documentElement.lang") == language
    for other in languages():
        Select(find(browser, "#lang")).select_by_value(other)
        assert text(browser, "#play-edit") == table(other)["phrases"]["page.edit"]
        assert f"lang={other}" in browser.current_url
        assert nameless(browser) == []
    quiet(browser)


def test_every_word_of_the_page_is_in_the_table() -> None:
    """And nothing else: keys that are put together are known by their beginnings."""
    import re

    assets = Path(shell.__file__).parent / "assets"
    scripts = "".join(file.read_text() for file in assets.glob("*.js"))
    pages = "".join(file.read_text() for file in assets.glob("*.html"))
    said = {*re.findall(r'told\("([^"]+)"', scripts), *re.findall(r'data-(?:say|label)="([^"]+)"', pages)}
    known = {key[5:] for key in table("en")["phrases"] if key.startswith("page.")}
    beginnings = {"work.", "download ", "game."}
    assert said - known == beginnings
    loose = {key for key in known - said if not key.startswith(tuple(beginnings))}
    assert all(f'"{key}"' in scripts for key in loose), sorted(loose)


def test_wood_is_the_look_and_plain_a_choice(browser: Any, place: str) -> None:
    opened(browser, place)
    script = "return getComputedStyle(document.querySelector('#play-board [data-peg]')).fill"
    assert "pf-marble" in browser.execute_script(script)
    Select(find(browser, "#look")).select_by_value("plain")
    assert "url" not in browser.execute_script(script) and "look=plain" in browser.current_url


def test_the_tree_for_screen_readers(browser: Any, place: str) -> None:
    opened(browser, place, "board=triangle:5&jumps=a3-a1")
    tree = heard(browser)
    assert nameless(browser) == []
    assert ("button", "c3, peg, to a3") in tree and ("button", "c3, empty") not in tree
    assert [name for role, name in tree if role == "group" and name == "board to play on"]
    assert sum(role == "status" for role, _ in tree) >= 2
    script = "return [...document.querySelectorAll('[role=status]')].map(e => e.id)"
    assert "play-standing" in browser.execute_script(script)


# ---- the static edition ----


def test_the_edition_is_installed_and_plays_offline(browser: Any, folder: Path, offline: Any) -> None:
    """Over HTTP a service worker keeps all files; then the server may go."""
    import functools
    import http.server
    import threading

    browser.execute_cdp_cmd("Network.disable", {})
    handler = functools.partial(Silent, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/index.html"
    opened(browser, address, "board=triangle:5")
    ready = "const done = arguments[0]; navigator.serviceWorker.ready.then(() => done(true))"
    assert browser.execute_async_script(ready)
    assert find(browser, "link[rel=manifest]").get_attribute("href").endswith("manifest.webmanifest")
    server.shutdown()
    server.server_close()
    opened(browser, address, "board=rectangle:4x4")
    asked(browser)
    assert fates(browser)


class Silent(SimpleHTTPRequestHandler):
    """A server of files that prints nothing."""

    def log_message(self, *words: Any) -> None:
        """Nothing."""


def test_manifest_and_preview(tmp_path: Path) -> None:
    edition.write(str(tmp_path), [edition.play_of("triangle:4")], "https://example.org/pegs")
    manifest = json.loads((tmp_path / "manifest.webmanifest").read_text())
    assert manifest["start_url"] == "index.html" and manifest["icons"][0]["src"] == "icon.svg"
    page = (tmp_path / "index.html").read_text()
    assert '<meta property="og:image" content="https://example.org/pegs/preview.png">' in page
    assert (tmp_path / "preview.png").read_bytes().startswith(b"\x89PNG")
    worker = (tmp_path / "sw.js").read_text()
    assert all(f'"{name}"' in worker for name in ("index.html", "words.js", "data/triangle-4-a2.js"))


def test_records_are_those_of_the_pages_of_results() -> None:
    results = Path("docs/results")
    rows = [
        row for name in ("one-vacancy", "sweeps") for row in (results / f"{name}.md").read_text().split("\n")
    ]
    for name, pairs in json.loads(shell.part("records.json")).items():
        board = name.removeprefix("rectangle:")
        for first, last, sweeps, _ in pairs:
            told = (f"| {first} | {last} | {sweeps} |", f"| {board}, {first} to {last} | {sweeps} |")
            assert any(row.startswith(told) for row in rows), (name, first, last)


def test_boards_of_the_edition_are_named_as_everywhere(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for words, message in (
        (["--board", "english44"], "no such board"),
        (["--board", "english33:+z9"], "no hole z9"),
        (["--board", "rectangle:8x8"], "too large for the edition"),
        (["--board", "triangle:4", "--board", "triangle:4"], "two games with one table"),
    ):
        assert main(["page", "--output", str(tmp_path / "x"), *words]) == 2
        assert message in capsys.readouterr().err


def test_another_page_in_the_folder_is_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("mine")
    assert main(["page", "--output", str(tmp_path), "--board", "line:5"]) == 2
    assert "another page is there" in capsys.readouterr().err
    assert [(tmp_path / "index.html").read_text(), *tmp_path.iterdir()] == ["mine", tmp_path / "index.html"]


def test_a_board_of_the_edition_may_be_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    drawn = tmp_path / "my own.txt"
    drawn.write_text(" ooo\nooooo\noo.oo\n")
    assert main(["page", "--output", str(tmp_path / "x"), "--board", f"{drawn}:+c3"]) == 0
    assert capsys.readouterr().err.count("read o as a peg") == 1
    made = (tmp_path / "x" / "games.js").read_text()
    assert '"name": "my own.txt"' in made and str(tmp_path) not in made
    assert main(["page", "--output", str(tmp_path / "y"), "--board", str(drawn)]) == 0
    assert "data/my-own.txt-b1.js" in (tmp_path / "y" / "sw.js").read_text()


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
    edition.write(str(tmp_path), [edition.play_of("triangle:4")])
    games = json.loads((tmp_path / "games.js").read_text().split("PEGFEAS = ", 1)[1].rstrip(";\n"))
    board = catalogue.board("triangle:4")
    winning = reference(board, Target.with_pegs(board, 1))
    for one in games["games"][0]["tables"]:
        start = int(one["start"][::-1], 2)
        pair = Pair(Position(board, start), Target.with_pegs(board, 1))
        assert ("counts" in one) == (start in winning)
        if "counts" not in one:
            assert one["reason"].startswith("why.") and one["kernel"]
            continue
        on_plays, level = {start}, {start}
        while level:
            level = {
                Position(board, m).play(j).mask for m in level for j in Position(board, m).legal_jumps()
            } & winning
            on_plays |= level
        least = {
            min(sum(1 << p[i] for i in range(board.n) if m >> i & 1) for p in one["symmetries"])
            for m in on_plays
        }
        assert sum(one["counts"]) == len(least) and pair.start.count == len(one["counts"]) - 1
