"""Crosses with arms up to four holes long: from which vacancies a play ends where it began.

python -m research.crosses FOLDER [SECONDS]

Each board is a survey of its own. Answers and certificates are kept in FOLDER, so that a run which was
stopped goes on; where pairs are left open, a run with more SECONDS for each asks again. Then the tables
are written into docs/results/crosses.md, each between its two marks.

python -m research.crosses apart FOLDER

The problems of APART, which a minute leaves open or whose certificates the checker does not hold, by frontier
search alone; `verify --workdir` repeats each. Writes the table of these.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

from research.one_vacancy import ROOT, asked, ran, write

PAGE = ROOT / "docs" / "results" / "crosses.md"
LONGEST, SECONDS = 4, 20
APART = (
    ("cross:0,3,3,4", "j2"), ("cross:0,3,4,3", "e7"), ("cross:0,4,2,4", "b2"), ("cross:1,1,4,4", "a3"),
    ("cross:1,2,3,4", "a3"), ("cross:0,3,4,4", "f7"), ("cross:1,2,4,4", "a3"),
    ("cross:1,3,3,4", "a3"), ("cross:0,4,4,4", "f7"), ("cross:2,2,4,4", "a4"),
    ("cross:1,3,4,4", "a3"), ("cross:1,3,4,4", "f8"), ("cross:1,4,3,4", "a3"),
    ("cross:2,3,3,4", "a4"), ("cross:2,3,4,3", "e9"), ("cross:2,3,4,4", "a4"),
)  # fmt: skip
# levels that no memory here holds
ON_DISK = ("cross:1,3,4,4", "cross:1,4,3,4", "cross:2,3,3,4", "cross:2,3,4,3", "cross:2,3,4,4")
Arms = tuple[int, ...]


def crosses() -> list[Arms]:
    """One of each shape, clockwise from the top; without arms on two opposite sides it is a rectangle."""
    arms = product(range(LONGEST + 1), repeat=4)
    least = {min(images(a)) for a in arms if (a[0] or a[2]) and (a[1] or a[3])}
    return sorted(least, key=lambda a: (sum(a), a))


def images(arms: Arms) -> list[Arms]:
    """The board turned, and turned over."""
    turned = [arms[k:] + arms[:k] for k in range(4)]
    return [*turned, *(a[::-1] for a in turned)]


def name_of(arms: Arms) -> str:
    return "cross:" + ",".join(map(str, arms))


def rectangles() -> list[str]:
    """The crosses that have arms on two opposite sides only, and the square that has none."""
    return [f"rectangle:3x{length}" for length in range(3, 2 * LONGEST + 4)]


def told(name: str, folder: Path, seconds: int) -> dict[str, Any]:
    """What the survey and the check of its certificates answered; asked now if that is not kept."""
    file, certificates = folder / f"{name}.json", folder / name
    known = json.loads(file.read_text(encoding="utf-8")) if file.exists() else None
    if known is None or (known["survey"]["answer"]["counts"]["unknown"] and known["limit"] < seconds):
        words = ["survey", name, "--family", "complement", "--jobs", "1", "--time-limit", str(seconds)]
        known = {
            "limit": seconds,
            "survey": asked([*words, "--certificates", str(certificates), "--json"]),
            "check": ran(["verify", str(certificates), "--json", "--time-limit", "3600"], (0, 3)),
        }
        file.write_text(json.dumps(known), encoding="utf-8")
    return known


def survey(name: str, folder: Path, seconds: int) -> dict[str, Any]:
    """What the survey found."""
    answer: dict[str, Any] = told(name, folder, seconds)["survey"]["answer"]
    return answer


def accepted(known: dict[str, Any]) -> int:
    """How many certificates the checker accepted, when they were made or afterwards."""
    lines = map(json.loads, known["check"]["told"].splitlines())
    valid = [line["start"] for line in lines if line["outcome"] == "valid"]
    pairs = known["survey"]["answer"]["pairs"]
    return sum(bool(pair["verified"]) or pair["start"] in valid for pair in pairs)


def vacancies(answer: dict[str, Any], verdict: str) -> str:
    """Those whose problem has the verdict, one of each orbit."""
    return " ".join(pair["names"][0][1:] for pair in answer["pairs"] if pair["verdict"] == verdict)


def table(boards: list[str], folder: Path, seconds: int) -> Iterator[str]:
    """Board by board, with the processor seconds of the survey."""
    counted = "holes | problems | played | no play | open"
    yield f"| board | {counted} | no play from | open from | checked | seconds |"
    yield "|---|--:|--:|--:|--:|--:|---|---|--:|--:|"
    for name in boards:
        known, answer = told(name, folder, seconds), survey(name, folder, seconds)
        counts = [answer["counts"][kind] for kind in ("pairs", "feasible", "infeasible", "unknown")]
        if counts[0] != answer["counts"]["same_residues"]:
            raise SystemExit(f"full and empty board differ by the rule of three: {name}")
        numbers = " | ".join(map(str, [answer["holes"], *counts]))
        listed = f"{vacancies(answer, 'infeasible')} | {vacancies(answer, 'unknown')}"
        spent = f"{accepted(known)} | {known['survey']['seconds']:.1f}"
        yield f"| {name} | {numbers} | {listed} | {spent} |"


def deciders(boards: list[str], folder: Path, seconds: int) -> Iterator[str]:
    """How many problems without a play each criterion refuted, as the first of all."""
    pairs = [pair for name in boards for pair in survey(name, folder, seconds)["pairs"]]
    found = Counter(pair["decided_by"] for pair in pairs if pair["verdict"] == "infeasible")
    yield "| refuted by | problems |"
    yield "|---|--:|"
    for decider, many in found.most_common():
        yield f"| {decider} | {many} |"


def refuted_apart(folder: Path) -> Iterator[str]:
    """The problems of APART: positions, what it took to visit them and to repeat that, the certificate."""
    yield "| board | vacancy | positions | s | MiB | check s | MiB | SHA-256 |"
    yield "|---|---|--:|--:|--:|--:|--:|---|"
    for name, hole in APART:
        certificate = folder / f"{name}-{hole}.json"
        pair = [f"{name}:-{hole}", f"{name}:+{hole}"]
        words = ["check", *pair, "--first", "--criteria", "search", "--patience", "0"]
        if name in ON_DISK:
            levels = str(certificate.with_suffix(""))
            words = ["solve", *pair, "--method", "frontier", "--workdir", levels, "--jobs", "1"]
        limits = ["--time-limit", "3600", "--memory-limit", "12"]
        made = kept(certificate, "made", [*words, *limits, "--certificate", str(certificate)], (1,))
        limits = ["--workdir", str(folder), "--time-limit", "36000", "--max-work", f"{1 << 60}"]
        checked = kept(certificate, "checked", ["verify", str(certificate), *limits], (0,))
        text = certificate.read_bytes()
        proof = json.loads(text)["proof"]
        positions = sum(proof["forward"]) + sum(proof["backward"])
        spent = " | ".join(f"{run['seconds']:.0f} | {run['mib']:,}" for run in (made, checked))
        yield f"| {name} | {hole} | {positions:,} | {spent} | `{sha256(text).hexdigest()[:16]}` |"


def kept(certificate: Path, what: str, words: list[str], codes: tuple[int, ...]) -> dict[str, Any]:
    """What a command printed and took; asked now if that is not kept."""
    file = certificate.with_suffix(f".{what}")
    if not file.exists():
        file.write_text(json.dumps(ran(words, codes)), encoding="utf-8")
    known: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return known


def main(place: str, seconds: str = str(SECONDS)) -> int:
    """All tables, from what is kept and what is asked now."""
    folder = Path(seconds if place == "apart" else place)
    folder.mkdir(parents=True, exist_ok=True)
    if place == "apart":
        write(PAGE, "apart", refuted_apart(folder))
        return 0
    boards = [name_of(arms) for arms in crosses()]
    write(PAGE, "crosses", table(boards, folder, int(seconds)))
    write(PAGE, "refuted", deciders(boards, folder, int(seconds)))
    write(PAGE, "rectangles", table(rectangles(), folder, int(seconds)))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
