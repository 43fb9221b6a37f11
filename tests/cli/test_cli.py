"""The command line: help, listings, exit codes, suggestions, and what happens when things go wrong."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import feasibility
from feasibility import cli, verifier
from feasibility.base.errors import ExitCode, InputError, SoundnessError
from feasibility.cli import main
from feasibility.cli.parser import Parser
from feasibility.native import binding
from feasibility.registry import commands
from feasibility.text import catalogue
from tests.answers import answer

HERE = Path(__file__).parent


def run(*words: str, text: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """`pegfeas` as a process of its own."""
    command = [sys.executable, "-m", "feasibility", *words]
    return subprocess.run(command, input=text, capture_output=True, timeout=120, check=False)


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["-h"], ["--help"]):
        assert main(words) == 0
        shown = capsys.readouterr().out
        assert all(f"  {name} " in shown for name, _, _ in commands())
    assert main([]) == ExitCode.USAGE
    assert "usage: pegfeas COMMAND" in capsys.readouterr().err


@pytest.mark.parametrize("name", [name for name, _, _ in commands()])
def test_every_command_is_there_and_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert find_spec(next(module for known, module, _ in commands() if known == name)) is not None
    assert main([name, "--help"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"usage: pegfeas {name}")


def test_help_is_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    for words, same in (([], ["--help"]), (["check"], ["check", "--help"]), (["help"], ["--help"])):
        assert main(["help", *words]) == main(same) == 0
        shown = capsys.readouterr().out
        assert shown[: len(shown) // 2] == shown[len(shown) // 2 :]


@pytest.mark.parametrize("line", re.findall(r"\? +(pegfeas .*)", cli.help_text()))
def test_questions_are_answered_as_the_help_says(line: str) -> None:
    command = import_module(next(module for name, module, _ in commands() if name == shlex.split(line)[1]))
    parser = Parser(prog="pegfeas")
    command.add_arguments(parser)
    assert parser.parse_args(shlex.split(line)[2:])


def test_where_a_game_can_end_and_what_lost_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Short forms of the questions in the help; a game from the centre ends in five holes."""
    assert main(["reach", "triangle:5:-a1", "--pegs", "1"]) == 0
    assert "triangle:5:+a1" in capsys.readouterr().out.split()
    assert main(["advise", "triangle:4:-b3", "--pegs", "1"]) in (0, 1)
    assert answer(capsys.readouterr().out).startswith(("Yes, still winnable: ", "No, this is lost: "))


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    first, kernels, highs, rest = capsys.readouterr().out.splitlines()
    assert first == f"pegfeas {feasibility.__version__}"
    assert kernels.startswith("kernels: ") and highs.startswith("HiGHS: ") and rest.endswith("pegfeas doctor")


def test_missing_kernels_are_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(binding, "library", lambda: None)
    assert main(["--version"]) == 0
    assert "kernels: none: numpy does the work, some 20 times slower; " in capsys.readouterr().out


