"""The static edition: a folder that needs no server, with tables of the positions that are on plays.

A table has one position of each orbit, for one start and one goal, level by level; the numbers are written as
steps from one to the next in base 128, compressed, as text in a script, since a page that is opened from a
folder may load scripts and nothing else.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from feasibility import __version__
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
from feasibility.proofs.verdict import Answer
from feasibility.render.palette import asset, css
from feasibility.render.proof_html import Room, proof_html
from feasibility.render.words import explain
from feasibility.studies.page.exchange import board_object
from feasibility.text import catalogue
from feasibility.text.holes import parse_coordinate

ASSETS = ("board.js", "play.js", "tables.js")
MOST_ON_LEVEL = 1 << 21  # orbits; a table of more is no longer some MB
EDITION_HOLES = 48  # positions are numbers that JavaScript adds without error
SECONDS = 600.0


class Play(NamedTuple):
    """A game of the edition; `ends`: the holes that begin empty and end with the last peg, if it matters."""

    board: str
    title: str
    ends: tuple[str, ...] = ()


PLAYS = (
    Play("english33", "English board, one peg where it began empty", ("d4", "d1", "d2")),
    Play("triangle:5", "Triangle with 15 holes, one peg"),
    Play("triangle:4", "Triangle with 10 holes, one peg"),
    Play("triangle:6", "Triangle with 21 holes, one peg"),
    Play("rectangle:4x4", "Square of 4 by 4, one peg"),
    Play("rectangle:4x5", "Rectangle of 4 by 5, one peg"),
    Play("french37", "French board, one peg in the middle", ("d4",)),
)
EXAMPLES = (
    ("A classic", "english33", "d4"),
    ("A famous impossible one", "french37", "d4"),
    ("Fifteen holes", "triangle:5", "a1"),
)


def write(folder: str, plays: Sequence[Play] = PLAYS, report: Report = silent) -> int:
    """Writes all files of the edition; their size in bytes."""
    where = Path(folder)
    (where / "data").mkdir(parents=True, exist_ok=True)
    files: dict[str, str] = {}
    games = [_game(play, files, report) for play in plays]
    offered = {game["name"] for game in games}
    listed = {"games": games, "examples": [each for each in EXAMPLES if each[1] in offered]}
    files["games.js"] = f'"use strict";\nconst PEGFEAS = {json.dumps(listed)};\n'
    files["style.css"] = css("auto") + asset("report.css") + asset("page.css", __file__)
    files |= {name: asset(name, __file__) for name in ASSETS}
    page = asset("static.html", __file__).replace("{play}", asset("play.html", __file__))
    files["index.html"] = page.replace("{version}", __version__)
    for name, text in files.items():
        write_file(str(where / name), text)
    return sum(len(text.encode()) for text in files.values())


def play_of(reference: str) -> Play:
    """A game as BOARD, or BOARD:+d4 where the last peg has its hole."""
    name, _, last = reference.partition(":+")
    board = catalogue.board(name)
    if last:
        parse_coordinate(board, last)
    goal = f"one peg in {last}" if last else "one peg"
    return Play(name, f"{board.label}, {goal}", (last,) if last else ())


def _game(play: Play, files: dict[str, str], report: Report) -> dict[str, Any]:
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
        tables.append({"vacancy": board.called(vacancy), **table})
    return {"name": play.board, "title": play.title, "board": board_object(board), "tables": tables}


def _vacancies(board: Board, play: Play) -> Iterator[int]:
    """The holes that also end, or one hole of each orbit."""
    if play.ends:
        yield from (parse_coordinate(board, hole) for hole in play.ends)
        return
    yield from (i for i in range(board.n) if i == min(image[i] for image in board.symmetries))


def _pair(board: Board, vacancy: int, play: Play) -> Pair:
    start = Position(board, board.full & ~(1 << vacancy))
    return Pair(start, Position(board, 1 << vacancy) if play.ends else Target.with_pegs(board, 1))


def _table(pair: Pair, name: str, files: dict[str, str], report: Report) -> dict[str, Any]:
    """What the page knows of a start and a goal; the positions on plays become a file."""
    goal = pair.target.exact
    where = f" in {pair.board.called(goal.pegs[0])}" if goal is not None else ""
    told: dict[str, Any] = {
        "start": "".join(map(str, pair.start.vector)),
        "target": "".join(map(str, goal.vector)) if goal is not None else None,
        "goal": f"one peg{where} is left",
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
    return {**told, "symmetries": images, "counts": counts, "file": name}


def _lost(pair: Pair) -> dict[str, str]:
    """Where nobody can win: that, and the proof."""
    from feasibility.api.check import check

    verdict = check(pair, limits=Limits(SECONDS))
    finding = verdict.decisive
    if verdict.answer is not Answer.INFEASIBLE or finding is None or finding.proof is None:
        return {}
    proof = proof_html(pair, explain(pair, finding.proof), Room(6, 20_000))
    return {"standing": f"LOST: {finding.criterion}: {finding.summary}.", "proof": proof}


def _levels(pair: Pair, report: Report) -> tuple[list[tuple[int, Words]], Symmetries]:
    """The levels on plays with their numbers of pegs, from few to many."""
    clock = Limits(SECONDS).start()
    winning = winning_positions(pair.start, pair.target, clock, report=report)
    asked = of_pair(pair)
    symmetries = Symmetries(asked.symmetries, asked.holes)
    if isinstance(winning, Stopped):
        raise InputError(f"no table from {pair.start}: {winning.reason}")
    levels = levels_on_plays(asked, symmetries, winning.members, MOST_ON_LEVEL, clock)
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
