"""The certificates in what the commands print: one by itself, one in an answer, or one a line."""

from __future__ import annotations

import json

import feasibility.verifier as verifier
from feasibility.proofs.written import Json

WHERE = ("certificate", "play", "certificates")  # the JSON answers of the commands keep them
DECIDED = ("feasible", "infeasible")


def certificates_in(path: str, most: int) -> tuple[list[Json], int]:
    """The JSON objects to verify in a file, or in standard input (-), and how many answers have none.

    Refusal where one that needs a certificate has none.
    """
    data = verifier.standard_input(most) if path == "-" else _content(path, most)
    try:
        answers = [verifier.load(data, max_bytes=most)]
    except verifier.Malformed:
        answers = _objects(data)
        if not answers or (len(answers) == 1 and "format" in answers[0]):
            raise  # its fault is for the verifier to tell
    else:
        if "format" in answers[0]:
            return answers, 0
    inner, without = list[object](), 0
    for answer in answers:
        found = _inner(answer)
        if not found and answer.get("verdict") in DECIDED:
            found = [None]
        if not found and {*answer}.isdisjoint((*WHERE, "error")):  # of a pair that had no answer
            raise verifier.Malformed(
                "no certificate is in it; expected one, or the JSON of an answer with one"
            )
        for one in found:
            if isinstance(one, str) and one.endswith(".json"):
                where = f"the certificate is in a file of its own, {ascii(one)[:80]}"
                raise verifier.Malformed(f"{where}; verify that, or its folder")
        inner += found
        without += not found
    return [verifier.load(json.dumps(one).encode(), max_bytes=most) for one in inner], without


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


def _inner(value: object) -> list[object]:
    """The certificates in an answer, wherever they are; what is none in their place the verifier refuses."""
    if isinstance(value, list):
        return [one for part in value for one in _inner(part)]
    if not isinstance(value, dict):
        return []
    if "format" in value or {"claim", "proof"} <= {*value}:
        return [value]
    found = list[object]()
    for name, part in value.items():
        here = name in WHERE and (name != "play" or isinstance(part, dict))  # elsewhere it is a list of jumps
        found += (part if isinstance(part, list) else [part] * (part is not None)) if here else _inner(part)
    one, verdict = value.get("certificate"), value.get("verdict")
    claim = one.get("claim") if isinstance(one, dict) else None
    if verdict in DECIDED and claim in DECIDED and verdict != claim:
        raise verifier.Malformed(f"the answer says {verdict}, and its certificate {claim}")
    return found
