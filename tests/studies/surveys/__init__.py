TRIED = ["survey", "line:5", "--jobs", "1"]
