"""The tables of phrases: every language has all of them, with the same values and all forms of each word."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from feasibility.proofs.kind import Refutation
from feasibility.proofs.kinds.closure import Closure
from feasibility.proofs.kinds.pagoda import Pagoda
from feasibility.render.phrases import ENGLISH, languages, phrase, table
from feasibility.render.sentences import chance_words, said_by

SLOT = re.compile(r"\{(\w+)(?::([^{}]*))?\}")


class Starved(Refutation):
    kind = "starved"


def test_a_new_kind_of_proof_is_told_without_a_phrase_of_its_own() -> None:
    own = ("pagoda", "residue", "tree", "turn", "legs", "search", "closure", "cases", "ends")
    assert {f"why.{kind}" for kind in own} <= {*table(ENGLISH)["phrases"]}
    assert phrase(said_by(Starved())) == "a proof rules it out"
    assert said_by(Pagoda((1, 0))) == "why.pagoda"
    assert said_by(Closure(1)) == "why.stuck" != said_by(Closure(2))


def values(text: str) -> set[str]:
    return {slot[1] for slot in SLOT.finditer(text)}


def test_there_are_english_and_french() -> None:
    assert {ENGLISH, "fr"} <= set(languages())


@pytest.mark.parametrize("language", languages())
def test_every_language_has_every_phrase(language: str) -> None:
    ours, english = table(language), table(ENGLISH)
    assert ours.keys() == english.keys()
    assert list(ours["phrases"]) == list(english["phrases"])
    for key, text in ours["phrases"].items():
        assert values(text) == values(english["phrases"][key]), key
        assert not set("{}") & set(SLOT.sub("", text)), key
        for slot in SLOT.finditer(text):
            assert slot[2] is None or slot[2].count("|") == len(ours["plural"]), key


@pytest.mark.parametrize("language", languages())
def test_every_phrase_can_be_said(language: str) -> None:
    for key, text in table(language)["phrases"].items():
        for number in (0, 1, 2, 5, 1234):
            said = phrase(key, language, **dict.fromkeys(values(text), number))
            assert not set("{|}") & set(said)


@pytest.mark.parametrize(
    ("language", "number", "word"),
    [("en", 0, "jumps"), ("en", 1, "jump"), ("en", 2, "jumps"), ("en", 11, "jumps"),
     ("fr", 0, "saut"), ("fr", 1, "saut"), ("fr", 2, "sauts"), ("fr", 21, "sauts")],
)  # fmt: skip
def test_words_go_with_their_numbers(language: str, number: int, word: str) -> None:
    said = phrase("lost.back", language, jumps=number)
    assert re.search(rf"\b{number} {word}\b", said)


def test_large_numbers_are_written_as_the_language_does() -> None:
    assert "1,234,567" in phrase("chance.one in", "en", games=1234567)
    assert "1\u202f234\u202f567" in phrase("chance.one in", "fr", games=1234567)


def test_a_language_with_more_forms_is_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Russian has three: 1, 21 and 101; 2 to 4 and 22; all others, 11 to 14 among them."""
    russian = {
        "thousands": " ",
        "plural": ["(^|[^1])1$", "(^|[^1])[2-4]$"],
        "phrases": {"jumps": "{n} {n:прыжок|прыжка|прыжков}"},
    }
    monkeypatch.setattr("feasibility.render.phrases.table", lambda language: russian)
    said = [phrase("jumps", "ru", n=n).partition(" ")[2] for n in (1, 21, 111, 2, 24, 12, 0, 5)]
    assert said == ["прыжок"] * 2 + ["прыжков", "прыжка", "прыжка"] + ["прыжков"] * 3


@pytest.mark.parametrize(("chance", "times"), [("1", 100), ("999/1000", 99), ("1/3", 33)])
def test_not_every_game_is_won_where_some_are_lost(chance: str, times: int) -> None:
    assert chance_words(Fraction(chance), ENGLISH) == f"{times} times in 100"
