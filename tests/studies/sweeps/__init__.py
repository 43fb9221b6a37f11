TRIED = ["solve", "line:5:-b1", "--pegs", "2", "--sweeps"]
REFUSED = [
    (["solve", "line:5:-b1", "--pegs", "2", "--sweeps"], "nothing here finds the fewest sweeps"),
    (["solve", "line:5:-b1", "--pegs", "2", "--last-sweep", "1"], "unknown option"),
    (["count", "line:4:-b1", "line:4:+d1", "--sweeps"], "--sweeps"),
]
