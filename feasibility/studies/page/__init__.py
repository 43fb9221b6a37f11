"""The page on this machine: a server that holds no state but the checks that run."""

COMMANDS = {
    "serve": "a page on this machine to play, draw boards and check pairs",
    "page": "write a page to play on that needs no server, for any web space",
}
NAMES: dict[str, str] = {}
OFFERS: dict[str, str] = {}
