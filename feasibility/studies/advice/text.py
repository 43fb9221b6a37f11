"""Advice to a player, as text and as a JSON object."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from feasibility.base.plurals import plural, probability
from feasibility.game.position import Pair
from feasibility.proofs.kinds.cases import Cases
from feasibility.proofs.verdict import Answer, Verdict
from feasibility.render.columns import fold, paint
from feasibility.render.tables import Table
from feasibility.render.text import STYLES, positions, proof_lines
from feasibility.render.verified import verified_json
from feasibility.render.words import explain, reasons
from feasibility.studies.advice.advice import Advice, Lost, Tried
from feasibility.text.moves import format_jump, format_jumps

SHORT = 16  # characters of a fraction in a table


def advice_text(advice: Advice, width: int = 100, colour: bool = False, *, proofs: bool = False) -> str:
    """The position, what is known of it, where it was lost, and every jump; with `proofs` in words."""
    told = [positions(advice.pair, width), fold(standing(advice, colour), width)]
    if advice.lost is not None:
        told.append(fold(where_lost(advice.pair, advice.lost), width))
        told += _proof(advice.lost.verdict, width)
    elif proofs:
        told += _proof(advice.verdict, width)
    told.append(str(_table(advice, colour)) if advice.tried else "No jump is legal here.")
    if proofs:
        for tried in advice.tried:
            if tried.verdict.answer is Answer.INFEASIBLE:
                told.append(f"Why {format_jump(advice.pair.board, tried.jump)} loses:")
                told += _proof(tried.verdict, width)
    return "\n\n".join(told)


def standing(advice: Advice, colour: bool = False) -> str:
    """How the position stands, in a sentence or two."""
    answer = advice.verdict.answer
    name = paint(_STANDING[answer], STYLES[answer], colour)
    if advice.pair.start.matches(advice.pair.target):
        return f"{name}: this is the target."
    if answer is Answer.INFEASIBLE:
        return f"{name}: {_by(advice.verdict)}."
    open_ = sum(t.verdict.answer is Answer.UNKNOWN for t in advice.tried)
    jumps = plural(len(advice.tried), "jump")
    said = f"{len(advice.wins)} of {jumps} {'win' if len(advice.wins) != 1 else 'wins'}"
    said += f", {open_} {'are' if open_ > 1 else 'is'} unknown" if open_ else ""
    chance = advice.chance
    random = "" if chance is None else f" Random play reaches the target with chance {probability(chance)}."
    return f"{name}: {said}.{random}"


_STANDING = {Answer.FEASIBLE: "WON", Answer.INFEASIBLE: "LOST", Answer.UNKNOWN: "UNKNOWN"}


def where_lost(pair: Pair, lost: Lost) -> str:
    """Which jump lost the game, in a sentence or two."""
    if lost.won is None:
        if lost.lost == 0:
            return "The game was lost before its first jump."
        return f"After jump {lost.lost} the game was lost; whether it was lost earlier is unknown."
    back = f"Take back {plural(lost.take_back or 0, 'jump')} to win again."
    if lost.jump is None:
        return f"One of the jumps {lost.won + 1} to {lost.lost} lost the game. {back}"
    return f"Jump {lost.lost}, {format_jump(pair.board, lost.jump)}, lost the game. {back}"


def _proof(verdict: Verdict, width: int) -> list[str]:
    finding = verdict.decisive
    if finding is None or finding.proof is None:
        return []
    return proof_lines(verdict.pair.board, explain(verdict.pair, finding.proof), width)


def _by(verdict: Verdict) -> str:
    """The criterion and what it found."""
    finding = verdict.decisive
    if finding is None:
        return "undecided"
    if isinstance(finding.proof, Cases):
        return f"no hole for the last peg: {reasons(finding.proof.cases)}"
    return f"{finding.criterion}: {finding.summary}"


def _table(advice: Advice, colour: bool) -> Table:
    table = Table(("jump", "outcome", "random play", "the rest of a play, or why not"))
    for tried in advice.tried:
        chance = "" if tried.chance is None else probability(tried.chance, SHORT)
        outcome = paint(tried.word, STYLES[tried.verdict.answer], colour)
        table.add(format_jump(advice.pair.board, tried.jump), outcome, chance, why(advice.pair, tried))
    return table


def why(pair: Pair, tried: Tried) -> str:
    """The rest of a play, or the reason why there is none."""
    rest = tried.rest
    if rest is None:
        return _by(tried.verdict)
    return format_jumps(pair.board, rest, sweeps=True) if rest else "this is the target"


def advice_json(advice: Advice) -> dict[str, Any]:
    board = advice.pair.board
    return {
        "outcome": advice.word,
        "pegs": advice.pair.start.count,
        **_verdict(advice.verdict, advice.chance),
        "jumps": [
            {
                "jump": list(tried.jump),
                "name": format_jump(board, tried.jump),
                "outcome": tried.word,
                **_verdict(tried.verdict, tried.chance),
            }
            for tried in advice.tried
        ],
        "played": [format_jump(board, jump) for jump in advice.jumps],
        "lost": None if advice.lost is None else _lost(advice, advice.lost),
    }


def _verdict(verdict: Verdict, chance: Fraction | None) -> dict[str, Any]:
    certificate, finding = verdict.certificate, verdict.decisive
    return {
        "verdict": str(verdict.answer),
        "decided_by": verdict.decided_by,
        "summary": None if finding is None else finding.summary,
        "chance": None if chance is None else str(chance),
        "chance_decimal": None if chance is None else float(chance),
        "certificate": None if certificate is None else certificate.to_json(),
        **verified_json(verdict.acceptance),
    }


def _lost(advice: Advice, lost: Lost) -> dict[str, Any]:
    board = advice.pair.board
    return {
        "jump": None if lost.jump is None else format_jump(board, lost.jump),
        "won_after": lost.won,
        "lost_after": lost.lost,
        "take_back": lost.take_back,
        **_verdict(lost.verdict, Fraction(0)),
    }
