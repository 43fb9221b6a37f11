"""Small certificates made to keep a checker busy; each has its own way."""

from __future__ import annotations

import json
from itertools import islice, permutations

from verifier.reference import certificate, rectangle

Json = dict[str, object]
Triples = list[list[int]]
SIZE = 1_000_000  # bytes


def explicit(holes: int, jumps: Triples, start: list[int], target: object, proof: Json) -> Json:
    """A certificate on a board that is a row of holes with any jumps."""
    row = rectangle(1, holes)
    board = {"name": "", "geometry": "explicit", "holes": [list(h) for h in row], "jumps": jumps}
    return certificate(row, start, target, proof) | {"board": board}  # type: ignore[arg-type]


def triples(holes: int, most: int) -> Triples:
    return [list(triple) for triple in islice(permutations(range(holes), 3), most)]


def size(value: object) -> int:
    return len(json.dumps(value, separators=(",", ":")))


def closure() -> Json:
    """Three thousand million positions, counted wrongly."""
    holes = rectangle(6, 6)
    return certificate(holes, list(range(1, 36)), [0], {"kind": "closure", "size": 2_800_847_414})


def plain_sets() -> Json:
    """More jumps than a board of bits may have, so the positions are kept as plain sets."""
    holes = rectangle(24, 24)
    start = [i for i, (row, column) in enumerate(holes) if (row + 2 * column) % 5]
    return certificate(holes, start, [0], {"kind": "closure", "size": 1 << 60})


def cases() -> Json:
    """For each hole the whole of a set is looked through again."""
    lines = [[3 * i + k for k in range(3)] for i in range(17)]
    proofs = [{"hole": h, "proof": {"kind": "closure", "size": 1 << 17}} for h in range(4000)]
    start = sorted(hole for line in lines for hole in line[:2])
    return explicit(4000, lines, start, {"count": 1}, {"kind": "cases", "cases": proofs})


def leaves() -> Json:
    """Leaves of few weights on a board of very many jumps."""
    jumps = triples(40, 50_000)
    nodes: list[Json] = [{"weights": [1] * 40} for _ in range(3_000)]
    while len(nodes) > 1:
        pairs = zip(nodes[::2], nodes[1::2], strict=False)
        odd = nodes[len(nodes) & ~1 :]
        nodes = [{"jump": jumps[0], "at_most": 0, "low": low, "high": high} for low, high in pairs] + odd
    return explicit(40, jumps, [], [39], {"kind": "tree", "root": nodes[0]})


def splits() -> Json:
    """A split by thousands of jumps, in each case of which each of them is excluded; then again."""
    jumps = triples(15, 2_700)
    cases: list[Json] = [{"jump": jump, "root": {"weights": [[0] * 15] * 2}} for jump in jumps]
    never = {"weights": [[0] * 15]}
    split = {"split": 1, "when": "first", "set": jumps, "never": never, "cases": cases}
    again = {"leg": 1, "jump": jumps[0], "at_most": -1, "low": split, "high": split}
    root = {"leg": 1, "jump": jumps[0], "at_most": -1, "low": again, "high": {"weights": [[0] * 15]}}
    return explicit(15, jumps, [0], [1, 2], {"kind": "legs", "root": root})


def ends() -> Json:
    """A thousand pairs in a row, for each of which all jumps are looked through."""
    pairs, idle = 1_000, 45_000
    row = [[i, pairs + 1 + i, i + 1] for i in range(pairs)]
    jumps = row + [[2 * pairs + 1 + hole for hole in jump] for jump in triples(40, idle)]
    nodes: list[Json] = [{"side": "start", "moves": [[jump, i + 1]]} for i, jump in enumerate(row)]
    nodes.append({"side": "start", "moves": []})
    start = [0, *range(pairs + 1, 2 * pairs + 1)]
    return explicit(2 * pairs + 41, jumps, start, [0], {"kind": "ends", "nodes": nodes})


def windows() -> Json:
    """Many rules of ten holes on a board of very many jumps, each with a thousand states."""
    jumps = triples(40, 50_000)
    part = {"kind": "window", "holes": list(range(10)), "pruned": [0] * 1023 + [1]}
    value = explicit(40, jumps, [], [], {"kind": "rule", "parts": [part] * 180})
    return {key: value[key] for key in ("format", "version", "board", "proof")} | {"claim": "sound"}


def functionals() -> Json:
    """Thousands of functions for a search that ends at once, on a board of very many jumps."""
    jumps = triples(40, 60_000)
    search = {"kind": "search", "pagodas": [[0] * 40] * 4_000, "residues": [], "forward": [1, 0]}
    return explicit(40, jumps, [0], {"pegs": [1], "free": [2]}, search)


def numbers() -> Json:
    """Numbers as long as they may be, on a board of very many jumps."""
    jumps = triples(40, 50_000)
    node: Json = {"weights": [10**599] * 40}
    for _ in range(15):
        node = {"jump": jumps[0], "at_most": 10**598, "low": node, "high": {"weights": [10**599] * 40}}
    return explicit(40, jumps, [], [39], {"kind": "tree", "root": node})


HOSTILE = (closure, plain_sets, cases, leaves, splits, ends, windows, functionals, numbers)
