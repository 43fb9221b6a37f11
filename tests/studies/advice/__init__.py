TRIED = ["advise", "line:5:-b1", "--pegs", "2"]
