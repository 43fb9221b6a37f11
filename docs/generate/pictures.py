"""The pictures of the pages, each from the words that stand in its place: `![WORDS](../pictures/FILE.svg)`.

    pair START TARGET      position REF      board BOARD [index|coordinate]      classes BOARD
    weights BOARD w,w,...  marks BOARD w,w,...  jumps START MOVES
    play START MOVES       a play sweep by sweep
    graphs GRAPH6 ...      graphs side by side
    rooms                  the rooms of the package and the imports between them
    answer COMMAND WORD ...  what the command's --picture draws; WORDs as for its function, also pegs=1
    example CRITERION [w,w,...]  the pair that `pegfeas explain` shows, and the weights of its proof, or these

A paragraph in italics below is the caption. Where a page is read as it is, the file is shown, which
`python -m docs.generate.pictures` writes; the build draws the figure itself, in the colours of the page.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from runpy import run_path

from feasibility.api.picture import scene as answered
from feasibility.decide import Plan, check
from feasibility.decide.schedule import CRITERIA
from feasibility.proofs.functional import Functional
from feasibility.proofs.kinds.pagoda import Pagoda
from feasibility.proofs.kinds.residue import Residue
from feasibility.render import pictures
from feasibility.render.scene import Scene, beside, captioned
from feasibility.render.svg import svg
from feasibility.systems.corners import corners
from feasibility.text import catalogue
from feasibility.text.moves import parse_jumps
from feasibility.text.references import read_board, read_pair

PICTURE = re.compile(
    r"^!\[(?P<words>[^\]]+)\]\((?:\.\./)*pictures/(?P<file>[^)]+)\)(?:\n\n\*(?P<caption>[^*\n]+)\*)?$", re.M
)
DOCS = Path(__file__).resolve().parents[1]


def figure(words: str, caption: str) -> str:
    """A figure in HTML on one line, so that Markdown leaves it alone."""
    kind, *arguments = shlex.split(words)
    scenes = KINDS[kind](*arguments)
    drawn = "".join(svg(scene, style=False, scale=0.8) for scene in scenes)
    below = f"<figcaption>{caption}</figcaption>" if caption else ""
    return f'<figure class="pegs">{drawn}{below}</figure>'


def file_name(words: str) -> str:
    """The file that shows the same where pages are not built."""
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")[:50] + ".svg"


def drawing(words: str) -> str:
    """The pictures of a figure in one file, side by side."""
    kind, *arguments = shlex.split(words)
    scenes = KINDS[kind](*arguments)
    if len(scenes) == 1:
        return svg(scenes[0]) + "\n"
    parts, width = [], 0.0
    for scene in scenes:
        parts.append(svg(scene).replace("<svg ", f'<svg x="{width:g}" ', 1))
        width += scene.width
    height = max(scene.height for scene in scenes)
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>\n'


def shown() -> Iterator[tuple[Path, str, str]]:
    """Every picture of the pages: the page, the words, the file that it names."""
    for page in sorted(DOCS.rglob("*.md")):
        for match in PICTURE.finditer(page.read_text(encoding="utf-8")):
            yield page, match["words"], match["file"]


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


def _play(start: str, moves: str) -> list[Scene]:
    position = read_pair(start).start
    return [pictures.play(position, parse_jumps(position.board, moves))]


def _example(name: str, weights: str = "") -> list[Scene]:
    """Weights from a linear program depend on its solver; then the page names those that are drawn."""
    criterion = next(c for c in CRITERIA if c.name == name)
    pair = read_pair(*criterion.example)
    scenes = [pictures.pair(pair)]
    if weights:
        function = Functional(tuple(_integers(weights)))
        if not (function.is_valid(pair.board) and function.separates(pair.start, pair.target)):
            raise ValueError(f"these weights do not refute the example of {name}")
        return [*scenes, pictures.weights(pair.board, _integers(weights), pair.start)]
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


def _graphs(*lines: str) -> list[Scene]:
    """Graphs side by side, each with its graph6 line below."""
    drawn = [captioned(pictures.board(catalogue.board(f"graph6:{line}")), line) for line in lines]
    return [beside(drawn, f"the graphs {' '.join(lines)}")]


def _answer(command: str, *words: str) -> list[Scene]:
    """The picture of an answer, of the function with the name of the command."""
    import feasibility

    given = [word for word in words if "=" not in word]
    options = {key: int(value) for key, _, value in (word.partition("=") for word in words if "=" in word)}
    arguments = [int(word) if word.isdecimal() else word for word in given]
    return [answered(getattr(feasibility, command)(*arguments, **options))]


def _rooms() -> list[Scene]:
    return [run_path(str(Path(__file__).with_name("rooms.py")))["scene"]()]


KINDS: dict[str, Callable[..., list[Scene]]] = {
    "answer": _answer,
    "pair": _pair,
    "position": _position,
    "board": _board,
    "classes": _classes,
    "weights": _weights,
    "marks": _marks,
    "jumps": _jumps,
    "play": _play,
    "example": _example,
    "graphs": _graphs,
    "rooms": _rooms,
}


if __name__ == "__main__":
    for where, told, named in shown():
        try:
            drawn = drawing(told)
        except (KeyError, TypeError) as error:
            raise SystemExit(f"{where}: no words of a picture: {told!r} ({error})") from None
        if named != file_name(told):
            print(f"{where}: write ![{told}](../pictures/{file_name(told)})")
        (DOCS / "pictures" / file_name(told)).write_text(drawn, encoding="utf-8")
