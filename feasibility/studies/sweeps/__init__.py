"""Sweeps: consecutive jumps of one peg count as one move."""

COMMANDS: dict[str, str] = {}
NAMES = {
    "sweeps_api": "count_sweeps last_sweep",
    "tally": "Tally",
    "last": "LastSweep",
    "solving": "Shortest",
}
OFFERS = {
    "the fewest sweeps": "solving:fewest",
    "the plays with the fewest sweeps": "solving:Shortest",
    "plays with a long last sweep": "last_command:run",
    "plays by number of sweeps": "tally_command:run",
}
