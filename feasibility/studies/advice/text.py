"""Advice to a player, as text and as a JSON object."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from feasibility.base.plurals import probability
from feasibility.base.values import Value
from feasibility.game.position import Pair
from feasibility.proofs.verdict import Answer, Verdict
from feasibility.render import sentences
from feasibility.render.columns import fold, paint
from feasibility.render.phrases import ENGLISH, phrase
from feasibility.render.sentences import STYLES, chance_words
from feasibility.render.tables import Table
from feasibility.render.text import proof_lines
from feasibility.render.verified import verified_json
from feasibility.render.words import explain
from feasibility.studies.advice.advice import Advice, Lost, Tried
from feasibility.text.moves import format_jump, format_jumps

ORDER = (Answer.FEASIBLE, Answer.UNKNOWN, Answer.INFEASIBLE)


class AdviceStyle(Value):
    """How a text is to look; `full`: plays whole, chances exactly, and the criterion of each finding."""

    width: int = 100
    colour: bool = False
    language: str = ENGLISH
    full: bool = False


PLAIN = AdviceStyle()


def advice_text(advice: Advice, style: AdviceStyle = PLAIN, *, proofs: bool = False) -> str:
    """What is known of the position, where it was lost, and every jump; with `proofs` in words."""
    width, language = style.width, style.language
    said = paint(fold(standing(advice, language), width), STYLES[advice.verdict.answer], style.colour)
    told = [said]
    if style.full and advice.verdict.decisive is not None:
        told += [fold(f"{advice.verdict.decided_by}: {advice.verdict.decisive.summary}.", width)]
    if style.full and advice.chance is not None:
        told += [fold(f"Random play reaches the target with chance {probability(advice.chance)}.", width)]
    if advice.lost is not None:
        told.append(fold(where_lost(advice.lost, language), width))
        told += _proof(advice.lost.verdict, width)
    elif proofs:
        told += _proof(advice.verdict, width)
    told.append(str(_table(advice, style)) if advice.tried else phrase("advise.stuck", language))
    if proofs:
        for tried in advice.tried:
            if tried.verdict.answer is Answer.INFEASIBLE:
                told.append(f"Why {format_jump(advice.pair.board, tried.jump)} loses:")
                told += _proof(tried.verdict, width)
    return "\n\n".join(told)


def standing(advice: Advice, language: str = ENGLISH) -> str:
    """How the position stands, in a sentence or two."""
    answer, jumps, wins = advice.verdict.answer, len(advice.tried), len(advice.wins)
    if advice.pair.start.matches(advice.pair.target):
        return phrase("advise.done", language)
    if answer is Answer.INFEASIBLE:
        return phrase("advise.lost", language, why=sentences.why(advice.verdict, language))
    open_ = sum(t.verdict.answer is Answer.UNKNOWN for t in advice.tried)
    if answer is Answer.UNKNOWN:
        why = sentences.why(advice.verdict, language)
        said = phrase("advise.unknown", language, jumps=jumps, open=open_, why=why)
        return " ".join([said, *sentences.to_try(advice.verdict, language, on_disk=False)])
    said = phrase(
        "advise.won.open" if open_ else "advise.won", language, jumps=jumps, wins=wins,
        **({"open": open_} if open_ else {}),
    )  # fmt: skip
    if advice.chance is None:
        return said
    return f"{said} {phrase('advise.chance', language, chance=chance_words(advice.chance, language))}"


def where_lost(lost: Lost, language: str) -> str:
    """Which jump lost the game, in a sentence or two."""
    key, values = lost.said
    back = lost.take_back
    said = phrase(key, language, **values)
    return said if back is None else f"{said} {phrase('lost.back', language, jumps=back)}"


def _proof(verdict: Verdict, width: int) -> list[str]:
    finding = verdict.decisive
    if finding is None or finding.proof is None:
        return []
    return proof_lines(verdict.pair.board, explain(verdict.pair, finding.proof), width)


def _table(advice: Advice, style: AdviceStyle) -> Table:
    """The jumps, those that win first, a line each; in full with the chance of random play after each."""
    heads = ("jump", "outcome", *(("chance",) if style.full else ()), "rest")
    table = Table(tuple(phrase(f"table.{head}", style.language) for head in heads))
    for tried in sorted(advice.tried, key=lambda one: ORDER.index(one.verdict.answer)):
        said = phrase(f"outcome.{tried.word}", style.language)
        outcome = paint(said, STYLES[tried.verdict.answer], style.colour)
        chance = "" if tried.chance is None else probability(tried.chance)
        jump = format_jump(advice.pair.board, tried.jump)
        table.add(jump, outcome, *([chance] if style.full else []), _why(advice.pair, tried, style))
    return table if style.full else table.cut(style.width)


def _why(pair: Pair, tried: Tried, style: AdviceStyle) -> str:
    """The rest of a play, or the reason why there is none."""
    finding, rest = tried.verdict.decisive, tried.rest
    if finding is None:  # why is said above
        return ""
    if rest is not None:
        sweeps = format_jumps(pair.board, rest, sweeps=True)
        return sweeps if rest else phrase("advise.reached", style.language)
    if style.full:
        return f"{finding.criterion}: {finding.summary}"
    return sentences.why(tried.verdict, style.language)


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
