"""What it takes to find a play with the fewest sweeps and to prove that none has fewer, pair by pair.

python -m research.sweeps

Each pair is one process of `pegfeas solve START TARGET --sweeps`: its processor time and its peak memory.
"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.measuring import engine, machine
from benchmarks.turns import once

PAIRS = (
    ("english33:-d4", "english33:+d4"),
    ("english33:-d1", "english33:+d1"),
    ("english33:-d2", "english33:+d2"),
    ("english33:-c1", "english33:+c1"),
    ("french37:-d3", "french37:+d5"),
    ("french37:-d2", "french37:+d3"),
    ("french37:-c1", "french37:+e4"),
    ("french37:-d2", "french37:+d6"),
    ("french37:-c1", "french37:+b4"),
    ("french37:-c1", "french37:+e1"),
    ("french37:-d3", "french37:+d2"),
    ("french37:-c1", "french37:+e7"),
    ("french37:-d2", "french37:+a3"),
    ("french37:-d3", "french37:+a5"),
    ("diamond41:-d2", "diamond41:+f2"),
    ("rectangle:6x6:-a1", "rectangle:6x6:+a1"),
)
HEAD = "| start | target | processor s | MiB |\n|---|---|--:|--:|"
SECONDS = 3600


def main() -> int:
    """A row for each pair, as it is measured."""
    print(f"{engine()}\n\n{HEAD}", flush=True)
    for start, target in PAIRS:
        command = [sys.executable, "-m", "feasibility", "solve", start, target, "--sweeps"]
        _, seconds, peak = once(shlex.join([*command, "--time-limit", str(SECONDS)]))
        print(f"| {start} | {target} | {seconds:.1f} | {peak} |", flush=True)
    print(f"\nMeasured {machine()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
