"""The plot of docs/benchmarks.md, from the closures in docs/results/timings.md."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent / "docs"
ROW = re.compile(r"^\| (\S+) \| \S+ \| (\d+) \| 2\^(\d+) \| [\d,]+ \| ([\d.]+) \|", re.M)


def main() -> None:
    """Draw and write it."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "growth"
    from matplotlib import pyplot

    rows = ROW.findall((DOCS / "results" / "timings.md").read_text(encoding="utf-8"))
    figure, axes = pyplot.subplots(figsize=(6, 3.2), layout="constrained")
    for title, chosen in (
        ("no symmetry used", [r for r in rows if r[1] == "1"]),
        ("with symmetries", [r for r in rows if r[1] != "1"]),
    ):
        axes.plot([int(bits) for _, _, bits, _ in chosen], [float(s) for *_, s in chosen], "o", label=title)
    for name, _, bits, seconds in {row[2]: row for row in rows}.values():
        axes.annotate(
            name.removeprefix("rectangle:"),
            (int(bits), float(seconds)),
            xytext=(4, -10),
            textcoords="offset points",
        )
    axes.set(
        yscale="log", xlim=(10, 37), xlabel="bits of the residue class: 2 to the power of", ylabel="seconds"
    )
    axes.legend()
    figure.savefig(DOCS / "growth.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
