"""Systems of a pair: linear programs, residues, dead jumps, libraries of known functions."""
