"""Validation of pruning rules: is a rule sound, what does it prune, and what does that gain a search."""
