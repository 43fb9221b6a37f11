"""What the measurements of benchmarks/schedule.py come to: tables, whole processes, and a plot.

    python -m research.schedule_report FILE tables NAME [NAME ...]
    python -m research.schedule_report FILE processes NAME [--every] [--runs N] [--python EXE --name OTHER]
    python -m research.schedule_report FILE plot NAME [NAME ...] --output FILE.svg

`processes` takes the pairs on which `check`, kept as NAME, took more than 0.1 s, and adds up the processor
time of a process of `check` and of one that asks the best procedure alone; with --every, all pairs that a
procedure decided; with --runs, the medians of so many of each, in turns. Their clocks tell processor time
(benchmarks/clock). `--python EXE` asks `check` of another checkout, kept as OTHER.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.schedule import ENGINES, LEAST, Kept, pairs
from feasibility.game.position import Pair, Position

CLOCK = Path(__file__).resolve().parents[1] / "benchmarks" / "clock"
Ratios = list[tuple[float, str]]


def quotients(kept: Kept, name: str, alone: str = "alone") -> Ratios:
    """`check` over the best procedure, where `check` takes long enough and both decide."""
    ratios = []
    for (pair, what), value in kept.known.items():
        best = (kept.known.get((pair, alone)) or {}).get("best")
        if what == name and best and value[0] > LEAST and value[1] != "unknown":
            ratios.append((value[0] / best, pair))
    return sorted(ratios)


def lost(kept: Kept, name: str, seconds: float) -> Iterator[str]:
    """Pairs that stay unknown although a procedure alone decides them in half of that time."""
    for (pair, what), value in kept.known.items():
        best = (kept.known.get((pair, "alone")) or {}).get("best")
        if what == name and value[1] == "unknown" and best and best <= seconds / 2:
            yield f"    lost: {pair}, alone {best:.2f} s"


def tables(kept: Kept, names: list[str], seconds: float) -> None:
    """Distribution and sums, a row for each name, and the worst pairs."""
    print("| check | pairs | over 0.1 s | median | 90 % | worst | sum | unknown |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    for name in names:
        rows = [value for (_, what), value in kept.known.items() if what == name]
        ratios = quotients(kept, name)
        values = [ratio for ratio, _ in ratios] or [0.0]
        unknown = sum(value[1] == "unknown" for value in rows)
        nineth = values[int(0.9 * (len(values) - 1))]
        print(
            f"| {name} | {len(rows)} | {len(ratios)} | {median(values):.2f} | {nineth:.2f} "
            f"| {values[-1]:.2f} | {sum(value[0] for value in rows):.1f} s | {unknown} |"
        )
        for ratio, pair in ratios[-5:]:
            print(f"    {ratio:.1f}  {pair}")
        print(*lost(kept, name, seconds), sep="\n")


def written(position: Position) -> str:
    """As one types it."""
    board = position.board
    return f"{board.name}:+" + "+".join(board.called(hole) for hole in position.pegs)


def process(python: str, pair: Pair, *words: str) -> float:
    """Seconds of one whole process, and of those that it starts."""
    assert pair.exact is not None
    command = [python, "-P", "-m", "feasibility", *words, written(pair.start), written(pair.exact)]
    environment = {**os.environ, "PYTHONPATH": str(CLOCK)}
    before = os.times()
    subprocess.run(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, env=environment
    )
    after = os.times()
    return (after.children_user - before.children_user) + (after.children_system - before.children_system)


def alone(value: dict[str, Any]) -> list[str]:
    """The command that asks the procedure which decides soonest, and nothing else."""
    times = {name: took for name, (took, says) in value["times"].items() if says != "unknown"}
    best = min(times, key=times.__getitem__)
    if best in ENGINES:
        return ["solve", "--method", best]
    return ["check", "--criteria", best, "--no-search", "--patience", "0"]


def raced(kept: Kept) -> list[str]:
    """All pairs that a procedure decided."""
    return [pair for (pair, what), value in kept.known.items() if what == "alone" and value["best"]]


def processes(kept: Kept, labels: list[str], name: str, options: argparse.Namespace) -> None:
    """`check` as a whole process beside the best procedure as one."""
    drawn, other, python = dict(pairs(options.seed, options.each)), options.name, options.python
    limit = ["--time-limit", str(options.seconds)]
    whole = ["check", "--patience", "0"]
    for label in labels:
        if python is None:
            single = alone(kept.known[label, "alone"])
            asked = {"process alone": (sys.executable, single), f"process {name}": (sys.executable, whole)}
        else:
            asked = {other: (python, whole)}
        asked = {what: one for what, one in asked.items() if (label, what) not in kept.known}
        turns = [
            [process(which, drawn[label], *words, *limit) for which, words in asked.values()]
            for _ in range(options.runs)
        ]
        for what, times in zip(asked, zip(*turns, strict=True), strict=True):
            took = median(times)
            kept.add((label, what), {"best": took} if what == "process alone" else [took, "?", times])
    ratios = quotients(kept, f"process {name}" if python is None else other, "process alone")
    values = [ratio for ratio, _ in ratios]
    nineth = values[int(0.9 * (len(values) - 1))]
    print(f"{len(values)} processes: median {median(values):.2f}, 90 % {nineth:.2f}, worst {values[-1]:.2f}")
    print(*(f"    {ratio:.1f}  {pair}" for ratio, pair in ratios[-5:]), sep="\n")


def plot(kept: Kept, names: list[str], output: Path) -> None:
    """How many pairs take at most so many times what the best procedure needs."""
    from feasibility.render.figure import blank, saved

    made = blank(7, 3.5)
    axes = made.add_subplot()
    for name in names:
        values = [ratio for ratio, _ in quotients(kept, name)]
        share = [100 * (place + 1) / len(values) for place in range(len(values))]
        axes.step(
            values,
            share,
            where="post",
            label=f"{name}: {len(values)} pairs over {LEAST} s, median {median(values):.1f}",
        )
    axes.set(
        xscale="log",
        ylim=(0, 103),
        xlabel="time of check / time of the best procedure alone",
        ylabel="% of pairs",
    )
    axes.axvline(8, linewidth=0.8, linestyle=":", color="gray")
    axes.legend(loc="lower right")
    made.tight_layout()
    output.write_bytes(saved(made, output.suffix[1:]))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("keep", type=Path, metavar="FILE")
    parser.add_argument("what", choices=["tables", "processes", "plot"])
    parser.add_argument("names", nargs="+", metavar="NAME")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=4)
    parser.add_argument("--every", action="store_true")
    parser.add_argument("--runs", type=int, default=1, help="of each process, in turns")
    parser.add_argument("--python", metavar="EXE")
    parser.add_argument("--name", metavar="OTHER", default="")
    parser.add_argument("--output", type=Path)
    options = parser.parse_args()
    kept = Kept(options.keep)
    if options.what == "tables":
        tables(kept, options.names, options.seconds)
    elif options.what == "processes":
        name = options.names[0]
        labels = raced(kept) if options.every else [pair for _, pair in quotients(kept, name)]
        processes(kept, labels, name, options)
    else:
        plot(kept, options.names, options.output)


if __name__ == "__main__":
    main()
