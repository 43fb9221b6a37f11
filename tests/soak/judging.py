"""What must be true of every command, whatever was done to it."""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

from feasibility import verifier
from feasibility.base import scratch
from tests.criteria.reference import jumps_of
from tests.soak import truth
from tests.soak.asked import Asked, board_of, reached
from tests.soak.cases import FUNCTIONS, Case
from tests.soak.running import Ended, Place, left_alive

CODES = {0, 1, 2, 3}
BY_SIGNAL = {"SIGINT": {130}, "SIGTERM": {143}, "SIGHUP": {129}, "SIGKILL": {-9}}
PATIENT = ("batch", "survey")  # the first Ctrl-C lets the pairs end that have begun
UNLIMITED = 20.0  # seconds of the processor for a command without a time limit, on the boards of a soak
OVERRUN = " with a limit of"
MEANING = (("feasible", 0), ("infeasible", 1), ("unknown", 3))
VERDICTS = {"feasible": True, "infeasible": False}


def wrong(case: Case, ended: Ended, place: Place, start_up: float) -> Iterator[str]:
    """Each thing that is wrong; `start_up` is what the start of a command takes on this machine now."""
    if _too_early(ended):
        return
    if case.name == FUNCTIONS:
        yield from ended.out.splitlines()
        if ended.code or ended.hung:
            yield f"the exit code {ended.code}"
        return
    yield from _manners(case, ended)
    yield from _time(case, ended, start_up)
    if case.trouble not in ("closed output", "broken pipe", "twice"):
        yield from _answer(case, ended, _certificates(case, place))
    yield from _files(place.folder(case))


def _manners(case: Case, ended: Ended) -> Iterator[str]:
    if "Traceback" in ended.err or "defect of pegfeas" in ended.err:
        yield "a traceback or a defect"
    allowed = set(CODES)
    for name in case.signals:
        allowed |= BY_SIGNAL[name]
    if case.trouble in ("closed output", "broken pipe"):
        allowed |= {141}
    if case.trouble == "memory" and "OpenBLAS" in ended.err:  # it sends SIGINT where it can start no thread
        allowed |= {130}
    if ended.code not in allowed:
        yield f"the exit code {ended.code}"


def _too_early(ended: Ended) -> bool:
    """A signal that came while the interpreter started, or loaded the first lines of the program."""
    if ended.after_signal is None:
        return False
    if "Error processing line" in ended.err or "init_import_site" in ended.err:  # site, before any program
        return True
    begun = "in main\n" in ended.err or "pegfeas:" in ended.err or ended.out
    if begun:
        return False
    return ended.code in (-2, -15, -1) or ended.err.rstrip().endswith("KeyboardInterrupt")


def _time(case: Case, ended: Ended, start_up: float) -> Iterator[str]:
    allowance = 1.0 + 8 * start_up
    took, limit = ended.seconds, case.seconds
    if limit is None:  # then a busy machine may take as long as it likes
        took, limit = ended.processor, UNLIMITED
    if case.name in PATIENT:
        took, limit = ended.seconds, 60.0  # the limit is for each pair
    if ended.hung:
        yield f"no end after {ended.seconds:.0f} s"
    elif case.name != "serve" and took > limit + allowance:
        yield f"{took:.1f} s{OVERRUN} {limit:g} s"
    patient = case.name in PATIENT and len(case.signals) == 1 and case.signals[0] == "SIGINT"
    if ended.after_signal is not None and ended.after_signal > allowance + (limit if patient else 0):
        yield f"{ended.after_signal:.1f} s from the signal to the end"


def _certificates(case: Case, place: Place) -> Path:
    """Where the certificates are that an answer names."""
    words = dict(pairwise(case.words))
    return place.folder(case) / words.get("--certificates", "").replace("{shared}", str(place.shared))


