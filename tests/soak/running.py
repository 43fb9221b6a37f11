"""Runs one case in a folder of its own, with its trouble, and tells what came of it."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.soak.cases import Case, write_files

MARK = "PEGFEAS_SOAK"  # in the environment of everything that a soak starts
ENOUGH = 90.0  # seconds of the processor after which a command is taken for hung, and killed
STILL = 1.0  # of ENOUGH seconds of the clock; who has had less stands still
SOON = 3.0  # a signal comes within so many seconds


@dataclass
class Ended:
    """What a command left behind."""

    code: int
    out: str
    err: str
    seconds: float
    after_signal: float | None = None  # seconds from the (last) signal to the end
    hung: bool = False
    processor: float = 0.0  # seconds, of the command and of what it waited for


@dataclass(frozen=True)
class Place:
    """Where a soak works: folders for cases, for what they share, and for temporary files."""

    root: Path
    small_disk: Path | None = None

    @property
    def shared(self) -> Path:
        """Work folder and output that several commands use at once and one after the other."""
        return self.root / "shared"

    @property
    def temporary(self) -> Path:
        """TMPDIR of every command."""
        return self.root / "temporary"

    def make(self) -> None:
        """The folders."""
        for name in ("shared", "temporary", "cache", "cases"):
            (self.root / name).mkdir(parents=True, exist_ok=True)

    def folder(self, case: Case) -> Path:
        """The folder of a case; on the small disk if that is its trouble."""
        parent = self.root / "cases"
        if case.trouble == "small disk" and self.small_disk is not None:
            parent = self.small_disk
        return parent / f"case-{case.number}"


def run(case: Case, place: Place) -> list[Ended]:
    """The case, once or twice at the same time."""
    folder = place.folder(case)
    folder.mkdir(exist_ok=True)
    try:
        write_files(case, folder)
    except OSError:  # the small disk is too small even for that
        return []
    words = [word.replace("{shared}", str(place.shared)) for word in case.program]
    with _streams(case, folder) as streams:
        started = [_start(case, place, words, streams) for _ in range(1 + (case.trouble == "twice"))]
        return [_wait(case, process, began, streams) for process, began in started]


@dataclass(frozen=True)
class Streams:
    """What a command reads and writes."""

    stdin: int | None
    stdout: int
    out: Path
    err: Path


@contextmanager
def _streams(case: Case, folder: Path) -> Iterator[Streams]:
    out, err = folder.parent / f"{folder.name}.out", folder.parent / f"{folder.name}.err"
    err.write_bytes(b"")
    given = folder / "stdin"
    with out.open("wb") as stdout, open(given if given.exists() else os.devnull, "rb") as stdin:
        if case.trouble != "broken pipe":
            yield Streams(stdin.fileno(), stdout.fileno(), out, err)
            return
        reader, writer = os.pipe()
        os.close(reader)
        yield Streams(stdin.fileno(), writer, out, err)
        os.close(writer)


def _start(
    case: Case, place: Place, words: list[str], streams: Streams
) -> tuple[subprocess.Popen[bytes], float]:
    environment = {
        **os.environ, MARK: str(place.root), "TMPDIR": str(place.temporary), "HOME": str(place.root),
        "PEGFEAS_CACHE": str(place.root / "cache"), "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }  # fmt: skip
    if case.trouble == "file size":  # Python itself puts compiled files in place that were cut short by it
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
    if case.trouble == "no home":
        environment |= {"HOME": "/proc", "PEGFEAS_CACHE": "/proc/no-such-place"}
    if case.trouble == "small disk" and place.small_disk is not None:
        environment |= {"TMPDIR": str(place.small_disk), "PEGFEAS_CACHE": str(place.small_disk)}
    with streams.err.open("ab") as err:
        process = subprocess.Popen(
            [sys.executable, *words],
            stdin=streams.stdin, stdout=streams.stdout, stderr=err, cwd=place.folder(case), env=environment,
            preexec_fn=_limits(case),  # noqa: PLW1509  (a soak has no threads)
            start_new_session=True,
        )  # fmt: skip
    return process, time.monotonic()


def _limits(case: Case) -> Callable[[], None]:
    def set_them() -> None:
        match case.trouble:
            case "memory":
                most = int(30e6 + case.detail * 4e8)
                resource.setrlimit(resource.RLIMIT_DATA, (most, most))
            case "file size":
                most = int(case.detail**3 * 100_000)
                resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
            case "few files":
                most = int(8 + case.detail * 24)
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
            case "closed output":
                os.close(1)
            case "no input":
                os.close(0)

    return set_them


def _wait(case: Case, process: subprocess.Popen[bytes], began: float, streams: Streams) -> Ended:
    last, before = None, _processor()
    halted = _halt(case, process)
    for number, name in enumerate(case.signals):
        with suppress(subprocess.TimeoutExpired):
            process.wait(case.detail * SOON if number == 0 else 0.5)
        if process.poll() is None:
            process.send_signal(getattr(signal, name))
            last = time.monotonic()
    hung = not _ends(process)
    if hung:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    ended = time.monotonic()
    out, err = (path.read_bytes().decode("utf-8", "replace") for path in (streams.out, streams.err))
    after = None if last is None else ended - last
    return Ended(process.returncode, out, err, ended - began - halted, after, hung, _processor() - before)


def _ends(process: subprocess.Popen[bytes]) -> bool:
    """Whether it ends before it has had enough; on a busy machine that takes longer."""
    used = 0.0
    while True:
        with suppress(subprocess.TimeoutExpired):
            process.wait(ENOUGH)
            return True
        used, before = _used(process.pid), used
        if used > ENOUGH or used - before < STILL:
            return False


def _used(process: int) -> float:
    """Seconds of the processor that it has had, with the children that have ended."""
    with suppress(OSError):
        told = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, told[11:15])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def _halt(case: Case, process: subprocess.Popen[bytes]) -> float:
    """Stops and continues it, and says for how long it stood still; it leads a session of its own."""
    whole = 0.0
    for going, still in zip(case.halts[::2], case.halts[1::2], strict=True):
        with suppress(subprocess.TimeoutExpired):
            process.wait(going)
        if process.poll() is not None:
            break
        os.killpg(process.pid, signal.SIGSTOP)
        time.sleep(still)
        os.killpg(process.pid, signal.SIGCONT)
        whole += still
    return whole


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def left_alive(place: Place) -> list[int]:
    """Processes that a soak has started and that still run."""
    mark = f"{MARK}={place.root}".encode()
    alive = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if int(entry.name) != os.getpid() and mark in (entry / "environ").read_bytes().split(b"\0"):
                alive.append(int(entry.name))
    return alive
