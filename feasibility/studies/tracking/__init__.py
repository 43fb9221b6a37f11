"""Marked pegs: which peg of the start ends where."""

COMMANDS: dict[str, str] = {}
NAMES = {
    "track_api": "track",
    "tracking": "Tracked",
}
OFFERS = {
    "plays with marked pegs": "track_command:run",
}