def _answer(case: Case, ended: Ended, folder: Path) -> Iterator[str]:
    if case.name == "batch":
        for line in ended.out.splitlines():
            with suppress(ValueError):
                answer = json.loads(line)
                yield from _verdict(answer, case.batch.get(answer.get("id")), folder)
    if case.asked is None or "--json" not in case.words or (case.name == "reach" and _LISTS & {*case.words}):
        return
    try:
        answer = json.loads(ended.out)
    except ValueError:
        if ended.code in (0, 1):
            yield "an answer by its exit code, and no JSON on standard output"
        return
    if case.asked.small:
        yield from _known(case, case.asked, ended, answer, folder)


def _known(case: Case, asked: Asked, ended: Ended, answer: dict[str, Any], folder: Path) -> Iterator[str]:
    """What is known of small boards."""
    ends = reached(asked.board, asked.start)
    if case.name in ("check", "solve") and not {"--return-peg", "--plan"} & {*case.words}:
        yield from _verdict(answer, asked, folder, _least_last_sweep(case))
        told = (answer.get("verdict"), ended.code)
        unwritten = ended.code == 2 and "cannot" in ended.err
        if told not in MEANING and not unwritten and ended.code not in (130, 143, 129, -9):
            yield f"the verdict {told[0]} with the exit code {told[1]}"
        if "--sweeps" in case.words and "sweeps_at_least" in answer:
            yield from _sweeps(asked, answer)
    elif case.name == "count" and "--winning" in case.words and "--return-peg" not in case.words:
        if answer.get("complete"):
            yield from _on_plays(asked, answer)
    elif case.name in ("count", "reach") and answer.get("complete") and "--return-peg" not in case.words:
        yield from _counted(asked, answer, len(ends))
    elif case.name == "bounds" and answer.get("orbits"):
        yield from _bounded(asked, answer)
    elif case.name == "advise" and answer.get("jumps") and "--after" not in case.words:
        yield from _advised(asked, answer)
    elif case.name == "minimum":
        least = min(mask.bit_count() for mask in ends)
        if answer["at_least"] > least or answer["minimum"] not in (None, least):
            yield f"A MINIMUM OF {answer['at_least']}, {answer['minimum']} WHERE IT IS {least}"
    elif (
        case.name in ("bounds", "pagoda")
        and ended.code == 1
        and asked.feasible
        and "--check" not in case.words
    ):
        yield "A FEASIBLE PAIR IS REFUTED"


# Options of `reach` with which it writes lines, or answers another question.
_LISTS = {"--back", "--pegs", "--list", "--output"}


def _least_last_sweep(case: Case) -> int | None:
    """The jumps that the last sweep must have, where that is asked."""
    value = dict(pairwise(case.words)).get("--last-sweep", "")
    return int(value) if value.isdecimal() else None


def _sweeps(asked: Asked, answer: dict[str, Any]) -> Iterator[str]:
    fewest = truth.fewest_sweeps(board_of(asked.board), asked.start, asked.ends)
    if fewest is None:
        return
    if answer["sweeps_at_least"] > fewest or (answer["sweeps"] or fewest) < fewest:
        yield f"{answer['sweeps_at_least']} to {answer['sweeps']} SWEEPS WHERE {fewest} ARE THE FEWEST"


def _counted(asked: Asked, answer: dict[str, Any], positions: int) -> Iterator[str]:
    board = board_of(asked.board)
    if answer.get("positions", positions) != positions:
        yield f"{answer['positions']} POSITIONS ARE NOT {positions}"
    levels = [level["positions"] for level in answer.get("levels", [])]
    if levels and levels != truth.by_pegs(board, asked.start):
        yield f"THE LEVELS {levels} ARE WRONG"
    plays = truth.plays(board, asked.start, asked.ends)
    if answer.get("plays", plays) != plays:
        yield f"{answer['plays']} PLAYS ARE NOT {plays}"


def _on_plays(asked: Asked, answer: dict[str, Any]) -> Iterator[str]:
    """Positions from which the target is still within reach."""
    alive = [m for m in reached(asked.board, asked.start) if any(map(asked.ends, reached(asked.board, m)))]
    counts = Counter(m.bit_count() for m in alive)
    true = [counts[pegs] for pegs in sorted(counts, reverse=True)]
    told = [level["positions"] for level in answer["levels"] if level["positions"]]
    if (answer["positions"], told) != (len(alive), true):
        yield f"{answer['positions']} POSITIONS ON PLAYS, {told}, ARE NOT {true}"


