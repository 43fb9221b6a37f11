"""All graphs of a list: which vacancies can be solved, how few pegs are left, the fool's numbers."""
