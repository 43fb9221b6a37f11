"""What a rule is worth, in one table: what it prunes beyond the built-in criteria, its cost, its gain."""

from __future__ import annotations

from collections.abc import Iterator

from feasibility.base.plurals import plural
from feasibility.render.tables import Table
from feasibility.studies.rules.evidence.worth import Effect, Power, Run

HEADS = ("what", "all", "asked", "without it", "the rule", "gain")
NONE = "-"
NO_GAIN = 0.95  # of the time: less is worth a rule


def worth(power: Power | None, effect: Effect | None) -> Iterator[str]:
    """The table, above it what its columns are, and below it what implies the rule."""
    if power is None and effect is None:
        return
    yield meaning(power, effect)
    yield "Without the rule the quick built-in criteria prune, and searches prune nothing:"
    yield str(table(power, effect))
    if effect is not None and effect.lost:
        yield f"{plural(effect.lost, 'search', 'searches')} found the target only without the rule"


def meaning(power: Power | None, effect: Effect | None) -> str:
    """What the rule prunes beyond the built-in criteria, what it costs, and whether that is worth it."""
    parts = []
    if power is not None and power.compared and (beyond := power.share("beyond")) is not None:
        parts.append(f"prunes {percent(beyond, 1)} of the dead positions beyond the built-in criteria")
    elif power is not None and (whole := power.share("rule")) is not None:
        parts.append(f"prunes {percent(whole, 1)} of the dead positions")
    parts += [f"costs {_seconds(power.call)} a position"] if power is not None else []
    told = f"The rule {' and '.join(parts)}" if parts else "The rule"
    if effect is None:
        return f"{told}; no search was run to see whether that is worth it."
    several = plural(len(effect.searches), "search", "searches")
    if effect.lost:
        return f"{told}; {effect.lost} of {several} found nothing with it: it loses solutions."
    without, with_rule = (run.seconds for run in effect.totals)
    if with_rule > without:
        return f"{told}; {several} took {with_rule / without:.3g} times as long: not worth it here."
    worth = "worth it" if with_rule < NO_GAIN * without else "no gain"
    return f"{told}; {several} took {percent(with_rule, without)} of the time: {worth} here."


def table(power: Power | None, effect: Effect | None) -> Table:
    """One row for each number of pegs, for the cost of a call, and for each search."""
    made = Table(HEADS, right=frozenset(range(1, len(HEADS))))
    if power is not None:
        _pruned(made, power)
        known = _seconds(power.builtin_call) if power.compared else NONE
        made.add("cost per position", "", "", known, _seconds(power.call), "")
    if effect is not None:
        _searched(made, effect)
    return made


def _pruned(made: Table, power: Power) -> None:
    for row in power.rows:
        shares = [percent(count, row.asked) for count in (row.builtin, row.rule, row.beyond)]
        what = f"dead, {plural(row.pegs, 'peg')}"
        made.add(what, f"{row.size:,}", f"{row.asked:,}", *_beyond(power, shares))
    whole = [power.share(what) for what in ("builtin", "rule", "beyond")]
    if whole[0] is not None:
        sizes = (sum(getattr(row, what) for row in power.rows) for what in ("size", "asked"))
        shares = [percent(share or 0.0, 1) for share in whole]
        made.add("dead, all (weighted)", *(f"{size:,}" for size in sizes), *_beyond(power, shares))
    others = power.elsewhere
    if others.asked:
        shares = [percent(count, others.asked) for count in (others.builtin, others.rule, others.beyond)]
        made.add("other residue classes", "", f"{others.asked:,}", *_beyond(power, shares))


def _beyond(power: Power, shares: list[str]) -> tuple[str, str, str]:
    builtin, rule, beyond = shares
    return (builtin, rule, f"{beyond} beyond") if power.compared else (NONE, rule, "")


def _searched(made: Table, effect: Effect) -> None:
    for one in effect.searches:
        before, after = one.without, one.with_rule
        what = f"search from {plural(one.start.bit_count(), 'peg')}"
        made.add(what, "", "", _run(before), _run(after), _left(before, after))
    before, after = effect.totals
    several = plural(len(effect.searches), "search", "searches")
    visited = f"{before.positions:,}", f"{after.positions:,}", _left(before, after)
    made.add(f"positions, {several}", "", "", *visited)
    took = f"{percent(after.seconds, before.seconds)} of the time"
    made.add(f"time, {several}", "", "", f"{before.seconds:.3f} s", f"{after.seconds:.3f} s", took)
    made.add("  of it in the rule", "", "", "", f"{min(effect.asking, after.seconds):.3f} s", "")


def _left(before: Run, after: Run) -> str:
    return f"{percent(after.positions, before.positions)} left"


def _run(run: Run) -> str:
    return f"{run.positions:,} in {run.seconds:.3f} s"


def percent(part: float, whole: float) -> str:
    """A share with one decimal."""
    return f"{100 * part / whole:.1f}%" if whole else NONE


def _seconds(seconds: float) -> str:
    for unit, many in (("s", 1), ("ms", 10**3), ("us", 10**6)):
        if seconds * many >= 1:
            return f"{seconds * many:.3g} {unit}"
    return f"{seconds * 10**9:.3g} ns"
