"""What is refused: nothing is done, the exit code is 2, and what is said is what somebody has read."""

from __future__ import annotations

import shlex
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from feasibility.base.errors import UsageError
from feasibility.cli import main
from feasibility.cli.additions import wanted
from tests.docs.console import blocks, steps

PAGE = Path(__file__).parent / "golden" / "refused.md"
REFUSED = [step for block in blocks(PAGE.read_text(encoding="utf-8")) for step in steps(block.body)]


@pytest.mark.parametrize(("command", "said"), REFUSED, ids=[command for command, _ in REFUSED])
def test_what_is_refused(
    command: str,
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO()))
    assert main(shlex.split(command)[1:]) == 2
    assert capsys.readouterr() == ("", said)
    assert said.splitlines()[-1].startswith("pegfeas: error: ") and not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "words",
    [
        "check FILE --html FILE", "check line:4:-a1 FILE --certificate FILE", "solve FILE --picture FILE",
        "solve -f FILE --certificate FILE", "board FILE --matrix FILE", "draw FILE -o FILE", "batch FILE -o FILE",
        "survey FILE --html ./FILE", "survey FILE --table FILE",
        "validate FILE --board line:5 --counterexample FILE", "validate FILE:f --board line:5 --certificate FILE",
        "validate cone --board line:4 --target FILE --counterexample FILE",
    ],
)  # fmt: skip
def test_what_is_read_is_not_written_over(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "mine.svg"
    file.write_text(".xx.\n")
    assert main(words.replace("FILE", file.name).split()) == 2
    assert "it is read; expected another file" in capsys.readouterr().err and file.read_text() == ".xx.\n"


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="the system does not tell where it goes")
@pytest.mark.parametrize("name", ["told", "/dev/stdout"])
def test_the_answer_is_not_replaced_by_a_file(name: str, tmp_path: Path) -> None:
    """Where standard output is a file, one of that name would take its place, and the answer be lost."""
    command = [
        sys.executable,
        "-m",
        "feasibility",
        "check",
        "line:4:-b1",
        "line:4:+c1",
        "--certificate",
        name,
    ]
    with (tmp_path / "told").open("w") as told:
        done = subprocess.run(
            command, cwd=tmp_path, stdout=told, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2 and "standard output goes there; expected another file" in done.stderr


def test_options_of_two_studies_are_refused_together() -> None:
    """Whatever each says of the other: one of them would be passed over."""

    class Added:
        APART = ()

        def __init__(self, option: str) -> None:
            self.OPTIONS = (option,)

        def add(self, parser: ArgumentParser) -> None: ...

        def run(self, args: Namespace) -> int:
            return 0

    one, two = Added("one"), Added("two")
    assert wanted([one, two], Namespace(one=None, two="x")) is two
    with pytest.raises(UsageError, match="--one and --two do not go together"):
        wanted([one, two], Namespace(one="x", two="y"))
