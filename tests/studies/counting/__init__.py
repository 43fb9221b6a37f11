TRIED = ["count", "line:5:-b1", "--pegs", "2"]
