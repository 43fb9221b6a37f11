"""One shape for measurements: subjects that do the same work beside a baseline, and the table they become.

All subjects of a group get the same cases and take turns on each, so that the noise of a busy machine hits
them alike. Ratios are medians over the cases of baseline time by own time.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

from feasibility.native import binding

if TYPE_CHECKING:
    import pyperf

Work = Callable[[Any], object]

PACKAGES = ("numpy", "scipy", "highspy", "pulp", "sympy", "networkx")


@dataclass(frozen=True)
class Subject:
    """Something that is timed."""

    label: str
    work: Work


@dataclass(frozen=True)
class Group:
    """Subjects on the same cases; the first is the baseline unless there is nothing to compare with."""

    title: str
    cases: Sequence[Any]
    subjects: tuple[Subject, ...]
    compared: bool = True


@dataclass(frozen=True)
class Row:
    """What came out for one subject, times in seconds."""

    group: str
    label: str
    seconds: tuple[float, ...]  # of each case
    ratio: float | None

    @property
    def name(self) -> str:
        return f"{self.group}: {self.label}"


def measure(group: Group) -> list[Row]:
    """Times every subject on every case, in turn, after one case to warm up."""
    times: list[list[float]] = [[] for _ in group.subjects]
    for subject in group.subjects:
        subject.work(group.cases[0])
    for case in group.cases:
        for seconds, subject in zip(times, group.subjects, strict=True):
            began = perf_counter()
            subject.work(case)
            seconds.append(perf_counter() - began)
    results = zip(group.subjects, times, strict=True)
    return [_row(group, subject, seconds, times[0]) for subject, seconds in results]


def _row(group: Group, subject: Subject, seconds: list[float], base: list[float]) -> Row:
    ratio = None
    if group.compared and seconds is not base:
        ratio = median(b / s for b, s in zip(base, seconds, strict=True))
    return Row(group.title, subject.label, tuple(seconds), ratio)


def spread(numbers: Sequence[float]) -> tuple[float, float, float]:
    """The quartiles."""
    low, middle, high = quantiles(numbers, n=4) if len(numbers) > 1 else (numbers[0],) * 3
    return low, middle, high


def kept(rows: Sequence[Row]) -> pyperf.BenchmarkSuite:
    """The times of all rows, as pyperf writes and reads them."""
    import pyperf

    runs = {row.name: pyperf.Run(row.seconds, metadata={"name": row.name}) for row in rows}
    return pyperf.BenchmarkSuite([pyperf.Benchmark([run]) for run in runs.values()])


def compared(rows: Sequence[Row], path: str) -> str:
    """For each row that an earlier file has, with as many cases: old time by new, case by case."""
    import pyperf

    before = {one.get_name(): one.get_values() for one in pyperf.BenchmarkSuite.load(path).get_benchmarks()}
    lines = ["| what | old time by new, median | quartiles |", "|---|--:|--:|"]
    for row in rows:
        old = before.get(row.name, ())
        if len(old) != len(row.seconds):
            lines.append(f"| {row.name} | not in {path} | |")
            continue
        low, middle, high = spread([a / b for a, b in zip(old, row.seconds, strict=True)])
        lines.append(f"| {row.name} | {middle:.2f} | {low:.2f} to {high:.2f} |")
    return "\n".join(lines)


def table(rows: Sequence[Row]) -> str:
    """Markdown: a line per subject."""
    lines = [
        "| what | how | cases | median ms | quartiles ms | times as fast as the baseline |",
        "|---|---|--:|--:|--:|--:|",
    ]
    last = ""
    for row in rows:
        title, last = "" if row.group == last else row.group, row.group
        ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
        low, middle, high = map(_ms, spread(row.seconds))
        count = len(row.seconds)
        lines.append(f"| {title} | {row.label} | {count} | {middle} | {low} to {high} | {ratio} |")
    return "\n".join(lines)


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.4g}"


def machine() -> str:
    """Where and with what this was measured."""
    versions = []
    for package in PACKAGES:
        try:
            versions.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            versions.append(f"{package} absent")
    return (
        f"{date.today().isoformat()}, {platform.machine()}, {_processor()}, {os.cpu_count()} processors, "
        f"{platform.system()}, Python {platform.python_version()}, {', '.join(versions)}."
    )


def engine() -> str:
    """Which kernels did the work; a checkout has none until they are built."""
    kernels = binding.library()
    if kernels is None:
        return "**The kernels are not compiled: numpy did their work, many times slower.**"
    return f"Kernels: {kernels.level}, compiled by {kernels.compiler}."


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = [line.partition(":")[2].strip() for line in file if line.startswith("model name")]
    except OSError:
        names = []
    return names[0] if names else platform.processor() or "unknown processor"


@dataclass(frozen=True)
class Timed:
    """A task that tells its processor time as well."""

    function: Callable[[Any], Any]

    def __call__(self, task: Any) -> tuple[Any, float]:
        began = process_time()
        return self.function(task), process_time() - began
