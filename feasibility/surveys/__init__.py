"""Surveys: whole families of pairs on one board, up to symmetry, decided as far as the limits allow."""

from __future__ import annotations

from feasibility.surveys.decide import Settled, survey_results
from feasibility.surveys.families import Family, family, from_start

__all__ = ["Family", "Settled", "family", "from_start", "survey_results"]
