"""Conway's army."""

from feasibility.studies.exports.plain_form import words

plain = words
vipr = None