def test_a_long_command_without_kernels_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After ten seconds; here the timer fires when it is started."""
    folder = Path(binding.__file__).parent
    listed = os.listdir
    hidden = lambda path=".": [] if Path(path) == folder else listed(path)  # noqa: E731
    monkeypatch.setattr(cli.os, "listdir", hidden)
    monkeypatch.setattr("threading.Timer.start", lambda timer: timer.function(*timer.args))
    assert main(["board", "line:3"]) == 0
    assert "no compiled kernels, so numpy does the work, some 20 times slower" in capsys.readouterr().err


def test_board_shows_one_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "english33"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("english33: orthogonal, 33 holes, 76 jumps, 8 symmetries\n\n  ...\n")
    assert "13 14 15 16 17 18 19" in shown
    assert "a4 b4 c4 d4 e4 f4 g4" in shown
    assert "4 playable classes (holes that one peg can visit), with 12, 8, 8, 5 holes" in shown
    assert "Incidence matrix: 33 x 76" in shown


def test_board_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "torus:3x4", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    board = catalogue.board("torus:3x4")
    assert [tuple(hole) for hole in facts["holes"]] == list(board.holes)
    assert [tuple(jump) for jump in facts["jumps"]] == [tuple(jump) for jump in board.jumps]
    assert facts["matrix"] == [12, 48]
    assert facts["symmetries"] == 48
    assert facts["symmetries_complete"]
    assert sorted(hole for holes in facts["playable_classes"] for hole in holes) == list(range(12))
    assert facts["coordinates"][:2] == ["a1", "b1"]


def test_odd_boards_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    for name, words in (
        ("line:1", "1 hole, 0 jumps, 1 symmetry"),
        ("line:300", "300 holes, 596 jumps, 2 symmetries"),
        ("rectangle:30x30", "900 holes, 3360 jumps, at least 8 symmetries"),
        ("rectangle:6x5", "30 holes, 76 jumps, 4 symmetries"),
        ("triangle:8", "36 holes, 126 jumps, 6 symmetries"),
    ):
        assert main(["board", name]) == 0
        assert words in capsys.readouterr().out


def test_boards_lists_all_with_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["boards"]) == 0
    shown = capsys.readouterr().out
    for name in catalogue.names():
        assert f"\n{name} " in f"\n{shown}", name
    assert all(f"problem:{name} " in shown for name in catalogue.problems())
    english = shown[shown.index("english33") :].split("\n")
    assert english[0].split()[:7] == ["english33", "33", "holes", "76", "jumps", "8", "symmetries"]
    assert [line.split()[-1] for line in english[:7]] == [
        "...",
        "...",
        "." * 7,
        "." * 7,
        "." * 7,
        "...",
        "...",
    ]


def test_boards_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["boards", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [entry["name"] for entry in found["boards"]] == list(catalogue.names())
    english = next(entry for entry in found["boards"] if entry["name"] == "english33")
    assert (english["holes"], english["jumps"], english["symmetries"]) == (33, 76, 8)
    problem = next(entry for entry in found["problems"] if entry["name"] == "problem:lucas/EL05")
    assert (problem["holes"], problem["start_pegs"], problem["target_pegs"]) == (37, 15, 1)
    assert "line" in found["families"]


def test_a_board_from_standard_input_with_lines_left_out() -> None:
    done = run("board", "-", "--lenient", text="\ufeffhello\r\nxxx\r\nx.x\r\n".encode())
    assert done.returncode == 0
    assert done.stderr.decode().strip() == "pegfeas: ignored standard input, line 1: 'hello'"
    assert done.stdout.startswith(b"rectangle:2x3: orthogonal, 6 holes, 4 jumps, 8 symmetries")
    strict = run("board", "-", text=b"xxx\nx\tx\n")
    assert strict.returncode == 2
    assert strict.stdout == b""
    assert strict.stderr.decode().startswith("pegfeas: error: standard input, line 2, column 2: a character")


@pytest.mark.parametrize(
    "data", [b"", b"\0\1\2\xff", b"x" * 10_000_000, b"\n" * 100_000, b"# a: b\n" * 100_000]
)
def test_no_traceback_for_any_input(data: bytes) -> None:
    done = run("board", "-", text=data)
    assert done.returncode == 2
    assert done.stderr.startswith(b"pegfeas: error: standard input")
    assert done.stderr.count(b"\n") == 1


def test_a_reader_that_goes_away_is_no_error() -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "feasibility", "boards"]
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, timeout=120, check=False)
    os.close(write)
    assert done.stderr == b""
    assert done.returncode == cli.PIPE_CLOSED


def test_files_are_written_although_the_reader_goes_away(tmp_path: Path) -> None:
    """`pegfeas check ... --certificate FILE | head`: what was searched for is not lost."""
    proof, (read, write) = tmp_path / "proof.json", os.pipe()
    os.close(read)
    words = ["check", "french37:-d4", "french37:+d4", "--certificate", str(proof)]
    unbuffered = {**os.environ, "PYTHONUNBUFFERED": "1"}  # a long answer, or none in a buffer
    command = [sys.executable, "-m", "feasibility", *words]
    done = subprocess.run(
        command, stdout=write, stderr=subprocess.PIPE, timeout=120, check=False, env=unbuffered
    )
    os.close(write)
    assert done.returncode == cli.PIPE_CLOSED
    assert b"certificate written" in done.stderr
    assert verifier.check(json.loads(proof.read_text())).valid


REFUTED = "check line:3:+a1+b1 line:3:+b1"
UNWRITABLE = "pegfeas: error: cannot read or write standard input or output: No space left on device\n"
STREAMS = [
    ("verify - <&-", 2, ""),
    ("verify - 0>written", 2, ""),
    ("board - <&-", 2, "pegfeas: error: standard input is closed; expected a text\n"),
    ("board - 0>written", 2, "pegfeas: error: standard input: cannot be read: Bad file descriptor\n"),
    ("boards >/dev/full", 2, UNWRITABLE),
    ("--version >/dev/full", 2, UNWRITABLE),
    ("boards >/dev/full 2>/dev/full", 2, ""),
    ("board enlish33 2>/dev/full", 2, ""),
    (f"{REFUTED} >/dev/full", 2, UNWRITABLE),
    (f"{REFUTED} --certificate proof.json >&-", 1, "pegfeas: certificate written to proof.json;"),
    ("verify proof.json >/dev/full", 2, UNWRITABLE),
    ("verify proof.json >&-", 0, ""),
]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_streams_that_are_closed_or_full_give_no_answer(tmp_path: Path) -> None:
    """1 would say infeasible or rejected; only a stream that the caller closed leaves the answer as it is."""
    for words, code, message in STREAMS:
        command = ["sh", "-c", f'"$0" -m feasibility {words}', sys.executable]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == code, (words, done)
        assert done.stderr.startswith(message) and done.stderr.count("\n") <= 1, (words, done)
        assert message or not done.stderr, (words, done)


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (KeyboardInterrupt(), 130, "pegfeas: interrupted\n"),
        (MemoryError(), 3, "pegfeas: out of memory, so the answer is unknown\n"),
        (OSError(28, "full"), 2, "pegfeas: error: cannot read or write standard input or output: full\n"),
        (OSError(5, "broken", "x"), 2, "pegfeas: error: cannot read or write x: broken\n"),
        (InputError("bad"), 2, "pegfeas: error: bad\n"),
        (SoundnessError("both"), 4, "pegfeas: error: both\n"),
    ],
)
def test_what_becomes_of_errors(
    error: BaseException,
    code: int,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("feasibility.cli.board.read_board", fail)
    assert main(["board", "english33"]) == code
    assert capsys.readouterr().err == message


def test_an_error_that_nobody_foresaw_is_no_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Python itself would end with 1, which says infeasible."""
    monkeypatch.setattr("feasibility.cli.board.read_board", lambda *_, **__: 1 // 0)
    assert main(["board", "english33"]) == 4
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith("Traceback")
    assert lines[-1].startswith("pegfeas: error: a defect of pegfeas, so there is no answer: ZeroDivision")


HEAVY = {"numpy", "scipy", "sympy", "networkx", "matplotlib", "rich", "highspy", "pulp", "dask"}


@pytest.mark.parametrize(
    "words", [["--help"], ["--version"], ["board", "english33"], ["board", "--help"], ["boards"]]
)
def test_the_start_imports_nothing_heavy(words: list[str], tmp_path: Path) -> None:
    code = (
        "import sys; before = set(sys.modules); from feasibility.cli import main; main(sys.argv[1:]); "
        "print(*set(sys.modules) - before, file=sys.stderr)"
    )
    command = [sys.executable, "-c", code, *words]
    clean = {**os.environ, "TMPDIR": str(tmp_path)}  # what dead runs have left is swept away, by shutil
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True, env=clean)
    modules = set(done.stderr.split())
    assert "feasibility.cli" in modules
    assert not HEAVY & {module.partition(".")[0] for module in modules}
    chosen = {module for _, module, _ in commands()} & modules
    name = {"--version": "doctor"}.get(words[0], words[0])  # which tells what is installed
    assert chosen == ({f"feasibility.cli.{name}"} if not name.startswith("-") else set())
    assert not {"dataclasses", "inspect", "pathlib", "shutil"} & modules, (
        "these cost more than the program itself"
    )
    if words[0] == "board":  # neither the reader of drawings, nor what looks for translations
        assert not {"feasibility.text.board_text", "feasibility.text.cells", "locale", "json"} & modules


