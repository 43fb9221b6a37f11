"""All pairs of one vacancy and one last peg that can be played, each number by a command of its own.

python -m research.one_vacancy FOLDER

The pairs are those that the board's survey lists as feasible (docs/results/surveys). Answers and certificates
are kept in FOLDER, so that a run which was stopped goes on; then the tables are written into
docs/results/one-vacancy.md, each between its two marks.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import feasibility

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "results" / "one-vacancy.md"
LISTED = re.compile(r"^\| `-(\w+)` \| `\+(\w+)` \| feasible \|", re.M)
LIMIT = ("--json", "--time-limit", "3600")


@dataclass(frozen=True)
class Asked:
    """A pair, and where its answers are kept."""

    board: str
    vacancy: str
    last: str
    folder: Path

    @property
    def row(self) -> str:
        return f"| {self.vacancy} | {self.last} |"

    def file(self, number: str) -> Path:
        return self.folder / f"{self.board}-{self.vacancy}-{self.last}-{number}.json"

    def command(self, number: str) -> list[str]:
        """What is asked for one of the numbers."""
        start, target = f"{self.board}:-{self.vacancy}", f"{self.board}:+{self.last}"
        certificate = str(self.file("certificate"))
        words = {
            "sweeps": ["solve", start, target, "--sweeps", "--certificate", certificate],
            "check": ["verify", certificate],
            "plays": ["count", start, target, "--plays"],
            "winning": ["count", start, target, "--winning"],
            "games": ["count", start, target],
            "chance": ["count", start, target, "--chance", "--memory-limit", "14"],
        }
        return [*words[number], *LIMIT]

    def kept(self, number: str) -> dict[str, Any]:
        """The answer that is kept, with the seconds that it took; asked for now if there is none."""
        file = self.file(number)
        if not file.exists():
            codes = (0, 3) if number == "check" else (0,)  # what the checker cannot hold is not checked
            file.write_text(json.dumps(asked(self.command(number), codes)), encoding="utf-8")
        known: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        return known

    def answer(self, number: str) -> dict[str, Any]:
        answer: dict[str, Any] = self.kept(number)["answer"]
        return answer

    def seconds(self, number: str) -> str:
        return f"{self.kept(number)['seconds']:.1f}"


def asked(words: list[str], codes: tuple[int, ...] = (0,)) -> dict[str, Any]:
    """What a command answers, with what it took."""
    spent = ran(words, codes)
    return {"answer": json.loads(spent.pop("told")), **spent}


def ran(words: list[str], codes: tuple[int, ...] = (0,)) -> dict[str, Any]:
    """What a command prints, its processor seconds and its peak in MiB; it may not end in another way."""
    command = [sys.executable, "-m", "feasibility", *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT)
    assert process.stdout is not None
    told = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in codes:
        raise SystemExit(f"ended with {process.returncode}: {' '.join(words)}")
    return {"seconds": usage.ru_utime + usage.ru_stime, "mib": usage.ru_maxrss >> 10, "told": told.decode()}


def pairs(board: str, folder: Path) -> list[Asked]:
    """Those of the survey."""
    survey = (PAGE.parent / "surveys" / f"{board}.md").read_text(encoding="utf-8")
    return [Asked(board, vacancy, last, folder) for vacancy, last in LISTED.findall(survey)]


def numbers(folder: Path) -> Iterator[str]:
    """The English board, pair by pair."""
    yield "| vacancy | last peg | fewest sweeps | plays | positions on plays | chance of random play |"
    yield "|---|---|--:|--:|--:|--:|"
    for pair in pairs("english33", folder):
        sweeps, plays, games = (pair.answer(number) for number in ("sweeps", "plays", "games"))
        if plays["plays"] != games["plays"]:
            raise SystemExit(f"counted in two ways, the plays differ: {pair}")
        chance = float(Fraction(games["chance"]))
        counts = f"{plays['plays']:,} | {pair.answer('winning')['positions']:,}"
        yield f"{pair.row} {sweeps['sweeps']} | {counts} | {chance:.5e} |"


def games(folder: Path) -> Iterator[str]:
    """The English board, vacancy by vacancy."""
    yield "| vacancy | positions | up to symmetry | games | shortest game |"
    yield "|---|--:|--:|--:|--:|"
    for vacancy, pair in {pair.vacancy: pair for pair in pairs("english33", folder)}.items():
        known = pair.answer("games")
        counts = " | ".join(f"{known[name]:,}" for name in ("positions", "orbits", "games"))
        yield f"| {vacancy} | {counts} | {known['shortest_dead_end']} |"


def proofs(folder: Path) -> Iterator[str]:
    """The certificates, which the checker accepted, and processor seconds."""
    yield "| vacancy | last peg | KiB | SHA-256 | sweeps | check | plays | positions | games |"
    yield "|---|---|--:|---|--:|--:|--:|--:|--:|"
    for pair in pairs("english33", folder):
        if pair.answer("check")["outcome"] != "valid":
            raise SystemExit(f"not accepted: {pair}")
        text = pair.file("certificate").read_bytes()
        told = f"{len(text) >> 10} | `{hashlib.sha256(text).hexdigest()}`"
        seconds = " | ".join(map(pair.seconds, ("sweeps", "check", "plays", "winning", "games")))
        yield f"{pair.row} {told} | {seconds} |"


def french(folder: Path) -> Iterator[str]:
    """The French board: sweeps and plays as other pages have them, and what no other page says."""
    sweeps = told("sweeps.md", r"^\| french37, (\w+) to (\w+) \| ([0-9]+) \| [^|]*\|$")
    plays = told("new.md", r"^\| ([a-g][1-7]) \| ([a-g][1-7]) \| ([0-9,]+) \|$")
    yield "| vacancy | last peg | fewest sweeps | plays | positions on plays | chance of random play |"
    yield "|---|---|--:|--:|--:|--:|"
    for pair in pairs("french37", folder):
        positions = pair.answer("winning")["positions"]
        chance = float(Fraction(pair.answer("chance")["chance"]))
        yield f"{pair.row} {sweeps[pair.row]} | {plays[pair.row]} | {positions:,} | {chance:.5e} |"


def spent(folder: Path) -> Iterator[str]:
    """The French board: processor seconds and the most memory, in MiB."""
    yield "| vacancy | last peg | positions s | MiB | chance s | MiB |"
    yield "|---|---|--:|--:|--:|--:|"
    for pair in pairs("french37", folder):
        told = (f"{pair.seconds(name)} | {pair.kept(name)['mib']:,}" for name in ("winning", "chance"))
        yield f"{pair.row} {' | '.join(told)} |"


def told(page: str, line: str) -> dict[str, str]:
    """What another page of results tells of each pair."""
    found = re.findall(line, (PAGE.parent / page).read_text(encoding="utf-8"), re.M)
    known = {f"| {vacancy} | {last} |": number for vacancy, last, number in found}
    if not found or len(known) < len(found):
        raise SystemExit(f"not one number for each pair in {page}")
    return known


TABLES: dict[str, Callable[[Path], Iterator[str]]] = {
    "pairs": numbers,
    "games": games,
    "proofs": proofs,
    "french": french,
    "spent": spent,
}


def write(page: Path, name: str, table: Iterable[str]) -> None:
    """One of the tables of a page, with the version and the day of its run."""
    first, last = f"<!-- {name} -->", f"<!-- end of {name} -->"
    run = f"*Version {feasibility.__version__}, {datetime.now(UTC):%Y-%m-%d}.*"
    rows = "\n".join([*table, "", run])
    before, _, rest = page.read_text(encoding="utf-8").partition(first)
    text = f"{before}{first}\n\n{rows}\n\n{last}{rest.partition(last)[2]}"
    page.write_text(text, encoding="utf-8")


def main(place: str) -> int:
    """All tables, from what is kept and what is asked now."""
    folder = Path(place)
    folder.mkdir(parents=True, exist_ok=True)
    for name, table in TABLES.items():
        write(PAGE, name, table(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
