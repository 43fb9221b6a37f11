"""What the page and the server tell each other: boards and pairs as JSON, checked like any other input."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from feasibility.base.errors import InputError
from feasibility.base.values import replace
from feasibility.game.families import examples
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.certificate import board_json
from feasibility.render.scene import layout
from feasibility.text import board_text, catalogue
from feasibility.text.document import Reading, reading_of
from feasibility.text.moves import read_moves

PAGE_HOLES = 400
MOST_JUMPS = 4000
MOST_SURVEYED = 49
FAMILIES = ("vacancies", "start")
MOST_PLAYED = 4000  # characters
MOST_SECONDS = 600.0
MOST_BODY = 256 << 10
BODY_SECONDS = 10.0  # that a request may take to come in

PageJson = dict[str, Any]


class Question(NamedTuple):
    """What is asked of a pair; `game`: the jumps that a player has made since the start."""

    kind: str
    pair: Pair
    seconds: float
    game: tuple[Jump, ...]
    family: str
    key: str = ""  # by which its messages are known


def parse_body(data: bytes) -> PageJson:
    try:
        value = json.loads(data)
        json.dumps(value, ensure_ascii=False).encode()  # half of a surrogate pair cannot be sent back
    except (ValueError, RecursionError):
        raise InputError("the request is not JSON") from None
    if not isinstance(value, dict):
        raise InputError("the request is not a JSON object")
    return value


def small(board: Board) -> Board:
    """The board, if the page takes boards of that size."""
    if board.n > PAGE_HOLES or len(board.jumps) > MOST_JUMPS:
        seen, most = f"{board.n} holes, {len(board.jumps)} jumps", f"at most {PAGE_HOLES} and {MOST_JUMPS}"
        raise InputError("this board is too large for the page", seen=seen, expected=most)
    return board


def read_board(value: object) -> Board:
    """A board by its name in the catalogue, or by its holes."""
    if isinstance(value, str):
        return small(_named(value[:80]))
    if not isinstance(value, dict):
        raise InputError("not a board", expected="a name, or an object with holes")
    holes, jumps = _rows(value.get("holes"), PAGE_HOLES, 2), value.get("jumps")
    listed = None if jumps is None else _rows(jumps, MOST_JUMPS, 3)
    name = _text(value.get("name", ""))[:200]
    return small(Board([(row, column) for row, column in holes], _text(value.get("geometry")), listed, name))


def _named(name: str) -> Board:
    """A board by its name; the page has no files to offer in its place."""
    try:
        return catalogue.board(name)
    except InputError as error:
        if error.expected is None or "file" in error.expected:
            error.at(expected="a name from the list, or one as rectangle:4x5 or graph:petersen")
        raise


def read_pair(value: PageJson) -> Pair:
    """A pair: `start` and `target` are a character per hole, or the target is a number of pegs."""
    board = read_board(value.get("board"))
    start, _ = _masks(board, value.get("start"), "01", "the start")
    target = value.get("target")
    if isinstance(target, int) and not isinstance(target, bool):
        return Pair(Position(board, start), Target.with_pegs(board, target))
    must, free = _masks(board, target, "01?", "the target")
    return Pair(Position(board, start), Target(board, must, free))


def read_question(kind: str, value: PageJson) -> Question:
    pair, after = read_pair(value), value.get("after") if kind in ("advise", "reach") else None
    family = read_family(value.get("family"), pair) if kind == "survey" else ""
    seconds, game = read_seconds(value.get("seconds", 60)), read_game(after, pair)
    return Question(kind, pair, seconds, game, family)


def read_seconds(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= MOST_SECONDS:
        raise InputError(
            "not a time limit", seen=repr(value)[:40], expected=f"above 0, to {MOST_SECONDS:g} s"
        )
    return float(value)


def read_family(value: object, pair: Pair) -> str:
    """Which pairs a survey is to decide; large boards are surveyed by the command."""
    if value not in FAMILIES:
        raise InputError("no such survey", seen=repr(value)[:40], expected=" or ".join(FAMILIES))
    if pair.board.n > MOST_SURVEYED:
        raise InputError(
            "this board is too large for a survey on the page",
            seen=f"{pair.board.n} holes",
            expected=f"at most {MOST_SURVEYED}, or `pegfeas survey`",
        )
    if value == "start" and pair.start.count < 2:
        raise InputError("no jump is possible from the start", expected="two pegs or more")
    return str(value)


def read_game(value: object, pair: Pair) -> tuple[Jump, ...]:
    """The jumps that were played from the start, each legal when its turn came."""
    text = "" if value is None else _text(value)
    if len(text) > MOST_PLAYED:
        raise InputError("too many jumps", expected=f"at most {MOST_PLAYED} characters")
    jumps = read_moves(pair.start, text) if text.strip() else ()
    pair.start.replay(jumps)
    return jumps


def board_object(board: Board) -> PageJson:
    """A board for the page; `known` says that its name is enough to find it again."""
    small(board)
    moves = [list(jump) for jump in board.jumps]
    data = {**board_json(board), "known": catalogue.lists(board), "jump_count": len(moves), "moves": moves}
    if board.names is None:
        return data
    plan = layout(board)  # of a graph, which the page cannot find out from the holes
    return {**data, "drawn": {"names": board.names, "places": plan.places, "edges": plan.edges}}


def pair_object(pair: Pair) -> PageJson:
    """A pair for the page, as read_pair takes it."""
    board = pair.board
    return {
        "board": board_object(board),
        "start": "".join(map(str, pair.start.vector)),
        "target": _characters(pair.target),
    }


def read_text(text: object) -> Reading:
    """The pair of a text in the notation of the boards, where its target comes from, and how it was read."""
    document = board_text.parse(_text(text), source="the text")
    try:
        reading = reading_of(document, document.target, "the text")
    except InputError as error:
        if document.target is None and document.goal is not None:
            rows = "its rows below a line `target:`"
            error.at(expected=f"{rows}, or no such words here and the target chosen on the page")
        raise
    small(reading.pair.board)
    return replace(reading, said=(*(f"ignored {line}" for line in document.ignored), *document.notes))


def catalogue_object() -> PageJson:
    return {
        "boards": list(catalogue.names()),
        "problems": list(catalogue.problems()),
        "families": [*catalogue.FAMILIES.values(), *(f"graph:{name}" for name in examples())],
    }


def _characters(target: Target) -> str | int:
    if target.pegs is not None:
        return target.pegs
    must, free = target.must, target.free
    return "".join("1" if must >> i & 1 else "?" if free >> i & 1 else "0" for i in range(target.board.n))


def _masks(board: Board, value: object, symbols: str, what: str) -> tuple[int, int]:
    if not isinstance(value, str) or len(value) != board.n or not set(value) <= set(symbols):
        raise InputError(f"{what} does not fit the board", expected=f"{board.n} characters of {symbols}")
    pegs = sum(1 << i for i, symbol in enumerate(value) if symbol == "1")
    return pegs, sum(1 << i for i, symbol in enumerate(value) if symbol == "?")


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise InputError("not a text", seen=repr(value)[:40])
    return value


def _rows(value: object, most: int, length: int) -> list[list[int]]:
    """Lists of so many small integers each."""
    if not isinstance(value, list) or len(value) > most:
        raise InputError("not a list of that size", expected=f"at most {most} entries")
    for row in value:
        numbers = row if isinstance(row, list) and len(row) == length else [None]
        if any(type(number) is not int or abs(number) > MOST_JUMPS for number in numbers):
            seen = repr(row)[:40]
            raise InputError("not a list of small integers", seen=seen, expected=f"{length} of them")
    return value
