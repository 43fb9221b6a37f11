"""Nothing that is accepted may be false: proposals, mutants and random proofs against the slow reference."""

from __future__ import annotations

import copy
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from feasibility import verifier
from tests.amounts import amounts
from tests.verifier.reference import (
    Holes,
    Jump,
    certificate,
    counts_in_plays,
    ends,
    fewest_sweeps,
    jumps_of,
    longest_sweep,
    positions,
    reachable,
    rectangle,
    triangle,
)
from verifier import prover

SMALL: list[tuple[Holes, str]] = [
    (rectangle(1, 3), "orthogonal"),
    (rectangle(1, 4), "orthogonal"),
    (rectangle(1, 5), "orthogonal"),
    (rectangle(2, 3), "orthogonal"),
    (triangle(3), "triangular"),
    (rectangle(3, 3), "orthogonal"),
    (rectangle(3, 3), "diagonal"),
    (triangle(4), "triangular"),
]


def truth(value: dict[str, object]) -> bool:
    """Is the claim of a well-formed certificate on a small board true?"""
    board, target, claim = value["board"], value["target"], value["claim"]
    holes = tuple((row, column) for row, column in board["holes"])  # type: ignore[index]
    jumps = board.get("jumps")  # type: ignore[attr-defined]
    if jumps is None:
        jumps = jumps_of(holes, board["geometry"])  # type: ignore[index]
    jumps = tuple(map(tuple, jumps))
    start = value["start"]
    if "count" in target:  # type: ignore[operator]
        found = {end for end in reachable(jumps, frozenset(start)) if len(end) == target["count"]}  # type: ignore
    else:
        found = ends(jumps, start, target["pegs"], target["free"])  # type: ignore[index, arg-type]
    if claim == "sweeps":
        needed = fewest_sweeps(jumps, frozenset(start))  # type: ignore[arg-type]
        return all(needed[end] >= value["proof"]["at_least"] for end in found)  # type: ignore[index]
    if claim == "longest-sweep":
        return longest_sweep(jumps, frozenset(start), frozenset(found)) <= value["proof"]["at_most"]  # type: ignore
    if claim != "bound":
        return bool(found) == (claim == "feasible")
    bound = value["proof"]["bound"]  # type: ignore[index]
    if not {"jump", "sum"} & bound.keys():
        least, most = bound.get("pegs_at_least", 0), bound.get("pegs_at_most", len(holes))
        return all(least <= len(end) <= most for end in found)
    given = value["proof"].get("given", [])  # type: ignore[attr-defined, index]
    asked = tuple(dict.fromkeys(tuple(jump) for one in (bound, *given) for _, jump in terms(one)))
    counted = counts_in_plays(jumps, frozenset(start), asked)  # type: ignore[arg-type]
    plays = [dict(zip(asked, times, strict=True)) for end in found for times in counted[end]]
    return all(within(bound, times) for times in plays if all(within(one, times) for one in given))


def terms(bound: dict[str, Any]) -> list[tuple[int, list[int]]]:
    """The factors and the jumps of a bound."""
    return [(1, bound["jump"])] if "jump" in bound else bound["sum"]


def within(bound: dict[str, Any], times: dict[tuple[int, ...], int]) -> bool:
    """Do these numbers of jumps keep the bound?"""
    total = sum(factor * times[tuple(jump)] for factor, jump in terms(bound))
    return bound.get("at_least", total) <= total <= bound.get("at_most", total)


def require_true(value: dict[str, object]) -> bool:
    """Checks that an accepted certificate is true; says whether it was accepted."""
    outcome = verifier.check(value)
    if outcome.valid:
        assert truth(value), f"accepted but false: {json.dumps(value)}"
    return outcome.valid


def random_problem(
    rng: random.Random,
) -> tuple[Holes, str, tuple[Jump, ...], list[int], list[int], list[int]]:
    holes, geometry = rng.choice(SMALL)
    start = [h for h in range(len(holes)) if rng.random() < 0.6]
    target = [h for h in range(len(holes)) if rng.random() < 0.35]
    free = (
        [h for h in range(len(holes)) if h not in target and rng.random() < 0.2] if rng.random() < 0.3 else []
    )
    return holes, geometry, jumps_of(holes, geometry), start, target, free


