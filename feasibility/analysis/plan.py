"""What a check runs: criteria, engines, and how far."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from feasibility.base.errors import InputError
from feasibility.criteria import CRITERIA, Criterion
from feasibility.search import SEARCH

if TYPE_CHECKING:
    from pathlib import Path

    from feasibility.search.frontier.partitions import Engine

AT_ONCE = 0.3  # seconds of criteria before a look for a play: enough for all but the linear programs
CHEAP = tuple(c for c in CRITERIA if not c.costly)


@dataclass(frozen=True)
class Plan:
    """Which criteria run, and how far.

    `first`: nothing runs after the first proof. `all_criteria`: costly ones run although a proof is there,
    and as long as they like. `criteria` may be names.
    `recheck`: the arbiter decides again with its other engine, and both must agree.
    `hurry`: so many seconds of criteria before the look for a play, which else comes before the costly ones.
    `engine`: one of the arbiter's, by default the cheaper ones in turn. `levels`: who makes the levels of a
    frontier search, in partitions in the work directory; by default this process. `readable`: proofs that
    people can read are looked for, which takes longer than any proof.
    """

    criteria: Sequence[Criterion | str] = CRITERIA
    search: bool = True
    first: bool = False
    all_criteria: bool = False
    recheck: bool = False
    workdir: Path | None = None
    threads: int = 2
    hurry: float | None = None
    engine: str | None = None
    levels: Engine | None = None
    readable: bool = True

    def __post_init__(self) -> None:
        if isinstance(self.criteria, str) or any(isinstance(one, str) for one in self.criteria):
            given = self.criteria.split(",") if isinstance(self.criteria, str) else self.criteria
            names = [one.strip() if isinstance(one, str) else one.name for one in given]
            chosen, _ = choose(names)
            object.__setattr__(self, "criteria", chosen)

    @property
    def chosen(self) -> tuple[Criterion, ...]:
        """The criteria; names have become criteria when the plan was made."""
        return tuple(one for one in self.criteria if not isinstance(one, str))


def solving(engine: str | None = None, workdir: Path | None = None, levels: Engine | None = None) -> Plan:
    """To find a play: no costly criteria, and a play of a large board does not wait for linear programs.

    An engine that is named is asked alone.
    """
    criteria = CHEAP if engine is None else ()
    return Plan(criteria, first=True, hurry=AT_ONCE, engine=engine, workdir=workdir, levels=levels)


def choose(
    criteria: Collection[str] | None = None, skip: Collection[str] = ()
) -> tuple[tuple[Criterion, ...], bool]:
    """Criteria by name, in their own order, and whether the arbiter (`search`) is among them."""
    known = [*(c.name for c in CRITERIA), SEARCH]
    for name in (*(criteria or ()), *skip):
        if name not in known:
            from difflib import get_close_matches

            near = " or ".join(get_close_matches(name, known, n=2)) or ", ".join(known)
            raise InputError("no such criterion", seen=repr(name), expected=near)
    wanted = [name for name in (known if criteria is None else criteria) if name not in skip]
    if not wanted:
        raise InputError("nothing is left to run", expected="at least one criterion, or search")
    return tuple(c for c in CRITERIA if c.name in wanted), SEARCH in wanted
