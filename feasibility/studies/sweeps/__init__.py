"""Sweeps: consecutive jumps of one peg count as one move."""

COMMANDS: dict[str, str] = {}
NAMES = {
    "tally": "count_sweeps Tally",
    "last": "last_sweep LastSweep",
    "solving": "Shortest",
}
OFFERS = {
    "the fewest sweeps": "solving:fewest",
    "the plays with the fewest sweeps": "solving:Shortest",
    "plays with a long last sweep": "last_command:run",
    "plays by number of sweeps": "tally_command:run",
}
