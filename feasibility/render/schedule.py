"""A schedule for one pair as a table, and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from feasibility.render.tables import Table

if TYPE_CHECKING:
    from feasibility.decide.forecast import Expected

HEADS = ("procedure", "best proof", "first asked", "with")


def schedule_table(expected: Sequence[Expected]) -> Table:
    """A row for each procedure, in order."""
    return Table(HEADS, rows=[_row(one) for one in expected])


def _row(one: Expected) -> tuple[str, str, str, str]:
    if one.round == 0:
        return one.name, one.gives, "once", ""
    if one.round is None:
        return one.name, one.gives, "never", "does not fit this board or this memory"
    cost = "" if one.cost is None else f", about {one.cost:.2g} s needed"
    return one.name, one.gives, f"round {one.round}", f"{one.before:.2g} s{cost}"


def schedule_json(expected: Sequence[Expected]) -> list[dict[str, Any]]:
    """A row for each procedure; round 0 is what is asked once."""
    return [{"name": e.name, "gives": e.gives, "round": e.round, "cost": e.cost} for e in expected]
