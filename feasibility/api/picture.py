"""The answer of a public function as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, Union

from feasibility.api.army import Army
from feasibility.api.asking import BoardLike, as_board
from feasibility.api.solve import Solution
from feasibility.api.survey import Survey
from feasibility.base.errors import InputError
from feasibility.base.files import write_file
from feasibility.base.plurals import plural
from feasibility.game.geometry import Board
from feasibility.polyhedra.bounds import Ranges
from feasibility.polyhedra.facets import Facet
from feasibility.render.scene import Scene
from feasibility.search.counting import Counts

if TYPE_CHECKING:
    from networkx import DiGraph


class NothingToDraw(InputError):
    """An answer without a picture: there is no play, no army, no bound."""


Pictured: TypeAlias = Union[Survey, Ranges, Army, Counts, Solution, Sequence[Facet], "DiGraph[int]"]


def picture(
    answer: Pictured,
    board: BoardLike | None = None,
    *,
    theme: str = "auto",
    path: str | PathLike[str] | None = None,
) -> str:
    """What `survey`, `bounds`, `army`, `count`, `solve`, `facets` or `graph` returned, as SVG.

    The picture is the one of the command's `--picture`; `path` writes it as well. Facets and a graph do not
    name their board, so it is given with them.

    >>> from feasibility import bounds, facets
    >>> picture(bounds("line:4:+a1+b1", "line:4:+c1")).count("<polygon")
    4
    >>> picture(facets("line:4"), "line:4").startswith("<svg")
    True
    """
    from feasibility.render.svg import svg

    text = svg(scene(answer, None if board is None else as_board(board)), theme) + "\n"
    if path is not None:
        if Path(path).suffix.lower() != ".svg":
            raise InputError("not a name for a picture", seen=repr(str(path)), expected="NAME.svg")
        write_file(path, text)
    return text


def scene(answer: Pictured, board: Board | None = None) -> Scene:
    """The picture of an answer, before it is written in some format."""
    if isinstance(answer, Survey):
        return of_survey(answer)
    if isinstance(answer, Ranges):
        return of_bounds(answer)
    if isinstance(answer, Army):
        return of_army(answer)
    if isinstance(answer, Counts):
        return of_counts(answer, "" if board is None else board.label)
    if isinstance(answer, Solution):
        return of_play(answer)
    if board is None:
        raise InputError("a graph and facets do not name their board", expected="it as second argument")
    return of_facets(answer, board) if isinstance(answer, Sequence) else of_graph(answer, board)


def of_survey(survey: Survey) -> Scene:
    """Which vacancies can be solved; of a family with one start, where the last peg can be left."""
    from feasibility.surveys.pictures import ends, vacancies

    family = survey.family
    drawn = ends(family, survey.rows) if len(family.starts) == 1 else vacancies(family, survey.rows)
    if drawn is None:
        raise _nothing("the family has no targets with one peg", "a family as single, or targets:START")
    return drawn


def of_bounds(ranges: Ranges) -> Scene:
    """The most times of each jump, in its hole."""
    from feasibility.render.heat import heat

    if not ranges.ranges:
        raise _nothing("no numbers of jumps lead to the target", "a pair with bounds")
    return heat(ranges.pair.board, {jump: r.most.whole for r in ranges.ranges for jump in r.orbit})


def of_army(army: Army) -> Scene:
    """The army and its goal; of a level out of reach, what each hole weighs."""
    from feasibility.render import marks

    if army.out_of_reach:
        told = (
            "A peg weighs s to the power in its hole, s = 0.618..., 1 = s + s². No jump raises the total.",
            "All holes below the line weigh no more than the goal, so no finite army reaches it.",
        )
        return marks.distances(army.geometry, army.level, told)
    if army.start is None or army.play is None:
        raise _nothing("no army was found", "a level within reach")
    reached = f"{army.pegs} pegs reach the ringed hole, {plural(army.level, 'row')} beyond the line."
    fewer = "Fewer do not do on this board." if army.fewest else "Whether fewer do was not decided."
    return marks.army(army.start, army.level, army.play[-1].landing, (reached, fewer))


def of_counts(counts: Counts, name: str) -> Scene:
    """The levels, from the start down."""
    from feasibility.render.growth import LevelCounts, growth

    if not counts.rows:
        raise _nothing("nothing was counted", "more time or memory")
    levels = [LevelCounts(row.pegs, row.positions, row.orbits, row.dead_ends) for row in counts.rows]
    return growth(levels, name, "" if counts.all_levels else " (the levels below are not counted)")


def of_play(solution: Solution) -> Scene:
    """The play sweep by sweep."""
    from feasibility.render.gallery import play

    if solution.play is None:
        raise _nothing("there is no play, or none is known", "a pair with a play")
    return play(solution.pair.start, solution.play)


def of_graph(graph: DiGraph[int], board: Board) -> Scene:
    """All positions and jumps."""
    from feasibility.render.game_graph import game_graph
    from feasibility.search.graph import MOST_DRAWN

    if len(graph) > MOST_DRAWN:
        expected = f"at most {MOST_DRAWN}"
        raise InputError("too many positions to draw", seen=f"{len(graph):,}", expected=expected)
    return game_graph(graph, board)


def of_facets(given: Sequence[Facet], board: Board, total: int | None = None) -> Scene:
    """The first facets, as tables; `total` where there were more than are given."""
    from feasibility.render.gallery import SHOWN, facets

    if not given:
        raise _nothing("there are no facets", "a board with facets")
    tables = [(facet.weights, _told(facet)) for facet in given[:SHOWN]]
    return facets(board, tables, len(given) if total is None else total)


def _told(facet: Facet) -> str:
    return f"{facet.tight} tight jumps, orbit of {facet.orbit}"


def _nothing(why: str, expected: str) -> NothingToDraw:
    return NothingToDraw(f"there is nothing to draw: {why}", expected=expected)
