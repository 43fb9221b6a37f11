"""Sweeps: consecutive jumps of one peg count as one move."""

COMMANDS: dict[str, str] = {}
NAMES = {
    "sweeps_api": "count_sweeps last_sweep longest_sweep",
    "tally": "Tally",
    "last": "LastSweep",
    "longest": "LongestSweep",
    "solving": "Shortest",
}
OFFERS = {
    "the fewest sweeps": "solving:fewest",
    "the plays with the fewest sweeps": "solving:Shortest",
    "plays with a long last sweep": "last_command:run",
    "plays by number of sweeps": "tally_command:run",
    "the longest sweep of a board": "longest_command:longest",
}
