"""What a rule is worth, in one table: what it prunes, what a call costs, what searches save."""

from __future__ import annotations

from collections.abc import Iterator

from feasibility.base.plurals import plural
from feasibility.render.tables import Table
from feasibility.studies.rules.evidence.worth import Effect, Power

HEADS = ("what", "all", "asked", "without it", "the rule", "gain")
NONE = "-"


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
    """What the rule prunes beyond the built-in criteria, what a call costs, and where that pays."""
    parts = []
    if power is not None and power.compared and (beyond := power.share("beyond")) is not None:
        parts.append(f"prunes {percent(beyond, 1)} of the dead positions beyond the built-in criteria")
    elif power is not None and (whole := power.share("rule")) is not None:
        parts.append(f"prunes {percent(whole, 1)} of the dead positions")
    parts += [f"costs {_seconds(power.call)} a position"] if power is not None else []
    told = f"The rule {' and '.join(parts)}" if parts else "What the rule prunes was not measured"
    if effect is None:
        return f"{told}; no search was run to see what it saves."
    several = plural(len(effect.searches), "search", "searches")
    if effect.lost:
        return f"{told}; {effect.lost} of {several} found nothing with it: it loses solutions."
    without, with_rule = effect.positions
    if effect.pays_from is None:
        return f"{told}; it saves no position of {several}."
    saved = f"saves {percent(without - with_rule, without)} of the positions of {several}"
    return f"{told}; it {saved}, which pays where a position costs more than {_seconds(effect.pays_from)}."


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
        before, after = one.without.positions, one.with_rule.positions
        what = f"search from {plural(one.start.bit_count(), 'peg')}"
        made.add(what, "", "", f"{before:,}", f"{after:,}", f"{percent(before - after, before)} saved")
    before, after = effect.positions
    several = plural(len(effect.searches), "search", "searches")
    visited = f"{before:,}", f"{after:,}", f"{percent(before - after, before)} saved"
    made.add(f"positions, {several}", "", "", *visited)
    pays = NONE if effect.pays_from is None else _seconds(effect.pays_from)
    made.add("pays from a position of", "", "", "", pays, "")


def percent(part: float, whole: float) -> str:
    """A share with one decimal."""
    return f"{100 * part / whole:.1f}%" if whole else NONE


def _seconds(seconds: float) -> str:
    for unit, many in (("s", 1), ("ms", 10**3), ("us", 10**6)):
        if seconds * many >= 1:
            return f"{seconds * many:.3g} {unit}"
    return f"{seconds * 10**9:.3g} ns"
