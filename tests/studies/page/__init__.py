TRIED = ["serve", "--help"]
