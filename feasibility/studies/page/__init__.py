"""The page on this machine: a server that holds no state but the checks that run."""

from feasibility.registry import Study

STUDY = Study(
    commands={
        "serve": "a page on this machine to play, draw boards and check pairs",
        "page": "write a page to play on that needs no server, for any web space",
    },
)
