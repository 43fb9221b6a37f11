"""The static edition: a folder that needs no server, with tables of the positions that are on plays.

A table has one position of each orbit, for one start and one goal, level by level; the numbers are written as
steps from one to the next in base 128, compressed, as text in a script, since a page that is opened from a
folder may load scripts and nothing else.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from feasibility.base.errors import InputError
from feasibility.base.files import write_file
from feasibility.base.limits import Limits
from feasibility.base.report import Report, silent
from feasibility.base.stopped import Stopped
from feasibility.engines.positions.question import of_pair
from feasibility.engines.positions.words import Symmetries, Words
from feasibility.engines.winning import levels_on_plays, winning_positions
from feasibility.game.geometry import Board
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.verdict import Answer, Verdict
from feasibility.registry import Hook
from feasibility.render.svg import escape
from feasibility.studies.page import shell
from feasibility.studies.page.exchange import board_object
from feasibility.systems.residues import generators
from feasibility.text.notations import parse_coordinate
from feasibility.text.references import read_board

SCRIPTS = (*shell.SCRIPTS, "games.js", "tables.js")
MADE = ("games.js",)  # by this module
MOST_ON_LEVEL = 1 << 21  # orbits; a table of more is no longer some MB
EDITION_HOLES = 48  # positions are numbers that JavaScript adds without error
SECONDS = 600.0


class EditionGame(NamedTuple):
    """A game of the edition; `ends`: the holes that begin empty and end with the last peg, if it matters."""

    board: Board
    ends: tuple[str, ...] = ()
    file: str = ""

    @property
    def name(self) -> str:
        """What the page calls the board; the folder of a file is nobody else's business."""
        return self.board.name if self.board.listed else Path(self.file).name


PLAYS = (
    "english33:+d4+d1+d2",
    "french37:+d4",
    "triangle:5",
    "triangle:4",
    "triangle:6",
    "rectangle:4x4",
    "rectangle:4x5",
)
REASON = Hook[Callable[[Verdict], dict[str, Any]]]("studies.page.edition:REASON", "tells reasons on the page")
FEWEST_SECONDS = 5.0  # for the fewest sweeps of a start


def write(folder: str, plays: Sequence[EditionGame], address: str = "", report: Report = silent) -> int:
    """Writes all files of the edition; their size in bytes.

    `address`: where it will be found, for previews of links.
    """
    where = Path(folder)
    if (where / "index.html").exists() and not (where / "games.js").exists():
        raise InputError("another page is there", source=folder, expected="another folder")
    (where / "data").mkdir(parents=True, exist_ok=True)
    files: dict[str, str | bytes] = {}
    games = [_game(play, files, report) for play in plays]
    files["games.js"] = f'"use strict";\nconst PEGFEAS = {json.dumps({"games": games})};\n'
    files |= {"style.css": shell.style(), "words.js": shell.words(), "icon.svg": shell.part("icon.svg")}
    files |= {name: shell.part(name) for name in SCRIPTS if name not in MADE}
    files["index.html"] = shell.page("", SCRIPTS, head=_preview(plays[0], files, address))
    files["manifest.webmanifest"] = json.dumps(_manifest(), ensure_ascii=False, indent=1)
    files["sw.js"] = _worker(files)
    for name, made in files.items():
        write_file(str(where / name), made)
    return sum(len(made if isinstance(made, bytes) else made.encode()) for made in files.values())


def _preview(play: EditionGame, files: dict[str, str | bytes], address: str) -> str:
    """The picture that a link shows elsewhere, where there is a program that draws one."""
    from feasibility.render.figure import figure
    from feasibility.render.pictures import position

    start = _pair(play, next(_vacancies(play))).start
    try:
        files["preview.png"] = figure(position(start), "png")
    except InputError:
        return ""
    base = f"{address.rstrip('/')}/" if address else ""
    link = f'<meta property="og:url" content="{escape(base)}">\n' if base else ""
    return f'<meta property="og:image" content="{escape(base)}preview.png">\n{link}'


