"""Anything anywhere: every place of every right certificate takes every kind of value, and gets an answer."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from itertools import product
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from feasibility import verifier
from tests.amounts import amounts
from tests.verifier.test_certificates import FILES

SECONDS, OVERRUN = 0.5, 2.0
SCALARS = [
    None, True, False, 0, -1, 1, 2, 7, (1 << 61) - 1, 2**64, 10**400, -(10**599), 1 << 2001,
    1.5, float("nan"), float("inf"), "", "x", "start", "at_most", "\ud800",
]  # fmt: skip
LISTS = [[], [[]], [0], [0, 0], [0, 1, 2], [[0, 1, 2]], [[0, 1, 2], 0], [None], [{}], [{"kind": []}]]
OBJECTS = [{}, {"a": 1}, {"count": 1}, {"kind": "pagoda"}, {"kind": {}}, {"weights": [0, 0, 0]}, {"jump": []}]
VALUES: list[Any] = [*SCALARS, *LISTS, *OBJECTS]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where a value may stand; of a long list the first three and the last."""
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        if isinstance(value, dict) or key < 3 or key == len(value) - 1:
            yield (*path, key)
            yield from places(value[key], (*path, key))


def changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """A copy with another value in one place."""
    copy = spot = deepcopy(value)
    for key in path[:-1]:
        spot = spot[key]
    spot[path[-1]] = new
    return copy


def answered(source: Any) -> verifier.Outcome:
    """An outcome that prints, in time."""
    begun = process_time()
    outcome = verifier.check(source, max_work=20_000_000, time_limit=SECONDS)
    assert outcome.exit_code in (0, 1, 2, 3)
    assert json.loads(verifier.as_json(outcome))["exit_code"] == outcome.exit_code
    assert str(outcome)
    assert process_time() - begun < SECONDS + OVERRUN
    return outcome


@pytest.mark.parametrize("path", FILES["accepted"], ids=lambda path: path.stem)
@amounts("every", 211, 5)
def test_every_value_in_every_place(path: Path, every: int) -> None:
    value = json.loads(path.read_bytes())
    cases = list(product(places(value), VALUES))
    for place, new in cases[len(path.stem) % every :: every]:
        answered(changed(value, place, new))


@amounts("many", 300, 6_000)
def test_parts_that_change_places(many: int) -> None:
    """A part of one certificate in a place of another, twice in a list, or missing."""
    rng = random.Random(many)
    values = [json.loads(path.read_bytes()) for path in FILES["accepted"]]
    parts = [value for some in values for value in (some["proof"], *some["proof"].values())]
    for _ in range(many):
        value = deepcopy(rng.choice(values))
        place = rng.choice(list(places(value)))
        spot = value
        for key in place[:-1]:
            spot = spot[key]
        match rng.randrange(3), spot:
            case 0, list():
                spot.insert(place[-1], spot[place[-1]])
            case 1, _:
                del spot[place[-1]]
            case _:
                spot[place[-1]] = deepcopy(rng.choice(parts))
        answered(value)


@amounts("many", 500, 20_000)
def test_bytes_that_change(many: int) -> None:
    """Characters of the text replaced, doubled, cut out; what is read is judged."""
    rng = random.Random(many)
    texts = [path.read_bytes() for path in FILES["accepted"]]
    for _ in range(many):
        data = bytearray(rng.choice(texts))
        for _ in range(rng.randrange(1, 4)):
            low = rng.randrange(len(data))
            high = min(len(data), low + rng.choice((0, 1, 1, 5, 40)))
            data[low:high] = rng.choice(
                (b"", b"9", b"-", b"[", b"]}", b'"', b",", b"e5", b"NaN", data[low:high] * 2)
            )
        answered(bytes(data))


@pytest.mark.parametrize("distance", [1, 2, 3])
def test_coordinates_that_fall_together(distance: int) -> None:
    """Rows that are equal modulo 2**61 - 1, by which Python hashes them, were looked up in one chain."""
    prime = 2**61 - 1
    holes = [[k * prime + r, 0] for k in range(1_300) for r in range(0, 3 * distance, distance)]
    board = {"name": "", "geometry": "diagonal", "holes": holes}
    value = json.loads((FILES["accepted"][0].parent / "closure-no-jump.json").read_bytes())
    proof = {"kind": "residue", "modulus": 2, "weights": [0] * len(holes)}
    changed_board = value | {
        "board": board,
        "start": [0],
        "target": {"pegs": [1], "free": []},
        "proof": proof,
    }
    begun = process_time()
    outcome = verifier.check(changed_board)
    assert process_time() - begun < 2
    assert outcome.outcome == "rejected"
    derived = verifier._read_board(board).jumps
    near = verifier._read_board(
        board | {"holes": [[row % prime + row // prime * 100, 0] for row, _ in holes]}
    )
    assert derived == near.jumps and len(derived) == (2 * 1_300 if distance == 1 else 0)


@pytest.mark.parametrize("kind", [[], {}, None, 1, "windows"])
def test_parts_of_a_rule_of_no_kind_are_malformed(kind: object) -> None:
    value = json.loads(next(path for path in FILES["accepted"] if path.stem == "rule-parts").read_bytes())
    value["proof"]["parts"][0]["kind"] = kind
    assert verifier.check(value).outcome == "malformed"
