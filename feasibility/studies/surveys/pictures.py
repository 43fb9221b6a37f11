"""What people ask of a board, drawn: which vacancies can be solved, and where the last peg can be left."""

from __future__ import annotations

from feasibility.api.picture import nothing
from feasibility.game.geometry import Board
from feasibility.render.scene import Scene, Shape, circle, headed, keyed, layout, text
from feasibility.studies.surveys.report import Marked, drawn_ends, drawn_vacancies
from feasibility.studies.surveys.survey import Survey

NOT_ASKED = "w0"


def scene(marked: Marked) -> Scene:
    """The board with the look of each hole, its heading, and what the marks mean."""
    plan, marks = layout(marked.board), marked.marks
    styles = {one.mark: one.style for one in marked.key}
    edges = [Shape("line", "hole", (*plan.places[a], *plan.places[b])) for a, b in plan.edges]
    discs = [
        circle(place, plan.radius, styles.get(marks[i], NOT_ASKED), i) for i, place in enumerate(plan.places)
    ]
    signs = [
        text(place, one.sign, 17, f"{one.style}-text")
        for one in marked.key
        for place, mark in zip(plan.places, marks, strict=True)
        if mark == one.mark
    ]
    made = Scene(plan.width, plan.height, (*edges, *discs, *signs), marked.title)
    key = [(one.style, one.sign, one.words) for one in marked.key if one.mark in marks]
    return headed(keyed(made, key), marked.heading)


def of_survey(survey: Survey, board: Board | None = None) -> Scene:
    """Which vacancies can be solved; of a family with one start, where the last peg can be left."""
    del board  # the family has it
    drawn = drawn_ends(survey) if len(survey.family.starts) == 1 else drawn_vacancies(survey)
    if not drawn:
        raise nothing("the family has no targets with one peg", "a family as single, or targets:START")
    return scene(drawn[0])
