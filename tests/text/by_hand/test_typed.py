"""Drawings that were typed or posted (typed.txt), each with what it means: by the command, Python and the page.

A line `=== NAME => MEANING` stands above each: a start and a target as `pegfeas` takes them, the rows of a
board that has no name between `/`, or `refused`.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import feasibility
from feasibility.base.errors import InputError
from feasibility.cli import main
from feasibility.game.position import Position, Target
from feasibility.studies.page import exchange
from feasibility.text.board_text import parse
from feasibility.text.document import position_of, reading_of
from feasibility.text.references import reference
from tests.answers import answer

REFUSED = "refused"


def typed() -> Iterator[tuple[str, str, str]]:
    """Name, meaning and text of every drawing."""
    whole = Path(__file__).with_name("typed.txt").read_text(encoding="utf-8")
    for part in re.split(r"(?m)^=== ", whole)[1:]:
        head, _, text = part.partition("\n")
        name, _, meaning = head.partition(" => ")
        yield name, meaning, text


TYPED = list(typed())
NAMES = [name for name, _, _ in TYPED]
READ = [(text, meaning) for _, meaning, text in TYPED if meaning != REFUSED]


def meaning_of(start: Position, target: Target | None) -> str:
    """A start, and a target where there is one, in a line."""
    said = reference(start) or str(start).replace("\n", "/")
    if target is None:
        return said
    goal = target.exact and reference(target.exact)
    return f"{said} -> {goal or str(target).replace(chr(10), '/')}"


@pytest.mark.parametrize(("meaning", "text"), [one[1:] for one in TYPED], ids=NAMES)
def test_what_was_typed_means(meaning: str, text: str) -> None:
    try:
        found = parse(text)
        reading_of(found, found.target)
        seen = meaning_of(position_of(found), found.target)
    except InputError:
        seen = REFUSED
    assert seen == meaning


def test_there_are_as_many_as_were_promised() -> None:
    assert len(TYPED) >= 100
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize(("meaning", "text"), [one[1:] for one in TYPED], ids=NAMES)
def test_the_command_python_and_the_page_read_alike(
    meaning: str, text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    code = main(["replay", "-", ""])
    printed = capsys.readouterr().out
    if meaning == REFUSED:
        assert code == 2 and not printed
        for read in (feasibility.read_pair, exchange.read_text):
            with pytest.raises(InputError):
                read(text)
        return
    shown = answer(printed).partition("\n\n")[2].partition("\nThis is")[0]
    start = position_of(parse(shown))
    pairs = [feasibility.read_pair(text), exchange.read_text(text).pair]
    assert [pair.start for pair in pairs] == [start, start]
    assert pairs[0] == pairs[1]
    assert meaning.partition(" -> ")[0] == meaning_of(start, None)


@pytest.mark.parametrize(("text", "meaning"), READ)
def test_what_we_write_of_it_is_read_back(text: str, meaning: str) -> None:
    found = parse(text)
    again = parse(feasibility.write(found.start))
    assert (again.start, again.board) == (found.start, found.board)
