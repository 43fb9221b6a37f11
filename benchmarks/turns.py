"""Commands timed in turns, as processes: walls, processor times, peaks of memory.

    python -m benchmarks.turns --task TITLE [--times N] [--keep FILE] NAME=COMMAND ...
    python -m benchmarks.turns --table FILE

Each command runs once to warm up and then N times, one after the other, so that the noise of the machine hits
all alike. A command must end with 0. --keep adds the measurements to a file of JSON lines, --table prints
such a file. Programs of other people are built outside of this project and named by their path.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.measuring import engine, machine  # noqa: E402


def main() -> int:
    """Measure, or print what was measured."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.turns", description=__doc__)
    parser.add_argument("commands", nargs="*", metavar="NAME=COMMAND")
    parser.add_argument("--task", default="", metavar="TITLE", help="what all of them do")
    parser.add_argument("--times", type=int, default=7, metavar="N", help="runs of each (7)")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="add the measurements to this file")
    parser.add_argument("--table", type=Path, metavar="FILE", help="print the table of this file")
    options = parser.parse_args()
    if options.table is not None:
        lines = options.table.read_text(encoding="utf-8").splitlines()
        print(tables([json.loads(line) for line in lines]))
        return 0
    records = in_turns(options.task, [word.split("=", 1) for word in options.commands], options.times)
    if options.keep is not None:
        with options.keep.open("a", encoding="utf-8") as file:
            file.writelines(f"{json.dumps(record)}\n" for record in records)
    print(f"{engine()}\n\n{tables(records)}\n\nMeasured {machine()}")
    return 0


def in_turns(task: str, commands: list[list[str]], times: int) -> list[dict[str, Any]]:
    """One record for each command; the first is the one that the others are compared with."""
    runs: list[list[tuple[float, float, int]]] = [[] for _ in commands]
    for turn in range(times + 1):
        for (_, command), results in zip(commands, runs, strict=True):
            result = once(command)
            if turn > 0:
                results.append(result)
    return [
        {"task": task, "name": name, "command": command, "runs": [list(run) for run in results]}
        for (name, command), results in zip(commands, runs, strict=True)
    ]


def once(command: str) -> tuple[float, float, int]:
    """Wall seconds, processor seconds and the peak in MiB of one process."""
    began = perf_counter()
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(shlex.split(command), **quiet)  # type: ignore[call-overload]
    _, status, usage = os.wait4(process.pid, 0)
    wall = perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"ended with {process.returncode}: {command}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss >> 10


def tables(records: list[dict[str, Any]]) -> str:
    """A row for each command, tasks together."""
    lines = [
        "| task | program | runs | processor s | spread | wall s | MiB |",
        "|---|---|--:|--:|--:|--:|--:|",
    ]
    last = None
    for record in records:
        walls, own, peaks = zip(*record["runs"], strict=True)
        title, last = "" if record["task"] == last else record["task"], record["task"]
        cells = [title, record["name"], len(walls), f"{median(own):.3g}"]
        cells += [f"{min(own):.3g} to {max(own):.3g}", f"{median(walls):.3g}", max(peaks)]
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
