"""Every pair of one vacancy and one last peg of a board: `python -m research.surveys FOLDER BOARD ...`.

Asks the survey of each board and gives its certificates to the checker; answers and certificates are kept in
FOLDER. Writes the pages of docs/results/surveys and the row of each board in their README.md.
"""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import feasibility
from research.one_vacancy import ROOT, ran

PAGES = ROOT / "docs" / "results" / "surveys"
EACH = ("--time-limit", "60", "--memory-limit", "3")


def surveyed(board: str, folder: Path) -> dict[str, Any]:
    """The answer, with what the checker says of each certificate; asked now if that is not kept."""
    file, proofs = folder / f"{board}.json", folder / board
    if not file.exists():
        words = ["survey", board, "--jobs", "1", *EACH, "--json", "--certificates", str(proofs)]
        answer = {"seconds": (told := ran(words))["seconds"], **json.loads(told["told"])}
        limits = ["--workdir", str(folder), "--time-limit", "3600"]
        check = ran(["verify", str(proofs), "--json", *limits], (0, 3))
        words = [json.loads(line)["outcome"] for line in check["told"].splitlines()]
        answer |= {"checked": words.count("valid"), "certificates": len(words), "day": day()}
        file.write_text(json.dumps(answer), encoding="utf-8")
    known: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return known


def day() -> str:
    return f"Version {feasibility.__version__}, {datetime.now(UTC):%Y-%m-%d}"


def page(board: str, found: dict[str, Any]) -> str:
    """A row for each pair that the rule of three lets pass."""
    n = found["counts"]
    rows = [
        f"| `{pair['names'][0]}` | `{pair['names'][1]}` | {pair['verdict']} | {pair['decided_by'] or '-'} "
        f"| {pair['seconds']:.2f} | `{pair['sha256'] or '-'}` |"
        for pair in found["pairs"]
        if pair["same_residues"]
    ]
    lost = n["pairs"] - n["same_residues"]
    return "\n".join([
        f"# Survey of {board}: single vacancy to single peg", "",
        f"{n['pairs']} pairs up to symmetry; {lost} are refuted by the rule of three. Of the "
        f"{n['same_residues']} others {n['feasible']} are played, {n['infeasible_same_residues']} are proved "
        f"infeasible, {n['unknown']} unknown.", "",
        "The digest is the SHA-256 of the certificate's file. The checker accepted "
        f"{found['checked']:,} of the {found['certificates']:,} certificates, which pairs that the rule of "
        f"three refutes have as well. `python -m research.surveys FOLDER {board}`, {found['seconds']:.0f} s "
        f"of processor time. *{found['day']}.*", "",
        "| start | target | verdict | decided by | seconds | SHA-256 |", "|---|---|---|---|---:|---|",
        *rows, "",
    ])  # fmt: skip


def row(board: str, found: dict[str, Any]) -> str:
    n = found["counts"]
    name = board.replace(":", "")
    told = (n["same_residues"], n["feasible"], n["infeasible_same_residues"], n["unknown"])
    return f"| [{board}]({name}.md) | {n['pairs']} | {' | '.join(map(str, told))} |"


def main(place: str, *boards: str) -> int:
    folder, readme = Path(place), PAGES / "README.md"
    folder.mkdir(parents=True, exist_ok=True)
    for board in boards:
        found = surveyed(board, folder)
        (PAGES / f"{board.replace(':', '')}.md").write_text(page(board, found), encoding="utf-8")
        lines = readme.read_text(encoding="utf-8").split("\n")
        mine = [i for i, line in enumerate(lines) if line.startswith(f"| [{board}](")]
        if mine:
            lines[mine[0]] = row(board, found)
        else:
            last = max(i for i, line in enumerate(lines) if line.startswith("| [triangle:"))
            lines.insert(last + 1, row(board, found))
        readme.write_text("\n".join(lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
