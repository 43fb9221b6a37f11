"""Whole families of pairs on one board, up to symmetry, decided as far as the limits allow."""

from feasibility.registry import Study

STUDY = Study(
    commands={
        "survey": "whole families of pairs on a board: proved, played, unknown",
    },
    names={
        "survey_api": "survey",
        "survey": "Survey",
    },
    fills={
        "studies.page.tasks:SURVEY": "page:survey",
    },
)
