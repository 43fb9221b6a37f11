"""What people ask of a board, drawn: which vacancies can be solved, and where the last peg can be left."""

from __future__ import annotations

from collections.abc import Sequence

from feasibility.api.picture import nothing
from feasibility.game.geometry import Board
from feasibility.render.columns import shortened
from feasibility.render.scene import Scene, beside
from feasibility.studies.surveys.decide import Settled
from feasibility.studies.surveys.families import Family
from feasibility.studies.surveys.marks import Look, coloured, with_key
from feasibility.studies.surveys.report import position_name
from feasibility.studies.surveys.survey_api import Survey
from feasibility.studies.surveys.vacancies import LEGEND
from feasibility.studies.surveys.vacancies import ends as ends_of
from feasibility.studies.surveys.vacancies import vacancies as vacancies_of

YES, NO, UNKNOWN = ("n4", "✓"), ("p3", "×"), ("free", "?")
OTHER = ("w0", "")  # not asked
MARKS: dict[str, Look] = {"*": ("n4", "★"), "x": ("n2", "✓"), "?": UNKNOWN, "-": ("free", "×"), ".": NO}
ENDS = ((YES, "a single peg can be left here"), (UNKNOWN, "not known"), (NO, "it cannot (proved)"))


def vacancies(family: Family, rows: Sequence[Settled]) -> Scene | None:
    """The board with what becomes of a game that begins with that hole empty; None: nothing of the sort."""
    board, ends = family.board, vacancies_of(family, rows)
    if not ends:
        return None
    looks = {hole: MARKS[one.mark] for one in ends for hole in one.like}
    told = ", ".join(f"{board.called(one.hole)} {one.mark}" for one in ends)
    title = f"which vacancies of {shortened(board.label)} can be solved: {told}"
    key = [(MARKS[mark], words) for mark, words in LEGEND]
    return with_key(
        coloured(board, looks, title, OTHER), key, f"{shortened(board.label)}, with this hole alone empty"
    )


def ends(family: Family, rows: Sequence[Settled]) -> Scene | None:
    """The board with the holes where the last peg can be left, for each start; None: nothing of the sort."""
    board, scenes = family.board, []
    for one in ends_of(family, rows):
        looks = {i: YES if i in one.ends else UNKNOWN if i in one.unknown else NO for i in range(board.n)}
        name = position_name(board, one.start)
        last = " ".join(map(board.called, one.ends)) or "nowhere"
        scene = coloured(board, looks, f"last pegs from {name}: {last}")
        scenes.append(with_key(scene, ENDS, f"{shortened(board.label)}, from {shortened(name, 40)}"))
    return beside(scenes, "; ".join(scene.title for scene in scenes)) if scenes else None


def of_survey(survey: Survey, board: Board | None = None) -> Scene:
    """Which vacancies can be solved; of a family with one start, where the last peg can be left."""
    del board  # the family has it
    family = survey.family
    drawn = ends(family, survey.rows) if len(family.starts) == 1 else vacancies(family, survey.rows)
    if drawn is None:
        raise nothing("the family has no targets with one peg", "a family as single, or targets:START")
    return drawn
