"""How long pictures and reports take: medians of repeated calls in one process, after one to warm up.

The bars: SVG of an English position below 2 ms; the report of an English check below 50 ms beyond the check
and below 300 KB; the pages of a board with 119 holes.

    python benchmarks/render.py
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter

from feasibility import Limits, Pair, Target, Verdict, check, read_pair
from feasibility.render import pictures
from feasibility.render.html import report_html
from feasibility.render.svg import svg
from feasibility.render.text import report

PAIRS = (
    ("play", "english33:-d4", "english33:+d4"),
    ("pagoda", "english33:+c1+d2+b3+b4", "english33:+c3"),
    ("turn", "english33:+c1+a3+c2+b3+d4", "english33:+d4"),
    ("residue", "french37:-d4", "french37:+d4"),
)


def milliseconds(call: Callable[[], object], repeats: int = 50) -> float:
    """Median time of a call."""
    call()
    times = []
    for _ in range(repeats):
        start = perf_counter()
        call()
        times.append(perf_counter() - start)
    return 1000 * median(times)


def line(name: str, took: float, size: int, note: str = "") -> None:
    """One row."""
    print(f"{name:44} {took:9.3f} ms {size / 1000:9.1f} kB  {note}".rstrip())


def main() -> None:
    """Measure and print."""
    pair = read_pair("english33:-d4", "english33:+d4")
    line(
        "SVG, English position",
        milliseconds(lambda: svg(pictures.position(pair.start)), 500),
        len(svg(pictures.position(pair.start))),
        "bar: 2 ms",
    )
    line(
        "SVG, English pair",
        milliseconds(lambda: svg(pictures.pair(pair)), 500),
        len(svg(pictures.pair(pair))),
    )
    for name, start, target in PAIRS:
        measure(name, check(read_pair(start, target), limits=60.0), "bars: 50 ms, 300 kB")
    large = read_pair("rectangle:7x17:-i4")
    counted = Pair(large.start, Target.with_pegs(large.board, 1))
    line(
        "SVG, 119 holes",
        milliseconds(lambda: svg(pictures.position(large.start)), 200),
        len(svg(pictures.position(large.start))),
    )
    measure("119 holes", check(counted, limits=Limits(5.0)))


def measure(name: str, verdict: Verdict, note: str = "") -> None:
    """The report of a verdict, as HTML and as text."""
    line(
        f"report, {name}: HTML",
        milliseconds(lambda: report_html(verdict)),
        len(report_html(verdict).encode()),
        note,
    )
    line(f"report, {name}: text", milliseconds(lambda: report(verdict)), len(report(verdict)))


if __name__ == "__main__":
    main()
