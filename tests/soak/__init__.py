"""A soak: random commands with random trouble, and what must be true of every one of them afterwards.

`python -m tests.soak --seconds 3600 --seed 1` runs for an hour and prints what it found; every command can
be run again alone by its seed and number (`--only N`). `cases` makes commands, `running` runs them, `judging`
says what is wrong.
"""
