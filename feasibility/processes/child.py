"""One process, ours or somebody else's program: started, bounded, and ended with all that it started.

A child leads a group of its own, so that Ctrl-C is for the parent, and ending it ends what it started. A
process that has left the group (a daemon) is known by a mark in its environment, which it has from the child.
A child also ends with its parent, even one that is killed: it holds one end of a pipe of which the parent
holds the other, and the system sends SIGKILL to the group when the parent's end closes. The child's own code
takes no part in this, so it works for any program, and while foreign code holds Python's lock. Systems other
than Linux offer neither the mark nor this; there a child ends when its standard input does, if it reads it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import count
from threading import Lock, Thread, Timer
from time import monotonic, sleep
from typing import IO, BinaryIO, Self, cast

from feasibility.base import scratch

ERRORS = 4096  # bytes of standard error that are kept, the last ones
LAST_WORDS = 1.0  # seconds in which its pipes must come to their end when the process has
MARK = "PEGFEAS_CHILD"  # by this each process that a child started is known
ROUNDS = 100  # of looking for such processes, which may start others meanwhile
FIRST_VICTIM = b"600"  # where memory ends, the system shall take a child and not its parent
F_SETSIG = 10  # of Linux; the module fcntl does not name it
_NUMBERS = count()


class Child:
    """A process with pipes to its input and output; `errors` holds the end of what it says beside them."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        reads: bool = True,
        keep_errors: bool = True,
        ceiling: int | None = None,
        defaults: Mapping[str, str] | None = None,
    ) -> None:
        """Start the program; OSError or ValueError where that cannot be done.

        `ceiling` is the most memory (bytes) that the system gives it. Without `keep_errors` its standard
        error is that of this process. Its environment is ours, with `defaults` for what is missing there, and
        what it keeps for a while goes to the folder of this run.
        """
        life, self._life = os.pipe()
        self._mark = f"{os.getpid()}-{next(_NUMBERS)}-{os.urandom(4).hex()}"
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE if reads else subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE if keep_errors else None,
                env={**_environment(defaults or {}), MARK: self._mark},
                start_new_session=True,
                pass_fds=(life,),
            )
            _dies_with_us(life, self.process.pid)
        except BaseException:
            os.close(self._life)
            raise
        finally:
            os.close(life)
        bound(self.process.pid, ceiling)
        self._errors = _Tail(self.process.stderr)
        self._timer: Timer | None = None
        self._closing = Lock()

    @property
    def inbound(self) -> BinaryIO:
        return _pipe(self.process.stdout)

    @property
    def outbound(self) -> BinaryIO:
        return _pipe(self.process.stdin)

    @property
    def errors(self) -> str:
        """The last lines of its standard error so far; all of them once it has ended."""
        return self._errors.text()

    def end_after(self, seconds: float | None) -> None:
        """Kill it when so much time has passed."""
        if seconds is not None:
            self._timer = Timer(seconds, self.kill)
            self._timer.daemon = True
            self._timer.start()

    def answer(self, text: bytes) -> bytes:
        """All it writes, given all it reads."""
        Thread(target=self._feed, args=(text,), daemon=True).start()
        return self.inbound.read()

    def _feed(self, text: bytes) -> None:
        with suppress(OSError, ValueError):  # it may end without reading
            self.outbound.write(text)
            self.outbound.close()

    def no_more(self) -> None:
        """Nothing more will be written to it."""
        with suppress(OSError, ValueError):
            self.outbound.close()

    def ended(self, patience: float = 0.0) -> int | None:
        """Its exit code as soon as it has ended by itself, None where that takes longer than `patience`."""
        deadline = monotonic() + patience
        while (code := self._code()) is None and monotonic() < deadline:
            sleep(0.005)
        return code

    def _code(self) -> int | None:
        """Its exit code; its number stays taken, so that its group can still be told from others."""
        if self.process.returncode is not None or not hasattr(os, "waitid"):
            return self.process.poll()
        try:
            told = os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
        except ChildProcessError:  # another thread waits for it, and has its code or is about to
            return self.process.poll()
        if told is None:
            return None
        return told.si_status if told.si_code == os.CLD_EXITED else -told.si_status

    def kill(self) -> None:
        """End it and all that it started, now."""
        if self.process.returncode is None:  # not waited for yet: the number is still its own
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        _kill_marked(f"{MARK}={self._mark}".encode())

    def end(self, patience: float = 0.0) -> int:
        """Its exit code, once it is gone; killed when it does not end by itself within `patience` seconds."""
        self.ended(patience)
        self.kill()
        code = self.process.wait()
        self._close()
        return code

    def _close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._errors.finish()
        # not for ever: a thread may be reading a pipe whose other end a process holds that could not be found
        closing = Thread(target=self._close_pipes, daemon=True)
        closing.start()
        closing.join(LAST_WORDS)
        with self._closing:  # two threads may end it, and the number may be another file's by then
            if self._life >= 0:
                os.close(self._life)
                self._life = -1

    def _close_pipes(self) -> None:
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with suppress(OSError, ValueError):
                    pipe.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.end()


