"""What is computed of a pair before any search: linear systems, residues, dead jumps, known functions."""
