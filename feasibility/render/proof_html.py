"""The parts of a proof as HTML: paragraphs, drawn tables, cases that unfold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from feasibility.base.plurals import plural
from feasibility.game.geometry import Board
from feasibility.game.position import Pair
from feasibility.proofs.written import Weights
from feasibility.render import pictures
from feasibility.render.parts import Arrows, Case, Marks, More, Moves, Part, Remains, Tables
from feasibility.render.scene import Scene
from feasibility.render.svg import escape, svg
from feasibility.render.text import weights_on_board

DRAWN = 30  # tables of a page that are pictures; those after them are text
LISTED = 160_000  # characters of cases that unfold; the rest is left to the certificate


@dataclass
class Room:
    """How many drawn tables, and how many characters of cases, a page still has room for."""

    drawn: int = DRAWN
    listed: int = LISTED
    names: bool = False  # the page has a switch for the names of holes
    pictures: int = 0  # so far

    def picture(self, scene: Scene, board: Board, scale: float = 1.0) -> str:
        """A picture of the board, with names where the page can hide them."""
        self.pictures += 1
        return svg(pictures.named(scene, board) if self.names else scene, style=False, scale=scale)


def proof_html(pair: Pair, parts: Sequence[Part], room: Room) -> str:
    return "".join(_part(pair, part, room) for part in parts)


def _part(pair: Pair, part: Part, room: Room) -> str:
    match part:
        case Tables(tables):
            drawn = "".join(_table(pair, w, i, len(tables), room) for i, w in enumerate(tables))
            return f'<div class="row">{_between_ends(pair, drawn, room)}</div>'
        case Marks(mask):
            return f'<div class="row">{room.picture(pictures.marked(pair.board, mask), pair.board)}</div>'
        case Arrows(jumps):
            room.drawn -= 1
            if room.drawn < 0:
                return ""
            picture = pictures.jumps(pair.start, jumps, numbered=False)  # as arrows over the start
            return f'<div class="row">{room.picture(picture, pair.board)}</div>'
        case Moves(text):
            moves = " ".join(f"<span>{escape(word)}</span>" for word in text.split())
            return f'<p class="moves">{moves}</p>'
        case Remains(remaining):
            return f'<div class="row">{room.picture(pictures.pair(remaining), pair.board)}</div>'
        case Case(title, inner):
            return f"<h3>{escape(title)}</h3>{proof_html(pair, inner, room)}"
        case More(cases, _):
            return _more(pair, cases, room)
        case _:
            return f"<p>{escape(part)}</p>"


def _table(pair: Pair, weights: Weights, leg: int, of: int, room: Room) -> str:
    caption = f"weights, table {leg + 1} of {of}" if of > 1 else "weights"
    if room.drawn > 0:
        room.drawn -= 1
        # the pegs of the start belong to the first table only: what follows is unknown
        pegs = pair.start if leg == 0 else None
        return room.picture(pictures.weights(pair.board, weights, pegs, caption), pair.board)
    return f'<pre aria-label="{caption}">{weights_on_board(pair.board, weights)}</pre>'


def _between_ends(pair: Pair, tables: str, room: Room) -> str:
    """The tables beside what they weigh: the start before the first, the target after the last."""
    if room.drawn <= 0:
        return tables
    room.drawn -= 1
    ends = [
        f"<figure>{room.picture(scene, pair.board, 0.6)}<figcaption>{word}</figcaption></figure>"
        for scene, word in (
            (pictures.position(pair.start), "start"),
            (pictures.target(pair.target), "target"),
        )
    ]
    return f"{ends[0]}{tables}{ends[1]}"


def _more(pair: Pair, cases: list[Case], room: Room) -> str:
    parts: list[str] = []
    for number, case in enumerate(cases):
        if room.listed <= 0:
            parts.append(f"<p>{plural(len(cases) - number, 'more case')} in the certificate.</p>")
            break
        body = proof_html(pair, case.parts, room)
        parts.append(f"<details><summary>{escape(case.title)}</summary>{body}</details>")
        room.listed -= len(parts[-1])
    return "".join(parts)


LEGEND = (
    '<p class="note">Orange weights are above 0, purple ones below; a heavy rim marks a peg of the start.</p>'
)
