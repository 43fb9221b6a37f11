"""A whole solver, as a program, put to pairs whose truth is proved: what it answers, and what becomes of it.

It is sent one line `START TARGET` and answers with one line: `no`, `yes`, `yes` and a play, a play alone, or
`unknown`. The next line comes after the answer. docs/reference/test-sets.md defines the protocol. What became
of it is a line, a table with counts, and the first pair of each kind.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from statistics import median
from time import monotonic
from typing import Any

from feasibility.base.errors import ExitCode, IllegalJump, InputError, SoundnessError
from feasibility.base.limits import Clock
from feasibility.base.plurals import plural
from feasibility.base.report import Report
from feasibility.game.geometry import Geometry
from feasibility.game.position import Pair
from feasibility.render.tables import Table
from feasibility.studies.rules.judges.external import line
from feasibility.studies.rules.judges.program import PLACES, LineProgram, command_words, placed, program_line
from feasibility.studies.rules.sets.entries import Entry
from feasibility.text.moves import read_moves

RIGHT = "right"
WRONG = ("wrong yes", "wrong no", "wrong play")
OPEN = ("unknown", "time-out", "crash", "nonsense", "out of step", "not asked")
KINDS = {"hang": "time-out"}  # what a program that is a rule calls otherwise
ANSWERS = dict.fromkeys(("yes", "1", "true", "feasible"), "yes") | dict.fromkeys(
    ("no", "0", "false", "infeasible"), "no"
)
ANSWERS["unknown"] = "unknown"
EXPECTED = "yes, no, a play or unknown"
_NO_ANSWER = (
    r"(?i)\b(?:time|timeout|limit|memory|result|answer|idea|yet)\b"  # behind a no, which is none then
)
MOST_LINES = 8  # of what a program said on standard error


@dataclass(frozen=True)
class TrialResult:
    """What came back for one entry: `right`, or one of WRONG and OPEN. `played`: with a right play."""

    entry: Entry
    kind: str
    said: str = ""  # the line that came back, or what came instead
    seconds: float = 0.0
    played: bool = False
    sent: str = ""
    command: str = ""
    errors: str = ""

    @property
    def by_hand(self) -> str:
        """A line for the shell that asks the same."""
        return program_line(self.command, self.sent) if self.sent else ""


@dataclass(frozen=True)
class Trial:
    """How a solver is asked."""

    command: str
    limit: float
    lines: str = "grid"
    jobs: int = 1

    def takes(self, entry: Entry) -> bool:
        """Pairs whose jumps the drawing does not tell only go to a command that asks for what does."""
        geometry = entry.pair.board.geometry
        telling = {Geometry.ORTHOGONAL: ("",), Geometry.EXPLICIT: ("{board}", "{jumps}")}
        return any(place in self.command for place in telling.get(geometry, PLACES))


def run(trial: Trial, entries: Sequence[Entry], clock: Clock, report: Report) -> list[TrialResult]:
    """The results in the order of the entries; what the time does not allow is not asked."""
    left = iter(range(len(entries)))  # of which each thread takes the next
    results: dict[int, TrialResult] = {}

    def work(asker: _Asker) -> None:
        for number in left:
            if clock.expired():
                break
            results[number] = asker.ask(entries[number])
            report(f"{len(results):,} of {len(entries):,} pairs asked")

    askers = [_Asker(trial) for _ in range(trial.jobs)]
    try:
        with ThreadPoolExecutor(trial.jobs) as pool:
            list(pool.map(work, askers))
    finally:
        for asker in askers:
            asker.stop()
    return [results.get(number, TrialResult(entry, "not asked")) for number, entry in enumerate(entries)]


class _Asker:
    """One program at a time, started anew for another board, after a breakdown, or when it has ended."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.command = ""
        self.program: LineProgram | None = None

    def ask(self, entry: Entry) -> TrialResult:
        program, pair = self._program(entry.pair), entry.pair
        sent = line(self.trial.lines, pair.start, pair.target)
        began = monotonic()
        given, trouble = program.ask([sent], self.trial.limit)
        if trouble is None:
            kind, said, played = judged(entry, given[0])
        else:
            program.stop()
            kind, said, played = KINDS.get(trouble.kind, trouble.kind), trouble.detail, False
        took = monotonic() - began
        return TrialResult(entry, kind, said, took, played, sent, self.command, program.errors)

    def _program(self, pair: Pair) -> LineProgram:
        command = placed(self.trial.command, pair.board)
        if self.program is None or command != self.command:
            self.stop()
            self.command, self.program = command, LineProgram(command_words(command))
        return self.program

    def stop(self) -> None:
        if self.program is not None:
            self.program.stop()


def judged(entry: Entry, said: str) -> tuple[str, str, bool]:
    """The kind of an answer, the answer with what is wrong with it, and whether it shows a play."""
    first, _, rest = said.partition(" ")
    word = ANSWERS.get(first.lower().rstrip(":"))
    if word == "unknown":
        return "unknown", said, False
    if word == "no" and re.search(_NO_ANSWER, rest):
        return "nonsense", f"answered {said[:60]!r}, expected {EXPECTED}", False
    if word == "no":
        return (RIGHT if not entry.feasible else "wrong no"), said, False
    if word == "yes" and not rest.strip():
        return (RIGHT if entry.feasible else "wrong yes"), said, False
    return _shown(entry, said, rest if word == "yes" else said, word == "yes")


def _shown(entry: Entry, said: str, moves: str, yes: bool) -> tuple[str, str, bool]:
    pair = entry.pair
    wrong = "wrong play" if entry.feasible else "wrong yes"
    try:
        jumps = read_moves(pair.start, moves, target=pair.target)
    except InputError as error:
        if yes:
            return wrong, f"{said[:200]} ({error})", False
        return "nonsense", f"answered {said[:60]!r}, expected {EXPECTED}", False
    if not jumps and not yes:
        return "nonsense", "an empty line", False
    try:
        end = pair.start.replay(jumps)
    except IllegalJump as error:
        return wrong, f"{said[:200]} ({error})", False
    if not end.matches(pair.target):
        return wrong, f"{said[:200]} (the play does not lead to the target)", False
    if not entry.feasible:
        raise SoundnessError(f"a solver has played a pair whose proof says no: {said}\n{pair!r}")
    return RIGHT, said, True


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
        others = ", none of the others wrong" if missing < len(results) else ""
        return f"NO ANSWER TO {missing:,} OF {pairs}{others}"
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
