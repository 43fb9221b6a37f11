"""Certificates that were tampered with are rejected, unless the changed claim is true all the same."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

from feasibility import verifier
from feasibility.base.limits import Limits
from feasibility.decide.schedule import CRITERIA
from feasibility.game.geometry import Board
from feasibility.proofs.certificate import Certificate
from feasibility.proofs.kinds.play import Play
from feasibility.text import catalogue
from tests.amounts import amounts
from tests.criteria.reference import BY_NAME, pair_of, reachable_masks

Json = dict[str, Any]


def certificates(name: str, tries: int) -> Iterator[tuple[Board, Json]]:
    """Certificates of all criteria over random pairs of a board."""
    board, rng = catalogue.board(name), random.Random(name)
    for _ in range(tries):
        pair = pair_of(board, rng.randrange(board.full + 1), rng.randrange(board.full + 1))
        for criterion in CRITERIA:
            finding = criterion.check(pair, Limits().start())
            if finding.proof is not None:
                yield board, Certificate(pair, finding.proof).to_json()


def numbers(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Paths to all integers of a JSON value."""
    if isinstance(value, int):
        yield path
    elif isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from numbers(inner, (*path, key))


def changed(data: Json, path: tuple[Any, ...], by: int) -> Json:
    """A copy with one integer moved."""
    mutant = copy.deepcopy(data)
    place: Any = mutant
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] += by
    return mutant


def truth(board: Board, data: Json) -> bool | None:
    """Whether the claim of a certificate holds; None if it is about no pair of this board."""
    if not all(0 <= h < board.n for h in (*data["start"], *data["target"]["pegs"])):
        return None
    start = sum(1 << h for h in set(data["start"]))
    target = sum(1 << h for h in set(data["target"]["pegs"]))
    return (target in reachable_masks(board, start)) == (data["claim"] == "feasible")


@pytest.mark.parametrize("name", ["line:7", "triangle:4", "rectangle:3x4"])
def test_a_changed_number_proves_nothing_false(name: str) -> None:
    rng, made, refused = random.Random(3), 0, 0
    for board, data in certificates(name, 12):
        places = [p for p in numbers(data) if p[0] in ("start", "target", "proof")]
        for path in rng.sample(places, min(12, len(places))):
            mutant = changed(data, path, rng.choice((-2, -1, 1, 2)))
            outcome = verifier.check(mutant)
            made, refused = made + 1, refused + (not outcome.valid)
            if outcome.valid:
                assert truth(board, mutant), (path, mutant)
    assert made > 300
    assert refused > made / 10


@pytest.mark.parametrize("name", ["line:7", "triangle:4"])
def test_the_claim_about_a_feasible_pair_is_always_refused(name: str) -> None:
    """Every proof found for other pairs, put to pairs that are feasible."""
    rng = random.Random(11)
    for board, data in certificates(name, 25):
        start = rng.randrange(board.full + 1)
        target = rng.choice(sorted(reachable_masks(board, start)))
        for mask, key in ((start, "start"), (target, "target")):
            pegs = [h for h in range(board.n) if mask >> h & 1]
            data[key] = pegs if key == "start" else {"pegs": pegs, "free": []}
        if data["claim"] == "infeasible":
            assert not verifier.check(data).valid
        else:
            assert not verifier.check({**data, "claim": "infeasible"}).valid


def turned(name: str, wanted: int, by: str = "turning-point") -> Iterator[tuple[Board, Json]]:
    """Certificates about the order of jumps, for pairs that nothing up to the integer cone refutes."""
    before = [c for c in CRITERIA if c.name not in ("turning-point", "ends")]
    board, rng = catalogue.board(name), random.Random(name)
    while wanted:
        pair = pair_of(board, rng.randrange(board.full + 1), rng.randrange(board.full + 1))
        if any(c.check(pair, Limits().start()).proof for c in before):
            continue
        proof = BY_NAME[by].check(pair, Limits().start()).proof
        if proof is not None and not isinstance(proof, Play):
            wanted -= 1
            yield board, Certificate(pair, proof).to_json()


@pytest.mark.parametrize("name", ["triangle:4", "rectangle:3x4"])
@amounts("wanted", 2, 5)
def test_a_dropped_case_is_noticed(name: str, wanted: int) -> None:
    for board, data in turned(name, wanted):
        split = data["proof"] if data["proof"]["kind"] == "turn" else data["proof"]["root"]
        for k in range(len(split["cases"])):
            mutant = copy.deepcopy(data)
            place = mutant["proof"] if data["proof"]["kind"] == "turn" else mutant["proof"]["root"]
            del place["cases"][k]
            assert not verifier.check(mutant).valid
            del place["set"][k]  # the set without this jump: only valid if the others suffice, so never false
            assert not verifier.check(mutant).valid or truth(board, mutant)
        assert truth(board, data)


@pytest.mark.parametrize("name", ["triangle:4", "rectangle:3x4"])
@amounts("wanted", 2, 4)
def test_changed_numbers_in_proofs_about_order(name: str, wanted: int) -> None:
    rng, refused = random.Random(9), 0
    for board, data in turned(name, wanted):
        places = [p for p in numbers(data) if p[0] in ("start", "target", "proof")]
        for path in rng.sample(places, min(60, len(places))):
            mutant = changed(data, path, rng.choice((-3, -1, 1, 3)))
            valid = verifier.check(mutant).valid
            refused += not valid
            assert not valid or truth(board, mutant)
    assert refused > 20


@pytest.mark.parametrize("name", ["triangle:4", "rectangle:3x4"])
def test_hostile_proofs_from_both_ends(name: str) -> None:
    """A move left out, one added, a node put in another's place, a cycle: all refused."""
    rng = random.Random(name)
    for board, data in turned(name, 5, "ends"):
        assert truth(board, data)
        nodes = data["proof"]["nodes"]
        for i, node in enumerate(nodes):
            if "moves" not in node:
                continue
            for m, (jump, k) in enumerate(node["moves"]):
                for what in ("left out", "twice", "illegal", "back", "elsewhere"):
                    mutant = copy.deepcopy(data)
                    moves = mutant["proof"]["nodes"][i]["moves"]
                    if what == "left out":
                        del moves[m]
                    elif what == "twice":
                        moves.append([jump, k])
                    elif what == "illegal":
                        moves.append([[jump[2], jump[1], jump[0]], k])
                    elif what == "back":
                        moves[m][1] = rng.randrange(i + 1)
                    elif len(nodes) > 2:
                        moves[m][1] = rng.choice([n for n in range(len(nodes)) if n != k])
                    if mutant != data:
                        assert not verifier.check(mutant).valid, (what, i, m)
