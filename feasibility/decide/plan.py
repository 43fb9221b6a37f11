"""What a caller may wish of a check: which criteria and engines, how far, and where."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from feasibility.base.errors import InputError, unknown
from feasibility.base.values import Value
from feasibility.criteria import Criterion
from feasibility.decide.schedule import CHECK, CRITERIA, Schedule
from feasibility.engines import SEARCH

if TYPE_CHECKING:
    from pathlib import Path

    from feasibility.engines.frontier.partitions import RunTasks


class Plan(Value):
    """Which criteria run, and how far.

    `first`: nothing runs after the first proof. `all_criteria`: every criterion runs to its end although a
    proof is there. `criteria` may be names. `engine`: one of them alone, by default as the schedule says.
    `levels`: who makes the levels of a frontier search, in partitions in the work directory; by default this
    process. `patience`: seconds for a better proof after the first, by default the schedule's.
    """

    criteria: Sequence[Criterion | str] = CRITERIA
    search: bool = True
    first: bool = False
    all_criteria: bool = False
    workdir: Path | None = None
    threads: int = 2
    engine: str | None = None
    levels: RunTasks | None = None
    patience: float | None = None
    schedule: Schedule = CHECK

    def __post_init__(self) -> None:
        if isinstance(self.criteria, str) or any(isinstance(one, str) for one in self.criteria):
            given = self.criteria.split(",") if isinstance(self.criteria, str) else self.criteria
            names = [one.strip() if isinstance(one, str) else one.name for one in given]
            chosen, _ = choose(names)
            object.__setattr__(self, "criteria", chosen)

    def __repr__(self) -> str:
        """What is not as usual."""
        names = tuple(one.name for one in self.chosen)
        told = {**vars(self), "criteria": CRITERIA if self.criteria == CRITERIA else names}
        changed = (f"{name}={told[name]!r}" for name, usual in self._defaults.items() if told[name] != usual)
        return f"Plan({', '.join(changed)})"

    @property
    def chosen(self) -> tuple[Criterion, ...]:
        """The criteria; names have become criteria when the plan was made."""
        return tuple(one for one in self.criteria if not isinstance(one, str))

    @property
    def seconds_after(self) -> float:
        """For a better proof, after the first."""
        if self.first:
            return 0.0
        return self.schedule.patience if self.patience is None else self.patience


def choose(
    criteria: Collection[str] | None = None, skip: Collection[str] = ()
) -> tuple[tuple[Criterion, ...], bool]:
    """Criteria by name, in their own order, and whether `search` is among them."""
    known = [*(c.name for c in CRITERIA), SEARCH]
    for name in (*(() if criteria is None else criteria), *skip):
        if name not in known:
            raise unknown("criterion", name, known)
    wanted = [name for name in (known if criteria is None else criteria) if name not in skip]
    if not wanted:
        raise InputError("nothing is left to run", expected="at least one criterion, or search")
    return tuple(c for c in CRITERIA if c.name in wanted), SEARCH in wanted
