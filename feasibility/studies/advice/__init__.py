"""Which jumps of a position still win, and why the others lose."""

COMMANDS = {
    "advise": "which jumps of a position still win, and why the others lose",
}
NAMES = {
    "advise_api": "advise",
    "adviser": "Adviser",
    "advice": "Advice",
}
OFFERS = {
    "advice on the page": "page_part:advise",
}
