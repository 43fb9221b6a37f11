"""The command `pegfeas`: a table of commands, the choice of one, and what becomes of errors.

A command is a module of this package with `add_arguments(parser)` and `run(args) -> ExitCode`; its docstring
is the text of its help. Only the chosen one is imported, so the table alone must do for `pegfeas --help`.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO

from feasibility.base.errors import ExitCode, PegfeasError, ReadingNote, UsageError
from feasibility.cli import room

# name, module, one line of help; in the order in which a newcomer meets them
COMMANDS: tuple[tuple[str, str, str], ...] = (
    ("check", "feasibility.cli.check", "can one position become another? the verdict, with a proof"),
    ("batch", "feasibility.cli.batch", "the verdicts on many pairs, one line of JSON for each"),
    ("survey", "feasibility.cli.survey", "whole families of pairs on a board: proved, played, unknown"),
    ("verify", "feasibility.cli.verify", "check a certificate, independently of everything else"),
    ("solve", "feasibility.cli.solve", "find a play, the one with the fewest sweeps, or several"),
    ("validate", "feasibility.cli.validate", "is a pruning rule of a solver sound, and what does it gain?"),
    ("testset", "feasibility.cli.testset", "pairs with proofs, as plain text, to test whole solvers"),
    ("advise", "feasibility.cli.advise", "which jumps of a position still win, and why the others lose"),
    ("replay", "feasibility.cli.replay", "check a play that a person typed"),
    ("count", "feasibility.cli.count", "positions, orbits, plays, games and dead ends of a start"),
    ("reach", "feasibility.cli.reach", "the positions that a position can become, or that can become it"),
    ("graph", "feasibility.cli.graph", "the game graph of a small pair, for Graphviz and others"),
    ("explain", "feasibility.cli.explain", "the theorem behind a criterion, with an example"),
    ("boards", "feasibility.cli.boards", "list the boards and the problems that come with the program"),
    ("draw", "feasibility.cli.draw", "draw a board, a position or a pair as SVG, PNG or PDF"),
    ("board", "feasibility.cli.board", "show one board: its numbering, playable classes, matrix, symmetries"),
    ("pagoda", "feasibility.cli.pagoda", "pagoda functions that refute a pair; is a hand-made one right?"),
    ("bounds", "feasibility.cli.bounds", "how often each jump can occur between two positions, with proofs"),
    ("minimum", "feasibility.cli.minimum", "the least number of pegs that can remain, with proofs"),
    ("lattice", "feasibility.cli.lattice", "the residue classes of a board, and what they allow"),
    ("gap", "feasibility.cli.gap", "what cone and lattice of a board allow, but whole jumps do not"),
    ("model", "feasibility.cli.model", "write a pair for other solvers (.lp, .mps) and planners (PDDL)"),
    ("army", "feasibility.cli.army", "Conway's army: how far beyond a line, with how few pegs"),
    ("facets", "feasibility.cli.facets", "the extreme pagoda functions of a board: all, or a random sample"),
    ("serve", "feasibility.cli.serve", "a page on this machine to draw boards and check pairs"),
)

SIGNALLED = 128  # and the number of the signal, as shells count
INTERRUPTED = SIGNALLED + 2
PIPE_CLOSED = SIGNALLED + 13  # the reader of our output went away


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    from feasibility.cli.ending import Ending

    # Threads of OpenBLAS cost more at the start than they save: no large matrices of floats are multiplied.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    _open_closed_streams()
    ending = Ending()
    try:
        ending.begin()
        code, text = _answer(list(sys.argv[1:] if argv is None else argv))
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


def _answer(words: list[str]) -> tuple[int, str]:
    """The exit code, and what there is to say on standard error."""
    try:
        room.watch()
        with warnings.catch_warnings():
            warnings.simplefilter("always", ReadingNote)
            warnings.showwarning = _note
            code = _choose(words)
        sys.stdout.flush()
    except PegfeasError as error:
        return error.exit_code, f"error: {error}"
    except MemoryError:
        return ExitCode.UNKNOWN, "out of memory, so the answer is unknown"
    except KeyboardInterrupt as stop:  # with what was learnt so far, if anything was
        return INTERRUPTED, ": ".join(filter(None, ("interrupted", str(stop))))
    except BrokenPipeError:
        return PIPE_CLOSED, ""
    except OSError as error:  # most often standard output on a full disk; 1 would be an answer
        place = error.filename or "standard input or output"
        return ExitCode.USAGE, f"error: cannot read or write {place}: {error.strerror or error}"
    except Exception as error:  # Python would end with 1, which is an answer
        if _of_an_interrupt(error):
            return INTERRUPTED, "interrupted"
        import traceback

        traceback.print_exc()
        return ExitCode.CONTRADICTION, f"error: a defect of pegfeas, so there is no answer: {error!r}"
    return code, ""


def _of_an_interrupt(error: BaseException | None) -> bool:
    """Whether Ctrl-C is behind an error: the import of a compiled library makes an ImportError of it."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _choose(words: list[str]) -> int:
    if not words:
        print(help_text(), file=sys.stderr)
        return ExitCode.USAGE
    first, rest = words[0], words[1:]
    if first in ("-h", "--help"):
        print(help_text())
        return ExitCode.OK
    if first == "--version":
        from feasibility import __version__

        print(f"pegfeas {__version__}")
        return ExitCode.OK
    for name, module, _ in COMMANDS:
        if name == first:
            return _run(name, module, rest)
    kind, known = ("option", ["--help", "--version"]) if first.startswith("-") else ("command", _names())
    near = suggest(first, known) or "one that `pegfeas --help` lists"
    raise UsageError(f"unknown {kind}", seen=repr(first[:40]), expected=near)


def _run(name: str, module: str, words: Sequence[str]) -> int:
    from importlib import import_module

    from feasibility.cli.parser import Parser

    command = import_module(module)
    parser = Parser(prog=f"pegfeas {name}", description=command.__doc__)
    command.add_arguments(parser)
    try:
        args = parser.parse_args(words)
    except SystemExit:  # argparse has printed the help of this command
        return ExitCode.OK
    return int(command.run(args))


def _names() -> list[str]:
    return [name for name, _, _ in COMMANDS]


def suggest(word: str, known: Sequence[str]) -> str | None:
    """The known words that a mistyped one may stand for."""
    from difflib import get_close_matches

    return " or ".join(get_close_matches(word, known, n=3, cutoff=0.6)) or None


def help_text() -> str:
    """What `pegfeas --help` prints."""
    width = max(map(len, _names()))
    return "\n".join(
        [
            "usage: pegfeas COMMAND ...",
            "",
            "Peg solitaire feasibility: can this position become that one, with proofs.",
            "",
            "commands:",
            *(f"  {name:{width}}  {line}" for name, _, line in COMMANDS),
            "",
            "options:",
            "  -h, --help  show this help; `pegfeas COMMAND --help` shows that of a command",
            "  --version   show the version",
            "",
            "exit codes: 0 feasible or success, 1 infeasible or rejected, 2 usage or bad input, 3 unknown,",
            "4 two results that contradict each other",
        ]
    )


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
        with suppress(OSError, ValueError):  # where the stream is no real file there is nothing to silence
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
