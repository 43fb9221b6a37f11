"""Pairs between page and server: there and back is the same, and no JSON does more than raise our error."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feasibility.base.errors import InputError
from feasibility.game.geometry import Board, Geometry
from feasibility.game.position import Pair, Position, Target
from feasibility.render.html import pair_text
from feasibility.studies.page import exchange

places = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=12)
kinds = st.sampled_from([Geometry.ORTHOGONAL, Geometry.TRIANGULAR, Geometry.DIAGONAL])


@st.composite
def pairs(draw: st.DrawFn) -> Pair:
    board = Board(draw(places), draw(kinds), name=draw(st.text(max_size=20)))
    masks = st.integers(0, board.full)
    start, must = Position(board, draw(masks)), draw(masks)
    target = draw(
        st.sampled_from(
            [
                Position(board, must),
                Target.with_pegs(board, must.bit_count()),
                Target(board, must, board.full & ~must),
            ]
        )
    )
    return Pair(start, target)


@given(pairs())
def test_there_and_back(pair: Pair) -> None:
    back = exchange.read_pair(exchange.pair_object(pair))
    assert back.board == pair.board
    assert back.start == pair.start
    assert back.target == pair.target
    assert (back.exact is None) == bool(pair.target.free)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
boards = st.fixed_dictionaries(
    {},
    optional={
        "name": json_values,
        "geometry": kinds.map(str) | json_values,
        "holes": json_values,
        "jumps": json_values,
    },
)


@given(
    st.fixed_dictionaries(
        {}, optional={"board": boards | json_values, "start": json_values, "target": json_values}
    )
)
def test_any_json_is_a_pair_or_our_error(value: dict[str, object]) -> None:
    with suppress(InputError):
        exchange.read_pair(value)
    with suppress(InputError):
        exchange.read_seconds(value.get("start"))
    with suppress(InputError):
        exchange.read_text(value.get("start"))


def test_a_goal_in_words_names_what_the_page_has() -> None:
    with pytest.raises(InputError, match="a target in words") as caught:
        exchange.read_text("Leave one peg\nxxx\nx.x\nxxx")
    assert "--" not in str(caught.value) and "the target chosen on the page" in str(caught.value)


@given(st.binary(max_size=60))
def test_any_bytes_are_an_object_or_our_error(data: bytes) -> None:
    with suppress(InputError):
        assert isinstance(exchange.parse_body(data), dict)


@pytest.mark.smoke
def test_the_page_is_shipped() -> None:
    folder = Path(exchange.__file__).parent / "assets"
    scripts = {"app.js", "board.js", "oracle.js", "play.js", "state.js", "sw.js", "tables.js", "take.js"}
    pages = {"page.html", "page.css", "pairs.html", "play.html", "tabs.html", "icon.svg", "records.json"}
    assert {path.name for path in folder.iterdir()} == scripts | pages


def test_a_graph_comes_with_its_drawing_and_goes_by_its_name() -> None:
    board = exchange.read_board("graph:petersen")
    told = exchange.board_object(board)
    assert told["known"] and len(told["drawn"]["places"]) == 10 and len(told["drawn"]["edges"]) == 15
    assert tuple(told["drawn"]["names"]) == board.names
    assert "drawn" not in exchange.board_object(exchange.read_board("english33"))
    assert "graph:petersen" in exchange.catalogue_object()["families"]
    for name in exchange.catalogue_object()["families"]:
        exchange.read_board(name)


def test_a_text_without_its_number_of_pegs_is_no_other_question() -> None:
    """Exported and imported again it asked for the complement."""
    pair = Pair(
        Position(Board([(0, 0), (0, 1), (0, 2)]), 3), Target.with_pegs(Board([(0, 0), (0, 1), (0, 2)]), 1)
    )
    text, option = pair_text(pair)
    assert option == " --pegs 1"
    with pytest.raises(
        InputError, match="line 1: a target in words; saw '# target: any position with 1 peg'"
    ):
        exchange.read_text(text)


def test_a_board_with_too_many_jumps_is_told_by_them() -> None:
    with pytest.raises(InputError, match="saw 20 holes, 6840 jumps; expected at most 400 and 4000"):
        exchange.read_board("graph:complete:20")
