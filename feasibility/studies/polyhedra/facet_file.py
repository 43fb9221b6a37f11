"""Lists of facets as JSON lines, and the file beside one that lets a killed run go on.

FILE.state holds the engine's checkpoint, the tally and the length of FILE at that moment. A resumed run cuts
FILE to that length, so whatever was written later is written again, once.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Any, TextIO

import numpy as np

from feasibility.base.arrays import Ints
from feasibility.base.durable import Aside
from feasibility.base.errors import InputError
from feasibility.base.files import LINES_ARE_KEPT, spare, unwritable, write_file
from feasibility.base.limits import Clock
from feasibility.base.report import Report
from feasibility.base.stopped import Stopped, StoppedError
from feasibility.game.geometry import Board
from feasibility.many.output import hold
from feasibility.studies.polyhedra.cone import are_extreme, changes, dual_cone, tight_jumps
from feasibility.studies.polyhedra.facets import Enumeration, Facet, FacetTally
from feasibility.systems.facet_library import board_digest

_PAUSE = 2.0  # seconds between two writes of the state
_LARGEST = 1 << 53  # of a weight in a list


def line(facet: Facet) -> str:
    return json.dumps(vars(facet) | {"zero_one": facet.zero_one}, separators=(",", ":")) + "\n"


@dataclass
class FacetList:
    """A list of facets and the run that makes it; in a file, its state is kept too."""

    run: Enumeration
    path: str | None = None
    length: int = 0

    def save(self) -> None:
        """Replaces the state file at once, so that a kill leaves the old one or the new one."""
        run = self.run
        state = self._asked() | {"engine": run.engine, "length": self.length, "tally": vars(run.tally)}
        state |= {"resume": run.resume, "complete": run.complete}
        with Aside(f"{self.path}.state") as file:
            file.write(json.dumps(state).encode())

    def _asked(self) -> dict[str, object]:
        """What a run must have in common with the one that it goes on with."""
        return {"board": board_digest(self.run.board), "every": self.run.every}

    def go_on(self) -> None:
        """Takes up the run where its state file has it, and cuts the list back to that."""
        path, run = str(self.path), self.run
        source = f"{path}.state"
        state, tally = _load(source)
        words = {"board": "its board differs", "every": "--all was said in one of them only"}
        for name, asked in self._asked().items():
            if state[name] != asked:
                wrong = f"the earlier run was another one: {words[name]}"
                raise InputError(wrong, source=source, expected="the same board and options")
        going, complete = state["resume"] is not None, state["complete"]
        if going and not complete and state["engine"] != run.engine:
            seen, expected = str(state["engine"])[:40], f"{run.engine}, or another file"
            wrong = "the earlier run was by another engine"
            raise InputError(wrong, source=source, seen=seen, expected=expected)
        if complete or going:
            self.length, run.tally, run.complete = state["length"], tally, complete
            run.engine = state["engine"]
        if going and not complete:
            run.take_up(state["resume"], listed(path, run.board, self.length))  # before anything is cut
        try:
            size = os.path.getsize(path)
            if size < self.length or (complete and size > self.length):
                how, expected = "shorter" if size < self.length else "longer", f"{self.length:,} bytes"
                wrong = f"the list is {how} than its state file says"
                raise InputError(wrong, source=path, seen=f"{size:,} bytes", expected=expected)
            if not complete:
                os.truncate(path, self.length)
        except OSError as error:
            raise unwritable(path, error) from None

    def record(
        self, sink: TextIO | None, clock: Clock, report: Report, seen: list[Facet] | None = None
    ) -> Stopped | None:
        """Writes the facets as they come and adds them to `seen`; why the run ended early, or None."""
        due = 0.0
        self._keep(sink)
        try:
            for facets in self.run.steps(clock, report):
                text = "".join(map(line, facets))
                if sink is not None:
                    sink.write(text)
                if seen is not None:
                    seen += facets
                self.length += len(text)
                late = clock.expired()
                if self.run.checkpoint is not None and (late or monotonic() >= due):
                    self.run.resume = self.run.checkpoint()
                    self._keep(sink)
                    due = monotonic() + _PAUSE
                if late:
                    return Stopped("time", "time ran out")
        except StoppedError as end:
            return end.stopped
        self._keep(sink)
        return None

    def _keep(self, sink: TextIO | None) -> None:
        if self.path is not None and sink is not None:
            sink.flush()
            self.save()


def _load(path: str) -> tuple[dict[str, Any], FacetTally]:
    """The progress of an earlier run; InputError where there is none."""
    names = ("board", "every", "engine", "length", "resume", "complete")
    try:
        with open(path, encoding="utf-8") as file:
            state: Any = json.load(file)
        if type(state["length"]) is not int or state["length"] < 0:
            raise ValueError("its length is no number of bytes")
        return {name: state[name] for name in names}, FacetTally(**state["tally"])
    except FileNotFoundError:
        raise InputError("nothing to resume", source=path, expected="the state file of a run") from None
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as wrong:
        raise InputError(f"not a state file: {wrong}", source=path) from None


def open_new(path: str, force: bool = False) -> None:
    """Creates the list. InputError if it exists and is not to be replaced: days of work may be in it."""
    spare(path, force, "another name, --resume to go on, or --force to replace it")
    if os.path.isfile(path):
        with opened(path):
            pass  # nobody else writes to it
    write_file(path, "")


@contextmanager
def opened(path: str) -> Iterator[TextIO]:
    """The list, to write at its end; no other run may."""
    try:
        with open(path, "a", encoding="ascii", opener=lambda p, how: os.open(p, how & ~os.O_CREAT)) as file:
            hold(file.fileno(), path)
            yield file
    except FileNotFoundError:
        raise InputError("nothing to resume", source=path, expected="the list of a run") from None
    except OSError as error:
        raise unwritable(path, error, LINES_ARE_KEPT) from None


def listed(path: str, board: Board, length: int = -1) -> Ints:
    """The facets at the head of a list, each proved again; InputError with the line that holds none."""
    with open(path, encoding="ascii", errors="replace") as file:
        lines = file.read(length).splitlines()
    read, cone = [_weights(text) for text in lines], dual_cone(board)
    wrong = [i for i, weights in enumerate(read) if len(weights) != board.n]
    if not wrong:
        table = np.array(read, dtype=np.int64).reshape(-1, board.n)
        valid = np.flatnonzero((changes(board, table) <= 0).all(axis=1))
        extreme = valid[are_extreme(cone, tight_jumps(cone, table[valid]))]
        wrong = np.setdiff1d(np.arange(len(table)), extreme).tolist()
    for at in wrong[:1]:
        seen, expected = repr(lines[at][:60]), "a line of the run that is resumed"
        raise InputError("not a facet of this board", source=path, line=at + 1, seen=seen, expected=expected)
    return table


def _weights(text: str) -> list[int]:
    """The weights of a line; none where it has none, or numbers beyond those of a list."""
    try:
        weights = json.loads(text)["weights"]
    except (ValueError, KeyError, TypeError):
        return []
    whole = isinstance(weights, list) and all(type(v) is int and abs(v) < _LARGEST for v in weights)
    return weights if whole else []
