"""Dead jumps: jumps that no play from start to target can contain, with the reason for each.

For a set J of jumps, a play has no jump of J, or a first one: jumps outside J lead from the start to a middle
position R at which it is legal, and jumps lead on to the target. Each such case is a system over two legs. If
all cases of J1 are empty and all of J2, so are those of their union, since a larger set forbids more. So
there is a greatest set whose cases are all empty: what remains when every jump that can be the first of the
remaining ones is taken out. The same with the last jump. First and last take turns, with the dead jumps left
out of both legs, until nothing changes.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from feasibility.base.cached import cached_property
from feasibility.base.limits import Clock, Limits
from feasibility.exact import tree
from feasibility.exact.box import BoxSystem
from feasibility.game.position import Pair
from feasibility.game.symmetry import Image, apply_to_jump, jump_orbits, pair_stabiliser
from feasibility.proofs.nodes import CaseNode, as_node, leaves, moved
from feasibility.solvers.rounding import support
from feasibility.systems.linear import by_cases, case_system, cone_system, without
from feasibility.systems.session import current

Closed: TypeAlias = tree.Node
Priced = TypeVar("Priced")
Decide = Callable[[BoxSystem, Clock], "Closed | Sequence[float] | None"]

_NODES = (40, 1000)


@dataclass(frozen=True)
class Round:
    """A set of dead jumps, `when` (first or last) each would have to come, and why it cannot."""

    when: str
    dead: frozenset[int]
    cases: dict[int, CaseNode]


@dataclass(frozen=True)
class Witness:
    """Jumps used before and after a jump by some point of its two-leg system."""

    before: frozenset[int]
    after: frozenset[int]


@dataclass
class Inquiry:
    """What is known so far of the dead jumps of a pair."""

    pair: Pair
    clock: Clock
    rounds: list[Round] = field(default_factory=list)
    witnesses: dict[int, list[Witness]] = field(default_factory=dict)
    unsettled: int = 0  # questions of the last call of kill that a limit left open
    asked: int = 0  # linear programs so far
    ahead: float | None = None  # those that are still to come, as it seems; None of trees of cases

    @property
    def dead(self) -> frozenset[int]:
        """All dead jumps, as columns."""
        return frozenset().union(*(r.dead for r in self.rounds))

    @cached_property
    def orbits(self) -> tuple[tuple[int, ...], ...]:
        """Jumps that the symmetries of the pair exchange."""
        index = self.pair.board.jump_index
        group = pair_stabiliser(self.pair)
        return tuple(tuple(index[j] for j in orbit) for orbit in jump_orbits(self.pair.board, group))


def stages(limits: Limits) -> Iterator[Decide]:
    """Ways to decide the cases, from cheap to thorough; the last ones only where some case stayed open."""
    yield by_lp
    for nodes in _NODES:
        if limits.nodes is None or nodes < limits.nodes:
            yield by_ilp(nodes)
    yield by_ilp()


Turns = Generator[None, None, Priced]  # yields where the clock is over; goes on with the next one


def turn(turns: Turns[Priced]) -> tuple[bool, Priced | None]:
    """Goes on until the clock is over: whether that was the end, and what came out."""
    try:
        next(turns)
    except StopIteration as end:
        return True, end.value
    return False, None


def killing(inquiry: Inquiry) -> Turns[CaseNode | None]:
    """All ways to decide the cases, one after the other, until one refutes or none leaves a case open."""
    for decide in stages(inquiry.clock.limits):
        end = yield from kill(inquiry, decide)
        if end is not None:
            return end
        if decide is by_lp:
            inquiry.witnesses.clear()  # fractions are no witnesses in whole numbers
        elif not inquiry.unsettled:
            break
    return None


def kill(inquiry: Inquiry, decide: Decide) -> Turns[CaseNode | None]:
    """Finds dead jumps until the others are not enough, and says why; None when it finds no more."""
    inquiry.unsettled = 0
    end = yield from _never(inquiry, decide)
    quiet, when = 0, "first"
    while end is None and quiet < 2:
        latest = yield from _round(inquiry, when, decide)
        quiet = 0 if latest.dead else quiet + 1
        if latest.dead:
            inquiry.rounds.append(latest)
            end = yield from _never(inquiry, decide)
        when = "last" if when == "first" else "first"
    return end


def by_lp(system: BoxSystem, clock: Clock) -> Closed | Sequence[float] | None:
    """Decide a case with real numbers of jumps, by a linear program."""
    from feasibility.solvers.prove import BelievedPoint, Empty, prove_empty

    result = prove_empty(system, model=current().model(system.matrix, "cone"), clock=clock)
    if isinstance(result, Empty):
        return tree.Leaf(result.weights)
    return result.floats.tolist() if isinstance(result, BelievedPoint) else None


def by_ilp(nodes: int | None = None) -> Decide:
    """Decide cases with whole numbers of jumps and whole middle positions, in trees of bounded size."""
    from feasibility.solvers.branch import IntegerPoint

    def decide(system: BoxSystem, clock: Clock) -> Closed | Sequence[float] | None:
        result = by_cases(system, clock, nodes)
        return [float(x) for x in result.point] if isinstance(result, IntegerPoint) else result

    return decide


def _decided(inquiry: Inquiry, decide: Decide, system: BoxSystem) -> Turns[Closed | Sequence[float] | None]:
    """The answer; where the clock ends first, the question is put again to the next one."""
    while True:
        answer = None if inquiry.clock.expired() else decide(system, inquiry.clock)
        if answer is not None or not inquiry.clock.expired():
            inquiry.unsettled += answer is None
            return answer
        yield


def _never(inquiry: Inquiry, decide: Decide) -> Turns[CaseNode | None]:
    """Why the jumps that are not dead are not enough; None if they may be."""
    answer = yield from _decided(inquiry, decide, without(cone_system(inquiry.pair), inquiry.dead))
    return as_node(inquiry.pair.board, answer, 1) if isinstance(answer, tree.Leaf | tree.Branch) else None


def _round(inquiry: Inquiry, when: str, decide: Decide) -> Turns[Round]:
    """The greatest set of jumps none of which can be its first (last)."""
    left = set(range(len(inquiry.pair.board.jumps))) - inquiry.dead
    cases: dict[int, CaseNode] = {}
    opened = 0
    while True:
        pending = [orbit for orbit in inquiry.orbits if orbit[0] in left and orbit[0] not in cases]
        if not pending:
            return Round(when, frozenset(left), _spread(inquiry, cases))
        again = len(pending) if inquiry.rounds else 0  # where some are dead another look finds more
        for place, orbit in enumerate(pending):
            hope = max(1, len(cases)) / max(1, len(cases) + opened)  # that a case is closed, and stays so
            looks = 1 if inquiry.rounds else hope**-2
            inquiry.ahead = (len(pending) - place + again) * looks if decide is by_lp else None
            closed = yield from _case(inquiry, when, orbit[0], left, decide)
            if closed is not None:
                cases[orbit[0]] = closed
                continue
            opened += 1
            left.difference_update(orbit)
            cases = {j: node for j, node in cases.items() if _still_closed(inquiry, node, when, orbit)}


def _case(inquiry: Inquiry, when: str, j: int, left: set[int], decide: Decide) -> Turns[CaseNode | None]:
    """Why jump j cannot be the first (last) of the jumps left; None if it can, or if that stays open."""
    dead = inquiry.dead
    closed = left | dead
    before, after = (closed, dead) if when == "first" else (dead, closed)
    for witness in inquiry.witnesses.get(j, ()):
        if witness.before.isdisjoint(before) and witness.after.isdisjoint(after):
            return None
    board = inquiry.pair.board
    system = case_system(inquiry.pair, board.jumps[j], before, after)
    answer = yield from _decided(inquiry, decide, system)
    inquiry.asked += 1
    if isinstance(answer, tree.Leaf | tree.Branch):
        return as_node(board, answer, 2)
    if answer is not None:
        m = len(board.jumps)
        inquiry.witnesses.setdefault(j, []).append(Witness(support(answer[:m]), support(answer[m : 2 * m])))
    return None


def _still_closed(inquiry: Inquiry, node: CaseNode, when: str, opened: Iterable[int]) -> bool:
    """Whether the weights of a case also hold with these jumps allowed on the leg that avoided them."""
    leg, jumps = 0 if when == "first" else 1, [inquiry.pair.board.jumps[k] for k in opened]
    vectors = (leaf.weights[leg] for leaf in leaves(node))
    return all(w[j.landing] <= w[j.start] + w[j.over] for w in vectors for j in jumps)


def _spread(inquiry: Inquiry, cases: dict[int, CaseNode]) -> dict[int, CaseNode]:
    """The case of each jump from that of its orbit's first, by symmetry."""
    board, full = inquiry.pair.board, dict(cases)
    group = pair_stabiliser(inquiry.pair)
    for j, node in cases.items():
        for g in group:
            image = board.jump_index[apply_to_jump(g, board.jumps[j])]
            if image not in full:
                full[image] = moved(node, Image(g))
    return full
