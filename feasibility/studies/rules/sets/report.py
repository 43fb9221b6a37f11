"""What became of a solver on a test set: a line, a table with counts, and the first pair of each kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any

from feasibility.base.errors import ExitCode
from feasibility.base.plurals import plural
from feasibility.render.tables import Table
from feasibility.studies.rules.sets.trial import OPEN, RIGHT, WRONG, Trial, TrialResult

MOST_LINES = 8  # of what a program said on standard error


def exit_code(results: Sequence[TrialResult]) -> ExitCode:
    """0 if all is right, 1 if an answer is wrong, 3 if none is wrong, but some are missing."""
    kinds = Counter(one.kind for one in results)
    if any(kinds[kind] for kind in WRONG):
        return ExitCode.NEGATIVE
    return ExitCode.OK if kinds[RIGHT] == len(results) else ExitCode.UNKNOWN


def verdict(results: Sequence[TrialResult]) -> str:
    kinds = Counter(one.kind for one in results)
    wrong, missing = (sum(kinds[kind] for kind in some) for some in (WRONG, OPEN))
    pairs = plural(len(results), "PAIR", "PAIRS", commas=True)
    if wrong:
        return f"WRONG ON {wrong:,} OF {pairs}"
    if missing:
        return f"NO ANSWER TO {missing:,} OF {pairs}, none of the others wrong"
    return f"RIGHT ON ALL {pairs}"


def text(trial: Trial, results: Sequence[TrialResult]) -> str:
    return "\n".join(_lines(trial, results))


def _lines(trial: Trial, results: Sequence[TrialResult]) -> Iterator[str]:
    yield verdict(results)
    yield f"solver {trial.command}, {trial.limit:g} s for each answer"
    plays, yes = sum(one.played for one in results), sum(one.entry.feasible for one in results)
    yield f"plays shown, all of them replayed: {plays:,} for {plural(yes, 'feasible pair', commas=True)}"
    yield ""
    yield str(table(results))
    for kind in (*WRONG, *OPEN[:-1]):
        first = next((one for one in results if one.kind == kind), None)
        if first is not None:
            yield from ("", *_first(kind, first))


def table(results: Sequence[TrialResult]) -> Table:
    """Counts of each kind that occurs, by group, with the seconds of an answer."""
    kinds = [kind for kind in (*WRONG, *OPEN) if any(one.kind == kind for one in results)]
    heads = ("pairs of", "all", RIGHT, *kinds, "median", "longest")
    made = Table(heads, right=frozenset(range(1, len(heads))))
    groups = list(dict.fromkeys(one.entry.group for one in results))
    for group in groups:
        made.add(*_row(group, [one for one in results if one.entry.group == group], kinds))
    if len(groups) > 1:
        made.add(*_row("all", results, kinds))
    return made


def _row(name: str, results: Sequence[TrialResult], kinds: Sequence[str]) -> tuple[str, ...]:
    counts = Counter(one.kind for one in results)
    times = [one.seconds for one in results if one.sent] or [0.0]
    numbers = (f"{counts[kind]:,}" for kind in (RIGHT, *kinds))
    return (name, f"{len(results):,}", *numbers, f"{median(times):.3f} s", f"{max(times):.3f} s")


def _first(kind: str, one: TrialResult) -> Iterator[str]:
    truth = "feasible" if one.entry.feasible else "infeasible"
    place = f" ({one.entry.place})" if one.entry.place else ""
    yield f"the first {kind}: {one.said or 'nothing'}"
    yield f"  truth: {truth}, by {one.entry.proof}{place}"
    for name, part in (("start", one.entry.pair.start), ("target", one.entry.pair.target)):
        yield f"  {name}"
        yield from (f"    {line}" for line in str(part).split("\n"))
    yield f"  by hand: {one.by_hand}"
    if one.errors:
        yield "  standard error ended with:"
        yield from (f"    {line}" for line in one.errors.split("\n")[-MOST_LINES:])


def as_json(trial: Trial, results: Sequence[TrialResult]) -> dict[str, Any]:
    """One JSON object, with every answer that is not right."""
    groups = dict.fromkeys(one.entry.group for one in results)
    return {
        "solver": trial.command,
        "answer_limit": trial.limit,
        "verdict": verdict(results),
        "exit_code": int(exit_code(results)),
        "counts": dict(Counter(one.kind for one in results)),
        "groups": {
            group: dict(Counter(one.kind for one in results if one.entry.group == group)) for group in groups
        },
        "plays": sum(one.played for one in results),
        "seconds": round(sum(one.seconds for one in results), 3),
        "not_right": [_json(one) for one in results if one.kind != RIGHT],
    }


def _json(one: TrialResult) -> dict[str, Any]:
    told = {key: getattr(one, key) for key in ("kind", "said", "sent", "by_hand", "errors")}
    return told | {"seconds": round(one.seconds, 3), "entry": one.entry.line, "place": one.entry.place}