def _advised(asked: Asked, answer: dict[str, Any]) -> Iterator[str]:
    board = board_of(asked.board)
    wins = {
        number: any(map(asked.ends, reached(asked.board, then)))
        for number, then, _, _ in truth.after(board, asked.start)
    }
    says = {jumps_of(board)[number]: "wins" if won else "loses" for number, won in wins.items()}
    for told in answer["jumps"]:
        if told["outcome"] not in ("unknown", says[tuple(told["jump"])]):
            yield f"THE JUMP {told['jump']} {told['outcome']}, WHICH IS WRONG"


def _bounded(asked: Asked, answer: dict[str, Any]) -> Iterator[str]:
    board = board_of(asked.board)
    numbers = {jump: number for number, jump in enumerate(jumps_of(board))}
    for orbit in answer["orbits"]:
        for jump in orbit["jumps"]:
            true = truth.jump_counts(board, asked.start, asked.ends, numbers[tuple(jump)])
            told = [orbit[side]["integer"] for side in ("least", "most")]
            if true and None not in told and not (told[0] <= true[0] and true[1] <= told[1]):
                yield f"THE JUMP {jump} IS PLAYED {true[0]} TO {true[1]} TIMES, NOT {told[0]} TO {told[1]}"


def _verdict(
    answer: dict[str, Any], asked: Asked | None, folder: Path, last_sweep: int | None = None
) -> Iterator[str]:
    verdict = answer.get("verdict")
    if asked is None or not asked.small or verdict not in VERDICTS:
        return
    feasible = asked.feasible
    if last_sweep is not None:
        feasible = truth.longest_last_sweep(board_of(asked.board), asked.start, asked.ends) >= last_sweep
    if VERDICTS[verdict] != feasible:
        yield f"THE VERDICT {verdict} IS WRONG"
    proof = answer.get("certificate")
    if proof is not None:
        # with --certificates the answer names a file
        outcome = verifier.check(folder / proof if isinstance(proof, str) else proof)
        if not outcome.valid and outcome.exit_code != 3:
            yield f"a certificate that is {outcome}"
        if outcome.claim is not None and bin(asked.start).count("1") != len(set(outcome.claim.start)):
            yield "a certificate about another start"


def _files(folder: Path) -> Iterator[str]:
    """Whole or not there, also after a kill."""
    ends = {
        ".html": "</html>",
        ".svg": "</svg>",
        ".dot": "}",
        ".pddl": ")",
        ".lp": "End",
    }
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.name in ("stdin", "cert.json") or path.name.endswith(".partial"):
            continue
        text = path.read_bytes().decode("utf-8", "replace").rstrip()
        if path.suffix == ".json":
            try:
                for line in text.splitlines():
                    json.loads(line)
            except ValueError:
                try:
                    json.loads(text)
                except ValueError:
                    yield f"{path.name} is half a file"
        elif path.suffix in ends and not text.endswith(ends[path.suffix]):
            yield f"{path.name} is half a file"


def leftovers(case: Case, place: Place) -> Iterator[str]:
    """No process, and no temporary folder unless the run was killed."""
    end = time.monotonic() + 2.0
    while (alive := left_alive(place)) and time.monotonic() < end:
        time.sleep(0.05)
    if alive:
        yield f"processes live on: {[_told(number) for number in alive]}"
    if "SIGKILL" not in case.signals and case.trouble != "small disk":
        folders = [path.name for path in place.temporary.iterdir() if not _seen(path)]
        if folders:
            yield f"temporary files are left: {', '.join(folders)}"
    for path in place.temporary.iterdir():
        _SEEN.add(path.name)


_SEEN: set[str] = set()


def _seen(path: Path) -> bool:
    return path.name in _SEEN or not re.match(scratch.PREFIX + "|pegfeas|dask|tmp", path.name)


def _told(number: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{number}/cmdline").read_bytes().replace(b"\0", b" ").decode()[:80]
    return str(number)
