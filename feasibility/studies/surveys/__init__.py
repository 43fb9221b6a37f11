"""Whole families of pairs on one board, up to symmetry, decided as far as the limits allow."""

COMMANDS = {
    "survey": "whole families of pairs on a board: proved, played, unknown",
}
NAMES = {
    "survey_api": "survey",
    "survey": "Survey",
}
OFFERS = {
    "a picture of Survey": "pictures:of_survey",
    "a survey on the page": "page:survey",
}
