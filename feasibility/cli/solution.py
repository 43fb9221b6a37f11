"""What `solve` found, as text, as JSON and as a certificate value."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from feasibility.cli.common import plural
from feasibility.cli.plays import trace, words
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair
from feasibility.proofs.verdict import Answer
from feasibility.render.verified import verified_json
from feasibility.text.moves import join_sweeps
from feasibility.text.readings import PutBack

if TYPE_CHECKING:
    from feasibility.decide.plays import Solved
    from feasibility.proofs.certificate import Certificate


def answer_of(solved: Solved) -> Answer:
    """The verdict."""
    if solved.jumps is not None:
        return Answer.FEASIBLE
    return Answer.UNKNOWN if solved.finding.proof is None else Answer.INFEASIBLE


def as_json(pair: Pair, solved: Solved, args: Namespace) -> dict[str, Any]:
    """The JSON object of an answer."""
    certificate, jumps, finding = certificate_of(pair, solved), solved.jumps, solved.finding
    return {
        "verdict": str(answer_of(solved)),
        "decided_by": None if finding.proof is None else finding.criterion,
        "summary": finding.summary,
        "notes": list(solved.notes),
        **play_json(pair, jumps, args),
        "sweeps": None if jumps is None else len(join_sweeps(jumps)),
        **({"sweeps_at_least": solved.at_least} if args.sweeps else {}),
        "certificate": None if certificate is None else certificate.to_json(),
        **verified_json(solved.acceptance),
    }


def play_json(
    pair: Pair, jumps: tuple[Jump, ...] | None, args: Namespace, back: PutBack | None = None
) -> dict[str, Any]:
    """The part of it that is the play."""
    if jumps is None:
        return {"moves": None, "jumps": None}
    return {"moves": words(pair.board, jumps, back, args.notation), "jumps": [list(j) for j in jumps]}


def certificate_of(pair: Pair, solved: Solved) -> Certificate | None:
    """The proof as a certificate, None without one."""
    from feasibility.api.solve import Solution

    return Solution(pair, solved).certificate


def show_none(pair: Pair, solved: Solved) -> None:
    """Why there is no play, with the proof in words; or why none is known."""
    from feasibility.cli import terminal
    from feasibility.engines import SEARCH
    from feasibility.render.text import proof_lines
    from feasibility.render.words import explain

    finding = solved.finding
    if finding.proof is None:
        print(f"UNKNOWN: {finding.summary}")
        return
    by = "" if finding.criterion == SEARCH else f"{finding.criterion}: "
    print(f"NO PLAY: {by}{finding.summary}\n")
    print(
        "\n\n".join(
            proof_lines(pair.board, explain(pair, finding.proof), terminal.width(), terminal.colour())
        )
    )


def show(
    pair: Pair, jumps: tuple[Jump, ...], args: Namespace, summary: str, back: PutBack | None = None
) -> None:
    """A play as text."""
    if not jumps and back is None:
        print("no jump is needed: the start is already what the target asks for")
        return
    if args.trace:
        trace(pair.start, jumps, back)
    sweeps = join_sweeps(jumps)
    longest = max(map(len, sweeps), default=0)
    if back is None:
        summary += f"; {plural(len(sweeps), 'sweep')}, the longest of {plural(longest, 'jump')}"
    print(summary)
    print(" ".join(words(pair.board, jumps, back, args.notation, sweeps=True)))
