"""The public Python functions, one for each command."""
