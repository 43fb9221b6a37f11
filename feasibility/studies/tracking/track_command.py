"""`solve --track`: a play in which marked pegs end as asked, or where they can end at all."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from feasibility.base.errors import ExitCode
from feasibility.base.plurals import plural
from feasibility.cli.arguments import limits_of
from feasibility.cli.common import message, print_json
from feasibility.cli.opening import question_of
from feasibility.cli.options import own
from feasibility.cli.proofs import write_both, write_known
from feasibility.cli.solution import play_json, show
from feasibility.cli.terminal import ProgressLine, print_words
from feasibility.proofs.verdict import Answer
from feasibility.render.verified import unverified, verified_json

if TYPE_CHECKING:
    from feasibility.base.limits import Clock
    from feasibility.studies.tracking.tracking import Tracked

OPTIONS = ("track",)
APART = ("sweeps", "all", "method", "workdir", "jobs", "scheduler", "picture", "stats", "return_peg")


def add(parser: ArgumentParser) -> None:
    words = "the peg of the first HOLE ends in the second; HOLE or =HOLE: any other; again: both in one play"
    own(parser, "--track HOLE=HOLE", words, action="append")


def run(args: Namespace) -> ExitCode:
    """Ask, print and write the proofs; of several questions the plays as they come."""
    from feasibility.studies.tracking.track_api import answers

    pair, line, clock = question_of(args).pair, ProgressLine(), limits_of(args).start()
    found: list[Tracked] = []
    try:
        for one in answers(pair, args.track, clock, line.show):
            line.clear()
            found.append(one)
            if one.play is not None and not args.json:
                show(one.pair, one.play, args, one.summary)
    except KeyboardInterrupt:
        line.clear()
        _print(found, args)
        write_known([one.certificate for one in found], args.certificate)
        raise KeyboardInterrupt(f"{plural(len(found), 'question')} answered") from None
    finally:
        line.clear()
    _print(found, args)
    if args.certificate is not None:
        _write(found, args.certificate, clock)
    return _together(found).exit_code


def _print(found: Sequence[Tracked], args: Namespace) -> None:
    """All of it as JSON, or what has no play, by its reason."""
    if args.json:
        print_json(_facts(found, args))
        return
    reasons: dict[str, list[Tracked]] = {}
    for one in found:
        if one.play is None:
            reasons.setdefault(one.why_not, []).append(one)
    for why, questions in reasons.items():
        named = ", ".join(one.words for one in questions)
        print_words(f"{_said(questions[0])}: {named}: {why}")
        print_words(*filter(None, {unverified(one.acceptance, args.certificate) for one in questions}))


def _said(one: Tracked) -> str:
    if one.answer is Answer.INFEASIBLE:
        return "INFEASIBLE"
    return "UNKNOWN" if one.exhausted is None else "UNPROVED"


def _together(found: Sequence[Tracked]) -> Answer:
    """Feasible where one of them is, infeasible where all are refuted."""
    answers = {one.answer for one in found}
    return next((a for a in (Answer.FEASIBLE, Answer.UNKNOWN) if a in answers), Answer.INFEASIBLE)


def _facts(found: Sequence[Tracked], args: Namespace) -> dict[str, object]:
    proofs = [one.certificate.to_json() for one in found if one.certificate is not None]
    rows = [
        {
            "verdict": str(one.answer),
            "summary": one.summary,
            "marks": [_called(one, mark) for mark in one.marks],
            "ways": None if one.play is None else [_called(one, way) for way in one.ways],
            "exhausted": one.exhausted,
            **verified_json(one.acceptance),
        }
        for one in found
    ]
    shown = next((one for one in found if one.play is not None), None)
    play = {"moves": None, "jumps": None} if shown is None else play_json(shown.pair, shown.play, args)
    facts = {"verdict": str(_together(found)), **play, "answers": rows, "certificates": proofs}
    return {**facts, **args.question.facts}


def _called(one: Tracked, holes: Sequence[int]) -> list[str]:
    return [one.pair.board.called(hole) for hole in holes]


def _write(found: Sequence[Tracked], path: str, clock: Clock) -> None:
    proofs = [one.certificate for one in found if one.certificate is not None]
    without = [one for one in found if one.exhausted is not None]
    if proofs or not without:
        write_both(proofs, path, clock)
    if without:
        message("; ".join(one.summary for one in without))
