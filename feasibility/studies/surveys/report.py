"""A survey as tables, as JSON, and as a statement of what is proved and unknown."""

from typing import Any

from feasibility.base.plurals import plural
from feasibility.criteria.rule_of_three import NAME as RULE
from feasibility.game.geometry import Board
from feasibility.game.position import bits
from feasibility.render.tables import Table
from feasibility.studies.surveys.survey import LastPegs, Settled, Survey


def statement(survey: Survey) -> str:
    """What the survey says, in words."""
    family, rows, n = survey.family, survey.rows, survey.counts
    size = plural(family.size, "pair", commas=True)
    lines = [f"{family.board.label}, {family.name}: {size} up to symmetry."]
    if not survey.complete:
        lines.append(f"INCOMPLETE: the survey was interrupted, only {n['pairs']:,} of them were looked at.")
    lines += [
        f"The rule of three refutes {n['pairs'] - n['same_residues']:,} of them; "
        f"{n['same_residues']:,} pass it.",
        f"Of these, {n['feasible']:,} are feasible (a play is known), "
        f"{n['infeasible_same_residues']:,} are proved infeasible, "
        f"{sum(r.verdict == 'unknown' for r in rows if r.same_residues):,} are unknown.",
    ]
    if more := sum(row.same_residues and row.decided_by == RULE for row in rows):
        lines.append(
            "The rule of three is that of the literature, with diagonal colourings; the criterion "
            f"{RULE} knows all colourings of this board, and refutes {more:,} of those that pass."
        )
    if unverified := sum(row.verified is False for row in rows):
        lines.append(
            f"Not verified yet: {plural(unverified, 'proof')}. Write the certificates by "
            "--certificates DIR, then `pegfeas verify DIR/SHA-256.json` checks one."
        )
    if not family.board.symmetries_complete:
        lines.append("The board has more symmetries than were used, so some pairs may be listed twice.")
    return "\n".join(lines)


def position_name(board: Board, mask: int) -> str:
    """As it is written on the command line, by what is shorter: -d4 or +d4+e4."""
    if mask == board.full:
        return "full"
    empty = board.full & ~mask
    sign, holes = ("-", empty) if empty.bit_count() <= mask.bit_count() else ("+", mask)
    return "".join(sign + board.called(i) for i in bits(holes)) or "empty"


def table(survey: Survey) -> Table:
    """One line for every pair that the rule of three allows."""
    board = survey.family.board
    made = Table(("start", "target", "verdict", "decided by", "seconds", "certificate (SHA-256)"))
    for row in survey.rows:
        if row.same_residues:
            digest = ("-" if row.digest is None else row.digest)[:16]
            names = position_name(board, row.start), position_name(board, row.target)
            made.add(
                *names,
                row.verdict,
                "-" if row.decided_by is None else row.decided_by,
                f"{row.seconds:.2f}",
                digest,
            )
    return made


def vacancy_table(survey: Survey) -> Table:
    """A line for each orbit of vacancies."""
    board = survey.family.board
    made = Table(("vacancy", "like it", "to one peg", "to itself", "the last peg can be left at"))
    for one in survey.vacancies:
        answer = "yes" if one.ends else "unknown" if one.unknown else "no"
        itself = "yes" if one.hole in one.ends else "unknown" if one.hole in one.unknown else "no"
        all_others = len(one.unknown) >= board.n - 1
        unknown = "all others" if all_others else " ".join(map(board.called, one.unknown))
        last = [" ".join(map(board.called, one.ends)), f"unknown: {unknown}" if unknown else ""]
        others = " ".join(board.called(hole) for hole in one.like if hole != one.hole)
        made.add(board.called(one.hole), others, answer, itself, "; ".join(filter(None, last)))
    return made


def pair_json(board: Board, row: Settled) -> dict[str, Any]:
    """One pair as a JSON object; positions by their holes, as in certificates."""
    return {
        "start": list(bits(row.start)),
        "target": list(bits(row.target)),
        "names": [position_name(board, row.start), position_name(board, row.target)],
        "same_residues": row.same_residues,
        "verdict": row.verdict,
        "decided_by": row.decided_by,
        "summary": row.summary,
        "seconds": round(row.seconds, 3),
        "sha256": row.digest,
        "verified": row.verified,
        "limit": row.limit,
    }


def survey_json(survey: Survey) -> dict[str, Any]:
    family = survey.family
    return {
        "board": family.board.name,
        "holes": family.board.n,
        "family": family.name,
        "family_size": family.size,
        "complete": survey.complete,
        "counts": survey.counts,
        "vacancies": [_vacancy_json(family.board, one) for one in survey.vacancies],
        "pairs": [pair_json(family.board, row) for row in survey.rows],
    }


def _vacancy_json(board: Board, one: LastPegs) -> dict[str, Any]:
    parts = {"like_it": one.like, "ends": one.ends, "unknown": one.unknown}
    named = {name: [board.called(hole) for hole in holes] for name, holes in parts.items()}
    return {"vacancy": board.called(one.hole), **named}
