TRIED = ["survey", "--graphs", "4", "--jobs", "1"]
REFUSED = [
    (["survey", "--graphs", "4"], ""),
]
NEEDS = {"surveys"}  # its options belong to that command
