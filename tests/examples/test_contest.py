"""The contest's command line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import feasibility
from tests.examples.scripts import EXAMPLES, ROOT

SCRIPT = EXAMPLES / "contest" / "solitaire.py"


def call(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SCRIPT), *words],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
    )


def test_help_version_and_bad_usage() -> None:
    assert call("-h").stdout.startswith("usage:")
    version = call("-v").stdout
    assert version.startswith(f"pegfeas {feasibility.__version__}, copyright") and "MIT" in version
    wrong = call("-f")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "usage" in wrong.stderr
    both = call("-x", "-f", "board.txt", "why").stderr.splitlines()
    assert both[:2] == ["not an option: -x", "not an option: why"]


def test_a_file_with_a_line_that_is_ignored(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text("what is this\n  xxx\n  xxx\nxxxxxxx\nxxx.xxx\nxxxxxxx\n  xxx\n  xxx\n", encoding="utf-8")
    done = call("-f", str(file))
    ignored, summary, moves = done.stdout.splitlines()
    assert (done.returncode, ignored.startswith("ignored")) == (0, True)
    assert summary.startswith("31 jumps")
    pair = feasibility.read_pair("english33:-d4")
    assert pair.start.replay(feasibility.parse_jumps(pair.board, moves)).matches(pair.target)


def test_files_without_a_problem_or_without_a_solution(tmp_path: Path) -> None:
    assert call("-f", str(tmp_path / "missing.txt")).returncode == 2
    assert call("-f", str(EXAMPLES / "contest" / "vide.txt")).returncode == 2
    assert call("-f", "problem:defi/impossible").returncode == 1
