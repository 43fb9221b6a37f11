"""A census as tables for people, and as one JSON object."""

from __future__ import annotations

from collections import Counter
from typing import Any

from feasibility.base.plurals import plural
from feasibility.render.tables import Table
from feasibility.studies.census.facts import FREELY, KINDS, SOLVABLE, UNSOLVABLE
from feasibility.studies.census.run import Census

HEADS = ("vertices", "graphs", UNSOLVABLE, f"{SOLVABLE}, not freely", FREELY)
VACANCIES = ("fewest from each vertex", "most from each")
LISTED = ("graph6", "kind", "solvable from", "fewest pegs", "from", "fool's number", *VACANCIES)


def table(totals: Census, listing: bool) -> str:
    """How many graphs of each kind, the other numbers, and the listed graphs if that was asked for."""
    made, listed = Table(HEADS, right=frozenset(range(len(HEADS)))), Table(LISTED)
    for n in sorted(totals.graphs):
        counts = (n, totals.graphs[n], *(totals.kinds[n, kind] for kind in KINDS))
        made.add(*(f"{count:,}" for count in counts))
    for one in totals.listed:
        vertices = _numbers_of(one["solvable"]), one["left"], _numbers_of(one["from"])
        each = _numbers_of(one["fewest"]), _numbers_of(one["most"])
        listed.add(one["graph"], one["kind"], *vertices, one["fool"], *each)
    numbers = (_numbers(totals, n) for n in sorted(totals.graphs))
    told = [str(made), *numbers, *([str(listed)] if listing else [])]
    return "\n\n".join([*told, f"SHA-256 of all closures: {totals.digest}"])


def _numbers_of(listed: list[int]) -> str:
    return " ".join(map(str, listed)) or "-"


def _numbers(totals: Census, n: int) -> str:
    size = plural(n, "vertex", "vertices")
    return "\n".join(
        f"{what}, {size}: {_told(column, n)}"
        for what, column in (
            ("fewest pegs left", totals.left),
            ("fool's numbers", totals.fool),
            ("independence number less fool's number", totals.deficit),
        )
    )


def _told(column: Counter[tuple[int, int]], n: int) -> str:
    """Each number with the count of its graphs."""
    return "; ".join(
        f"{number} for {count:,}" for (size, number), count in sorted(column.items()) if size == n
    )


def census_json(totals: Census, source: str, complete: bool) -> dict[str, Any]:
    """The census as one JSON object."""
    return {
        "source": source,
        "complete": complete,
        "counts": [
            {
                "vertices": n,
                "graphs": totals.graphs[n],
                **{kind: totals.kinds[n, kind] for kind in KINDS},
                **{
                    name: {str(k): v for (size, k), v in sorted(getattr(totals, name).items()) if size == n}
                    for name in ("left", "fool", "deficit")
                },
            }
            for n in sorted(totals.graphs)
        ],
        "listed": totals.listed,
        "sha256": totals.digest,
    }


def progress(totals: Census, seconds: float) -> str:
    """One line while the census runs."""
    done = totals.graphs.total()
    unsolvable = sum(count for (_, kind), count in totals.kinds.items() if kind == UNSOLVABLE)
    return (
        f"{plural(done, 'graph', commas=True)}, {done / max(seconds, 1e-9):,.0f}/s, {unsolvable:,} unsolvable"
    )
