"""The first tables of docs/results/complements.md, made again: one and two vacancies of the English board."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from feasibility import Limits
from feasibility.game.position import bits
from feasibility.studies.surveys.decide import survey_results
from feasibility.studies.surveys.families import family
from feasibility.text import catalogue

PAGE = Path(__file__).parents[3] / "docs" / "results" / "complements.md"
ROW = re.compile(r"^\| ([A-D] [A-D]) \| (\d+) \| (\d+) \| (\d+) \|$", re.M)


@pytest.mark.slow
def test_two_vacancies_of_the_english_board() -> None:
    """Class by class as many are played, and as many are not, as the page says."""
    board = catalogue.board("english33")
    letter = {
        hole: name
        for name, members in zip("ABCD", board.playable_classes, strict=True)
        for hole in bits(members)
    }
    found = Counter[tuple[str, str]]()
    for settled in survey_results(family(board, "complement", 2), jobs=1, limits=Limits(work=1 << 28)):
        name = " ".join(sorted(letter[hole] for hole in bits(settled.target)))
        found[name, settled.verdict] += 1
    told = Counter[tuple[str, str]]()
    for name, problems, played, refuted in ROW.findall(PAGE.read_text(encoding="utf-8")):
        told |= Counter({(name, "feasible"): int(played), (name, "infeasible"): int(refuted)})
        assert int(problems) == int(played) + int(refuted)
    one = {key: count for key, count in found.items() if " " not in key[0]}
    assert sum(one.values()) == 7 and {verdict for _, verdict in one} == {"feasible"}
    assert Counter({key: count for key, count in found.items() if " " in key[0]}) == +told
    assert sum(told.values()) == 81
