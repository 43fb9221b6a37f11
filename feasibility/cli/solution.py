"""Plays as `solve` and `replay` print them, and what `solve` found as text and as JSON."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from feasibility.cli.common import plural
from feasibility.game.geometry import Board, Jump
from feasibility.game.position import Pair, Position, PutBack, positions
from feasibility.text.moves import format_jump, format_jumps, join_sweeps
from feasibility.text.writing import lead

if TYPE_CHECKING:
    from feasibility.base.limits import Limits, Stats
    from feasibility.decide.plays import Solution


def words(
    board: Board,
    jumps: tuple[Jump, ...],
    back: PutBack | None = None,
    style: str = "coordinates",
    *,
    sweeps: bool = False,
) -> list[str]:
    """The jumps (or sweeps) of a play, and `(put back d4)` at its place, as `read_play` understands them."""
    if back is None:
        return format_jumps(board, jumps, style, sweeps=sweeps).split()
    parts = jumps[: back.after], jumps[back.after :]
    before, after = (format_jumps(board, part, style, sweeps=sweeps).split() for part in parts)
    return [*before, _put_back(board, back.hole), *after]


def _put_back(board: Board, hole: int) -> str:
    return f"(put back {board.called(hole)})"


def trace(start: Position, jumps: tuple[Jump, ...], back: PutBack | None = None) -> None:
    """Print the board before the first jump and after every one."""
    names = [f"{number}. {format_jump(start.board, jump)}" for number, jump in enumerate(jumps, 1)]
    if back is not None:
        names.insert(back.after, _put_back(start.board, back.hole))
    print(f"start:\n{lead(start)}{start}\n")
    for name, position in zip(names, positions(start, jumps, back), strict=True):
        print(f"{name}\n{position}\n")


def as_json(solution: Solution, args: Namespace) -> dict[str, Any]:
    from feasibility.render.data import fields
    from feasibility.render.verified import verified_json

    certificate, finding, stats = solution.certificate, solution.finding, solution.stats
    return {
        "verdict": str(solution.answer),
        "decided_by": None if finding.proof is None else finding.criterion,
        "summary": finding.summary,
        "notes": list(solution.notes),
        **play_json(solution.pair, solution.play, args),
        "sweeps": solution.sweeps,
        **({"sweeps_at_least": solution.sweeps_at_least} if args.sweeps else {}),
        "certificate": None if certificate is None else certificate.to_json(),
        **verified_json(solution.acceptance),
        **({} if stats is None else {**fields(stats), "seconds": round(stats.seconds, 6)}),
        **args.question.facts,
    }


def cost(stats: Stats) -> str:
    """What a search has cost, as a sentence."""
    width = "" if stats.width is None else f", a beam of at most {stats.width:,} to a level"
    memory = "" if stats.memory is None else f", {stats.memory >> 20:,} MiB at most"
    return f"{plural(stats.explored, 'position', commas=True)} explored{width}, {stats.seconds:.2f} s{memory}"


def play_json(
    pair: Pair, jumps: tuple[Jump, ...] | None, args: Namespace, back: PutBack | None = None
) -> dict[str, Any]:
    if jumps is None:
        return {"moves": None, "jumps": None}
    return {"moves": words(pair.board, jumps, back, args.notation), "jumps": [list(j) for j in jumps]}


def show_first(solution: Solution, limits: Limits) -> None:
    """Yes, no or not known, as a player says it."""
    from feasibility.cli import terminal
    from feasibility.proofs.verdict import Verdict
    from feasibility.render.columns import paint
    from feasibility.render.sentences import STYLES, yes_or_no

    verdict = Verdict(solution.pair, (solution.finding,), limits)
    said = paint(yes_or_no(verdict, terminal.language()), STYLES[solution.answer], terminal.colour())
    terminal.print_words(said)


def show_none(solution: Solution) -> None:
    """Why there is no play, with the proof in words; or why none is known."""
    from feasibility.cli import terminal
    from feasibility.engines import SEARCH
    from feasibility.render.text import proof_lines
    from feasibility.render.words import explain

    pair, finding = solution.pair, solution.finding
    by = "" if finding.criterion == SEARCH or finding.proof is None else f"{finding.criterion}: "
    terminal.print_words(f"{str(solution.answer).upper()}: {by}{finding.summary}")
    if finding.proof is not None:
        proof = proof_lines(pair.board, explain(pair, finding.proof), terminal.width())
        print("", "\n\n".join(proof), sep="\n")


def show(
    pair: Pair, jumps: tuple[Jump, ...], args: Namespace, summary: str, back: PutBack | None = None
) -> None:
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
