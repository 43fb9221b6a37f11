"""The certificates in what the commands print: one by itself, one in an answer, or one a line."""

from __future__ import annotations

import json
from collections.abc import Sequence

import feasibility.verifier as verifier
from feasibility.proofs.written import Json

WHERE = ("certificate", "play", "certificates")  # the JSON answers of the commands keep them
DECIDED = ("feasible", "infeasible")


def certificates_in(path: str, most: int) -> list[Json]:
    """The JSON objects to verify in a file, or in standard input (-); Refusal where there is none."""
    data = verifier.standard_input(most) if path == "-" else _content(path, most)
    try:
        answers = [verifier.load(data, max_bytes=most)]
    except verifier.Malformed:
        answers = _objects(data)
        if not answers or (len(answers) == 1 and "format" in answers[0]):
            raise  # its fault is for the verifier to tell
    else:
        if "format" in answers[0]:
            return answers
    inner = [one for answer in answers for one in _inner(answer)]
    return [verifier.load(json.dumps(one).encode(), max_bytes=most) for one in inner]


def _objects(data: bytes) -> list[Json]:
    """The JSON objects of a text, one by itself or one a line; none where it holds anything else."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return []
    for rows in ([text], text.split("\n")):
        try:
            each_once = verifier.object_without_duplicates
            values = [json.loads(row, object_pairs_hook=each_once) for row in rows if row.strip()]
        except (ValueError, RecursionError):
            continue
        return values if all(isinstance(value, dict) for value in values) else []
    return []


def _content(path: str, most: int) -> bytes:
    """The bytes of a file; what is wrong with one that cannot be read, the verifier says itself."""
    try:
        with open(path, "rb") as file:
            return file.read(most + 1)
    except (OSError, ValueError):
        verifier.load(path, max_bytes=most)
        raise


def _inner(value: Json) -> Sequence[object]:
    """The certificates of an answer and of its parts, if any; what is none is for the verifier to refuse."""
    if "format" in value:
        return [value]
    one, play, several = (value.get(name) for name in WHERE)
    found = [*several] if isinstance(several, list) else []
    found += [] if one is None else [one]
    found += [play] if isinstance(play, dict) else []  # elsewhere it is a list of jumps
    verdict, claim = value.get("verdict"), one.get("claim") if isinstance(one, dict) else None
    if verdict in DECIDED and claim in DECIDED and verdict != claim:
        raise verifier.Malformed(f"the answer says {verdict}, and its certificate {claim}")
    if not found and verdict in DECIDED:
        found = [None]
    for name, part in value.items():
        for inner in (part if isinstance(part, list) else [part]) if name not in WHERE else ():
            if isinstance(inner, dict) and inner.get("certificate") is not None:  # as of a jump of advice
                found += _inner(inner)
    return found if found or set(WHERE) & set(value) else [value]
