"""This project's command line as a solver: one `check` for each line.

    own.py [GEOMETRY BOARD]

Orthogonal boards are drawn in a file; of others, whose jumps the drawing does not tell, the name is used.
"""

import io
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

import feasibility
from feasibility import Position
from feasibility.cli import main
from feasibility.text.references import reference


def drawn(line: str, file: Path) -> list[str]:
    """A file with the pair."""
    start, target = (text.replace("/", "\n") for text in line.split())
    file.write_text(f"# geometry: orthogonal\n{start}\n---\n{target}\n")
    return [str(file)]


def named(line: str, board: str) -> list[str]:
    """Start and target as lists of pegs."""
    positions = []
    for text in line.split():
        holes = [symbol for symbol in text if symbol not in "/E"]
        pegs = [i for i, symbol in enumerate(holes) if symbol == "x"]
        positions.append(Position.of(feasibility.board(board), pegs))
    return [str(reference(one)) for one in positions]


def answer(line: str, file: Path, geometry: str = "orthogonal", board: str = "-") -> str:
    pair = drawn(line, file) if geometry == "orthogonal" else named(line, board)
    out = io.StringIO()
    with redirect_stdout(out):
        code = main(["check", *pair, "--json", "--time-limit", "60"])
    if code != 0:
        return "no" if code == 1 else "unknown"
    jumps = json.loads(out.getvalue())["certificate"]["proof"]["jumps"]
    return "yes " + " ".join("/".join(map(str, jump)) for jump in jumps)


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        for line in sys.stdin:
            print(answer(line, Path(folder) / "pair.txt", *sys.argv[1:]), flush=True)
