"""What the page tells a player: what comes of each legal jump."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from feasibility.base.limits import Limits
from feasibility.base.plurals import plural, probability
from feasibility.base.report import Report
from feasibility.engines.winning import Winning
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair, Position
from feasibility.proofs.verdict import Answer, Verdict
from feasibility.render.proof_html import Room, proof_html
from feasibility.render.words import explain
from feasibility.studies.advice.advice import Advice, Tried
from feasibility.studies.advice.adviser import Adviser
from feasibility.studies.advice.text import standing, where_lost, why
from feasibility.text.moves import format_jump

PATIENCE = 0.3  # seconds for a reason that people can redo, for each jump that loses
DRAWN, LISTED = 6, 20_000  # tables of the proof of one jump, and characters of its cases


def advise(
    pair: Pair, game: tuple[Jump, ...], limits: Limits, report: Report, tell: Callable[..., None]
) -> dict[str, Any]:
    """The answer as the page takes it; `game`: the jumps that a player has made since the start.

    What wins is told as soon as it is known; then plays and reasons, and last the chances.
    """
    adviser = Adviser(pair.target, patience=PATIENCE, threads=1, report=report)
    clock, position = limits.start(), pair.start.replay(game)
    if adviser.lost_at_sight(pair.start, game, clock) is None:
        adviser.prepare(position, clock)
    if isinstance(adviser.winning, Winning):
        tell(event="fates", **_fates(position, adviser.winning))

    def early(advice: Advice) -> None:
        tell(event="advice", **_told(advice))

    return _told(adviser.advise(pair.start, game, clock.rest(), early))


def _told(advice: Advice) -> dict[str, Any]:
    return {"verdict": str(advice.verdict.answer), "advice": _advice(advice)}


def _fates(position: Position, winning: Winning) -> dict[str, Any]:
    """Which positions after a jump win, without reasons."""
    after = [position.play(jump) for jump in position.legal_jumps()]
    wins = [each in winning for each in after]
    alive = any(wins) or position in winning
    few = f"{sum(wins)} of {plural(len(after), 'jump')} win" + "s" * (sum(wins) == 1)
    return {
        "verdict": "feasible" if alive else "infeasible",
        "standing": f"WON: {few}." if alive else "LOST.",
        "fates": {_shown(each): "wins" if win else "loses" for each, win in zip(after, wins, strict=True)},
    }


def _advice(advice: Advice) -> dict[str, Any]:
    """What a player is told: how the position stands, and each jump with the position after it."""
    lost = advice.lost
    return {
        "standing": standing(advice),
        "lost": "" if lost is None else where_lost(advice.pair, lost),
        "proof": _proof(advice.verdict if lost is None else lost.verdict),
        "jumps": [_tried(advice.pair, tried) for tried in advice.tried],
    }


def _tried(pair: Pair, tried: Tried) -> dict[str, str]:
    return {
        "name": format_jump(pair.board, tried.jump),
        "start": _shown(tried.verdict.pair.start),
        "outcome": tried.word,
        "why": why(pair, tried),
        "proof": _proof(tried.verdict),
        "chance": "" if tried.chance is None else probability(tried.chance),
    }


def _shown(position: Position) -> str:
    return "".join(map(str, position.vector))


def _proof(verdict: Verdict) -> str:
    """The proof that a position is lost, as HTML."""
    finding = verdict.decisive
    if verdict.answer is not Answer.INFEASIBLE or finding is None or finding.proof is None:
        return ""
    return proof_html(verdict.pair, explain(verdict.pair, finding.proof), Room(DRAWN, LISTED))
