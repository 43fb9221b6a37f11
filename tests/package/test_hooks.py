"""What studies put into hooks: each hook is there, what fills it has its type; a newcomer's study works."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path

import pytest

import feasibility
from feasibility.base.errors import InputError
from feasibility.cli.options import add
from feasibility.registry import STUDIES, Hook, load, study
from feasibility.text import catalogue

PACKAGE = Path(feasibility.__file__).parent
FILLS = [(one, hook, place) for one in STUDIES for hook, place in study(one).fills.items()]
# A study as docs and CONTRIBUTING tell to write it: a folder and a line.
OWN = {
    "__init__.py": """
from feasibility.registry import Study

STUDY = Study(
    commands={"greet": "says how many pegs a position has"},
    names={"greet_command": "pegs_of"},
    fills={"cli.solve:OPTIONS": "greet_option"},
)
""",
    "greet_command.py": '''
"""Says how many pegs START has."""
from feasibility.base.errors import ExitCode
from feasibility.cli.arguments import add_pair
from feasibility.cli.opening import told_question

def add_arguments(parser):
    add_pair(parser)

def pegs_of(pair):
    return pair.start.count

def run(args):
    print(pegs_of(told_question(args).pair), "pegs")
    return ExitCode.OK
''',
    "greet_option.py": """
from feasibility.base.errors import ExitCode
from feasibility.cli.options import own

OPTIONS, APART = ("greeted",), ("trace",)

def add(parser):
    own(parser, "--greeted", "says hello")

def run(args):
    print("hello")
    return ExitCode.OK
""",
}
PAIR = ["line:5:-b1", "--pegs", "2"]


def test_every_fill_names_a_hook() -> None:
    assert FILLS
    for _, name, _ in FILLS:
        hook = load(name)
        assert isinstance(hook, Hook) and hook.name == name and hook.filled()


def test_a_hook_that_nothing_fills_refuses_in_words() -> None:
    with pytest.raises(InputError, match="nothing here does such a thing"):
        Hook[object]("cli.solve:NONE", "does such a thing").only()


def test_an_option_that_no_table_has_is_named() -> None:
    with pytest.raises(LookupError, match="no option --unknown in the table of cli/options"):
        add(ArgumentParser(), "unknown")


@pytest.mark.full
def test_what_fills_a_hook_has_its_type(tmp_path: Path) -> None:
    """The strings of the table are seen by mypy here; a function of another type would be an error."""
    lines = ["from typing import TypeVar", "from feasibility.registry import Hook", 'T = TypeVar("T")']
    lines.append("def fill(hook: Hook[T], value: T) -> None: ...")
    for one, name, place in FILLS:
        home, _, hook = name.partition(":")
        module, _, function = place.partition(":")
        lines.append(f"import feasibility.{home}, feasibility.studies.{one}.{module}")
        value = f"feasibility.studies.{one}.{module}" + (f".{function}" if function else "")
        lines.append(f"fill(feasibility.{home}.{hook}, {value})")
    lines.append("import feasibility.cli.solve, feasibility.render.svg")
    lines.append("fill(feasibility.cli.solve.OPTIONS, feasibility.render.svg)")
    (tmp_path / "fills.py").write_text("\n".join(lines) + "\n", encoding="utf-8")
    words = ["--strict", "--follow-imports=silent", "--ignore-missing-imports", "--cache-dir", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *words, "fills.py"],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(PACKAGE.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    errors = [line for line in done.stdout.split("\n") if line.startswith("fills.py") and ": error:" in line]
    assert len(errors) == 1 and f"fills.py:{len(lines)}:" in errors[0], done.stdout + done.stderr


def test_a_new_study_is_a_folder_and_a_line(tmp_path: Path) -> None:
    """With a command, a public name, and an option on a command of the core."""
    skip = shutil.ignore_patterns("*.c", "*.h", "_boards", "__pycache__")
    shutil.copytree(PACKAGE, tmp_path / "feasibility", ignore=skip, copy_function=os.symlink)
    (tmp_path / "boards").symlink_to(catalogue.root())
    home = tmp_path / "feasibility" / "studies" / "greeting"
    home.mkdir()
    for name, text in OWN.items():
        (home / name).write_text(text.lstrip(), encoding="utf-8")
    registry = tmp_path / "feasibility" / "registry.py"
    text = registry.read_text(encoding="utf-8")
    registry.unlink()
    registry.write_text(text.replace('    "page",\n', '    "page",\n    "greeting",\n'), encoding="utf-8")
    program = (
        "import sys, feasibility\nfrom feasibility.cli import main\n"
        f"assert feasibility.pegs_of and main(['greet', *{PAIR}]) == 0\n"
        f"assert main(['solve', *{PAIR}, '--greeted']) == 0\n"
        f"assert main(['solve', *{PAIR}, '--greeted', '--trace']) == 2\n"
        "main(['--help'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": str(tmp_path)},
        cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("4 pegs\nhello\n") and "says how many pegs a position has" in done.stdout
    assert "--greeted and --trace do not go together" in done.stderr
