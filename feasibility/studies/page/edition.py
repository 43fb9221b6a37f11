"""The static edition: a folder that needs no server, with tables of the positions that are on plays.

A table has one position of each orbit, for one start and one goal, level by level; the numbers are written as
steps from one to the next in base 128, compressed, as text in a script, since a page that is opened from a
folder may load scripts and nothing else.
"""

from __future__ import annotations

import base64
import json
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
from feasibility.text import catalogue
from feasibility.text.notations import parse_coordinate

SCRIPTS = (*shell.SCRIPTS, "games.js", "tables.js")
MADE = ("games.js",)  # by this module
MOST_ON_LEVEL = 1 << 21  # orbits; a table of more is no longer some MB
EDITION_HOLES = 48  # positions are numbers that JavaScript adds without error
SECONDS = 600.0


class EditionGame(NamedTuple):
    """A game of the edition; `ends`: the holes that begin empty and end with the last peg, if it matters."""

    board: str
    ends: tuple[str, ...] = ()


PLAYS = (
    EditionGame("english33", ("d4", "d1", "d2")),
    EditionGame("french37", ("d4",)),
    EditionGame("triangle:5"),
    EditionGame("triangle:4"),
    EditionGame("triangle:6"),
    EditionGame("rectangle:4x4"),
    EditionGame("rectangle:4x5"),
)
REASON = Hook[Callable[[Verdict], dict[str, Any]]]("studies.page.edition:REASON", "tells reasons on the page")
FEWEST_SECONDS = 5.0  # for the fewest sweeps of a start


def write(
    folder: str, plays: Sequence[EditionGame] = PLAYS, address: str = "", report: Report = silent
) -> int:
    """Writes all files of the edition; their size in bytes.

    `address`: where it will be found, for previews of links.
    """
    where = Path(folder)
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

    board = catalogue.board(play.board)
    start = _pair(board, next(_vacancies(board, play)), play).start
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
    """A game as BOARD, or BOARD:+d4 where the last peg has its hole."""
    name, _, last = reference.partition(":+")
    board = catalogue.board(name)
    if last:
        parse_coordinate(board, last)
    return EditionGame(name, (last,) if last else ())


def _game(play: EditionGame, files: dict[str, str | bytes], report: Report) -> dict[str, Any]:
    """The game as the page takes it; its tables become files."""
    board = catalogue.board(play.board)
    if board.n > EDITION_HOLES:
        raise InputError(
            "too large for the edition", seen=play.board, expected=f"at most {EDITION_HOLES} holes"
        )
    tables = []
    for vacancy in _vacancies(board, play):
        name = f"{play.board}-{board.called(vacancy)}".replace(":", "-").replace(",", "-")
        report(f"positions on plays of {play.board} from {board.called(vacancy)}")
        table = _table(_pair(board, vacancy, play), name, files, report)
        tables.append(table)
    residues = [{"weights": weights, "modulus": modulus} for weights, modulus in generators(board)]
    symmetries = [list(range(board.n)), *map(list, board.symmetries)]
    shown = {**board_object(board), "known": True}
    return {
        "name": play.board,
        "board": shown,
        "residues": residues,
        "symmetries": symmetries,
        "tables": tables,
    }


def _vacancies(board: Board, play: EditionGame) -> Iterator[int]:
    """The holes that also end, or one hole of each orbit."""
    if play.ends:
        yield from (parse_coordinate(board, hole) for hole in play.ends)
        return
    yield from (i for i in range(board.n) if i == min(image[i] for image in board.symmetries))


def _pair(board: Board, vacancy: int, play: EditionGame) -> Pair:
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
    finding = verdict.decisive
    if verdict.answer is not Answer.INFEASIBLE or finding is None or finding.proof is None:
        return {}
    return REASON.only()(verdict)


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
