"""Test sets for solvers: pairs with proofs, drawn from a seed."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from feasibility.base.errors import InputError
from feasibility.base.files import write_file
from feasibility.base.plurals import plural
from feasibility.base.report import Report, silent
from feasibility.studies.rules.sets.drawing import draw
from feasibility.studies.rules.sets.entries import NAMES, Entry, text


@dataclass(frozen=True, repr=False)
class TestSet:
    """Pairs, each with its answer and a proof of it; `made_by` is the command that draws the same set."""

    __test__ = False  # its name is no test's

    entries: tuple[Entry, ...]
    made_by: str

    def __repr__(self) -> str:
        yes = sum(entry.feasible for entry in self.entries)
        return f"<TestSet of {plural(len(self), 'pair')}: {yes} feasible, {len(self) - yes} infeasible>"

    def __len__(self) -> int:
        return len(self.entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    @property
    def text(self) -> str:
        """The set as the file that `pegfeas validate --test-set` reads."""
        return text(self.entries, f"made by: {self.made_by}")

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file."""
        write_file(os.fspath(path), self.text)


def testset(
    name: str,
    boards: Sequence[str] = (),
    *,
    each: int | None = None,
    seed: int = 0,
    report: Report | None = None,
) -> TestSet:
    """Draws a test set for solvers, as `pegfeas testset` does: small, problems or hard.

    `boards` are named boards (default: several), `each` is the number of pairs of one board. The same seed
    gives the same set.

    >>> drawn = testset("small", ["rectangle:3x3"], each=4, seed=1)
    >>> drawn
    <TestSet of 4 pairs: 3 feasible, 1 infeasible>
    >>> [entry.proof for entry in drawn]
    ['play a3a1', 'play c3c1 a3c3', 'play b3b1', 'pagoda']
    """
    if name not in NAMES:
        raise InputError("no such test set", seen=repr(name), expected=", ".join(NAMES))
    for option, value, least in (("each", each, 1), ("seed", seed, 0)):
        if value is not None and value < least:
            raise InputError(f"not a number for {option}", seen=str(value), expected=f"{least} or more")
    chosen = (boards,) if isinstance(boards, str) else tuple(boards)
    words = ["pegfeas testset", name, *(f"--board {board}" for board in chosen)]
    words += [f"--each {each}"] * (each is not None) + [f"--seed {seed}"]
    return TestSet(tuple(draw(name, chosen, each, seed, report or silent)), " ".join(words))
