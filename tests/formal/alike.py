"""Mutants of right certificates, judged by verifier.py and by the formal checker."""

from __future__ import annotations

import json
import marshal
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

from feasibility import verifier
from feasibility.processes.child import Child
from feasibility.proofs.kind import part
from feasibility.proofs.kinds import names
from feasibility.studies.exports import formal, kinds, plain_form
from tests.certificates.conformance import suite
from tests.formal.mutants import mutant

Json = dict[str, Any]
WORK = 20_000_000  # steps of verifier.py for one mutant
BATCH = 200  # mutants that the formal checker is given at once
DIGEST = 8  # bytes
POOL = 20_000  # valid mutants that are changed in their turn
MOST = 1_000  # bytes of a certificate that is changed
TAKEN = tuple(kind for kind in names() if part(kinds.__name__, kind).plain is not None)
CHANGED = tuple(kind for kind in TAKEN if kind != "army")  # of an army all numbers are tried
NOT_JUDGED = 3  # exit code of what is too large, or takes too long


def codes(certificates: Sequence[Json], program: Path) -> list[int]:
    """For each the exit code of the formal checker, which is started once for all of them."""
    texts = [_plain(value) for value in certificates]
    with Child([str(program), "--lines"]) as child:
        said = child.answer("".join(text for text in texts if isinstance(text, str)).encode()).decode()
    found = iter(re.findall(r"((?:^(?!CODE: ).*\n)*)^CODE: (\d)\n", said, re.MULTILINE))
    answers = [
        _answer(*next(found), value) if isinstance(text, str) else text
        for text, value in zip(texts, certificates)
    ]
    assert next(found, None) is None, "one answer for each line"
    return answers


def _answer(report: str, code: str, certificate: Json) -> int:
    """The code, once the report asks what the certificate asks."""
    if int(code) in formal.JUDGED:
        formal.compared(report.rstrip("\n"), certificate)
    return int(code)


def _plain(certificate: Json) -> str | int:
    """The line that the program is given; a code where there is none."""
    try:
        text = formal.plain(certificate)
    except plain_form.NotPlain:
        return 2
    assert text.count("\n") == 1
    return text


@dataclass
class Tally:
    """How many were valid or rejected for both, malformed or not judged; the mutants where the two differ."""

    counts: Counter[str] = field(default_factory=Counter)
    differ: list[Json] = field(default_factory=list)

    @property
    def wrong(self) -> int:
        """How many mutants were rejected, at least by one of the two."""
        return self.counts["rejected"] + len(self.differ)


def originals(kind: str) -> list[Json]:
    """The right certificates of a kind, without the longest, which take long."""
    found = [json.loads(case.data) for case in suite() if case.outcome == "valid"]
    return [value for value in found if value["proof"]["kind"] == kind and _size(value) < MOST]


def _size(value: Json) -> int:
    return len(json.dumps(value))


def compare(kind: str, number: int, random: Random, program: Path, seen: set[bytes] | None = None) -> Tally:
    """Mutants of a kind that are not among those seen, until so many are rejected.

    A valid mutant of a first certificate is another right one, and most of the mutants are made from such: so
    there are far more than 100,000 different ones, however small the first ones are.
    """
    tally, first, second = Tally(), originals(kind), list[Json]()
    seen = set() if seen is None else seen
    while tally.wrong < number:
        batch = list[tuple[Json, str]]()
        while len(batch) < BATCH:
            again = bool(second) and random.random() < 0.8
            value = mutant(random.choice(second if again else first), random)
            if (known := blake2b(marshal.dumps(value, 2), digest_size=DIGEST).digest()) in seen:
                continue
            seen.add(known)
            outcome = verifier.check(value, max_work=WORK).outcome
            if outcome in ("valid", "rejected"):
                batch.append((value, outcome))
            else:
                tally.counts["malformed" if outcome == "malformed" else "not judged"] += 1
            if outcome == "valid" and not again and len(second) < POOL:
                second.append(value)
        _add(tally, batch, codes([value for value, _ in batch], program))
    return tally


def _add(tally: Tally, batch: Sequence[tuple[Json, str]], answers: Sequence[int]) -> None:
    for (value, outcome), code in zip(batch, answers, strict=True):
        if code == NOT_JUDGED:
            tally.counts["not judged"] += 1
        elif (code == 0) == (outcome == "valid"):
            tally.counts[outcome] += 1
        else:
            tally.differ.append(value)
