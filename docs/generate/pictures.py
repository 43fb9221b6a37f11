"""The pictures of the pages, each from one line of words.

    pair START TARGET      position REF      board BOARD [index|coordinate]      classes BOARD
    weights BOARD w,w,...  marks BOARD w,w,...  jumps START MOVES
    example CRITERION      the pair that `pegfeas explain` shows, and the weights of its proof
"""

from __future__ import annotations

import shlex
from collections.abc import Callable

from feasibility import catalogue
from feasibility.analysis import Plan, check
from feasibility.certificate import Pagoda, Residue
from feasibility.criteria import CRITERIA
from feasibility.criteria.corners import corners
from feasibility.moves import parse_jumps
from feasibility.reading import read_board, read_pair
from feasibility.render import pictures
from feasibility.render.scene import Scene
from feasibility.render.svg import svg


def figure(words: str, caption: str) -> str:
    """A figure in HTML on one line, so that Markdown leaves it alone."""
    kind, *arguments = shlex.split(words)
    scenes = KINDS[kind](*arguments)
    drawn = "".join(svg(scene, style=False, scale=0.8) for scene in scenes)
    below = f"<figcaption>{caption}</figcaption>" if caption else ""
    return f'<figure class="pegs">{drawn}{below}</figure>'


def _pair(start: str, target: str) -> list[Scene]:
    return [pictures.pair(read_pair(start, target))]


def _position(reference: str) -> list[Scene]:
    return [pictures.position(read_pair(reference).start)]


def _board(name: str, numbers: str = "none") -> list[Scene]:
    return [pictures.board(catalogue.board(name), numbers)]


def _classes(name: str) -> list[Scene]:
    board = catalogue.board(name)
    return [pictures.classes(board, {c.members: c.corners for c in corners(board)})]


def _integers(text: str) -> list[int]:
    return [int(word) for word in text.split(",")]


def _weights(name: str, weights: str, pegs: str = "") -> list[Scene]:
    start = read_pair(pegs).start if pegs else None
    return [pictures.weights(read_board(name), _integers(weights), start)]


def _marks(name: str, weights: str) -> list[Scene]:
    mask = sum(1 << i for i, w in enumerate(_integers(weights)) if w)
    return [pictures.marked(catalogue.board(name), mask)]


def _jumps(start: str, moves: str) -> list[Scene]:
    position = read_pair(start).start
    return [pictures.jumps(position, parse_jumps(position.board, moves))]


def _example(name: str) -> list[Scene]:
    criterion = next(c for c in CRITERIA if c.name == name)
    pair = read_pair(*criterion.example)
    scenes = [pictures.pair(pair)]
    certificate = check(pair, plan=Plan((criterion,), search=False)).certificate
    if certificate is None:
        raise ValueError(f"{name} does not refute its example")
    proof = certificate.proof
    if isinstance(proof, Pagoda):
        scenes.append(pictures.weights(pair.board, proof.weights, pair.start))
    elif isinstance(proof, Residue) and proof.modulus == 2:
        scenes.append(pictures.marked(pair.board, sum(1 << i for i, w in enumerate(proof.weights) if w % 2)))
    elif isinstance(proof, Residue):
        scenes.append(pictures.weights(pair.board, proof.weights, pair.start))
    return scenes


KINDS: dict[str, Callable[..., list[Scene]]] = {
    "pair": _pair,
    "position": _position,
    "board": _board,
    "classes": _classes,
    "weights": _weights,
    "marks": _marks,
    "jumps": _jumps,
    "example": _example,
}