def random_node(
    rng: random.Random, box: tuple[int, tuple[Jump, ...], list[int]], legs: int, style: str, depth: int
) -> dict[str, object]:
    """Any node whatever of a tree; the numbers are small, so that equalities happen often."""
    holes, jumps, free = box

    def deeper(more: int = 0) -> dict[str, object]:
        return random_node(rng, box, legs + more, style, depth - 1)

    kind = rng.choice(["jump", "jump", "free", "middle", "split"]) if depth and jumps else "leaf"
    if kind == "free" and free:
        return {"free": rng.choice(free), "empty": deeper(), "peg": deeper()}
    if kind == "middle" and legs > 1:
        hole = rng.randrange(holes)
        middle = [rng.randrange(1, legs), hole] if style == "legs" else hole
        return {"middle": middle, "empty": deeper(), "peg": deeper()}
    if kind == "split" and style == "legs" and legs < 3:
        return {"split": rng.randrange(1, legs + 1), **random_split(rng, jumps, deeper, lambda: deeper(1))}
    if kind == "jump":
        here = {} if style == "tree" else {"leg": rng.randrange(1, legs + 1)}
        jump, most = list(rng.choice(jumps)), rng.randrange(-1, 2)
        return {**here, "jump": jump, "at_most": most, "low": deeper(), "high": deeper()}
    vectors = [[rng.randrange(-2, 3) for _ in range(holes)] for _ in range(legs)]
    if style == "turn":
        return {"before": vectors[0], "after": vectors[1]}
    return {"weights": vectors if style == "legs" else vectors[0]}


def random_split(rng: random.Random, jumps: tuple[Jump, ...], never, case) -> dict[str, object]:  # type: ignore[no-untyped-def]
    chosen = rng.sample(jumps, 1 if rng.random() < 0.7 else min(3, len(jumps)))
    cases = [{"jump": list(jump), "root": case()} for jump in chosen]
    when = rng.choice(["first", "last"])
    return {"when": when, "set": [list(jump) for jump in chosen], "never": never(), "cases": cases}


def random_proof(
    rng: random.Random, holes: int, jumps: tuple[Jump, ...], free: list[int]
) -> dict[str, object]:
    box, depth = (holes, jumps, free), rng.randrange(3)
    kind = rng.choice(["tree", "turn", "legs", "pagoda", "residue", "search", "closure", "bound"])
    if kind == "turn" and jumps:
        split = random_split(
            rng,
            jumps,
            lambda: random_node(rng, box, 1, "tree", 0),
            lambda: random_node(rng, box, 2, "turn", depth),
        )
        return {"kind": "turn", **split}
    if kind in ("tree", "legs"):
        return {"kind": kind, "root": random_node(rng, box, 1, kind, depth)}
    if kind == "bound" and jumps:
        jump = {"jump": list(rng.choice(jumps)), rng.choice(["at_most", "at_least"]): rng.randrange(3)}
        pegs = {rng.choice(["pegs_at_most", "pegs_at_least"]): rng.randrange(5)}
        leaf = random_node(rng, box, 1, "tree", 0)
        bound = rng.choice([jump, pegs])
        extra = {"multiplier": rng.randrange(3)} if bound is pegs else {}
        return {"kind": "bound", "bound": bound, "root": {**leaf, **extra}}
    if kind == "search":
        forward = [1] + [rng.randrange(3) for _ in range(rng.randrange(4))]
        backward = (
            {"backward": [1] + [rng.randrange(3) for _ in range(rng.randrange(3))]}
            if rng.random() < 0.6
            else {}
        )
        return {"kind": "search", "pagodas": [], "residues": [], "forward": forward, **backward}
    if kind == "closure":
        return {"kind": "closure", "size": rng.randrange(1, 4)}
    weights = [rng.randrange(-2, 3) for _ in range(holes)]
    return (
        {"kind": "residue", "modulus": rng.randrange(2, 4), "weights": weights}
        if kind == "residue"
        else {"kind": "pagoda", "weights": weights}
    )


