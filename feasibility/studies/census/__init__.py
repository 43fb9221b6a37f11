"""All graphs of a list: which can be solved, how many pegs are left, the fool's numbers."""

from feasibility.registry import Study

STUDY = Study(
    names={"run": "census Census"},
    fills={
        "studies.surveys.survey_command:OPTIONS": "census_command",
    },
)
