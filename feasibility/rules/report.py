"""A validation as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from feasibility.base.plurals import plural
from feasibility.game.position import Position, bits
from feasibility.proofs.certificate import target_json
from feasibility.rules.evidence.effect import Effect
from feasibility.rules.evidence.power import Power
from feasibility.rules.validate import NONE, PROVED, UNSOUND, Validation


def verdict_line(found: Validation) -> str:
    """The verdict with the kinds of cases."""
    kinds = "; ".join(map(str, found.kinds)) or "no case"
    if found.verdict == UNSOUND:
        return f"UNSOUND (found among: {found.counterexample.found if found.counterexample else kinds})"
    if found.verdict == PROVED:
        modulus = found.rule.functional.modulus if found.rule.functional is not None else 0
        why = f"no jump changes the total modulo {modulus}" if modulus else "no jump raises the total weight"
        return f"PROVED SOUND ({why}, the verifier agrees; also tried: {kinds})"
    if found.verdict == NONE:
        if not found.tried:
            return f"{NONE}: the rule answered no case"
        answered = f"nothing against the {found.tried:,} that had ({kinds})"
        return f"{NONE}: {plural(found.failures, 'call', commas=True)} had no answer, {answered}"
    return f"{found.verdict} ({kinds})"


def text(found: Validation) -> str:
    """The report for people."""
    return "\n".join(_lines(found))


def _lines(found: Validation) -> Iterator[str]:
    yield verdict_line(found)
    yield f"rule {found.rule.name} ({found.rule.kind}) on {found.board.label}, seed {found.options.seed}"
    if found.counterexample is not None:
        yield from _counterexample(found)
    if found.failures:
        yield from _failures(found)
    if found.power is not None:
        yield from ("", *_power(found.power))
    if found.effect is not None:
        yield from ("", *_effect(found.effect))
    yield from (f"note: {note}" for note in found.notes)


def _counterexample(found: Validation) -> Iterator[str]:
    wrong = found.counterexample
    if wrong is None:
        return
    count = len(wrong.play)
    yield ""
    if count:
        jumps = "one legal jump leads" if count == 1 else f"{count} legal jumps lead"
        yield f"The rule prunes this start, but {jumps} to the target: {wrong.moves}"
    else:
        yield "The rule prunes a position that is the target already (no jump is needed)."
        yield "If your solver compares with the target first, leave such pairs out: --skip-equal."
    least = ", shrunk from the first one found" if count else ""
    least = ", and no smaller number is possible" if wrong.least else least
    yield f"pegs: {wrong.pair.start.count}{least}"
    yield "start"
    yield str(wrong.pair.start)
    yield "target"
    yield str(wrong.pair.target)


def _failures(found: Validation) -> Iterator[str]:
    judge = found.rule.judge
    counts = ", ".join(f"{count:,} {kind}" for kind, count in sorted(judge.failed.items()))
    yield f"CALLS WITHOUT AN ANSWER: {counts}"
    shown = set()
    for failure in judge.examples:
        if failure.kind not in shown:
            shown.add(failure.kind)
            board = found.board
            yield f"  {failure.kind}: {failure.detail or 'no detail'}, for this start:"
            yield from ("    " + line for line in str(Position(board, failure.start)).split("\n"))


def _percent(part: float, whole: float) -> str:
    return f"{100 * part / whole:.1f}%" if whole else "-"


def _power(power: Power) -> Iterator[str]:
    yield "Power: dead positions of the target's residue class, by pegs (built-in: the quick criteria)"
    yield f"{'pegs':>5}{'dead':>14}{'asked':>10}{'rule':>9}{'built-in':>10}{'beyond':>9}"
    for row in power.rows:
        shares = [_percent(count, row.asked) for count in (row.rule, row.builtin, row.beyond)]
        yield f"{row.pegs:5}{row.size:14,}{row.asked:10,}{shares[0]:>9}{shares[1]:>10}{shares[2]:>9}"
    total = [power.share(what) for what in ("rule", "builtin", "beyond")]
    if total[0] is not None:
        size, asked = (sum(getattr(row, what) for row in power.rows) for what in ("size", "asked"))
        shares = [_percent(share or 0.0, 1) for share in total]
        columns = f"{shares[0]:>9}{shares[1]:>10}{shares[2]:>9}"
        yield f"{'all':>5}{size:14,}{asked:10,}{columns}  (weighted by size)"
    if power.elsewhere_asked:
        share = _percent(power.elsewhere_pruned, power.elsewhere_asked)
        asked = plural(power.elsewhere_asked, "random position", commas=True)
        yield f"in other residue classes it prunes {share} of {asked}"
    if power.beyond_asked:
        beyond = f"{plural(power.beyond_asked, 'position')} beyond the quick criteria"
        yield f"of {beyond}, cone or integer cone refute {power.beyond_strong}"
    yield f"cost: {_seconds(power.call)} per call"


def _seconds(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def _effect(effect: Effect) -> Iterator[str]:
    nodes, seconds, fewer, with_rule = effect.totals
    searches = plural(len(effect.starts), "breadth-first search", "breadth-first searches")
    yield f"Effect on {searches}, same starts, in this run:"
    yield f"  without the rule {nodes:12,} positions {seconds:8.3f} s"
    yield (
        f"  with the rule    {fewer:12,} positions {with_rule:8.3f} s, "
        f"{min(effect.asking, with_rule):.3f} s of it in the rule"
    )
    left, slower = _percent(fewer, nodes), _percent(with_rule, seconds)
    yield f"  the rule leaves {left} of the positions and takes {slower} of the time"
    if effect.lost:
        yield f"  {plural(effect.lost, 'search', 'searches')} found the target only without the rule"


def as_json(found: Validation) -> dict[str, Any]:
    """The same for programs."""
    judge = found.rule.judge
    return {
        "rule": found.rule.name,
        "kind": found.rule.kind,
        "board": found.board.label,
        "verdict": found.verdict,
        "line": verdict_line(found),
        "exit_code": int(found.exit_code),
        "seed": found.options.seed,
        "cases_tried": found.tried,
        "cases": [{"kind": k.name, "tried": k.tried, "of": k.of} for k in found.kinds],
        "counterexample": _counterexample_json(found),
        "proof": None if found.proof is None else found.proof.to_json(),
        "failures": {
            "counts": dict(judge.failed),
            "examples": [
                {"kind": f.kind, "start": list(bits(f.start)), "detail": f.detail} for f in judge.examples
            ],
            "given_up": bool(judge.given_up),
        },
        "calls": judge.calls,
        "seconds": round(judge.seconds, 6),
        "power": None if found.power is None else _power_json(found.power),
        "effect": None if found.effect is None else _effect_json(found.effect),
        "notes": list(found.notes),
    }


def _counterexample_json(found: Validation) -> dict[str, Any] | None:
    wrong = found.counterexample
    if wrong is None:
        return None
    return {
        "pegs": wrong.pair.start.count,
        "jumps": len(wrong.play),
        "play": wrong.moves,
        "start": list(wrong.pair.start.pegs),
        "target": target_json(wrong.pair),
        "fewest_pegs": wrong.least,
        "found": wrong.found,
        "certificate": wrong.certificate.to_json(),
    }


def _power_json(power: Power) -> dict[str, Any]:
    names = ("pegs", "size", "asked", "rule", "builtin", "beyond")
    return {
        "dead_by_pegs": [{name: getattr(row, name) for name in names} for row in power.rows],
        "shares": {what: power.share(what) for what in ("rule", "builtin", "beyond")},
        "other_residue_classes": {"asked": power.elsewhere_asked, "pruned": power.elsewhere_pruned},
        "strong_criteria": {"asked": power.beyond_asked, "refuted": power.beyond_strong},
        "seconds_per_call": power.call,
    }


def _effect_json(effect: Effect) -> dict[str, Any]:
    runs = zip(effect.starts, effect.without, effect.with_rule, strict=True)
    return {
        "searches": [
            {
                "start": list(bits(start)),
                "without": {"positions": a.nodes, "seconds": a.seconds, "found": a.found},
                "with": {"positions": b.nodes, "seconds": b.seconds, "found": b.found},
            }
            for start, a, b in runs
        ],
        "seconds_in_rule": effect.asking,
        "lost": effect.lost,
    }
