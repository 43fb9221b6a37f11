"""What people ask of a board, drawn: which vacancies can be solved, and where the last peg can be left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from feasibility.api.picture import nothing
from feasibility.game.geometry import Board
from feasibility.render.columns import shortened
from feasibility.render.scene import Scene, Shape, circle, headed, keyed, layout, text
from feasibility.studies.surveys.decide import Settled
from feasibility.studies.surveys.families import Family
from feasibility.studies.surveys.report import position_name
from feasibility.studies.surveys.survey_api import Survey
from feasibility.studies.surveys.vacancies import LEGEND
from feasibility.studies.surveys.vacancies import ends as ends_of
from feasibility.studies.surveys.vacancies import vacancies as vacancies_of

Look = tuple[str, str]  # a style, and the mark within

YES, NO, UNKNOWN = ("n4", "✓"), ("p3", "×"), ("free", "?")
OTHER = ("w0", "")  # not asked
MARKS: dict[str, Look] = {"*": ("n4", "★"), "x": ("n2", "✓"), "?": UNKNOWN, "-": ("free", "×"), ".": NO}
ENDS = ((YES, "a single peg can be left here"), (UNKNOWN, "not known"), (NO, "it cannot (proved)"))


def vacancies(family: Family, rows: Sequence[Settled]) -> list[Scene]:
    """The board with what becomes of a game that begins with that hole empty; none: nothing of the sort."""
    board, ends = family.board, vacancies_of(family, rows)
    if not ends:
        return []
    looks = {hole: MARKS[one.mark] for one in ends for hole in one.like}
    told = ", ".join(f"{board.called(one.hole)} {one.mark}" for one in ends)
    title = f"which vacancies of {shortened(board.label)} can be solved: {told}"
    key = [(MARKS[mark], words) for mark, words in LEGEND]
    return [_marked(board, looks, title, key, f"{shortened(board.label)}, with this hole alone empty")]


def ends(family: Family, rows: Sequence[Settled]) -> list[Scene]:
    """The board with the holes where the last peg can be left, for each start."""
    board, scenes = family.board, []
    for one in ends_of(family, rows):
        looks = {i: YES if i in one.ends else UNKNOWN if i in one.unknown else NO for i in range(board.n)}
        name = position_name(board, one.start)
        title = f"last pegs from {name}: {' '.join(map(board.called, one.ends)) or 'nowhere'}"
        heading = f"{shortened(board.label)}, from {shortened(name, 40)}"
        scenes.append(_marked(board, looks, title, ENDS, heading))
    return scenes


def _marked(
    board: Board, looks: Mapping[int, Look], title: str, key: Sequence[tuple[Look, str]], heading: str
) -> Scene:
    """The board with the look of each hole, its heading, and what the marks mean that occur."""
    plan = layout(board)
    edges = [Shape("line", "hole", (*plan.places[a], *plan.places[b])) for a, b in plan.edges]
    shapes = [circle(p, plan.radius, looks.get(i, OTHER)[0], i) for i, p in enumerate(plan.places)]
    marks = [text(plan.places[i], mark, 17, f"{style}-text") for i, (style, mark) in looks.items() if mark]
    scene = Scene(plan.width, plan.height, (*edges, *shapes, *marks), title)
    used = {shape.style for shape in shapes}
    return headed(keyed(scene, [(*look, meaning) for look, meaning in key if look[0] in used]), heading)


def of_survey(survey: Survey, board: Board | None = None) -> Scene:
    """Which vacancies can be solved; of a family with one start, where the last peg can be left."""
    del board  # the family has it
    family = survey.family
    drawn = ends(family, survey.rows) if len(family.starts) == 1 else vacancies(family, survey.rows)
    if not drawn:
        raise nothing("the family has no targets with one peg", "a family as single, or targets:START")
    return drawn[0]
