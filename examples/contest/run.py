"""All files of the contest with what a program had to say, and the winner's six boards beside our search.

The winner's numbers are his: positions that his beam search explored, seconds on a machine of 2008.
"""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

from solitaire import answer

import feasibility
from feasibility.base.limits import Limits
from feasibility.engines.beam.search import Beam
from feasibility.engines.positions.question import of_pair
from feasibility.engines.results import Found
from feasibility.text import catalogue
from feasibility.text.document import pair_of
from feasibility.text.moves import join_sweeps

# file: exit code that answers as the contest wanted (0 a play, 1 no solution, 2 no problem in the file)
EXPECTED = {"vide": 2, "invalid1": 1, "invalid2": 1, "impossible": 1, "simple": 0, "autre": 0}
WINNER = {
    "plateau10": (13_252, 0.219),
    "plateau11": (5_958, 0.078),
    "plateau12": (2_746, 0.031),
    "plateau14": (14_648, 0.203),
    "plateau15": (97_288, 1.406),
    "plateau16": (230_005, 7.016),
}


def path_of(name: str) -> str:
    """Where a file of the contest is; the empty one cannot be a problem of the catalogue."""
    return str(Path(__file__).with_name("vide.txt")) if name == "vide" else f"problem:defi/{name}"


def race(name: str) -> None:
    """Our beam search on one of the winner's boards; his play is replayed, too."""
    document = catalogue.problem(f"defi/{name}")
    pair = pair_of(document, name)
    his = feasibility.parse_jumps(pair.board, document.header("play") or "")
    if not pair.start.replay(his).matches(pair.target):
        raise RuntimeError(f"{name}: the winner's play does not end at the target")
    began, searching = perf_counter(), Beam(of_pair(pair), pair.board.holes)
    result = searching.run(Limits().start(), 1 << 16)
    if not isinstance(result, Found):
        raise RuntimeError(f"{name}: no play")
    jumps = [feasibility.Jump(*names) for names in result.play]
    pair.start.replay(jumps)
    sweeps = len(join_sweeps(his)), len(join_sweeps(jumps))
    explored, seconds = WINNER[name]
    print(f"{name}  {pair.board.n:5}  {len(jumps):5}  {sweeps[0]:6} {sweeps[1]:6}  {explored:9,}"
          f"  {searching.watch.explored:9,}  {seconds:7.3f} s  {perf_counter() - began:7.2f} s")  # fmt: skip


def main() -> None:
    """First the files that everybody had to answer, then the race."""
    for name, code in EXPECTED.items():
        text, given = answer(path_of(name))
        says = text.splitlines()[-1] if given else "a play with one peg left in the hole that was empty"
        print(f"{name:10}  {'as expected' if given == code else 'NOT AS EXPECTED'}: {says}")
    print("\n           holes  jumps  sweeps his, ours  explored: his, ours  time: his, ours")
    for name in WINNER:
        race(name)


if __name__ == "__main__":
    main()
