"""Small certificates made to keep a checker busy; each has its own way."""

from __future__ import annotations

import json
from functools import partial
from itertools import islice, permutations
from math import comb

from tests.verifier.reference import certificate, english, rectangle

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


def apart(lines: int, proof: Json, target: object) -> Json:
    """Lines of three holes with a jump each, so that after K jumps there are lines over K positions."""
    jumps = [[3 * i, 3 * i + 1, 3 * i + 2] for i in range(lines)]
    start = [hole for hole in range(3 * lines) if hole % 3 < 2]
    return explicit(3 * lines, jumps, start, target, proof)


def levels() -> Json:
    """Levels of the right sizes, millions of positions in all."""
    sizes = [comb(30, k) for k in range(20)]
    return apart(30, {"kind": "search", "pagodas": [], "residues": [], "forward": sizes}, list(range(41)))


def sweeps(**parts: object) -> Json:
    """A bound on sweeps with whatever its parts are."""
    empty = {"regions": [], "pagodas": [], "residues": [], "symmetries": [], "forward": [1, 0]}
    return {"kind": "sweeps", "at_least": 2, **empty, **parts}


def sweep_levels() -> Json:
    """The same for sweeps, each of one jump."""
    sizes = [comb(30, k) for k in range(20)]
    return apart(30, sweeps(at_least=20, forward=sizes), [0]) | {"claim": "sweeps"}


def sweep_bounds() -> Json:
    """The same with bounds that leave nothing out, by long numbers."""
    free = {"weights": [0] * 89 + [1], "potentials": [0] * 90, "region_weights": [], "per_sweep": 10**599}
    value = sweep_levels()
    return value | {"proof": value["proof"] | {"bounds": [free] * 300}}  # type: ignore[operator]


def sweep_targets() -> Json:
    """A pattern with four million targets, and as many functions as fit."""
    residues = [{"modulus": 2, "weights": [0] * 66}] * 4_000
    proof = sweeps(residues=residues, at_least=3, forward=[1, 22], backward=[1 << 22, 1])
    return apart(22, proof, {"pegs": [], "free": list(range(22))}) | {"claim": "sweeps"}


def sweep_regions() -> Json:
    """Regions that overlap in all ways, of which disjoint ones are looked for in every position."""
    regions = [sorted({3 * i, 3 * j, 3 * k}) for i, j, k in islice(permutations(range(24), 3), 0, 6_000, 95)]
    sizes = [comb(24, k) for k in range(12)]
    proof = sweeps(at_least=12, forward=sizes, regions=sorted(map(list, set(map(tuple, regions)))))
    return apart(24, proof, {"count": 24}) | {"claim": "sweeps"}


