TRIED = ["facets", "line:4", "--engine", "builtin"]