@amounts("many", 6_000, 20_000)
def test_random_proofs(many: int) -> None:
    rng = random.Random(0)
    accepted: Counter[object] = Counter()
    for _ in range(many):
        holes, geometry, jumps, start, target, free = random_problem(rng)
        proof = random_proof(rng, len(holes), jumps, free)
        claim = "bound" if proof["kind"] == "bound" else "infeasible"
        value = certificate(holes, start, target, proof, geometry=geometry, free=free, claim=claim)
        accepted[proof["kind"]] += require_true(value)
    kinds = ("tree", "turn", "legs", "pagoda", "residue", "closure", "search", "bound")
    assert all(accepted[kind] for kind in kinds), accepted


def proposals(rng: random.Random, tries: int) -> Iterator[tuple[bool, dict[str, object]]]:
    """Certificates that linear programs propose, with what the reference says of the pair."""
    for _ in range(tries):
        holes, geometry, jumps, start, target, free = random_problem(rng)
        state = prover.State(len(holes), jumps, frozenset(start), frozenset(target), frozenset(free))
        hole, when = rng.randrange(len(holes)), rng.choice(["first", "last"])
        chosen = [jump for jump in jumps if jump[rng.randrange(3)] == hole]
        kind = rng.choice(["tree", "turn", "legs"]) if chosen else "tree"
        proof: dict[str, object] | None
        if kind == "turn":
            proof = prover.turn(state, chosen, when)
        else:
            other = [jump for jump in jumps if rng.random() < 0.3] or chosen
            splits = [(0, chosen, when), (0, other, rng.choice(["first", "last"]))]
            root = prover.tree(state, 1) if kind == "tree" else prover.legs(state, splits)
            proof = {"kind": kind, "root": root} if root else None
        if proof:
            value = certificate(holes, start, target, proof, geometry=geometry, free=free)
            yield bool(ends(jumps, start, target, free)), value


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
def test_what_linear_programs_propose(seed: int) -> None:
    """They aim at what a leaf must show: a hole in the rules would let them refute a feasible pair."""
    accepted: Counter[object] = Counter()
    for feasible, value in proposals(random.Random(seed), 250):
        valid = require_true(value)
        accepted[value["proof"]["kind"]] += valid  # type: ignore[index]
        assert not (valid and feasible)
    assert min(accepted[kind] for kind in ("tree", "turn", "legs")) > 20, accepted


