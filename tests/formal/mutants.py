"""Certificates with one thing changed: a number, an entry, a word, or two entries exchanged.

The changes keep the shape of a certificate where they can, so that what is judged is the proof.
"""

from __future__ import annotations

import marshal
from random import Random
from typing import Any

WORDS = {
    "claim": ("infeasible", "feasible", "bound"),
    "geometry": ("orthogonal", "triangular", "diagonal"),
    "when": ("first", "last"),
    "side": ("start", "target"),
}
Place = tuple[Any, Any]  # an object or list, and the key or index in it


def places(value: Any) -> list[Place]:
    """Every place that holds something, the board's name left out: it proves nothing."""
    found: list[Place] = []
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        if key not in ("name", "kind"):
            found += [(value, key), *places(value[key])]
    return found


def mutant(certificate: Any, random: Random) -> Any:
    """The certificate with one to three small changes."""
    changed = marshal.loads(marshal.dumps(certificate))
    parts = [part for part in changed if part not in ("format", "version")]
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        part = random.choice((*parts, "proof", "proof"))
        found = [(changed, part), *places(changed[part])]
        if part == "proof" and len(found) > 1:
            del found[0]
        _change(*random.choice(found), random)
    _put_in_order(changed)
    return changed


def _change(holder: Any, key: Any, random: Random) -> None:
    value = holder[key]
    if isinstance(value, int):
        holder[key] = random.choice((value - 1, value + 1, value + 1, -value, 0, 2 * value, value + 3))
    elif isinstance(value, list) and value:
        _change_list(value, random)
    elif isinstance(value, list):
        value.append(random.choice((0, 1, 2)))
    elif isinstance(value, str):
        holder[key] = random.choice(WORDS[key])
    elif isinstance(value, dict) and len(value) > 1:
        a, b = random.sample(sorted(value), 2)
        if type(value[a]) is type(value[b]):
            value[a], value[b] = value[b], value[a]


def _change_list(value: list[Any], random: Random) -> None:
    at = random.randrange(len(value))
    match random.choice(("drop", "double", "exchange")):
        case "drop":
            del value[at]
        case "double":
            value.insert(at, marshal.loads(marshal.dumps(value[at])))
        case "exchange":
            other = random.randrange(len(value))
            value[at], value[other] = value[other], value[at]


def _put_in_order(value: Any) -> None:
    """Positions are lists of holes of the board in their order."""
    holes, target = len(value["board"]["holes"]), value.get("target")
    for holder, key in ((value, "start"), (target, "pegs"), (target, "free")):
        if isinstance(holder, dict) and all(isinstance(hole, int) for hole in holder.get(key, [None])):
            holder[key] = sorted({hole for hole in holder[key] if 0 <= hole < holes})
