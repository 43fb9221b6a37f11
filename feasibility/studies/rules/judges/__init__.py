"""Judges: rules as functions, programs, criteria and tables, asked about many pairs at once."""
