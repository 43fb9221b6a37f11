"""What a certificate asks, as one line of words: the formal checker prints the same line as it understood it.

Written from the certificate alone, by none of what hands it over: so a pair handed over wrongly shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import feasibility.verifier as verifier
from feasibility.game.geometry import Jump
from feasibility.proofs.written import Json
from feasibility.text.moves import join_sweeps


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
        words += ["at_least", proof["at_least"], *_shown(proof, len)]
    elif claim == "longest-sweep":
        words += ["at_most", proof["at_most"], *_shown(proof, partial(max, default=0))]
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


def _shown(proof: Mapping[str, Any], measure: Callable[[list[int]], int]) -> list[object]:
    """What a play that is shown has, by the lengths of its sweeps."""
    if "play" not in proof:
        return []
    return ["shown", measure([len(sweep) for sweep in join_sweeps([Jump(*jump) for jump in proof["play"]])])]


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
    at: dict[Any, Any] = {tuple(hole): i for i, hole in enumerate(places)}
    steps = [(way * down, way * right) for down, right in verifier.STEPS[geometry] for way in (1, -1)]
    beside = [(hole, *((hole[0] + n * r, hole[1] + n * c) for n in (1, 2))) for hole in at for r, c in steps]
    return sorted((at[a], at[b], at[c]) for a, b, c in beside if b in at and c in at)
