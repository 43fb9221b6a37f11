TRIED = ["model", "line:5:-b1", "line:5:+a1"]
REFUSED = [
    (["verify", "none.json", "--export", "x.vipr"], "unknown option"),
    (["verify", "none.json", "--formal"], "unknown option"),
]