@pytest.mark.skipif(not binding.levels(), reason="without kernels numpy looks for a play")
@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["solve", "english33:-d4", "english33:+d4"], 0),
        (["check", "english33:-d4", "english33:+d4", "--first"], 0),
        (["solve", "wiegleb45:-e5", "wiegleb45:+e5"], 0),
        (["solve", "english33:-d4", "english33:+e4"], 1),
        (["check", "english33:+f4+e5+c6+e6", "english33:+d2+e3", "--first"], 1),
    ],
)
def test_a_quick_answer_needs_nothing_heavy(words: list[str], code: int) -> None:
    """A play, and refutations by residues and by a known pagoda function, each accepted by the verifier."""
    script = (
        "import sys; from feasibility.cli import main; code = main(sys.argv[1:]); "
        "print(*sys.modules, file=sys.stderr); sys.exit(code)"
    )
    command = [sys.executable, "-c", script, *words, "--work-limit", "50000000"]  # as on any machine
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    modules = set(done.stderr.split())
    assert done.returncode == code
    assert "feasibility.verifier" in modules
    assert not (HEAVY | {"dataclasses", "inspect"}) & modules


@pytest.mark.parametrize(("before", "after"), [(None, "1"), ("4", "4")])
def test_openblas_starts_one_thread_unless_told_otherwise(
    before: str | None, after: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", before or "")
    if before is None:
        monkeypatch.delenv("OPENBLAS_NUM_THREADS")
    assert main(["boards"]) == 0
    assert os.environ["OPENBLAS_NUM_THREADS"] == after


def test_a_limit_of_work_ends_where_it_always_ends(capsys: pytest.CaptureFixture[str]) -> None:
    answers = []
    for _ in range(2):
        assert main(["gap", "rectangle:3x4", "--work-limit", "20"]) == 3
        assert main(["gap", "line:7", "--work-limit", "100000000"]) == 0
        answers.append(capsys.readouterr())
    assert answers[0] == answers[1]
    assert "1 element in 1 orbit" in answers[0].out
    assert main(["gap", "line:7", "--work-limit", "9", "--engine", "normaliz"]) == 2
    assert main(["verify", "no such file", "--work-limit", "9"]) == 2
    assert "--work-limit is --max-work in pegfeas verify" in capsys.readouterr().err
