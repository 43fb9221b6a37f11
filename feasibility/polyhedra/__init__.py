"""Facets, bounds, lattices, armies: what a board or a pair allows at all."""