def numbers(value: object, path: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from numbers(inner, (*path, key))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from numbers(inner, (*path, i))
    elif type(value) is int:
        yield path


def orders(value: object) -> Iterator[dict[str, object]]:
    """The splits by order inside a proof."""
    if isinstance(value, dict):
        if "when" in value:
            yield value
        for inner in value.values():
            yield from orders(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from orders(inner)


def change_number(mutant: dict[str, object], rng: random.Random) -> None:
    spots = [path for path in numbers(mutant) if path[0] not in ("version", "board")]
    if spots:
        *way, last = rng.choice(spots)
        inner: object = mutant
        for key in way:
            inner = inner[key]  # type: ignore[index]
        inner[last] += rng.choice([-1, 1, -30, 30])  # type: ignore[index]


def change_start(mutant: dict[str, object], rng: random.Random) -> None:
    holes = len(mutant["board"]["holes"])  # type: ignore[index]
    mutant["start"] = sorted(set(mutant["start"]) ^ {rng.randrange(holes)})  # type: ignore[call-overload]


def change_target(mutant: dict[str, object], rng: random.Random) -> None:
    target, holes = mutant["target"], len(mutant["board"]["holes"])  # type: ignore[index]
    if "pegs" in target:  # type: ignore[operator]
        pegs = set(target["pegs"]) ^ {rng.randrange(holes)}  # type: ignore[index]
        mutant["target"] = {"pegs": sorted(pegs), "free": sorted(set(target["free"]) - pegs)}  # type: ignore[index]


def change_order(mutant: dict[str, object], rng: random.Random) -> None:
    """Turn first and last round, or leave a jump out of a set and its case with it."""
    splits = list(orders(mutant["proof"]))
    if splits:
        split = rng.choice(splits)
        if rng.random() < 0.5:
            split["when"] = "last" if split["when"] == "first" else "first"
        else:
            gone = split["set"].pop()  # type: ignore[attr-defined]
            split["cases"] = [case for case in split["cases"] if case["jump"] != gone]  # type: ignore[attr-defined]


def change_claim(mutant: dict[str, object], rng: random.Random) -> None:
    mutant["claim"] = rng.choice(["feasible", "infeasible", "bound"])


def mutants(value: dict[str, object], rng: random.Random, count: int) -> Iterator[dict[str, object]]:
    """The certificate with one thing changed, sometimes two."""
    changes = [change_number, change_number, change_start, change_target, change_order, change_claim]
    for _ in range(count):
        mutant = copy.deepcopy(value)
        for change in rng.sample(changes, rng.choice([1, 1, 2])):
            change(mutant, rng)
        yield mutant


@amounts("tries", 80, 300)
def test_mutants_of_proposals(tries: int) -> None:
    rng = random.Random(1)
    verdicts: Counter[bool] = Counter()
    for _, value in proposals(rng, tries):
        for mutant in mutants(value, rng, 40):
            verdicts[require_true(mutant)] += 1
    assert min(verdicts[True], verdicts[False]) > 300, verdicts


ACCEPTED = Path(__file__).parent.parent / "certificates" / "accepted"


def test_mutants_of_the_right_certificates() -> None:
    rng, rejected = random.Random(2), 0
    for path in sorted(ACCEPTED.glob("*.json")):
        value = json.loads(path.read_bytes())
        small = "holes" in value["board"] and len(value["board"]["holes"]) < 10
        if small and "start" in value:  # the reference knows pairs, not rules
            rejected += sum(not require_true(mutant) for mutant in mutants(value, rng, 150))
    assert rejected > 1000


def test_mutants_of_a_bound_on_sweeps() -> None:
    """Of boards up to ten holes, also with the sizes that the levels truly have."""
    rng, verdicts = random.Random(5), Counter[bool]()
    for path in sorted(ACCEPTED.glob("sweeps-*.json")):
        value = json.loads(path.read_bytes())
        if len(value["board"]["holes"]) <= 10:
            for mutant in mutants(value, rng, 200):
                verdicts[require_true(mutant)] += 1
                verdicts[require_true(with_true_sizes(mutant))] += 1
    assert min(verdicts.values()) > 300, verdicts


def test_mutants_of_a_longest_sweep() -> None:
    """Other starts, targets, boards and numbers; what is rejected though true has a wrong play."""
    rng, verdicts = random.Random(7), Counter[tuple[bool, bool]]()
    for path in sorted(ACCEPTED.glob("longest-*.json")):
        value = json.loads(path.read_bytes())
        holes = tuple(map(tuple, value["board"]["holes"]))
        if len(holes) > 10:
            continue
        for mutant in mutants(value, rng, 200):
            require_true(mutant)
        value["proof"].pop("play", None)
        for jumps in other_jumps(rng, holes, value["board"]["geometry"], 40):
            value["board"] = {**value["board"], "geometry": "explicit", "jumps": jumps}
            for value["proof"]["at_most"] in range(4):
                verdicts[require_true(value), truth(value)] += 1
    assert set(verdicts) == {(False, False), (True, True)} and min(verdicts.values()) > 50, verdicts


def test_a_bound_on_sweeps_does_not_hold_on_another_board() -> None:
    """The same certificate, also with the true sizes, where jumps are exchanged, left out or added."""
    rng, verdicts = random.Random(6), Counter[tuple[bool, bool]]()
    for path in sorted(ACCEPTED.glob("sweeps-*.json")):
        value = json.loads(path.read_bytes())
        value["proof"].pop("play", None)
        value["proof"] |= {"symmetries": []} if "symmetries" in value["proof"] else {}
        holes, geometry = tuple(map(tuple, value["board"]["holes"])), value["board"]["geometry"]
        if 3 <= len(holes) <= 10 and geometry != "explicit":
            for jumps in other_jumps(rng, holes, geometry, 80):
                value["board"] = {**value["board"], "geometry": "explicit", "jumps": jumps}
                verdicts[require_true(value), truth(value)] += 1
                verdicts[require_true(with_true_sizes(value)), truth(value)] += 1
    assert verdicts[False, False] > 100 and verdicts[True, True] > 100, verdicts


def other_jumps(rng: random.Random, holes: Holes, geometry: str, count: int) -> Iterator[list[list[int]]]:
    """The jumps of another geometry, or those of this one with a few more and a few less."""
    for _ in range(count):
        jumps = set(jumps_of(holes, rng.choice([geometry, geometry, "orthogonal", "triangular", "diagonal"])))
        more = {tuple(rng.sample(range(len(holes)), 3)) for _ in range(rng.randrange(9))}
        less = rng.sample(sorted(jumps), min(len(jumps), rng.randrange(2)))
        yield sorted(map(list, {*jumps, *more}.difference(less)))


def with_true_sizes(value: dict[str, object]) -> dict[str, object]:
    """The certificate with the sizes that the checker asks for, as far as its refusals name them."""
    value = copy.deepcopy(value)
    for _ in range(20):
        reason = re.fullmatch(
            r"(\w+) level (\d+) has (\d+) positions?, not \d+", str(verifier.check(value).reason)
        )
        if reason is None:
            break
        value["proof"][reason[1]][int(reason[2])] = int(reason[3])  # type: ignore[index]
    return value


def all_pairs(
    holes: Holes, geometry: str, every: int
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], bool]]:
    jumps, places = jumps_of(holes, geometry), positions(holes)
    for i, start in enumerate(places):
        found = reachable(jumps, frozenset(start))
        for j, target in enumerate(places):
            if (i * len(places) + j) % every == 0:
                yield start, target, frozenset(target) in found


