"""Lists of facets as JSON lines or CSV, and the file beside one that lets a killed run go on.

FILE.state holds the engine's checkpoint, the tally and the length of FILE at that moment. A resumed run cuts
FILE to that length, so whatever was written later is written again, once.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from feasibility.base.errors import InputError
from feasibility.base.files import unwritable
from feasibility.base.limits import Clock
from feasibility.game.geometry import Board, coordinate
from feasibility.polyhedra.engines import Engine, Interrupted
from feasibility.polyhedra.facets import Enumeration, Facet, Tally

FORMATS = ("jsonl", "csv")
_PAUSE = 2.0  # seconds between two writes of the state


def header(board: Board, form: str) -> str:
    """What comes before the first facet."""
    if form == "jsonl":
        return ""
    return "orbit,tight,zero_one," + ",".join(coordinate(hole) for hole in board.holes) + "\n"


def line(facet: Facet, form: str) -> str:
    """One facet."""
    weights = ",".join(map(str, facet.weights))
    if form == "csv":
        return f"{facet.orbit},{facet.tight},{int(facet.zero_one)},{weights}\n"
    zero_one = "true" if facet.zero_one else "false"
    return f'{{"weights":[{weights}],"orbit":{facet.orbit},"tight":{facet.tight},"zero_one":{zero_one}}}\n'


@dataclass
class Checkpoint:
    """What FILE.state holds. `resume` is None where the run has to start again."""

    board: str
    engine: str
    every: bool
    form: str
    resume: str | None = None
    length: int = 0
    orbit_sum: int = 0
    received: int = 0
    complete: bool = False
    tally: Tally = field(default_factory=Tally)

    def save(self, path: str) -> None:
        """Replaces the state file at once, so that a kill leaves the old one or the new one."""
        data = {**vars(self), "tally": self.tally.as_dict()}
        temporary = f"{path}.state.new"
        with open(temporary, "w", encoding="utf-8") as file:
            json.dump(data, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, f"{path}.state")


def load(path: str) -> Checkpoint:
    """The progress of an earlier run; InputError where there is none."""
    state = f"{path}.state"
    try:
        with open(state, encoding="utf-8") as file:
            data: Any = json.load(file)
        return Checkpoint(**{**data, "tally": Tally(**data["tally"])})
    except FileNotFoundError:
        raise InputError("nothing to resume", source=state, expected="the state file of a run") from None
    except (OSError, ValueError, TypeError, KeyError) as wrong:
        raise InputError(f"not a state file: {wrong}", source=state) from None


def open_new(path: str, board: Board, form: str) -> int:
    """Creates the list; its length. InputError if it exists, since days of work may be in it."""
    try:
        with open(path, "x", encoding="utf-8") as file:
            return file.write(header(board, form))
    except FileExistsError:
        raise InputError(
            "the output file exists", source=path, expected="another name, or --resume to go on"
        ) from None
    except OSError as error:
        raise unwritable(path, error) from None


def cut_back(path: str, wanted: Checkpoint, board: Board) -> Checkpoint:
    """Cut the list back to its checkpoint. `wanted` is what the command line asks for; both must agree."""
    kept = load(path)
    for name in ("board", "every", "form"):
        if getattr(kept, name) != getattr(wanted, name):
            raise InputError(
                f"the earlier run was another one: its {name} differs", source=f"{path}.state",
                expected="the same board and options",
            )  # fmt: skip
    if kept.complete:
        return kept
    if kept.resume is None or kept.engine != wanted.engine:
        kept = Checkpoint(wanted.board, wanted.engine, wanted.every, wanted.form)
        kept.length = len(header(board, wanted.form))
    try:
        if os.path.getsize(path) < kept.length:
            raise InputError("the list is shorter than its state file says", source=path)
        os.truncate(path, kept.length)
    except OSError as error:
        raise unwritable(path, error) from None
    return kept


def continued(board: Board, engine: Engine, progress: Checkpoint) -> Enumeration:
    """The run that goes on from there."""
    return Enumeration(
        board,
        engine,
        progress.every,
        progress.resume,
        progress.tally,
        progress.complete,
        progress.orbit_sum,
        progress.received,
    )


def record(
    work: Enumeration,
    progress: Checkpoint,
    write: Callable[[str], object],
    save: Callable[[], None],
    clock: Clock,
    report: Callable[[str], None],
    see: Callable[[Facet], None] = lambda facet: None,
) -> str | None:
    """Writes the facets of a run as they come and shows them to `see`; why it ended early, or None.

    `save` is called with `progress` up to date, at checkpoints and at the end.
    """
    due = 0.0
    save()
    try:
        for step in work.steps(clock, report):
            text = "".join(line(facet, progress.form) for facet in step.facets)
            write(text)
            for facet in step.facets:
                see(facet)
            progress.length += len(text)
            if step.checkpoint is not None and monotonic() >= due:
                progress.resume = step.checkpoint
                progress.orbit_sum, progress.received = work.orbit_sum, work.received
                save()
                due = monotonic() + _PAUSE
            if clock.expired():
                return "time is over"
    except Interrupted as stopped:
        return str(stopped)
    progress.complete = work.complete
    save()
    return None
