"""Named boards and shipped problems: files in boards/, and members of `game.families`, as `rectangle:4x5`."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from feasibility.base.errors import InputError, near
from feasibility.game.families import BOARDS, examples
from feasibility.game.geometry import Board, Geometry
from feasibility.text import graphs

if TYPE_CHECKING:
    import networkx as nx

    from feasibility.text.document import Document

# The boards that a drawing is known by (boards/GRAMMAR.md): the lengths of their rows, centred.
ROWS = {
    "english33": (3, 3, 7, 7, 7, 3, 3),
    "french37": (3, 5, 7, 7, 7, 5, 3),
    "wiegleb45": (3, 3, 3, 9, 9, 9, 3, 3, 3),
    "diamond41": (1, 3, 5, 7, 9, 7, 5, 3, 1),
    "asymmetric39": (3, 3, 3, 8, 8, 8, 3, 3),
    **{f"triangle:{side}": tuple(range(1, side + 1)) for side in range(4, 9)},
}
CROSSES = ("1,1,1,1", "1,1,1,2", "1,1,1,3", "1,2,1,2", "2,2,2,2", "2,2,2,3", "3,3,2,2", "3,3,3,3")


def root() -> str:
    """The folder of boards: inside the installed package, or beside it in a checkout."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    packed = os.path.join(package, "_boards")
    return packed if os.path.isdir(packed) else os.path.join(os.path.dirname(package), "boards")


@lru_cache(maxsize=1)
def named() -> dict[str, str]:
    """The files of the boards that are files, by name, sorted."""
    names = sorted(file.removesuffix(".txt") for file in os.listdir(root()) if file.endswith(".txt"))
    return {name: os.path.join(root(), f"{name}.txt") for name in names}


@lru_cache(maxsize=1)
def problems() -> dict[str, str]:
    """The files of the shipped problems, by name as `lucas/EL01`, sorted."""
    folder = os.path.join(root(), "problems")
    files = [(name, file) for name in os.listdir(folder) for file in os.listdir(f"{folder}/{name}")]
    names = sorted((source, file.removesuffix(".txt")) for source, file in files if file.endswith(".txt"))
    return {f"{source}/{name}": os.path.join(folder, source, f"{name}.txt") for source, name in names}


def names() -> tuple[str, ...]:
    """The boards that `pegfeas boards` lists: the files, then members of the families."""
    family = (
        *(f"triangle:{n}" for n in range(3, 9)),
        *(f"line:{n}" for n in range(3, 17)),
        *(f"rectangle:{a}x{b}" for a in range(3, 7) for b in range(a, 7)),
        *(f"cross:{arms}" for arms in CROSSES),
        *("hexagon:3", "hexagon:4", "torus:3x3", "torus:3x4", "torus:4x4"),
    )
    return (*named(), *family)


_ALIASES = {
    "english": "english33", "british": "english33", "french": "french37", "european": "french37",
    "wiegleb": "wiegleb45", "german": "wiegleb45", "diamond": "diamond41", "asymmetric": "asymmetric39",
    **{f"triangle{side * (side + 1) // 2}": f"triangle:{side}" for side in range(4, 9)},
}  # fmt: skip


def plain_name(text: str) -> str:
    """The name in the catalogue that a person means: `English`, `triangle15`, `6x6`."""
    if text in named() or graphs.is_name(text):
        return text
    kind, colon, rest = text.lower().partition(":")
    word = re.sub(r"[\s_-]", "", kind) + colon + rest
    if kind == "diagonal":
        return f"diagonal:{plain_name(rest)}"
    if word in _ALIASES or word in named() or kind in FAMILIES:
        return _ALIASES.get(word, word)
    sized = re.fullmatch(r"(line|rectangle|cross|torus|triangle(?=.$)|hexagon(?=.$))([0-9][0-9x,]*)", word)
    if sized is not None:
        return f"{sized[1]}:{sized[2]}"
    return f"rectangle:{word}" if re.fullmatch(r"[0-9]+x[0-9]+", word) else text