def honest_search(
    jumps: tuple[Jump, ...], start: tuple[int, ...], target: tuple[int, ...], back: int
) -> dict[str, object]:
    """The levels of an exhaustive search, `back` of them from the target."""
    ahead, behind = [{frozenset(start)}], [{frozenset(target)}]
    for _ in range(len(start) - len(target) - back):
        ahead.append({p - {a, b} | {c} for p in ahead[-1] for a, b, c in jumps if {a, b} <= p and c not in p})
    for _ in range(back):
        behind.append(
            {p - {c} | {a, b} for p in behind[-1] for a, b, c in jumps if c in p and not {a, b} & p}
        )
    sizes = {"forward": [len(x) for x in ahead], "backward": [len(x) for x in behind]}
    return {"kind": "search", "pagodas": [], "residues": [], **sizes}


@pytest.mark.parametrize(
    ("board", "every"),
    [(SMALL[0], 1), (SMALL[1], 1), (SMALL[2], 1), (SMALL[3], 3), (SMALL[4], 3), (SMALL[5], 97)],
)
def test_every_pair_is_closed_and_searched_as_it_truly_is(board: tuple[Holes, str], every: int) -> None:
    """An honest closure or search is accepted exactly on the infeasible pairs."""
    holes, geometry = board
    jumps, seen = jumps_of(holes, geometry), Counter[bool]()
    for start, target, feasible in all_pairs(holes, geometry, every):
        size = len(reachable(jumps, frozenset(start)))
        closure = certificate(holes, start, target, {"kind": "closure", "size": size}, geometry=geometry)
        assert verifier.check(closure).valid != feasible
        seen[feasible] += 1
        spare = len(start) - len(target)
        if spare >= 0:
            search = honest_search(jumps, start, target, back=seen[feasible] % (spare + 1))
            assert (
                verifier.check(certificate(holes, start, target, search, geometry=geometry)).valid != feasible
            )
    assert seen[True] and seen[False]
