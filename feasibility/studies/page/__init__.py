"""The local page in a browser: a server that holds no state but the checks that run."""

from feasibility.registry import Study

STUDY = Study(
    commands={
        "serve": "a page on this machine to play, draw boards and check pairs",
        "page": "write a page to play on that needs no server, for any web space",
    },
)
