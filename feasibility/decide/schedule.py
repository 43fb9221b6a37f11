"""What runs when: the whole policy of every command that decides pairs, as tables.

A schedule has two lists of procedures, criteria and engines alike. Those of `once` are cheap and asked one
after the other; what also stands in the other list has a probe there, of FIRST_ROUND or PROBE seconds. Those
of `rounds` are costly: each round gives every one that is open twice the time of the round before, beginning
with FIRST_ROUND seconds; TIERS has their order in a round and their shares of it. A procedure that ended is
not asked again; one that can go on keeps its state. Where its cost is known beforehand it waits for a round
of that length. Who has seen how much is left, as levels that grow and cases that are open, says so after a
turn, and twice as much for each time that it was wrong: what ends soon comes first, in at most a third of all
time, and what needs more than all time so far has less, by as much. What took longer than its turn has less
the next time. What is left alone has all the time there is. Nothing has a ceiling that the user did not set.

What a process has not loaded yet costs time as well. Before it loads the libraries of linear programs, which
takes a tenth of a second, beam search has `before` seconds, which it owes to the rounds. Then the rounds wait
for `lead`: so long turns, in this order, of what decides most pairs of positions that the cheap ones leave.

The first proof decides. Then, for `patience` seconds, the procedures are asked whose proofs are better: see
PREFERENCE in proofs/preference.py.

What is listed in `criteria/` and `procedures.py` has its place here, and nothing else has: this is checked
when the tables are made. Reports have the criteria in the order of `once`, then of the last tier.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import inf

from feasibility.base.values import Value, replace
from feasibility.criteria import FOUND, Criterion
from feasibility.decide.procedures import PROCEDURES

FIRST_ROUND = 0.01  # seconds for each procedure
PROBE = 0.03  # seconds for an engine among those that are asked once
GROWTH = 2.0  # of a round over the one before
AMPLE = 1.5  # times what a procedure says that it needs: its turn, where all had twice as much before
FAR_SHARE = 1 / 16  # of its share has, at least, who needs more than all time so far


class Tier(Value):
    """On boards of at most so many holes: the order of a round, what each has of it, and who leads."""

    holes: float
    shares: Mapping[str, float]
    before: float = 0.0  # seconds of beam search before libraries are loaded
    emptied: float = 0.0  # of the holes: for these seconds, at least as many have to lose their peg
    lead: tuple[tuple[str, float], ...] = ()  # seconds


# Searches of small boards end; on large ones plays are found by plans.
TIERS = (
    Tier(50, {
        "dense": 1.0, "beam": 1.5, "ends": 1.5, "integer-cone": 1.0, "frontier": 2.0, "plans": 0.5,
        "turning-point": 0.5, "cone": 0.1,
    }, before=0.03),
    Tier(120, {
        "dense": 1.0, "integer-cone": 0.75, "turning-point": 0.75, "beam": 1.0, "plans": 3.0,
        "frontier": 0.25, "ends": 0.15, "cone": 0.1,
    }, before=0.1, lead=(("plans", 0.2), ("integer-cone", 0.06))),
    Tier(inf, {
        "dense": 1.0, "frontier": 1.25, "plans": 4.0, "integer-cone": 1.5, "beam": 0.5,
        "turning-point": 1.0, "ends": 0.25, "cone": 0.1,
    }, before=0.12, emptied=0.9, lead=(("plans", 0.5),)),
)  # fmt: skip


class Schedule(Value):
    """Which procedures are asked once, in this order, and which in rounds; seconds for a better proof."""

    once: tuple[str, ...]
    rounds: frozenset[str]
    patience: float = 0.0
    tiers: tuple[Tier, ...] = TIERS

    def tier(self, holes: int, jumps: int) -> Tier:
        """Of a board and a number of jumps, with those who have turns in rounds."""
        tier = next(one for one in self.tiers if holes <= one.holes)
        shares = {name: share for name, share in tier.shares.items() if name in self.rounds}
        return replace(tier, shares=shares, before=tier.before if jumps >= tier.emptied * holes else 0.0)


CHECK = Schedule(
    once=(
        "trivial", "classes", "rule-of-three", "lattice", "corners", "known-weights", "beam",
        "pagoda", "cone",
    ),
    rounds=frozenset(TIERS[0].shares),
    patience=1.0,
)  # fmt: skip
BATCH = replace(CHECK, patience=0.0)
SOLVE = replace(BATCH, rounds=frozenset({"dense", "beam", "plans", "frontier", "cone"}))
SEARCH = replace(SOLVE, once=("beam",))
# Advice tells the reason at once or not at all: nothing with a program in it.
AT_SIGHT = Schedule(once=CHECK.once[: CHECK.once.index("known-weights")], rounds=frozenset())
REASON = Schedule(CHECK.once, rounds=frozenset({"integer-cone", "turning-point", "ends"}), patience=1.0)


def complete(known: Collection[str], once: Sequence[str], tiers: Sequence[Tier]) -> None:
    """Raises an error that names what is known and has no place in the tables, and what has one unknown."""
    for tier in tiers:
        missing = [name for name in known if name not in once and name not in tier.shares]
        unknown = [name for name in (*once, *tier.shares, *dict(tier.lead)) if name not in known]
        if missing or unknown:
            raise LookupError(
                f"decide/schedule.py has no place for {', '.join(missing) or 'nothing'}: a criterion or an "
                "engine stands in `once` of CHECK, or in every tier of TIERS with its share of a round; "
                f"unknown to criteria/ and decide/procedures.py: {', '.join(unknown) or 'nothing'}"
            )


complete(PROCEDURES, CHECK.once, TIERS)
_ORDER = list(dict.fromkeys((*CHECK.once, *TIERS[-1].shares)))
CRITERIA: tuple[Criterion, ...] = tuple(sorted(FOUND, key=lambda one: _ORDER.index(one.name)))
