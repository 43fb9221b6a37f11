"""`--time-limit` is the wall time of the whole command: every command that has it, on hard input.

Processor time is measured, so that other work on the machine does not count, in the seconds that the program's
own clock believes in; and compared with that of the same command when its limit is 0.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from argparse import ArgumentParser
from importlib import import_module
from pathlib import Path

import pytest

from feasibility.cli import commands

LIMIT = 1.0  # seconds
THREADS = 2  # that an engine uses at most
SLACK = 1.0  # seconds over the limit, and twice what the command takes when it may do nothing

HARD = {
    "check": (
        "problem:defi/jury",
        "wiegleb45:-e1 wiegleb45:+e1 --all-criteria",
        "rectangle:64x64:-a1 rectangle:64x64:+a1",
        "english33:-d4 --pegs 1 --no-search --all-criteria",
    ),
    "solve": (
        "problem:defi/jury --method dense",
        "problem:defi/jury --method frontier",
        "rectangle:12x12:-a1 --pegs 3 --method plans",
        "rectangle:12x12:-a1 --pegs 1 --method beam",
        "rectangle:6x6:-a1 rectangle:6x6:+a2 --method plans",
        "triangle:11:-a2 --pegs 1 --sweeps --certificate {out}",
        "english33:-d4 --all 1000000",
        "french37:-d4 french37:+d4 --return-peg d4",
    ),
    "count": (
        "french37:-d4",
        "french37:-d4 --plays",
        "english33:-d4 english33:+d4 --sweeps",
        "english33:-d4 english33:+d4 --sequences",
        "french37:-d4 --pegs 1 --return-peg d4",
        "graph:complete:8:-0",
    ),
    "reach": ("french37:-d4", "english33:-d4 --pegs 23 -o {out} --force", "graph:complete:12:-0 --write-plays {out} --force"),
    "advise": ("french37:-d4", "wiegleb45:-e1 --certificates {out}"),
    "graph": ("graph:complete:12:-0 -o {out}.dot", "english33:-d4 --max-positions 100000000 -o {out}.dot"),
    "pagoda": ("wiegleb45:-e1", "wiegleb45:-e1 --zero-one"),
    "bounds": (
        "wiegleb45:-e1 --certificates {out}",
        "wiegleb45:-e1 --exclusions --certificates {out}",
    ),
    "minimum": ("wiegleb45:-e1 --certificate {out}", "rectangle:12x12:-a1 --certificate {out}"),
    "gap": ("rectangle:4x5",),
    "facets": ("hexagon:3", "rectangle:4x6 --engine builtin", "english33 --sample 100000"),
    "army": ("--level 4 --certificate {out}",),
    "validate": ("ends --board english33", "cone --board triangle:5", "ends --board graph:complete:8"),
}  # fmt: skip
OTHERS = {
    "batch": "for each pair",
    "survey": "for each pair",
    "verify": "its clock is tested in tests/verifier/test_time.py",
}
QUICK = ("check", "count", "facets")


def limited() -> set[str]:
    """The commands with --time-limit."""
    found = set()
    for name, module, _ in commands():
        parser = ArgumentParser()
        import_module(module).add_arguments(parser)
        if "--time-limit" in parser.format_help():
            found.add(name)
    return found


def test_every_command_with_a_time_limit_is_here() -> None:
    assert limited() == set(HARD) | set(OTHERS)


def rate() -> float:
    """Seconds of Python's clocks for one of the system's, which differ where a test plays another machine."""
    began, before = time.process_time(), processor(resource.RUSAGE_SELF)
    while processor(resource.RUSAGE_SELF) - before < 0.02:
        pass
    return (time.process_time() - began) / (processor(resource.RUSAGE_SELF) - before)


def processor(who: int) -> float:
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def seconds(words: list[str], folder: Path) -> float:
    """Processor time of a command and of what it started."""
    before = processor(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "feasibility", *words],
        capture_output=True, text=True, check=False, cwd=folder, timeout=600,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PEGFEAS_CACHE": str(folder)},
    )  # fmt: skip
    assert done.returncode in (0, 1, 3), done.stderr
    return (processor(resource.RUSAGE_CHILDREN) - before) * rate()


@pytest.mark.parametrize(
    ("command", "asked"),
    [
        pytest.param(command, asked, marks=() if command in QUICK and not number else pytest.mark.full)
        for command, every in HARD.items()
        for number, asked in enumerate(every)
    ],
)
def test_a_time_limit_is_kept(command: str, asked: str, tmp_path: Path) -> None:
    words = [command, *asked.format(out=tmp_path / "out").split()]
    nothing = seconds([*words, "--time-limit", "0.001"], tmp_path)
    took = seconds([*words, "--time-limit", str(LIMIT)], tmp_path)
    assert took < nothing + THREADS * LIMIT + SLACK + 2 * nothing
    assert nothing < SLACK + 2 * seconds(["board", "english33"], tmp_path) + 2.0
