"""This project's command line as a solver: one `check` for each line."""

import io
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

from feasibility.cli import main


def answer(line: str, file: Path, geometry: str) -> str:
    start, target = (text.replace("/", "\n") for text in line.split())
    file.write_text(f"# geometry: {geometry}\n{start}\n---\n{target}\n")
    out = io.StringIO()
    with redirect_stdout(out):
        code = main(["check", str(file), "--json", "--time-limit", "60"])
    if code != 0:
        return "no" if code == 1 else "unknown"
    jumps = json.loads(out.getvalue())["certificate"]["proof"]["jumps"]
    return "yes " + " ".join("/".join(map(str, jump)) for jump in jumps)


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        for line in sys.stdin:
            print(answer(line, Path(folder) / "pair.txt", *sys.argv[1:] or ["orthogonal"]), flush=True)
