"""What a certificate asks, as one line of words: the formal checker prints the same line as it understood it.

Written from the certificate alone, by none of what hands it over: so a pair handed over wrongly shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import feasibility.verifier as verifier
from feasibility.proofs.written import Json


def question(certificate: Json) -> str:
    """Places or number of holes, jumps in order, start, target, claim; lists with their length first."""
    board, target = certificate["board"], certificate.get("target", {"pegs": [], "free": []})
    drawn = board["geometry"] != "explicit"
    places = board["holes"] if certificate["claim"] != "army" else []
    asked = ["places", *_each(places)] if drawn else ["holes", len(board["holes"])]
    jumps = _derived(places, board["geometry"]) if drawn else sorted(tuple(jump) for jump in board["jumps"])
    goal = (
        ["count", target["count"]]
        if "count" in target
        else ["holes", *_list(target["pegs"]), *_list(target["free"])]
    )
    asked += ["jumps", *_each(jumps), "start", *_list(certificate.get("start", [])), "target", *goal]
    asked += ["claim", certificate["claim"]]
    if certificate["claim"] == "bound":
        given = certificate["proof"].get("given", [])
        asked += [
            *_bound(certificate["proof"]["bound"]),
            len(given),
            *(word for bound in given for word in _bound(bound)),
        ]
    elif certificate["claim"] == "sweeps":
        asked += ["at_least", certificate["proof"]["at_least"], *_shown(certificate["proof"], _sweeps)]
    elif certificate["claim"] == "longest-sweep":
        asked += ["at_most", certificate["proof"]["at_most"], *_shown(certificate["proof"], _longest)]
    elif certificate["claim"] == "army":
        asked += [board["geometry"], "level", certificate["proof"]["level"]]
    elif certificate["claim"] == "sound":
        parts = certificate["proof"]["parts"]
        asked += [len(parts), *(word for part in parts for word in _part(part))]
    return " ".join(map(str, ["question:", *asked]))


def _part(part: Json) -> list[object]:
    """What a part of a rule prunes, without what proves it."""
    match part["kind"]:
        case "pagoda":
            return ["pagoda", *_list(part["weights"])]
        case "residue":
            return ["residue", part["modulus"], *_list(part["weights"])]
        case "inequalities":
            sides = [[*_list(x["start"]), *_list(x["target"]), x["above"]] for x in part["all"]]
            return ["inequalities", len(sides), *(number for side in sides for number in side)]
        case _:
            return ["window", *_list(part["holes"]), *_list(part["pruned"])]


def _shown(proof: Json, measure: Callable[[Sequence[Sequence[int]]], int]) -> list[object]:
    return ["shown", measure(proof["play"])] if "play" in proof else []


def _sweeps(jumps: Sequence[Sequence[int]]) -> int:
    """A jump begins a sweep unless it starts where the one before has landed."""
    return sum(i == 0 or jumps[i - 1][2] != jump[0] for i, jump in enumerate(jumps))


def _longest(jumps: Sequence[Sequence[int]]) -> int:
    """The most jumps in a row of which each starts where the one before has landed."""
    most = run = 0
    for i, jump in enumerate(jumps):
        run = run + 1 if i and jumps[i - 1][2] == jump[0] else 1
        most = max(most, run)
    return most


def _bound(value: Json) -> list[object]:
    bound = dict(value)
    return [*bound.pop("jump", []), *(word for item in bound.items() for word in item)]


def _list(items: Sequence[int]) -> list[int]:
    return [len(items), *items]


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
