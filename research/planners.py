"""Peg solitaire in the planning competitions: the fewest sweeps of each problem, beside what planners found.

python -m research.planners FOLDER [COPY]

Answers and certificates are kept in FOLDER, so that a run which was stopped goes on; then the table is
written into docs/results/planners.md between its two marks. With COPY, a folder with the problem files of
the competitions in folders named pegsol-08-strips, pegsol-opt11-strips and pegsol-sat11-strips, these are
read and compared with the problems that come with this program.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from feasibility.text.catalogue import problem, problems
from feasibility.text.references import read_pair
from research.one_vacancy import asked, write
from research.problem_files import parse_problem

PAGE = Path(__file__).resolve().parents[1] / "docs" / "results" / "planners.md"
FIRST, LAST = "<!-- problems -->", "<!-- end of problems -->"
TRACKS = {"2008": "pegsol-08-strips", "2011 optimal": "pegsol-opt11-strips"}
TRACKS |= {"2011 satisficing": "pegsol-sat11-strips"}
SOURCE = re.compile(r'"(?P<title>.*)"; .* Competitions, (?P<tracks>.*)')

# What ferroplan 0.19.0 found within a minute for each problem, in the order of the tracks: costs that it
# proved to be least, and costs of the plans of its search for any plan. github.com/hhh42/ferroplan, commit
# c1d3d7e, benchmarks/air-0.19.0/ipc-opt-2008-11.jsonl and ipc67-results.jsonl.
LEAST = {
    "2008": "2 5 4 4 4 4 3 6 5 6 7 8 9 7 8 8 10 7 8 7 8 6 8 8 8 9 7 – – –",
    "2011 optimal": "3 10 7 8 12 9 7 7 8 8 6 11 8 8 8 9 7 – – –",
}
FOUND = {
    "2008": "2 5 4 4 4 4 3 6 5 6 7 8 9 7 8 8 10 7 9 8 9 6 10 9 10 12 11 17 17 27",
    "2011 satisficing": "10 7 9 12 9 7 9 11 9 8 9 10 9 10 7 12 11 17 17 27",
}


@dataclass(frozen=True)
class Instance:
    """One of the shipped problems."""

    name: str  # as 01

    @property
    def reference(self) -> str:
        return f"problem:pegsol/{self.name}"

    @property
    def _source(self) -> re.Match[str]:
        match = SOURCE.search(problem(f"pegsol/{self.name}").header("source") or "")
        if match is None:
            raise SystemExit(f"no source: {self.reference}")
        return match

    @property
    def title(self) -> str:
        return self._source["title"]

    @property
    def tracks(self) -> dict[str, int]:
        """Its number in each track that has it."""
        listed = (entry.rpartition(" p") for entry in self._source["tracks"].split(", "))
        return {track: int(number) for track, _, number in listed}

    def told(self, costs: dict[str, str]) -> str:
        """The cost that is published for it, the same in each track where there is one; or –."""
        known = {costs[track].split()[n - 1] for track, n in self.tracks.items() if track in costs}
        if len(known) > 1:
            raise SystemExit(f"one problem, two costs: {self.reference}")
        return known.pop() if known else "–"


def instances() -> list[Instance]:
    """All, in the order of their names."""
    return [Instance(name.partition("/")[2]) for name in problems() if name.startswith("pegsol/")]


def kept(file: Path, words: list[str]) -> dict[str, Any]:
    """The answer that is kept in a file; asked for now if there is none."""
    if not file.exists():
        file.write_text(json.dumps(asked(words)), encoding="utf-8")
    known: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return known


def rows(folder: Path) -> Iterator[str]:
    """The table, line by line."""
    yield "| problem | title | pegs | 2011 | fewest sweeps | least cost | plan | KiB | seconds | check |"
    yield "|---|---|--:|---|--:|--:|--:|--:|--:|--:|"
    for one in instances():
        certificate = folder / f"{one.name}-certificate.json"
        limit = ["--time-limit", "600", "--json"]
        words = ["solve", one.reference, "--sweeps", "--certificate", str(certificate), *limit]
        solved = kept(folder / f"{one.name}.json", words)
        check = kept(folder / f"{one.name}-check.json", ["verify", str(certificate), *limit])
        sweeps = solved["answer"]["sweeps"]
        if sweeps != solved["answer"]["sweeps_at_least"]:
            raise SystemExit(f"not proved: {one.reference}")
        later = ", ".join(f"{track[5:8]} {n:02}" for track, n in one.tracks.items() if track != "2008")
        pegs, kib = read_pair(one.reference).start.count, certificate.stat().st_size >> 10
        found = f"{sweeps} | {one.told(LEAST)} | {one.told(FOUND)}"
        spent = f"{kib} | {solved['seconds']:.1f} | {check['seconds']:.1f}"
        yield f"| {one.name} | {one.title} | {pegs} | {later} | {found} | {spent} |"


def compared(copy: Path) -> Iterator[str]:
    """Each file of a copy beside the problem that stands for it."""
    by_number = {(track, n): one for one in instances() for track, n in one.tracks.items()}
    for (track, number), one in sorted(by_number.items()):
        file = copy / TRACKS[track] / f"p{number:02}.pddl"
        same = parse_problem(file.read_text(encoding="utf-8"), str(file)) == read_pair(one.reference)
        yield f"{track} p{number:02}: {'the same as' if same else 'NOT'} {one.reference}"


def main(place: str, copy: str | None = None) -> int:
    """The table, and the comparison with a copy."""
    for line in compared(Path(copy)) if copy else ():
        print(line)
    folder = Path(place)
    folder.mkdir(parents=True, exist_ok=True)
    write(PAGE, "problems", rows(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
