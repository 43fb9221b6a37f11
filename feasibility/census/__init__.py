"""All graphs of a list: which can be solved, how many pegs are left, the fool's numbers."""
