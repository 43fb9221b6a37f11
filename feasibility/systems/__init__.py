"""Systems of a pair: linear programs, residues, dead jumps, known functions."""
