"""What the page tells a player: what comes of each legal jump, as soon as it is known.

Sets of winning positions take longer than a player waits, and stay in this process for the next question: one
is made beside the answers, while plays and criteria tell what they can.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from threading import Thread
from typing import Any

from feasibility.base.limits import Clock, Limits
from feasibility.base.report import Report
from feasibility.decide import Plan, check
from feasibility.engines.winning import winning_positions
from feasibility.game.geometry import Jump
from feasibility.game.position import Pair, Position, Target
from feasibility.proofs.verdict import Answer, Verdict
from feasibility.render.parts import More, Part
from feasibility.render.proof_html import Room, proof_html
from feasibility.render.sentences import said_by
from feasibility.render.words import explain
from feasibility.studies.advice.advice import WORDS, Advice, Tried
from feasibility.studies.advice.adviser import Adviser
from feasibility.text.moves import format_jumps

PATIENCE = 0.3  # seconds for a reason that people can redo, for each jump that loses
DRAWN, LISTED = 6, 20_000  # tables of the proof of one jump, and characters of its cases
AT_FIRST = 0.25  # seconds for each jump before the winning set is there, and then twice as many, and so on
SET_SECONDS = 300.0  # that a winning set may take
KERNEL = 3  # parts of a proof that are shown at once, where none of them is drawn


def advise(
    pair: Pair, game: tuple[Jump, ...], limits: Limits, report: Report, tell: Callable[..., None]
) -> dict[str, Any]:
    """The answer as the page takes it; `game`: the jumps that a player has made since the start.

    What wins and loses is told as soon as it is known; then plays and reasons, and last the chances.
    """
    desk, clock = _desk(pair.target), limits.start()
    desk.adviser.report = report
    if desk.adviser.lost_at_sight(pair.start, game, clock) is None:
        desk.look(pair.start.replay(game), clock, report, tell)
    told = desk.adviser.advise(pair.start, game, clock.rest(), lambda advice: tell(advice=_advice(advice)))
    return {"advice": _advice(told)}


def opening(pair: Pair, limits: Limits, report: Report) -> dict[str, Any]:
    """Whether a start is lost, as far as that is soon known; the winning set is begun."""
    verdict = check(pair, limits, Plan(first=True, threads=1), report=report)
    if verdict.answer is not Answer.INFEASIBLE:
        _desk(pair.target).begin(pair.start)
        return {"advice": None}
    return {"advice": {"verdict": str(verdict.answer), **reason(verdict)}}


class _Desk:
    """An adviser for a target, and the thread that makes its winning set."""

    def __init__(self, target: Target) -> None:
        self.adviser = Adviser(target, patience=PATIENCE, threads=1)
        self.maker: Thread | None = None

    def begin(self, position: Position) -> None:
        """Makes the set for this position, unless it is there, or refused, or being made."""
        if self.maker is not None or self.adviser.refused or self.knows(position):
            return

        def make() -> None:
            self.adviser.winning = None  # its room is needed
            clock = Limits(SET_SECONDS).start()
            self.adviser.winning = winning_positions(position, self.adviser.target, clock)
            self.maker = None

        self.maker = Thread(target=make, daemon=True)
        self.maker.start()

    def knows(self, position: Position) -> bool:
        """Whether the set is there, and tells of this position."""
        return self.adviser.made_for(position) is not None

    def look(self, position: Position, clock: Clock, report: Report, tell: Callable[..., None]) -> None:
        """Tells what wins and loses until the set is there: jump after jump, with more and more time."""
        self.begin(position)
        after = {_shown(each): each for each in map(position.play, position.legal_jumps())}
        fates, share = dict[str, str](), AT_FIRST
        while not self.knows(position) and not clock.expired() and len(fates) < len(after):
            if self.maker is None and share > AT_FIRST:
                return  # there will be no set
            for shown, each in after.items():
                if shown in fates or self.knows(position):
                    continue
                pair = Pair(each, self.adviser.target)
                verdict = check(pair, clock.within(share).rest(), Plan(first=True, threads=1), report=report)
                if verdict.answer is not Answer.UNKNOWN:
                    fates[shown] = WORDS[verdict.answer]
                    tell(advice=_fates(fates, len(after)))
            share *= 2
        while (maker := self.maker) is not None and not clock.expired():
            maker.join(0.1)
            report("positions that lead to the target")
        winning = self.adviser.made_for(position)
        if winning is not None:
            all_ = {s: "wins" if one in winning else "loses" for s, one in after.items()}
            tell(advice=_fates(all_, len(after), position in winning))


@lru_cache(maxsize=1)
def _desk(target: Target) -> _Desk:
    return _Desk(target)


def _fates(known: Mapping[str, str], of: int, alive: bool = False) -> dict[str, Any]:
    """Which positions after a jump win, without reasons."""
    alive = alive or "wins" in known.values()
    answer = Answer.FEASIBLE if alive else Answer.INFEASIBLE if len(known) == of else Answer.UNKNOWN
    return {"verdict": str(answer), "fates": {shown: {"outcome": word} for shown, word in known.items()}}


def _advice(advice: Advice) -> dict[str, Any]:
    """What a player is told: how the position stands, and each jump with the position after it."""
    lost = advice.lost
    pair, chance = advice.pair, advice.chance
    return {
        "verdict": str(advice.verdict.answer),
        **reason(advice.verdict if lost is None else lost.verdict),
        "lost": None
        if lost is None
        else {"said": dict(zip(("key", "values"), lost.said, strict=True)), "won": lost.won},
        "chance": None if chance is None else float(chance),
        "fates": {_shown(tried.verdict.pair.start): _tried(pair, tried) for tried in advice.tried},
    }


def _tried(pair: Pair, tried: Tried) -> dict[str, Any]:
    rest = "" if tried.rest is None else format_jumps(pair.board, tried.rest, sweeps=True)
    return {"outcome": tried.word, "play": rest, **reason(tried.verdict)}


def reason(verdict: Verdict) -> dict[str, Any]:
    """Why a position is lost, the key of a phrase; the kernel of the proof, and the rest of it, as HTML."""
    finding = verdict.decisive
    if verdict.answer is not Answer.INFEASIBLE or finding is None or finding.proof is None:
        return {}
    kernel, rest = _halves(explain(verdict.pair, finding.proof))
    room = Room(DRAWN, LISTED)
    return {
        "reason": said_by(finding.proof),
        "detail": f"{finding.criterion}: {finding.summary}",
        "kernel": proof_html(verdict.pair, kernel, room),
        "rest": proof_html(verdict.pair, rest, room),
    }


def _halves(parts: list[Part]) -> tuple[list[Part], list[Part]]:
    """The first picture of a proof with its sentences, which all see; and what follows them."""
    end = next((i for i, part in enumerate(parts) if not isinstance(part, str)), None)
    if end is None:
        return parts[:KERNEL], parts[KERNEL:]
    if isinstance(parts[end], More):
        return parts[:end], parts[end:]
    after = next((i for i, part in enumerate(parts[end + 1 :], end + 1) if not isinstance(part, str)), None)
    cut = len(parts) if after is None else after
    return parts[:cut], parts[cut:]


def _shown(position: Position) -> str:
    return "".join(map(str, position.vector))
