"""What the page is told while it waits: never anything that the whole answer takes back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feasibility.base.limits import Limits
from feasibility.game.position import Pair, Position, Target
from feasibility.render.parts import Marks, More
from feasibility.studies.advice import page_part
from feasibility.text import catalogue
from tests.studies.page.rules import reference

BOARD = catalogue.board("triangle:5")
ANY = Target.with_pegs(BOARD, 1)
WINNING = reference(BOARD, ANY)


@given(st.integers(1, BOARD.full))
def test_every_message_is_true(mask: int) -> None:
    """By brute force, with the set there and while it is made."""
    page_part._desk.cache_clear()
    position, messages = Position(BOARD, mask), list[dict[str, Any]]()
    pair = Pair(position, ANY)

    def tell(advice: dict[str, Any]) -> None:
        messages.append(advice)

    for _ in range(2):
        last = page_part.advise(pair, (), Limits(600), lambda text: None, tell)["advice"]
        after = {page_part._shown(position.play(j)): position.play(j) for j in position.legal_jumps()}
        assert set(last["fates"]) == set(after)
        assert last["verdict"] == ("feasible" if mask in WINNING else "infeasible")
        for told in (*messages, last):
            assert told["verdict"] in (last["verdict"], "unknown")
            for shown, fate in told["fates"].items():
                assert fate["outcome"] == ("wins" if after[shown].mask in WINNING else "loses")


def test_an_answer_that_nobody_waits_for_is_given_up() -> None:
    class GivenUpError(Exception):
        pass

    def tell(advice: dict[str, Any]) -> None:
        raise GivenUpError

    pair = Pair(Position(BOARD, BOARD.full & ~1), ANY)
    with pytest.raises(GivenUpError):
        page_part.advise(pair, (), Limits(600), lambda text: None, tell)
    told = page_part.advise(pair, (), Limits(600), lambda text: None, lambda advice: None)
    assert told["advice"]["verdict"] == "feasible"


def test_the_kernel_of_a_proof_ends_with_its_first_picture() -> None:
    first, second = Marks(1), Marks(2)
    assert page_part._halves(["a", first, "b", second, "c"]) == (["a", first, "b"], [second, "c"])
    assert page_part._halves(["a", "b", "c", "d"]) == (["a", "b", "c"], ["d"])
    cases = More([], "")
    assert page_part._halves(["a", cases]) == (["a"], [cases])