def sweep_symmetries() -> Json:
    """Lanes for 127 symmetries, which exchange holes beside the game, in each of very many positions."""
    idle = 14
    pairs = [[90 + 2 * i, 91 + 2 * i] for i in range(idle // 2)]
    group = []
    for some in range(1, 1 << len(pairs)):
        image = list(range(90 + idle))
        for i, (a, b) in enumerate(pairs):
            if some >> i & 1:
                image[a], image[b] = b, a
        group.append(image)
    jumps = [[3 * i, 3 * i + 1, 3 * i + 2] for i in range(30)]
    start = [hole for hole in range(90) if hole % 3 < 2]
    proof = sweeps(at_least=20, forward=[comb(30, k) for k in range(20)], symmetries=group)
    return explicit(90 + idle, jumps, start, [0], proof) | {"claim": "sweeps"}


def ends_of_closures() -> Json:
    """Hundreds of pairs, and for each an exhaustion of its own."""
    lines = 17
    jumps = [[3 * i, 3 * i + 1, 3 * i + 2] for i in range(lines)]
    row = [[60 + i, 61 + i, 62 + i] for i in range(0, 3_000, 3)]
    nodes: list[Json] = [{"side": "start", "moves": []}]
    start = [hole for hole in range(3 * lines) if hole % 3 < 2] + [hole for jump in row for hole in jump[:2]]
    moves = [[jump, i + 1] for i, jump in enumerate(jumps + row)]
    nodes = [{"side": "start", "moves": moves}]
    nodes += [{"proof": {"kind": "closure", "size": 1 << 20}} for _ in moves]
    return explicit(3_100, jumps + row, start, [0], {"kind": "ends", "nodes": nodes})


def spread(lines: int, proof: Json, target: object) -> Json:
    """The same lines on holes 0, 61, 122, ...: Python hashes positions with as many pegs alike."""
    value = apart(lines, proof, target)
    board: Json = value["board"]  # type: ignore[assignment]
    board["holes"] = [list(hole) for hole in rectangle(1, 61 * 3 * lines)]
    board["jumps"] = [[61 * hole for hole in jump] for jump in board["jumps"]]  # type: ignore[attr-defined]
    value["start"] = [61 * hole for hole in value["start"]]  # type: ignore[attr-defined]
    return value


def spread_levels() -> Json:
    """Levels of a search that all fall together in Python's sets."""
    sizes = [comb(22, k) for k in range(20)]
    return spread(22, {"kind": "search", "pagodas": [], "residues": [], "forward": sizes}, [0, *range(1, 25)])


def spread_closure() -> Json:
    """The same in a set of all positions."""
    return spread(22, {"kind": "closure", "size": 1 << 22}, [0])


def spread_targets() -> Json:
    """Targets that fall together, in ten thousand bytes; then a sweep from each of them."""
    free = [61 * i for i in range(21)]
    jumps = [[1, 2, 3]]
    proof = sweeps(at_least=3, forward=[1, 1], backward=[1 << 21, 1])
    return explicit(1_300, jumps, [1, 2], {"pegs": [], "free": free}, proof) | {"claim": "sweeps"}


def spread_sweeps() -> Json:
    """The levels of sweeps."""
    sizes = [comb(22, k) for k in range(20)]
    return spread(22, sweeps(at_least=20, forward=sizes), [0]) | {"claim": "sweeps"}


def turns() -> Json:
    """A turning point with thousands of jumps, each of which is excluded in every case."""
    jumps = triples(15, 2_700)
    cases = [{"jump": jump, "root": {"before": [0] * 15, "after": [0] * 15}} for jump in jumps]
    proof = {"kind": "turn", "when": "first", "set": jumps, "never": {"weights": [1] * 15}, "cases": cases}
    return explicit(15, jumps, [0], [1, 2], proof)


def runs() -> Json:
    """The positions on plays of the English centre game, and a length that no run reaches."""
    holes = english()
    centre = holes.index((3, 3))
    start = [hole for hole in range(33) if hole != centre]
    return certificate(holes, start, [centre], {"kind": "longest", "at_most": 10**500}) | {
        "claim": "longest-sweep"
    }


HOSTILE = (
    closure, runs, plain_sets, cases, leaves, splits, ends, windows, functionals, numbers,
    spread_levels, spread_closure, spread_targets, spread_sweeps,
    levels, sweep_levels, sweep_bounds, sweep_targets, sweep_regions, sweep_symmetries, ends_of_closures,
)  # fmt: skip


def weights(kind: str) -> Json:
    """One function of the longest numbers on a board of very many jumps."""
    jumps = triples(40, 50_000)
    weight: object = [10**590, -(10**590)] if kind == "golden" else 10**590
    proof = {"kind": kind, "weights": [weight] * 40}
    proof |= {"modulus": 10**590 - 1} if kind == "residue" else {}
    return explicit(40, jumps, list(range(20)), list(range(19)), proof)


def play() -> Json:
    """As many jumps as there are bytes for."""
    return explicit(
        4, [[0, 1, 2], [2, 1, 0]], [0, 1], [2], {"kind": "play", "jumps": [[0, 1, 2]] * 90_000}
    ) | {"claim": "feasible"}


def army() -> Json:
    """The farthest level."""
    board = {"name": "", "geometry": "diagonal"}
    value = {"format": "pegfeas-certificate", "version": 1, "board": board, "claim": "army"}
    return value | {"proof": {"kind": "army", "level": 10_000, "total": [1, 0]}}


def inequalities() -> Json:
    """A rule of thousands of inequalities."""
    one = {"start": [1] * 40, "target": [1] * 40, "above": 0}
    part = {"kind": "inequalities", "all": [one] * 4_000, "multipliers": [1] * 4_000, "weights": [1] * 40}
    value = explicit(40, triples(40, 20_000), [], [], {"kind": "rule", "parts": [part]})
    return {key: value[key] for key in ("format", "version", "board", "proof")} | {"claim": "sound"}


def bound() -> Json:
    """The leaves of a bound."""
    tree = leaves()["proof"]["root"]  # type: ignore[index]
    proof = {"kind": "bound", "bound": {"pegs_at_least": 1}, "root": tree}
    return explicit(40, triples(40, 50_000), [], [39], proof) | {"claim": "bound"}


def sweep_weights() -> Json:
    """Long numbers, and regions of thousands of holes, on a board of thousands of jumps."""
    holes = 4_000
    jumps = [[i, i + 1, i + 2] for i in range(0, holes - 256, 2)]
    bound = {
        "weights": [10**60] * holes,
        "potentials": [10**60] * holes,
        "region_weights": [10**599] * 20,
        "per_sweep": 10**599,
    }
    regions = [list(range(1, holes - i)) for i in range(20)]
    proof = sweeps(regions=regions, bounds=[bound], forward=[0])
    return explicit(holes, jumps, list(range(holes)), {"count": holes - 1}, proof) | {"claim": "sweeps"}


# The kinds whose cost is that of reading them: they are judged whatever they hold.
SOON = {
    **{kind: partial(weights, kind) for kind in ("pagoda", "residue", "golden")},
    "play": play,
    "army": army,
    "turn": turns,
    "rule": inequalities,
    "bound": bound,
    "sweeps": sweep_weights,
}
