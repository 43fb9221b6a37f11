"""One entry of a batch: what the input says of a pair, and the line of JSON that answers it.

An entry crosses to a worker as text and is read there, so the process that hands out work stays fast.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

from feasibility.base.errors import InputError, SoundnessError
from feasibility.base.limits import Limits
from feasibility.base.report import Report
from feasibility.base.values import replace
from feasibility.decide import Plan, check
from feasibility.game.geometry import Board
from feasibility.game.position import Target
from feasibility.many import Executor, at_home, run
from feasibility.many.output import digest_of
from feasibility.processes.tasks import StopRequest, TaskFailure
from feasibility.render.data import verdict_json
from feasibility.text import board_text, catalogue, document, references
from feasibility.text.document import Document, Reading
from feasibility.text.references import named_holes

Id = str | int | float | None


class PairText(NamedTuple):
    """A pair as text. Without a target: the second grid of the start, or else that of the rule.

    `error`: why a line is no pair; `lenient`: lines that hold other text are left out.
    """

    line: int
    id: Id
    start: str = ""
    target: str | None = None
    geometry: str | None = None
    pegs: int | None = None
    error: str | None = None
    lenient: bool = False


class WrittenAnswer(NamedTuple):
    """What is written for an entry, and what the summary needs to know of it."""

    line: int
    text: str
    verdict: str  # or "error"
    decided_by: str | None = None
    seconds: float = 0.0
    certificate: str | None = None  # its file, where it is kept apart from the line
    contradiction: bool = False
    limit: str | None = None  # that ended it, where it is unknown


@dataclass(frozen=True)
class Answering:
    """From an entry to its answer; travels to the workers."""

    limits: Limits
    plan: Plan
    apart: bool = False  # certificates go to files of their own

    def __call__(self, entry: PairText) -> WrittenAnswer:
        if entry.error is not None:
            return failed(entry, entry.error)
        try:
            read = reading_of(entry)
            pair = at_home(read.pair)
        except InputError as error:
            return failed(entry, str(error))
        try:
            verdict = check(pair, self.limits, self.plan)
        except SoundnessError as error:
            return failed(entry, str(error))._replace(contradiction=True)
        data = verdict_json(verdict)
        certificate = None
        if self.apart and verdict.certificate is not None:
            certificate = verdict.certificate.text()
            data["certificate"] = f"{digest_of(certificate)}.json"
        data |= {**read.facts, **({"notes": read.said} if read.said else {})}
        text = json.dumps({"id": entry.id, "line": entry.line, "digest": digest(entry), **data})
        seconds = sum(finding.seconds for finding in verdict.findings)
        told = str(verdict.answer), verdict.decided_by, seconds, certificate
        return WrittenAnswer(entry.line, text, *told, limit=data.get("limit"))


def failed(entry: PairText, reason: str, *, retry: bool = False) -> WrittenAnswer:
    """The answer for an entry without a verdict."""
    data = {"id": entry.id, "line": entry.line, "digest": digest(entry), "error": reason}
    if retry:
        data["retry"] = True
    return WrittenAnswer(entry.line, json.dumps(data), "error")


def answers(
    entries: Iterable[PairText | None], answering: Answering, engine: Executor, stop: StopRequest,
    report: Report | None = None,
) -> Generator[WrittenAnswer]:  # fmt: skip
    """The answers to all entries as they come, also where a worker failed."""
    for entry, result in run(answering, entries, engine, stop=stop, report=report):
        lost = isinstance(result, TaskFailure)
        yield failed(entry, result.reason, retry=result.retry) if lost else result


def digest(entry: PairText) -> str:
    """Of what was read, and how, but for its line: an answer is kept only for the entry that it answers."""
    read = list(entry[1:6]) if entry.error is None else [entry.id, entry.error]
    read += ["lenient"] if entry.lenient and entry.error is None else []
    return blake2b(json.dumps(read).encode(), digest_size=8).hexdigest()


def reading_of(entry: PairText) -> Reading:
    first = _document(entry.start, "start", entry.geometry, entry.lenient)
    target, texts = first.target, {"start": first}
    if entry.pegs is not None:
        target = Target.with_pegs(first.board, entry.pegs)
    elif entry.target is not None:
        texts["target"] = _document(entry.target, "target", None, entry.lenient, like=first.board)
        target = document.join(first, texts["target"], ("start", "target")).target
    said = [f"{which}: ignored {line}" for which, text in texts.items() for line in text.ignored]
    said += [f"{which}: {note}" for which, text in texts.items() for note in text.notes]
    said += [document.TARGET_LEFT_OUT] if first.target not in (None, target) else []
    return replace(document.reading_of(first, target, "start"), said=tuple(said))


def _document(
    text: str, source: str, geometry: str | None, lenient: bool, like: Board | None = None
) -> Document:
    match = named_holes(text)
    if text.startswith("problem:") or (match is not None and catalogue.is_name(match["board"])):
        found = references.read_document(text, like=like)
        if geometry not in (None, found.board.geometry):
            seen, what = repr(geometry[:40]), "another geometry than that of the board"
            raise InputError(what, source=source, seen=seen, expected=f"{found.board.geometry}, or none")
        return found
    header = "" if geometry is None else f"# geometry: {geometry}\n"
    try:
        drawn = like is None
        return board_text.parse(header + text, source=source, lenient=lenient, like=like, as_drawn=drawn)
    except InputError as error:
        if header and error.line is not None:
            error.at(line=error.line - 1)  # the header was ours: lines count from the entry's own text
        raise