def _manifest() -> dict[str, Any]:
    """What a browser needs to install the page."""
    icon = {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    looks = {"background_color": "#ffffff", "theme_color": "#b97c40", "display": "standalone"}
    names = {"name": "Peg solitaire: which jumps still win?", "short_name": "Peg solitaire"}
    return {**names, "start_url": "index.html", "scope": "./", "icons": [icon], **looks}


def _worker(files: Mapping[str, str | bytes]) -> str:
    """The script that keeps the files; a change of any of them is another version."""
    digest = sha256()
    for name, made in sorted(files.items()):
        digest.update(name.encode() + (made if isinstance(made, bytes) else made.encode()))
    listed = json.dumps(["./", *sorted(files)])
    return f'const VERSION = "{digest.hexdigest()[:16]}", FILES = {listed};\n' + shell.part("sw.js")


def play_of(reference: str) -> EditionGame:
    """A game as BOARD or FILE, or BOARD:+d4+d1 where the last peg ends in the hole that began empty."""
    name, _, last = reference.partition(":+")
    board, ends = read_board(name), tuple(last.split("+")) if last else ()
    for hole in ends:
        parse_coordinate(board, hole)
    return EditionGame(board, ends, name)


def _game(play: EditionGame, files: dict[str, str | bytes], report: Report) -> dict[str, Any]:
    """The game as the page takes it; its tables become files."""
    board = play.board
    if board.n > EDITION_HOLES:
        raise InputError(
            "too large for the edition", seen=play.name, expected=f"at most {EDITION_HOLES} holes"
        )
    tables = []
    for vacancy in _vacancies(play):
        name = re.sub(r"[^\w.-]", "-", f"{play.name}-{board.called(vacancy)}")
        if f"data/{name}.js" in files:
            expected = "one game of a board from each vacancy"
            raise InputError(
                "two games with one table", seen=f"{play.name}:-{board.called(vacancy)}", expected=expected
            )
        report(f"positions on plays of {play.name} from {board.called(vacancy)}")
        table = _table(_pair(play, vacancy), name, files, report)
        tables.append(table)
    residues = [{"weights": weights, "modulus": modulus} for weights, modulus in generators(board)]
    symmetries = [list(range(board.n)), *map(list, board.symmetries)]
    shown = {**board_object(board), "name": play.name, "known": True}
    return {
        "name": play.name,
        "board": shown,
        "residues": residues,
        "symmetries": symmetries,
        "tables": tables,
    }


def _vacancies(play: EditionGame) -> Iterator[int]:
    """The holes that also end, or one hole of each orbit."""
    board = play.board
    if play.ends:
        yield from (parse_coordinate(board, hole) for hole in play.ends)
        return
    yield from (i for i in range(board.n) if i == min(image[i] for image in board.symmetries))


def _pair(play: EditionGame, vacancy: int) -> Pair:
    board = play.board
    start = Position(board, board.full & ~(1 << vacancy))
    return Pair(start, Position(board, 1 << vacancy) if play.ends else Target.with_pegs(board, 1))


def _table(pair: Pair, name: str, files: dict[str, str | bytes], report: Report) -> dict[str, Any]:
    """What the page knows of a start and a goal; the positions on plays become a file."""
    goal = pair.target.exact
    told: dict[str, Any] = {
        "start": "".join(map(str, pair.start.vector)),
        "target": "".join(map(str, goal.vector)) if goal is not None else None,
    }
    lost = _lost(pair)
    if lost:
        return told | lost
    levels, symmetries = _levels(pair, report)
    images = [list(range(pair.board.n)), *map(list, symmetries.permutations)]
    counts = [0] * (pair.start.count + 1)
    for pegs, level in levels:
        counts[pegs] = len(level)
    text = packed(level for _, level in levels)
    files[f"data/{name}.js"] = f"pegfeasTable({json.dumps(name)},{json.dumps(text)});\n"
    return {**told, "symmetries": images, "counts": counts, "file": name, "fewest": _fewest(pair)}


def _fewest(pair: Pair) -> int | None:
    """The fewest sweeps, where they are soon proved."""
    from feasibility.api.solve import solve

    try:
        solution = solve(pair, sweeps=True, limits=Limits(FEWEST_SECONDS))
    except InputError:  # nothing here finds them
        return None
    return solution.sweeps_at_least if solution.stopped is None else None


def _lost(pair: Pair) -> dict[str, Any]:
    """Where nobody can win: that, and the proof."""
    from feasibility.api.check import check

    verdict = check(pair, limits=Limits(SECONDS))
    return REASON.only()(verdict) if verdict.answer is Answer.INFEASIBLE else {}


def _levels(pair: Pair, report: Report) -> tuple[list[tuple[int, Words]], Symmetries]:
    """The levels on plays with their numbers of pegs, from few to many."""
    clock = Limits(SECONDS).start()
    winning = winning_positions(pair.start, pair.target, clock, report=report)
    question = of_pair(pair)
    symmetries = Symmetries(question.symmetries, question.holes)
    if isinstance(winning, Stopped):
        raise InputError(f"no table from {pair.start}: {winning.reason}")
    levels = levels_on_plays(question, symmetries, winning.members, MOST_ON_LEVEL, clock)
    if isinstance(levels, Stopped):
        raise InputError(f"no table from {pair.start}: {levels.reason}")
    return [(int(level[0, 0]).bit_count(), level) for level in levels if len(level)], symmetries


def packed(levels: Iterator[Words]) -> str:
    """The positions of all levels as compressed text, each as the step from the one before on its level."""
    numbers = bytearray()
    for level in levels:
        steps = np.diff(np.sort(level[:, 0]), prepend=np.uint64(0))
        for step in steps.tolist():
            rest = step
            while rest > 127:
                numbers.append(rest & 127 | 128)
                rest >>= 7
            numbers.append(rest)
    return base64.b64encode(zlib.compress(bytes(numbers), 9)).decode()
