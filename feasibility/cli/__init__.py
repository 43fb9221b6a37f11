"""The command line: one small file per command, which reads arguments, calls the library, prints.

A command is a module with `add_arguments(parser)` and `run(args) -> ExitCode`, here or in a study; its
docstring is the text of its help. Only the chosen one is imported: registry.py must do for `pegfeas --help`.
"""

from __future__ import annotations

import errno
import gc
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, redirect_stdout, suppress
from typing import TYPE_CHECKING, Any, TextIO

from feasibility.base.errors import ExitCode, PegfeasError, ReadingNote, UsageError, near
from feasibility.cli import room
from feasibility.registry import COMMANDS, commands
from feasibility.text.files import read_text

if TYPE_CHECKING:
    from feasibility.cli.ending import Ending

HELP = os.path.join(os.path.dirname(__file__), "assets", "help.txt")
SIGNALLED = 128  # and the number of the signal, as shells count
INTERRUPTED = SIGNALLED + 2
PIPE_CLOSED = SIGNALLED + 13  # the reader of our output went away
LONG = 10.0  # seconds after which a command says that it has no compiled kernels
_OUT_OF_MEMORY = (ExitCode.UNKNOWN, "out of memory, so the answer is unknown")


def main(argv: Sequence[str] | None = None) -> int:
    try:
        from feasibility.cli.ending import Ending
    except KeyboardInterrupt:  # there is nothing yet that would hear it
        _write(sys.stderr, "pegfeas: interrupted\n")
        return INTERRUPTED

    if argv is None:  # to search for garbage while modules are made is a tenth of a start
        gc.set_threshold(50_000)
    # Threads of OpenBLAS cost more at the start than they save: no large matrices of floats are multiplied.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    _open_closed_streams()
    ending = Ending()
    try:
        ending.begin()
        code, text = _answer(list(sys.argv[1:] if argv is None else argv), ending)
    except KeyboardInterrupt:  # before the command began, or when it had ended
        code, text = INTERRUPTED, "interrupted"
    except BaseException:  # no command lets one through, but whoever called may: its signals are its own
        ending.finish()
        ending.restore()
        raise
    ending.finish()
    if code == INTERRUPTED and ending.came is not None:
        code = SIGNALLED + ending.came
    _write(sys.stderr, f"pegfeas: {text}\n" if text else "")
    _write(sys.stdout, "")
    if argv is not None:  # else this was all, and a signal could only disturb the interpreter's end
        ending.restore()
    return int(code)


def _note(message: Warning | str, *_: object, **__: object) -> None:
    """Shows a warning of the readers of text like any other message."""
    _write(sys.stderr, f"pegfeas: {message}\n")


def _answer(words: list[str], ending: Ending) -> tuple[int, str]:
    """The exit code, and what there is to say on standard error."""
    try:
        room.watch()
        with warnings.catch_warnings():
            warnings.simplefilter("always", ReadingNote)
            warnings.showwarning = _note
            code = _choose(words)
        sys.stdout.flush()
    except PegfeasError as error:
        return error.exit_code, f"error: {error}" + (f"\n{error.details}" if error.details else "")
    except MemoryError:
        return _OUT_OF_MEMORY
    except KeyboardInterrupt as stop:  # with what was learnt so far, if anything was
        return INTERRUPTED, ": ".join(filter(None, ("interrupted", str(stop))))
    except BrokenPipeError:
        return PIPE_CLOSED, ""
    except OSError as error:  # most often standard output on a full disk; 1 would be an answer
        if error.errno == errno.ENOMEM:
            return _OUT_OF_MEMORY
        place = error.filename or "standard input or output"
        return ExitCode.USAGE, f"error: cannot read or write {place}: {error.strerror or error}"
    except Exception as error:  # Python would end with 1, which is an answer
        if isinstance(error, RuntimeError) and str(error).startswith("can't start new thread"):
            return _OUT_OF_MEMORY  # Python's words for a stack that the system refuses
        if ending.came is not None:  # numpy has errors of its own where one ends a part of its work
            return INTERRUPTED, "interrupted"
        import traceback

        traceback.print_exc()
        return ExitCode.CONTRADICTION, f"error: a defect of pegfeas, so there is no answer: {error!r}"
    return code, ""


