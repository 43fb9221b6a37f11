"""A play."""

from feasibility.studies.exports.plain_form import by_fields

plain = by_fields
vipr = None
