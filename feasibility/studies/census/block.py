"""A block of graphs with one number of vertices: what is counted in all, and the facts of those to list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from operator import sub
from typing import Any, NamedTuple

from feasibility.base.errors import InputError
from feasibility.base.values import Value
from feasibility.game.position import bits as bits_of
from feasibility.studies.census.closures import FACTS, Rows, first_apart, rows
from feasibility.studies.census.facts import FREELY, KINDS, LISTINGS, SOLVABLE, UNSOLVABLE

MOST_VERTICES = 26  # 2^26 positions are 8 MiB, and a closure takes about a second

BlockCounts = dict[str, Any]  # a line of the output


class Block(NamedTuple):
    """graph6 lines with n vertices each, and the number of the first in the input."""

    first: int
    n: int
    lines: tuple[bytes, ...]

    @property
    def digest(self) -> str:
        """The SHA-256 of the lines."""
        return sha256(b"\n".join(self.lines)).hexdigest()


def block_size(n: int) -> int:
    """Graphs in a block; always the same, since the digest of a block depends on it."""
    return 8192 if n <= 11 else 2048 if n <= 14 else 64


class CountBlock(Value):
    """From a block of connected graphs to what it comes to; travels to the workers.

    That is how many graphs there are of each kind and with each number, `deficit` being the independence
    number minus the fool's number, and the graphs to list; in the form in which it is written.
    """

    listing: str = "not-free"

    def __call__(self, block: Block) -> BlockCounts:
        n, digest = block.n, sha256()
        columns: list[list[int]] = [[] for _ in range(FACTS)]
        for some, closures in rows(block.lines, n):
            digest.update(closures)
            for i, column in enumerate(columns):
                column.extend(some[i::FACTS])
        solvable, left, _, fool, independent = columns
        kinds = [_kind(vacancies, n) for vacancies in solvable]
        listed = [i for i, kind in enumerate(kinds) if kind in LISTINGS[self.listing]]
        return {
            "first": block.first,
            "vertices": n,
            "graphs": len(block.lines),
            "kinds": dict(sorted(Counter(kinds).items(), key=lambda one: KINDS.index(one[0]))),
            "fool": counts_json(fool),
            "deficit": counts_json(map(sub, independent, fool)),
            "left": counts_json(left),
            "input": block.digest,
            "closures": digest.hexdigest(),
            "listed": _listed([block.lines[i] for i in listed], n) if listed else [],
        }


def _kind(solvable: int, n: int) -> str:
    return UNSOLVABLE if not solvable else FREELY if solvable == (1 << n) - 1 else SOLVABLE


def counts_json(column: Iterable[int]) -> dict[str, int]:
    """How many graphs have which number; the keys of JSON are texts."""
    return {str(number): count for number, count in sorted(Counter(column).items())}


def _listed(lines: Sequence[bytes], n: int) -> list[dict[str, Any]]:
    """What is told of each of some graphs."""
    found = _one_by_one(rows(lines, n, each=True), FACTS + 2 * n)
    return [
        {
            "graph": line.decode(),
            "kind": _kind(row[0], n),
            "solvable": list(bits_of(row[0])),
            "left": row[1],
            "from": list(bits_of(row[2])),
            "fool": row[3],
            "independent": row[4],
            "sha256": sha256(closure).hexdigest(),
            "fewest": row[FACTS : FACTS + n],
            "most": row[FACTS + n :],
        }
        for line, (row, closure) in zip(lines, found, strict=True)
    ]


def _one_by_one(found: Iterable[tuple[Rows, bytes]], width: int) -> Iterator[tuple[list[int], bytes]]:
    """The row and the closure of each graph."""
    for some, closures in found:
        count = len(some) // width
        size = len(closures) // count
        for i in range(count):
            yield list(some[i * width : (i + 1) * width]), closures[i * size : (i + 1) * size]


def refuse_disconnected(block: Block) -> None:
    """An error that names the first graph of the block that is not connected."""
    place = first_apart(block.lines, block.n)
    if place is not None:
        raise InputError(
            "the graph is not connected",
            line=block.first + place,
            seen=repr(block.lines[place].decode()[:40]),
            expected="connected graphs, as geng -c lists them",
        )
