"""What a certificate asks, as one line of words: the formal checker prints the same line as it understood it.

Written from the certificate alone, by none of what hands it over: so a pair handed over wrongly shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import feasibility.verifier as verifier
from feasibility.proofs.written import Json

Jumps = Sequence[Sequence[int]]


def question(certificate: Json) -> str:
    """Places or number of holes, jumps in order, start, target, claim; lists with their length first."""
    board, start, claim, proof = (certificate.get(key, []) for key in ("board", "start", "claim", "proof"))
    target = certificate.get("target", {"pegs": [], "free": []})
    if not (isinstance(board, dict) and isinstance(target, dict) and isinstance(proof, dict)):
        raise TypeError("a certificate has a board and a proof")
    drawn = board["geometry"] != "explicit"
    places = board["holes"] if claim != "army" else []
    words = ["places", *_each(places)] if drawn else ["holes", len(board["holes"])]
    jumps = _derived(places, board["geometry"]) if drawn else sorted(tuple(jump) for jump in board["jumps"])
    words += ["jumps", *_each(jumps), "start", *_list(start), "target"]
    holes = [] if "count" in target else [*_list(target["pegs"]), *_list(target["free"])]
    words += ["count", target["count"]] if "count" in target else ["holes", *holes]
    words += ["claim", claim]
    if claim == "bound":
        given = proof.get("given", [])
        words += [*_bound(proof["bound"]), len(given), *(word for bound in given for word in _bound(bound))]
    elif claim == "sweeps":
        words += ["at_least", proof["at_least"], *_shown(proof, _sweeps)]
    elif claim == "longest-sweep":
        words += ["at_most", proof["at_most"], *_shown(proof, _longest)]
    elif claim == "army":
        words += [board["geometry"], "level", proof["level"]]
    elif claim == "sound":
        parts = proof["parts"]
        words += [len(parts), *(word for part in parts for word in _part(part))]
    return " ".join(map(str, ["question:", *words]))


def _part(part: Json) -> list[object]:
    """What a part of a rule prunes, without what proves it."""
    match part["kind"]:
        case "pagoda":
            return ["pagoda", *_list(part["weights"])]
        case "residue":
            return ["residue", part["modulus"], *_list(part["weights"])]
        case "inequalities":
            clause = part["all"] if isinstance(part["all"], list) else []
            sides = [[*_list(x["start"]), *_list(x["target"]), x["above"]] for x in clause]
            return ["inequalities", len(sides), *(number for side in sides for number in side)]
        case _:
            return ["window", *_list(part["holes"]), *_list(part["pruned"])]


def _shown(proof: Mapping[str, Jumps], measure: Callable[[Jumps], int]) -> list[object]:
    return ["shown", measure(proof["play"])] if "play" in proof else []


def _sweeps(jumps: Jumps) -> int:
    """A jump begins a sweep unless it starts where the one before has landed."""
    return sum(i == 0 or jumps[i - 1][2] != jump[0] for i, jump in enumerate(jumps))


def _longest(jumps: Jumps) -> int:
    """The most jumps in a row of which each starts where the one before has landed."""
    most = run = 0
    for i, jump in enumerate(jumps):
        run = run + 1 if i and jumps[i - 1][2] == jump[0] else 1
        most = max(most, run)
    return most


def _bound(bound: Mapping[str, Any]) -> list[object]:
    """What is bounded, the side, the number."""
    terms = bound.get("sum", [[1, bound["jump"]]] if "jump" in bound else None)
    of = [] if terms is None else ["sum", len(terms), *(word for f, jump in terms for word in (f, *jump))]
    if terms is not None and [factor for factor, _ in terms] == [1]:
        of = [*terms[0][1]]
    return [*of, *(word for side in bound.items() if side[0] not in ("jump", "sum") for word in side)]


def _list(items: object) -> list[object]:
    return [len(items), *items] if isinstance(items, list) else [items]


def _each(tuples: Sequence[Sequence[int]]) -> Iterable[int]:
    return [len(tuples), *(number for numbers in tuples for number in numbers)]


def _derived(places: Sequence[Sequence[int]], geometry: str) -> list[tuple[int, int, int]]:
    """The jumps of a board that is drawn."""
    at = {tuple(hole): i for i, hole in enumerate(places)}
    jumps = list[tuple[int, int, int]]()
    for (row, column), i in at.items():
        for down, right in verifier.STEPS[geometry]:
            for sign in (1, -1):
                over = at.get((row + sign * down, column + sign * right))
                landing = at.get((row + 2 * sign * down, column + 2 * sign * right))
                if over is not None and landing is not None:
                    jumps.append((i, over, landing))
    return sorted(jumps)