def _choose(words: list[str]) -> int:
    if not words:
        print(help_text(), file=sys.stderr)
        return ExitCode.USAGE
    first, rest = words[0], words[1:]
    if first in ("-h", "--help"):
        print(help_text())
        return ExitCode.OK
    if first == "help":
        return _choose([rest[0], "--help"] if rest and rest[0] != "help" else ["--help"])
    if first == "--cite":
        return _choose(["cite", *rest])
    if first == "--version":
        from feasibility.cli.doctor import version_lines

        print(*version_lines(), sep="\n")
        return ExitCode.OK
    module = next((module for name, module, _ in commands() if name == first), None)
    if module is not None:
        return _run(first, module, rest)
    options = ["--help", "--version", "--cite"]
    names = [name for name, _, _ in commands()]
    kind, known = ("option", options) if first.startswith("-") else ("command", names)
    meant = MEANT.get(first, " or ".join(near(first, known))) or "one that `pegfeas --help` lists"
    raise UsageError(f"unknown {kind}", seen=repr(first[:40]), expected=meant)


def _run(name: str, module: str, words: Sequence[str]) -> int:
    from importlib import import_module

    from feasibility.cli.files import apart, files_of
    from feasibility.cli.parser import parser_of

    try:
        parser = parser_of(name, module)
        args = parser.parse_args(words)
    except SystemExit:  # argparse has printed the help of this command
        return ExitCode.OK
    apart(args, parser.get_default)
    with _slowness_told(), _outlasting(files_of(args)):
        return int(import_module(module).run(args))


class _Outlasting:
    """Standard output, whose reader may go away."""

    def __init__(self, stream: TextIO) -> None:
        self.stream, self.unread = stream, False

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)

    def write(self, text: str) -> int:
        with self._heard():
            self.stream.write(text)
        return len(text)

    def flush(self) -> None:
        with self._heard():
            self.stream.flush()

    @contextmanager
    def _heard(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            self.unread = True
            _silence(self.stream)


@contextmanager
def _outlasting(files: Sequence[str]) -> Iterator[None]:
    """Files that a command writes are written although the reader of its answer goes away."""
    out = _Outlasting(sys.stdout)
    with redirect_stdout(out) if files else nullcontext():
        yield
    if out.unread:
        raise BrokenPipeError


@contextmanager
def _slowness_told() -> Iterator[None]:
    """Without compiled kernels a command that takes long says so, once."""
    import feasibility.native

    if any(name.startswith("_kernels") for name in os.listdir(os.path.dirname(feasibility.native.__file__))):
        yield
        return
    from threading import Timer

    from feasibility.cli.doctor import GET_KERNELS, SLOWER

    text = f"pegfeas: there are no compiled kernels, so {SLOWER}: {GET_KERNELS}\n"
    timer = Timer(LONG, _write, (sys.stderr, text))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


# what people type who have not read the list of commands
MEANT = {
    "play": "serve, a page to play on, or solve, which finds a play",
    "game": "serve, a page to play on",
    "hint": "advise",
    "proof": "check",
    "version": "--version",
}


def help_text() -> str:
    """What `pegfeas --help` prints."""
    listed, core = list(commands()), len(COMMANDS)
    width = max(len(name) for name, _, _ in listed)
    lines = [f"  {name:{width}}  {line}" for name, _, line in listed]
    text, _ = read_text(HELP)
    return text.format(core="\n".join(lines[:core]), beyond="\n".join(lines[core:])).rstrip("\n")


def _open_closed_streams() -> None:
    """A stream that the caller has closed takes everything; Python has None in its place."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115  (open to the end)


def _write(stream: TextIO, text: str) -> None:
    """The last words of a stream. If it takes none, the interpreter must not try again at its end."""
    try:
        stream.write(text)
        stream.flush()
    except (OSError, ValueError):
        _silence(stream)


def _silence(stream: TextIO) -> None:
    """The stream takes everything from now on."""
    with suppress(OSError, ValueError):  # where it is no real file there is nothing to silence
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
