"""Certificates as words and integers, for the checker in formal/, whose README has the grammar.

Nothing is judged here: what cannot be written is refused, all else goes over as it is. A shape makes words of
a value, and raises where the value has another shape.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from feasibility.base.errors import InputError
from feasibility.proofs.written import Json

Words = list[str]
Shape = Callable[[Any], Words]

NOWHERE: Json = {"pegs": [], "free": []}  # the target of a claim about all pairs
OPTIONAL = ("backward", "given", "bounds", "passages")  # lists that are empty where they are missing


class NotPlain(InputError):
    """A certificate whose shape is not that of its kind."""


def plain(certificate: Json) -> str:
    """The plain form of a certificate."""
    try:
        return " ".join(_certificate(certificate)) + "\n"
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise NotPlain(f"the certificate has no plain form: {type(error).__name__} {error}") from None


def _integer(value: Any) -> Words:
    if type(value) is not int:
        raise TypeError(f"{value!r} is not an integer")
    return [str(value)]


def _list(shape: Shape) -> Shape:
    """A list: its length and its items."""

    def words(values: Any) -> Words:
        if not isinstance(values, list):
            raise TypeError(f"{values!r} is not a list")
        return [str(len(values)), *(word for value in values for word in shape(value))]

    return words


def _tuple(*shapes: Shape) -> Shape:
    """A list of items of these shapes."""

    def words(value: Any) -> Words:
        if not isinstance(value, list) or len(value) != len(shapes):
            raise TypeError(f"{value!r} is not a list of {len(shapes)}")
        return [word for shape, entry in zip(shapes, value, strict=True) for word in shape(entry)]

    return words


def _fields(*said: str, **shapes: Shape) -> Shape:
    """Words, and the fields of an object in this order."""

    def words(value: Any) -> Words:
        written = list(said)
        for key, shape in shapes.items():
            written += shape(value.get(key, []) if key in OPTIONAL else value[key])
        return written

    return words


_WEIGHTS = _list(_integer)
_TABLES = _list(_WEIGHTS)
_PAIR = _tuple(_integer, _integer)
_JUMP = _tuple(_integer, _integer, _integer)
_JUMPS = _list(_JUMP)
_RESIDUE = _fields(modulus=_integer, weights=_WEIGHTS)
_RESIDUES = _list(_RESIDUE)


def _certificate(value: Json) -> Words:
    board = {"holes": []} | value["board"] if value["claim"] == "army" else value["board"]
    return [
        *("pegfeas-plain", "1", "board", str(board["geometry"]), *_board(board)),
        *("start", *_WEIGHTS(value.get("start", []))),
        *("target", *_target(value.get("target", NOWHERE))),
        *("claim", str(value["claim"]), *_proof(value["proof"])),
        "end",
    ]


def _board(board: Json) -> Words:
    if board["geometry"] == "explicit":
        return [*_integer(len(board["holes"])), *_JUMPS(board["jumps"])]
    return _list(_PAIR)(board["holes"])


def _target(target: Json) -> Words:
    shape = _fields("count", count=_integer) if "count" in target else _HOLES
    return shape(target)


_HOLES = _fields("holes", pegs=_WEIGHTS, free=_WEIGHTS)


def _proof(proof: Json) -> Words:
    return _PROOFS[proof["kind"]](proof)


def _search(proof: Json) -> Words:
    near = ["search-near", *_integer(proof["near"])] if "near" in proof else ["search"]
    return near + _LEVELS(proof)


_LEVELS = _fields(pagodas=_TABLES, residues=_RESIDUES, forward=_WEIGHTS, backward=_WEIGHTS)


def _end_node(node: Json) -> Words:
    if "proof" in node:
        return ["proof", *_proof(node["proof"])]
    return [{"start": "start", "target": "target"}[node["side"]], *_MOVES(node["moves"])]


_MOVES = _list(_tuple(_JUMP, _integer))


def _bound(proof: Json) -> Words:
    parts = _fields(bound=_one_bound, given=_list(_one_bound))
    return ["bound", *parts(proof), *_node(proof["root"], "tree")]


def _one_bound(bound: Json) -> Words:
    side = "pegs_at_least" if "pegs_at_least" in bound else "pegs_at_most"
    if "jump" in bound:
        side = "at_most" if "at_most" in bound else "at_least"
    return [side, *(_JUMP(bound["jump"]) if "jump" in bound else []), *_integer(bound[side])]


_SWEEP_BOUND = _fields(
    weights=_WEIGHTS,
    potentials=_WEIGHTS,
    region_weights=_WEIGHTS,
    per_sweep=_integer,
    passages=_list(_tuple(_WEIGHTS, _integer, _integer)),
)
_SWEEPS = _fields(
    at_least=_integer,
    regions=_TABLES,
    pagodas=_TABLES,
    residues=_RESIDUES,
    symmetries=_TABLES,
    bounds=_list(_SWEEP_BOUND),
    forward=_WEIGHTS,
    backward=_WEIGHTS,
)


def _shown(proof: Json) -> Words:
    """The play that comes with a claim, if there is one."""
    return ["play", *_JUMPS(proof["play"])] if "play" in proof else ["none"]


def _part(part: Json) -> Words:
    return [str(part["kind"]), *_PARTS.get(part["kind"], _WINDOW)(part)]


_INEQUALITY = _fields(start=_WEIGHTS, target=_WEIGHTS, above=_integer)
_WINDOW = _fields(holes=_WEIGHTS, pruned=_WEIGHTS)
_PARTS = {
    "pagoda": _fields(weights=_WEIGHTS),
    "residue": _RESIDUE,
    "inequalities": _fields(all=_list(_INEQUALITY), multipliers=_WEIGHTS, weights=_WEIGHTS),
}


def _node(node: Json, style: str) -> Words:
    """A node of a tree; legs count from 1 in a certificate and from 0 in the plain form."""
    if "jump" in node:
        leg = 0 if style == "tree" else node["leg"] - 1
        place = [*_integer(leg), *_JUMP(node["jump"]), *_integer(node["at_most"])]
        return ["count", *place, *_node(node["low"], style), *_node(node["high"], style)]
    if "free" in node:
        place = ["free", *_integer(node["free"])]
    elif "middle" in node and style != "tree":
        leg, hole = node["middle"] if style == "legs" else (1, node["middle"])
        place = ["middle", *_integer(leg - 1), *_integer(hole)]
    elif "split" in node and style == "legs":
        return ["split", *_integer(node["split"] - 1), *_split(node, "legs", "legs")]
    else:
        return _leaf(node, style)
    return [*place, *_node(node["empty"], style), *_node(node["peg"], style)]


def _leaf(node: Json, style: str) -> Words:
    vectors = {"tree": ("weights",), "turn": ("before", "after"), "legs": ()}[style]
    tables = [node[key] for key in vectors] or node["weights"]
    return ["leaf", *_integer(node.get("multiplier", 0)), *_TABLES(tables)]


def _split(node: Json, never: str, cases: str) -> Words:
    each = _fields(jump=_JUMP, root=lambda root: _node(root, cases))
    rest = _fields(set=_JUMPS, never=lambda root: _node(root, never), cases=_list(each))
    return [{"first": "first", "last": "last"}[node["when"]], *rest(node)]


_PROOFS: dict[str, Shape] = {
    "play": _fields("play", jumps=_JUMPS),
    "pagoda": _fields("pagoda", weights=_WEIGHTS),
    "residue": _fields("residue", modulus=_integer, weights=_WEIGHTS),
    "golden": _fields("golden", weights=_list(_PAIR)),
    "tree": _fields("tree", root=lambda root: _node(root, "tree")),
    "turn": lambda proof: ["turn", *_split(proof, "tree", "turn")],
    "legs": _fields("tree", root=lambda root: _node(root, "legs")),
    "search": _search,
    "closure": _fields("closure", size=_integer),
    "cases": _fields("cases", cases=_list(_fields(hole=_integer, proof=_proof))),
    "ends": _fields("ends", nodes=_list(_end_node)),
    "bound": _bound,
    "sweeps": lambda proof: _SWEEPS(proof) + _shown(proof),
    "longest": lambda proof: [*_integer(proof["at_most"]), *_shown(proof)],
    "rule": _fields(parts=_list(_part)),
    "army": _fields(level=_integer, total=_PAIR),
}
KINDS = tuple(_PROOFS)
