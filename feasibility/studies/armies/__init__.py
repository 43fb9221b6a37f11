"""Conway's army: how far beyond a line, with how few pegs."""

COMMANDS = {
    "army": "Conway's army: how far beyond a line, with how few pegs",
}
NAMES = {
    "army_api": "army Army",
}
OFFERS = {
    "a picture of Army": "army_picture:of_army",
}
