"""Rules that are written down, so that they can be proved, and the claim that makes."""
