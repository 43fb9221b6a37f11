"""What people ask of a board, as marks in its holes, in text and drawn.

That is which vacancies can be solved, and where the last peg can be left.
"""

from typing import NamedTuple

from feasibility.api.picture import nothing
from feasibility.game.geometry import Board
from feasibility.render.columns import shortened
from feasibility.render.pictures import signs
from feasibility.render.scene import Scene, headed, keyed
from feasibility.studies.surveys.report import position_name
from feasibility.studies.surveys.survey import Survey


class HoleSign(NamedTuple):
    """What stands in a hole, in text and in a picture (its style and its sign), and what it means."""

    mark: str
    style: str
    sign: str
    words: str


VACANCIES = (
    HoleSign("*", "n4", "★", "can be solved to one peg, also in the same hole"),
    HoleSign("x", "n2", "✓", "can be solved to one peg, in another hole"),
    HoleSign("?", "free", "?", "not known"),
    HoleSign("-", "free", "×", "not in the same hole (proved), otherwise not known"),
    HoleSign(".", "p3", "×", "cannot be solved to one peg (proved)"),
)
ENDS = (
    HoleSign("x", "n4", "✓", "a single peg can be left here"),
    HoleSign("?", "free", "?", "not known"),
    HoleSign(".", "p3", "×", "it cannot (proved)"),
)


class Marked(NamedTuple):
    """A board with a mark in each hole that was asked about."""

    board: Board
    marks: list[str]
    key: list[HoleSign]
    begin: str  # the words above the text
    heading: str
    title: str

    @property
    def text(self) -> str:
        key = [f"  {one.mark}  {one.words}" for one in self.key]
        return "\n".join([f"{self.begin}:", "", self.board.draw(self.marks, " "), "", *key])


def drawn_vacancies(survey: Survey) -> list[Marked]:
    """What becomes of a game that begins with that hole empty; none where nothing of the sort is asked."""
    board, vacancies = survey.family.board, survey.vacancies
    if not vacancies:
        return []
    marks = [" "] * board.n
    for one in vacancies:
        for hole in one.like:
            marks[hole] = one.mark
    told = ", ".join(f"{board.called(one.hole)} {one.mark}" for one in vacancies)
    title = f"which vacancies of {shortened(board.label)} can be solved: {told}"
    key, begin = [one for one in VACANCIES if one.mark in marks], "Begin with this hole alone empty"
    return [Marked(board, marks, key, begin, f"{shortened(board.label)}, with this hole alone empty", title)]


def drawn_ends(survey: Survey) -> list[Marked]:
    """The holes where the last peg can be left, for each start."""
    board, drawn = survey.family.board, []
    for one in survey.ends:
        name = position_name(board, one.start)
        marks = ["x" if i in one.ends else "?" if i in one.unknown else "." for i in range(board.n)]
        key = [mark for mark in ENDS if one.unknown or mark.mark != "?"]
        heading = f"{shortened(board.label)}, from {shortened(name, 40)}"
        title = f"last pegs from {name}: {' '.join(map(board.called, one.ends)) or 'nowhere'}"
        drawn.append(Marked(board, marks, key, f"From {name}", heading, title))
    return drawn


NOT_ASKED = ("w0", "")


def scene(marked: Marked) -> Scene:
    """The board with the look of each hole, its heading, and what the marks mean."""
    looks = {one.mark: (one.style, one.sign) for one in marked.key}
    made = signs(marked.board, [looks.get(mark, NOT_ASKED) for mark in marked.marks], marked.title)
    key = [(one.style, one.sign, one.words) for one in marked.key if one.mark in marked.marks]
    return headed(keyed(made, key), marked.heading)


def of_survey(survey: Survey) -> Scene:
    """Which vacancies can be solved; of a family with one start, where the last peg can be left."""
    drawn = drawn_ends(survey) if len(survey.family.starts) == 1 else drawn_vacancies(survey)
    if not drawn:
        raise nothing("the family has no targets with one peg", "a family as single, or targets:START")
    return scene(drawn[0])
