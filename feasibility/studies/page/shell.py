"""The files that make the page, the same for the server and for the static edition."""

from __future__ import annotations

import json
from functools import cache

from feasibility import __version__
from feasibility.render.palette import asset, css
from feasibility.render.phrases import languages, table
from feasibility.text import catalogue
from feasibility.text.notations import parse_coordinate

SCRIPTS = ("board.js", "state.js", "play.js", "take.js")  # after the words, in this order


def page(where: str, scripts: tuple[str, ...], head: str = "", tabs: str = "", panels: str = "") -> str:
    """The page; its files are in the folder `where`."""
    loaded = "".join(f'<script src="{where}{one}" defer></script>\n' for one in ("words.js", *scripts))
    links = f'<link rel="icon" href="{where}icon.svg" type="image/svg+xml">\n'
    links += f'<link rel="stylesheet" href="{where}style.css">\n'
    filled = {"head": head + links + loaded, "tabs": tabs, "panels": part("play.html") + panels}
    text = part("page.html").replace("{version}", __version__)
    for name, value in filled.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def part(name: str) -> str:
    return asset(name, __file__)


def style() -> str:
    return css("auto") + asset("report.css") + part("page.css")


@cache
def words() -> str:
    """The tables of phrases of all languages, and the fewest sweeps that are proved, as a script."""
    known = json.dumps({one: table(one) for one in languages()}, ensure_ascii=False)
    proved = json.dumps(records(), ensure_ascii=False)
    return f'"use strict";\nconst WORDS = {known};\nconst RECORDS = {proved};\n'


def records() -> dict[str, dict[str, list[object]]]:
    """Of each board the pairs of a vacancy and a last peg with the fewest sweeps, and who found them.

    The numbers of docs/results; symmetric pairs have the same.
    """
    told: dict[str, dict[str, list[object]]] = {}
    for name, pairs in json.loads(part("records.json")).items():
        board, told[name] = catalogue.board(name), {}
        for first, last, *known in pairs:
            ends = parse_coordinate(board, first), parse_coordinate(board, last)
            for image in board.symmetries:
                told[name][" ".join(board.called(image[hole]) for hole in ends)] = known
    return told