class _Tail:
    """Reads a pipe to its end and keeps the last of it."""

    def __init__(self, pipe: IO[bytes] | None) -> None:
        self.kept = b""
        self.thread: Thread | None = None
        if pipe is not None:
            self.thread = Thread(target=self._read, args=(pipe,), daemon=True)
            self.thread.start()

    def _read(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError), pipe:
            while data := os.read(pipe.fileno(), 1 << 16):
                self.kept = (self.kept + data)[-ERRORS:]

    def finish(self) -> None:
        if self.thread is not None:
            self.thread.join(LAST_WORDS)  # not for ever: another process may hold the other end

    def text(self) -> str:
        return self.kept.decode("utf-8", "replace").strip()


def words(code: int | None) -> str:
    """How a process ended."""
    if code is None:
        return "no exit status"
    if code >= 0:
        return f"exit status {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def bound(process: int, ceiling: int | None) -> None:
    """Limit the memory of a process, and let the system take it first where memory ends."""
    with suppress(OSError), open(f"/proc/{process}/oom_score_adj", "wb") as file:
        file.write(FIRST_VICTIM)
    if ceiling is not None and sys.platform == "linux":
        import resource

        with suppress(OSError, ValueError):
            resource.prlimit(process, resource.RLIMIT_DATA, (ceiling, ceiling))


def _environment(defaults: Mapping[str, str]) -> dict[str, str]:
    inherited = {**defaults, **os.environ}
    with suppress(OSError):  # a child that needs no such folder can do without
        inherited["TMPDIR"] = scratch.folder()
    return inherited


def _kill_marked(mark: bytes) -> None:
    """Kill every process with this in its environment, and those that it starts meanwhile."""
    for _ in range(ROUNDS):
        found = [process for process in processes() if mark in _environment_of(process)]
        for process in found:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        if not found:
            return


def processes() -> list[int]:
    """The numbers of all processes, where the system lists them."""
    with suppress(OSError):
        return [int(name) for name in os.listdir("/proc") if name.isdigit()]
    return []


def _environment_of(process: int) -> list[bytes]:
    """What a process was started with; nothing where it is gone, or not ours."""
    with suppress(OSError), open(f"/proc/{process}/environ", "rb") as file:
        return file.read().split(b"\0")
    return []


def _dies_with_us(life: int, group: int) -> None:
    """The group is killed when the other end of the pipe closes."""
    if sys.platform == "linux":
        from fcntl import F_GETFL, F_SETFL, F_SETOWN, FASYNC, fcntl

        fcntl(life, F_SETOWN, -group)
        fcntl(life, F_SETSIG, signal.SIGKILL)
        fcntl(life, F_SETFL, fcntl(life, F_GETFL) | FASYNC)


def _pipe(pipe: IO[bytes] | None) -> BinaryIO:
    if pipe is None:
        raise ValueError("this process was started without that pipe")
    return cast("BinaryIO", pipe)
