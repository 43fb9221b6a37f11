"""Weights a + b s that no jump raises."""

from feasibility.studies.exports.plain_form import by_integers

plain = by_integers
vipr = None