def board(name: str | nx.Graph[Any]) -> Board:
    """A board by its name, or that of a networkx graph."""
    return _board(plain_name(name)) if isinstance(name, str) else graphs.board_of_graph(name)


@lru_cache(maxsize=256)
def _board(name: str) -> Board:
    family, _, plain = name.partition(":")
    if graphs.is_name(name):
        made = graphs.board_of(name)
    elif family == "diagonal":
        drawn = board(plain) if plain and not plain.startswith("diagonal:") else None
        if drawn is None or drawn.geometry is not Geometry.ORTHOGONAL:
            expected = "one, as in diagonal:english33"
            raise InputError("not a board of rows and columns", seen=repr(plain[:40]), expected=expected)
        made = Board(drawn.holes, Geometry.DIAGONAL)
    elif family in BOARDS:
        made = graphs.member(BOARDS[family], name, "board")
    elif name in ROWS:
        rows = ROWS[name]
        made = Board((r, (max(rows) - n) // 2 + c) for r, n in enumerate(rows) for c in range(n))
    elif name in named():
        made = _read(named()[name]).board
    else:
        raise unknown_board(name)
    jumps = made.jumps if made.geometry is Geometry.EXPLICIT else None
    return Board(made.holes, made.geometry, jumps, name, made.names, listed=True)


def lists(board: Board) -> bool:
    """Whether the name of a board is enough to find it here, and what its holes are called."""
    with suppress(InputError):
        if is_name(board.name):
            found = _board(board.name)
            return (found, found.names) == (board, board.names)
    return False


def name_of(board: Board) -> str | None:
    """The name in the catalogue of a board that was drawn; the boards of a contest come last."""
    if board.geometry is Geometry.EXPLICIT:
        return None
    if board.geometry is Geometry.DIAGONAL:
        plain = name_of(Board(board.holes))
        return None if plain is None else f"diagonal:{plain}"
    height, width = board.holes[-1][0] + 1, max(column for _, column in board.holes) + 1
    made = (f"rectangle:{height}x{width}", f"triangle:{height}", f"hexagon:{(height + 1) // 2}")
    files, crosses = sorted(named(), key=lambda name: "-" in name), (f"cross:{arms}" for arms in CROSSES)
    known = (f"line:{width}", *made, *files, *crosses)
    return next((name for name in known if _size(name) == board.n and _board(name) == board), None)


@lru_cache(maxsize=256)
def _size(name: str) -> int:
    """How many holes a board has, told without making it."""
    if name not in named():
        return BOARDS[name.partition(":")[0]].holes(*map(int, re.findall("[0-9]+", name)))
    with open(named()[name], encoding="utf-8") as file:
        return sum(line.count("x") for line in file if not line.startswith("#"))


def problem(name: str, *, lenient: bool = False) -> Document:
    if name not in problems():
        inside = [known for known in problems() if known.startswith(name)]
        similar = " or ".join(inside[:3] or near(name, problems(), 0.7))
        expected = similar or "one that `pegfeas boards` lists"
        raise InputError("no such problem", seen=repr(name[:40]), expected=expected)
    return _read(problems()[name], lenient)


def _read(path: str, lenient: bool = False) -> Document:
    from feasibility.text.board_text import read_document

    return read_document(path, lenient=lenient, as_drawn=True)


def is_name(text: str) -> bool:
    """Whether a text names a board of the catalogue, sizes unchecked."""
    name = plain_name(text)
    return name in named() or name.partition(":")[0] in FAMILIES or graphs.is_name(name)


def unknown_board(name: str) -> InputError:
    """The error for a name that is no board, with close matches."""
    expected = " or ".join(near_boards(name)) or "a file, or a name that `pegfeas boards` lists"
    return InputError("no such board", seen=repr(name), expected=expected)


def near_boards(name: str) -> list[str]:
    """The boards that a mistyped name may stand for."""
    known = dict.fromkeys([*names(), *FAMILIES.values(), *(f"graph:{one}" for one in examples())])
    return near(name, list(known), 0.7)


FAMILIES = {name: family.example for name, family in BOARDS.items()} | {"diagonal": "diagonal:english33"}
