TRIED = ["army", "--level", "2"]
