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
from typing import TYPE_CHECKING, Any

from feasibility.base.durable import Aside
from feasibility.base.errors import InputError
from feasibility.base.files import unwritable
from feasibility.base.limits import Clock
from feasibility.base.report import Report
from feasibility.base.stopped import Stopped, StoppedError
from feasibility.game.geometry import Board, coordinate
from feasibility.studies.polyhedra.engines import Engine
from feasibility.studies.polyhedra.facets import Enumeration, Facet, Tally

if TYPE_CHECKING:
    from feasibility.studies.polyhedra.cone import Ints

FORMATS = ("jsonl", "csv")
_PAUSE = 2.0  # seconds between two writes of the state
_LARGEST = 1 << 53  # of a weight in a list


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
        with Aside(f"{path}.state") as file:
            file.write(json.dumps(data).encode())


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


def listed(path: str, form: str, board: Board) -> Ints:
    """The facets of a list, each proved again; InputError with the line that holds none."""
    import numpy as np

    from feasibility.studies.polyhedra.cone import dual_cone
    from feasibility.studies.polyhedra.rays import are_extreme, changes, tight_jumps

    with open(path, encoding="ascii", errors="replace") as file:
        rows = [(number, text) for number, text in enumerate(file, 1) if text != header(board, form)]
    read = [_weights(text, form) for _, text in rows]
    cone = dual_cone(board)
    wrong = [i for i, weights in enumerate(read) if len(weights) != board.n]
    if not wrong:
        table = np.array(read, dtype=np.int64).reshape(-1, board.n)
        valid = np.flatnonzero((changes(board, table) <= 0).all(axis=1))
        extreme = valid[are_extreme(cone, tight_jumps(cone, table[valid]))]
        wrong = np.setdiff1d(np.arange(len(table)), extreme).tolist()
    if wrong:
        number, text = rows[wrong[0]]
        raise InputError(
            "not a facet of this board", source=path, line=number, seen=repr(text[:60]),
            expected="a line of the run that is resumed",
        )  # fmt: skip
    return table


def _weights(text: str, form: str) -> list[int]:
    """The weights of a line; none where it has none, or numbers beyond those of a list."""
    try:
        weights = json.loads(text)["weights"] if form == "jsonl" else [int(v) for v in text.split(",")[3:]]
    except (ValueError, KeyError, TypeError):
        return []
    whole = isinstance(weights, list) and all(type(v) is int and abs(v) < _LARGEST for v in weights)
    return weights if whole else []


def continued(
    board: Board, engine: Engine, progress: Checkpoint, path: str | None = None, jobs: int = 1
) -> Enumeration:
    """The run that goes on from there, with the list at `path`."""
    stored = None
    if engine.by_orbit and path is not None and progress.resume is not None:
        stored = listed(path, progress.form, board)
    return Enumeration(
        board,
        engine,
        progress.every,
        progress.resume,
        progress.tally,
        progress.complete,
        progress.orbit_sum,
        progress.received,
        jobs,
        stored,
    )


def record(
    work: Enumeration,
    progress: Checkpoint,
    write: Callable[[str], object],
    save: Callable[[], None],
    clock: Clock,
    report: Report,
    see: Callable[[Facet], None] = lambda facet: None,
) -> Stopped | None:
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
                progress.resume = step.checkpoint()
                progress.orbit_sum, progress.received = work.orbit_sum, work.received
                save()
                due = monotonic() + _PAUSE
            if clock.expired():
                return Stopped("time", "time ran out")
    except StoppedError as end:
        return end.stopped
    progress.complete = work.complete
    save()
    return None
