"""What the README shows is run: its commands and its Python here and by test_pages, the set-up by .ci/run."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from feasibility.cli import main
from feasibility.decide.schedule import CRITERIA

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
MOST = 186_425  # bytes of pages for people
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The fenced blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", README, flags=re.M | re.S)


COMMANDS = [line for block in blocks("sh") for line in block.splitlines() if line.strip()]
SET_UP = [line for line in COMMANDS if "pip install" in line]


def test_there_are_exactly_two_set_up_commands() -> None:
    install, test = SET_UP
    assert re.fullmatch(
        r"python3 -m venv \.venv && \.venv/bin/pip install -q \. && \.venv/bin/pegfeas .+", install
    )
    assert test == '.venv/bin/pip install -q -e ".[test]" && .venv/bin/pytest -n auto'


def test_continuous_integration_runs_both_as_they_stand() -> None:
    script = "".join((ROOT / ".ci" / name).read_text(encoding="utf-8") for name in ("copy", "run"))
    patterns = re.findall(r"grep -m1 '([^']+)' README\.md", script)
    assert len(patterns) == 2
    for pattern, command in zip(patterns, SET_UP, strict=True):
        assert [line for line in README.splitlines() if re.match(pattern, line)] == [command]
    assert 'bash -c "$set_up"' in script
    assert script.rstrip().endswith('bash -c "$run_tests"')


def shown_pegfeas_commands() -> list[str]:
    last = SET_UP[0].rpartition(".venv/bin/")[2]
    return [last, *(line for line in COMMANDS if line.startswith("pegfeas "))]


@pytest.mark.parametrize("command", shown_pegfeas_commands())
def test_every_command_shown_runs(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(shlex.split(command, comments=True)[1:]) in (0, 1)
    shown = capsys.readouterr()
    assert shown.out.strip()
    assert shown.err == ""


def test_every_command_is_of_a_known_kind() -> None:
    assert [c for c in COMMANDS if c not in SET_UP and not c.startswith("pegfeas ")] == []


@pytest.mark.parametrize("block", blocks("python"))
def test_the_python_shown_prints_what_it_says(block: str) -> None:
    said = re.findall(r"^# (.*)$", block, flags=re.M)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(block, "README.md", "exec"), {})
    assert printed.getvalue().splitlines() == said


def test_files_that_are_linked_exist() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target


def test_the_five_lines_come_first() -> None:
    paragraph = README.split("\n\n")[1]
    assert len(paragraph.splitlines()) == 5


def test_it_is_short() -> None:
    assert len(README.splitlines()) <= 90


def test_a_person_reads_the_pages() -> None:
    """All pages together: who adds to them shortens another, but for what a new part must have.

    That is the page of a criterion, the section of a kind of proof, the lines of commands, names and rooms.
    """
    own = {f"explanation/{criterion.name}.md" for criterion in CRITERIA}
    own |= {"certificate-format.md", "reference/commands.md", "reference/python.md"}
    folders = ("", "tutorial", "how-to", "explanation", "reference")
    pages = [path for folder in folders for path in (DOCS / folder).glob("*.md")]
    counted = [path for path in pages if path.relative_to(DOCS).as_posix() not in own]
    rows = (ROOT / "CONTRIBUTING.md").read_bytes().splitlines(keepends=True)
    size = sum(path.stat().st_size for path in (*counted, ROOT / "README.md"))
    size += sum(len(row) for row in rows if not row.startswith(b"| `"))
    assert size <= MOST, f"shorten pages, README or CONTRIBUTING by {size - MOST} bytes"
