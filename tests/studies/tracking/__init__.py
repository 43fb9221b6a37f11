TRIED = ["solve", "triangle:4:-a2", "triangle:4:+b2", "--track", "=b2"]
REFUSED = [
    (["solve", "line:5:-b1", "--pegs", "2", "--track", "a1"], "unknown option"),
]
