"""A whole solver, as a program, put to pairs whose truth is proved: what it answers, and what becomes of it.

It is sent one line `START TARGET` and answers with one line: `no`, `yes`, `yes` and a play, a play alone, or
`unknown`. The next line comes after the answer. docs/reference/test-sets.md defines the protocol.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import monotonic

from feasibility.base.errors import IllegalJump, InputError, SoundnessError
from feasibility.base.limits import Clock
from feasibility.base.report import Report
from feasibility.game.geometry import Geometry
from feasibility.game.position import Pair
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
        """The result for one entry."""
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
        return "nonsense", f"answered {said[:60]!r}, expected yes, no, a play or unknown", False
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
