"""A validation as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from feasibility.base.plurals import plural
from feasibility.game.position import Pair, bits
from feasibility.proofs.certificate import target_json
from feasibility.proofs.kinds.rule import Rule
from feasibility.render.columns import printable
from feasibility.render.tables import Table
from feasibility.studies.rules.evidence.cases import CaseKind, named
from feasibility.studies.rules.evidence.mixed import Changed
from feasibility.studies.rules.evidence.soundness import Counterexample
from feasibility.studies.rules.evidence.worth import Effect, Power
from feasibility.studies.rules.judges.asking import Failure
from feasibility.studies.rules.validate import CHANGED, NONE, PROVED, UNSOUND, Validation

WORTH = ("what", "all", "without it", "with it", "gain")
MOST_LINES = 8  # of what a failed call said on standard error


def verdict_line(validation: Validation) -> str:
    """The verdict in a sentence; what was tried is listed apart."""
    if validation.verdict == CHANGED:
        return f"{CHANGED}: its answer depends on what was asked before"
    if validation.verdict == UNSOUND and validation.counterexample:
        return f"UNSOUND (found among: {validation.counterexample.source})"
    if validation.verdict == PROVED:
        return f"PROVED SOUND ({_why(validation)}, the verifier agrees)"
    if validation.verdict == NONE:
        return f"{NONE}: {_open(validation)}"
    return validation.verdict


def _open(validation: Validation) -> str:
    """Why there is no verdict: what was not asked, or not answered."""
    against = f"nothing against the {plural(validation.tried, 'case', commas=True)} that were answered"
    if validation.failures:
        return f"{plural(validation.failures, 'call', commas=True)} had no answer, {against}"
    if validation.missing:
        return f"not asked in full: {', '.join(validation.missing)}; {against}"
    return "the rule answered no case"


def _why(validation: Validation) -> str:
    functional = validation.rule.functional
    if functional is None:
        claim = None if validation.proof is None else validation.proof.proof
        kinds = claim.kinds if isinstance(claim, Rule) else {}
        by = {"inequalities": "by a program over the cone", "window": "by walks over few holes"}
        return ", ".join(f"{plural(count, 'case')} {by[kind]}" for kind, count in kinds.items())
    if functional.modulus:
        return f"no jump changes the total modulo {functional.modulus}"
    return "no jump raises the total weight"


def _tried(kinds: tuple[CaseKind, ...]) -> Iterator[str]:
    """What was tried, those kinds first of which none is left."""
    if kinds:
        yield "tried:"
    yield from (f"  all of {kind}" for kind in kinds if kind.complete)
    yield from (f"  {kind}" for kind in kinds if not kind.complete)


def text(validation: Validation) -> str:
    """The report for people."""
    return "\n".join(_lines(validation))


def _lines(validation: Validation) -> Iterator[str]:
    yield verdict_line(validation)
    rule = validation.rule
    yield f"rule {rule.name} ({rule.kind}) on {validation.board.label}, seed {validation.options.seed}"
    if validation.counterexample is not None:
        yield from _counterexample(validation.counterexample)
        if not rule.judge.apart:
            asked = plural(rule.judge.calls, "question", commas=True)
            yield f"(in a process that was asked {asked}; asked first of all, the rule may keep it: if it"
            yield "remembers, look at what its table is keyed by)"
    if validation.changed is not None:
        yield from _changed(validation.changed)
    if validation.failures:
        yield from _failures(validation)
    if validation.counterexample is None:
        yield from _tried(validation.kinds)
    worth = list(_worth(validation.power, validation.effect))
    yield from ("", *worth) if worth else ()
    yield from (f"note: {note}" for note in validation.notes)


def _counterexample(wrong: Counterexample) -> Iterator[str]:
    count = len(wrong.play)
    yield ""
    if count:
        jumps = "one legal jump leads" if count == 1 else f"{count} legal jumps lead"
        yield f"The rule prunes this start, but {jumps} to the target: {wrong.moves}"
        least = ", shrunk from the first one found"
    else:
        yield "The rule prunes a position that is the target already (no jump is needed)."
        yield "If your solver compares with the target first, leave such pairs out: --skip-equal."
        least = ""
    least = ", and no smaller number is possible for this target" if wrong.least else least
    yield f"pegs: {wrong.pair.start.count}{least}"
    if wrong.bits is not None:
        beyond = " ".join(map(wrong.pair.board.called, range(wrong.bits, wrong.pair.board.n)[:MOST_LINES]))
        yield f"Of its images by symmetry those are pruned that have a peg beyond {wrong.bits} holes"
        yield f"({beyond}): perhaps a position is kept in {wrong.bits} bits."
    yield from _pair(wrong.pair)


def _changed(changed: Changed) -> Iterator[str]:
    yield ""
    yield f"For this pair it said {changed.answers}."
    if changed.feasible:
        yield "The pair is feasible: a search that asks such a rule twice loses solutions."
    yield from _pair(changed.pair)


def _pair(pair: Pair) -> Iterator[str]:
    yield "start"
    yield str(pair.start)
    yield "target"
    yield str(pair.target)


def _failures(validation: Validation) -> Iterator[str]:
    judge = validation.rule.judge
    counts = ", ".join(f"{count:,} {kind}" for kind, count in sorted(judge.failed.items()))
    yield f"CALLS WITHOUT AN ANSWER: {counts}"
    if any("'Position'" in failure.detail or "'Target'" in failure.detail for failure in judge.examples):
        yield "  a rule takes a Position and a Target; start.mask and target.must are their pegs as integers"
    shown = set()
    for failure in judge.examples:
        if failure.kind not in shown:
            shown.add(failure.kind)
            detail = printable(" ".join(failure.detail.split()))
            yield f"  {failure.kind}: {detail or 'no detail'}, for this pair:"
            yield from ("    " + line for text in _pair(failure.pair) for line in text.split("\n"))
            if failure.errors:
                yield "    standard error ended with:"
                yield from (
                    "      " + printable(line.expandtabs())
                    for line in failure.errors.split("\n")[-MOST_LINES:]
                )
            if failure.by_hand:
                yield f"    by hand: {failure.by_hand}"


def _worth(power: Power | None, effect: Effect | None) -> Iterator[str]:
    """The table, above it what it means."""
    if (power is None or not power.rows) and effect is None:
        return
    yield meaning(power, effect)
    yield str(table(power, effect))
    if effect is not None and effect.lost:
        yield f"{plural(effect.lost, 'search', 'searches')} found the target only without the rule"


def meaning(power: Power | None, effect: Effect | None) -> str:
    """What the rule prunes, what a call costs, and where that pays."""
    told = "What the rule prunes was not measured"
    if power is not None and (share := power.share) is not None:
        asked, size = sum(row.asked for row in power.rows), sum(row.size for row in power.rows)
        told = f"Of the dead positions for {named(power.target)} ({asked:,} of {size:,} asked) "
        told += f"the rule prunes {percent(share, 1)}"
        if power.compared:
            told += f" ({power.beyond:,} of {power.compared:,} of these beyond the quick criteria)"
    if effect is None:
        return f"{told}; no search was run to see what it saves."
    told += f"; a call costs {_seconds(effect.call)}" if effect.call else ""  # else no search has asked it
    several = plural(len(effect.searches), "search", "searches")
    if effect.lost:
        return f"{told}; {effect.lost} of {several} found nothing with it: it loses solutions."
    without, with_rule = effect.positions
    if effect.pays_from is None:
        return f"{told}; it saves no position of {several}."
    saved = f"saves {percent(without - with_rule, without)} of the positions of {several}"
    return f"{told}; it {saved}, which pays where a position costs more than {_seconds(effect.pays_from)}."


def table(power: Power | None, effect: Effect | None) -> Table:
    """One row for each number of pegs, and for each search."""
    made = Table(WORTH, right=frozenset(range(1, len(WORTH))))
    for row in () if power is None else power.rows:
        left, gain = row.asked - row.rule, f"{percent(row.rule, row.asked)} pruned"
        made.add(f"dead, {plural(row.pegs, 'peg')}", f"{row.size:,}", f"{row.asked:,}", f"{left:,}", gain)
    for one in () if effect is None else effect.searches:
        before, after = one.without, one.with_rule
        saved = f"{percent(before - after, before)} saved"
        what = f"search from {plural(one.start.bit_count(), 'peg')}"
        made.add(what, "", f"{before:,}", f"{after:,}", saved)
    return made


def percent(part: float, whole: float) -> str:
    """A share with one decimal."""
    return f"{100 * part / whole:.1f}%" if whole else "-"


def _seconds(seconds: float) -> str:
    for unit, many in (("s", 1), ("ms", 10**3), ("us", 10**6)):
        if seconds * many >= 1:
            return f"{seconds * many:.3g} {unit}"
    return f"{seconds * 10**9:.3g} ns"


def as_json(validation: Validation) -> dict[str, Any]:
    judge = validation.rule.judge
    return {
        "rule": validation.rule.name,
        "kind": validation.rule.kind,
        "board": validation.board.label,
        "verdict": validation.verdict,
        "line": verdict_line(validation),
        "exit_code": int(validation.exit_code),
        "seed": validation.options.seed,
        "cases_tried": validation.tried,
        "cases": [
            {"kind": k.title, "tried": k.tried, "of": k.of, "complete": k.complete} for k in validation.kinds
        ],
        "not_asked": list(validation.missing),
        "start": validation.options.start,
        "counterexample": (wrong := validation.counterexample) and _counterexample_json(wrong),
        "changed": (changed := validation.changed)
        and _ends(changed.pair) | {"answers": changed.answers, "feasible": changed.feasible},
        "proof": (proof := validation.proof) and proof.to_json(),
        "failures": {
            "counts": dict(judge.failed),
            "examples": [_failure_json(one) for one in judge.examples],
            "given_up": bool(judge.given_up),
        },
        "calls": judge.calls,
        "seconds": round(judge.seconds, 6),
        "power": (power := validation.power) and _power_json(power),
        "effect": (effect := validation.effect) and _effect_json(effect),
        "notes": list(validation.notes),
    }


def _counterexample_json(wrong: Counterexample) -> dict[str, Any]:
    return {
        "pegs": wrong.pair.start.count,
        "jumps": len(wrong.play),
        "play": wrong.moves,
        **_ends(wrong.pair),
        "fewest_pegs": wrong.least,
        "found": wrong.source,
        "bits": wrong.bits,
        "certificate": wrong.certificate.to_json(),
    }


def _failure_json(failure: Failure) -> dict[str, Any]:
    told = {key: value for key, value in vars(failure).items() if key != "pair"}
    return told | _ends(failure.pair)


def _ends(pair: Pair) -> dict[str, Any]:
    return {"start": list(pair.start.pegs), "target": target_json(pair)}


def _power_json(power: Power) -> dict[str, Any]:
    return {
        "target": named(power.target),
        "dead_by_pegs": [vars(row) for row in power.rows],
        "share": power.share,
        "compared": power.compared,
        "beyond": power.beyond,
    }


def _effect_json(effect: Effect) -> dict[str, Any]:
    return {
        "searches": [{**vars(one), "start": list(bits(one.start))} for one in effect.searches],
        "seconds_per_call": effect.call,
        "pays_from_seconds": effect.pays_from,
        "lost": effect.lost,
    }
