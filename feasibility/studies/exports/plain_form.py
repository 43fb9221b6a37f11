"""Certificates as words and integers, for the checker in formal/, whose README has the grammar.

Nothing is judged here: what cannot be written is refused, all else goes over as it is. What a kind of proof
writes is in `kinds/`.
"""

from __future__ import annotations

from itertools import repeat
from typing import get_args

from feasibility.base.errors import InputError
from feasibility.exact.tree import fold
from feasibility.game.geometry import Jump
from feasibility.proofs.kind import Kind, part
from feasibility.proofs.kinds import from_json
from feasibility.proofs.nodes import CaseBranch, CaseEnd, CaseNode, Split
from feasibility.proofs.written import Json, Weights, Written, an_object, numbers, read, shapes
from feasibility.studies.exports import kinds

PlainWords = list[str]
ENVELOPE = ("format", "version", "board", "start", "target", "claim", "proof")
BOARD = ("name", "geometry", "holes", "jumps")


class NotPlain(InputError):
    """A certificate whose shape is not that of its kind, or of whose kind there is no theorem."""


def plain(certificate: Json) -> str:
    try:
        return " ".join(_certificate(certificate)) + "\n"
    except (KeyError, RecursionError, InputError) as error:
        raise NotPlain(f"the certificate has no plain form: {type(error).__name__} {error}") from None


def _certificate(certificate: Json) -> PlainWords:
    given = an_object(certificate, ENVELOPE, ("format", "version", "start", "target"))
    board = an_object(given["board"], BOARD, ("name", "holes", "jumps"))
    claim, geometry = str(given["claim"]), str(board["geometry"])
    return [
        *("pegfeas-plain", "1", "board", geometry, *_board(board, geometry)),
        *("start", *_words(Weights, numbers(given.get("start", [])))),
        *("target", *_target(given.get("target", {"pegs": [], "free": []}))),
        *("claim", claim, *of_proof(from_json(given["proof"])), "end"),
    ]


def _board(board: Json, geometry: str) -> PlainWords:
    if geometry == "explicit":
        places = board["holes"] if isinstance(board["holes"], list) else []
        return [str(len(places)), *_words(Jumps, read(Jumps, board["jumps"]))]
    return _words(Places, read(Places, board.get("holes", [])))  # there are none where armies march


Jumps, Places = tuple[Jump, ...], tuple[tuple[int, int], ...]


def _target(target: object) -> PlainWords:
    if isinstance(target, dict) and "count" in target:
        return ["count", *map(str, numbers([target["count"]]))]
    holes = an_object(target, ("pegs", "free"))
    return ["holes", *_words(Weights, numbers(holes["pegs"])), *_words(Weights, numbers(holes["free"]))]


def of_proof(proof: Kind) -> PlainWords:
    """What stands for a proof, or for the proof of a claim beside the verdicts."""
    write = part(kinds.__name__, proof.kind).plain
    if write is None:
        raise NotPlain(f"a proof of kind {proof.kind}: there is no theorem of it in formal/")
    words: PlainWords = write(proof)
    return words


def by_fields(proof: Kind) -> PlainWords:
    """The name of the kind, and what it holds."""
    return [proof.kind, *words(proof)]


def by_integers(proof: Kind) -> PlainWords:
    """The same for a kind of formal/kinds/: its integers as a list, in which one at the end has no length."""
    types, found = shapes(type(proof)), words(proof)  # type: ignore[arg-type]
    for name in proof._fields[-1:]:
        if get_args(types[name])[-1:] == (Ellipsis,):
            del found[-len(words(proof, name))]
    return [proof.kind, str(len(found)), *found]


def words(value: Written, *names: str) -> PlainWords:
    """The fields of a value, all or these, in order: words and integers, and before a list its length."""
    types = shapes(type(value))  # type: ignore[arg-type]
    return [word for name in names or value._fields for word in _words(types[name], getattr(value, name))]


def _words(shape: object, value: object) -> PlainWords:
    """A list that is missing is empty; a jump and what else has its length by its type comes without."""
    if isinstance(value, Written):
        return words(value)
    if value is None:
        return ["0"]
    if not isinstance(value, tuple):
        return [str(value)]
    inner = (int,) * 3 if shape is Jump else get_args(shape)
    if type(None) in inner:
        return _words(inner[0], value)
    many = inner[-1] is Ellipsis
    each = zip(repeat(inner[0]) if many else inner, value, strict=False)
    return [*([str(len(value))] if many else []), *(word for one in each for word in _words(*one))]


def shown(play: tuple[Jump, ...] | None) -> PlainWords:
    """The play that comes with a claim, if there is one."""
    return ["none"] if play is None else ["play", *_words(Jumps, play)]


def node(root: CaseNode) -> PlainWords:
    """A tree of cases; legs count from 0."""
    return fold(root, _end, _branch)


def _branch(branch: CaseBranch, low: PlainWords, high: PlainWords) -> PlainWords:
    letter, leg, of = branch.of
    if isinstance(of, Jump):
        place = ["count", str(leg), *map(str, of), str(branch.at_most)]
    else:
        place = ["free", str(of)] if letter == "y" else ["middle", str(leg), str(of)]
    return [*place, *low, *high]


def _end(end: CaseEnd) -> PlainWords:
    if isinstance(end, Split):
        return ["split", str(end.leg), *split(end)]
    return ["leaf", str(end.multiplier or 0), *words(end, "multipliers", "weights")]


def split(at: Split) -> PlainWords:
    """What is divided, without the leg."""
    cases = [word for jump, root in at.cases for word in (*map(str, jump), *node(root))]
    return [*words(at, "when", "jumps"), *node(at.never), str(len(at.cases)), *cases]
