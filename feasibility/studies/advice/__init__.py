"""Which jumps of a position still win, and why the others lose."""

from feasibility.registry import Study

STUDY = Study(
    commands={
        "advise": "which jumps of a position still win, and why the others lose",
    },
    names={
        "adviser": "advise Adviser",
        "advice": "Advice",
    },
    fills={
        "studies.page.tasks:ADVICE": "page_part:advise",
        "studies.page.edition:REASON": "page_part:reason",
        "studies.page.tasks:OPENING": "page_part:opening",
    },
)
