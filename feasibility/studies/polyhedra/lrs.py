"""lrs (D. Avis, reverse search) as a program: its input, its output as it comes, its restarts.

The jumps are shuffled, always in the same way: that saves a fifth of the bases that it visits. A restart
begins at a basis that was printed; the rays at that basis itself are not printed again, so a basis counts
as a checkpoint only once a later one has been seen.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from feasibility.base import scratch
from feasibility.base.errors import InputError
from feasibility.base.stopped import StoppedError
from feasibility.processes.child import Child
from feasibility.studies.polyhedra.cone import Ints
from feasibility.studies.polyhedra.engines import Batch, Request

BASES_PER_LINE = 5000
ANSWER = 20.0  # seconds in which a program must say that it is lrs
_CHUNK = 1 << 18
_BASIS = re.compile(rb"V#(\d+) R#(\d+) B#(\d+) h=(\d+) +(?:facets|vertices/rays)? *([\d* ]+?) +I#")
_TOTAL = re.compile(rb"\*Totals: .*?rays=(\d+)")


@lru_cache(maxsize=1)
def locate() -> str | None:
    """The program lrs: of the wheel passagemath-lrslib, or on the path."""
    import shutil
    from importlib.util import find_spec

    spec = find_spec("sage_wheels")
    for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
        program = os.path.join(folder, "bin", "lrs")
        if _is_lrs(program):
            return program
    program = shutil.which("lrs") or ""
    return program if _is_lrs(program) else None


def _is_lrs(program: str) -> bool:
    """Whether the program runs and names itself; other tools are called lrs too."""
    if not program:
        return False
    try:
        with Child([program]) as child:
            child.end_after(ANSWER)
            return b"lrslib" in child.answer(b"x\nH-representation\nbegin\n1 2 integer\n0 1\nend\n")
    except OSError:
        return False


def shuffled(count: int) -> list[int]:
    """A fixed order of the rows that looks random."""
    return sorted(range(count), key=lambda i: (2654435761 * (i + 1) % (1 << 32), i))


def input_text(rows: Ints, resume: str | None) -> str:
    """The file that lrs reads; `resume` is a checkpoint."""
    lines = ["pegfeas", "H-representation", "begin", f"{rows.shape[0]} {rows.shape[1] + 1} integer"]
    lines += ["0 " + " ".join(map(str, rows[i].tolist())) for i in shuffled(len(rows))]
    lines += ["end", f"printcobasis {BASES_PER_LINE}"]
    if resume is not None:
        if not re.fullmatch(r"[0-9]+(?: [0-9]+)+", resume):
            raise InputError("not a checkpoint of lrs", seen=repr(resume[:60]))
        lines.append(f"restart {resume}")
    return "\n".join(lines) + "\n"


def run(request: Request) -> Iterator[Batch]:
    """Starts lrs and hands over what it prints."""
    import tempfile

    program = locate()
    if program is None:
        raise InputError("the engine lrs is not installed")
    with tempfile.TemporaryDirectory(dir=scratch.folder()) as folder:
        path = os.path.join(folder, "cone.ine")
        with open(path, "w", encoding="ascii") as file:
            file.write(input_text(request.rows, request.resume))
        with Child([program, path], reads=False, folder=folder) as child:
            child.end_after(request.clock.timeout())
            yield from _read(child, request)


def _read(child: Child, request: Request) -> Iterator[Batch]:
    before = 0 if request.resume is None else int(request.resume.split()[1])
    reader = _Reader(request.rows.shape[1], before)
    while chunk := os.read(child.inbound.fileno(), _CHUNK):
        request.report(f"{reader.bases} bases")
        yield from reader.feed(chunk)
    if reader.total is None:
        over = request.clock.over()
        raise StoppedError(over or "engine", "time ran out" if over else "lrs ended before its time")


@dataclass
class _Reader:
    """Takes the output apart."""

    width: int
    seen: int  # rays so far, those of earlier runs included
    rest: bytes = b""
    bases: int = 0
    total: int | None = None
    pending: tuple[int, list[str]] | None = None  # a basis with its number, until a later one is seen
    _rays: list[bytes] = field(default_factory=list)

    def feed(self, chunk: bytes) -> Iterator[Batch]:
        """The rays of the whole lines so far, cut where a checkpoint begins to count."""
        lines = (self.rest + chunk).split(b"\n")
        self.rest = lines.pop()
        for line in lines:
            if line.startswith(b" 0"):
                self._rays.append(line)
                self.seen += 1
            elif line.startswith(b"V#"):
                checkpoint = self._basis(line)
                if checkpoint is not None:
                    yield self._batch(checkpoint)
            elif line.startswith(b"*Totals"):
                match = _TOTAL.match(line)
                self.total = None if match is None else int(match[1])
        yield self._batch(None)

    def _batch(self, checkpoint: str | None) -> Batch:
        rays, self._rays = self._rays, []
        mark = None if checkpoint is None else lambda: checkpoint
        return Batch(self._numbers(rays), mark, self.total)

    def _basis(self, line: bytes) -> str | None:
        match = _BASIS.match(line)
        if match is None:
            return None
        number = int(match[3])
        self.bases = number
        done = None
        if self.pending is not None and number > self.pending[0]:
            # lrs counts on from the number of rays that a restart names; its own leaves out this basis's
            vertices, _, *place = self.pending[1]
            done, self.pending = " ".join([vertices, str(self.seen), *place]), None
        if b"*" not in match[5]:
            parts = [*match.groups()[:4], *match[5].split()]
            self.pending = (number, [part.decode() for part in parts])
        return done

    def _numbers(self, lines: list[bytes]) -> Ints:
        if not lines:
            return np.zeros((0, self.width), dtype=np.int64)
        try:
            numbers = np.array(b" ".join(lines).split(), dtype=np.int64)
        except (OverflowError, ValueError):
            raise StoppedError("engine", "lrs printed numbers beyond 64 bits") from None
        return np.asarray(numbers.reshape(len(lines), self.width + 1)[:, 1:])
