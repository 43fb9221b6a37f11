"""Rows of a survey as pairs."""

from __future__ import annotations

import feasibility


def test_a_row_of_a_survey_is_a_pair() -> None:
    found = feasibility.survey("line:4", jobs=1)
    assert [(row.pair.start.mask, row.pair.target.must) for row in found.rows] == [
        (row.start, row.target) for row in found.rows
    ]
    assert all(feasibility.check(row.pair).verdict == row.verdict for row in found.rows)
