"""Plans put in order: whole numbers of jumps that add up to what is asked, and an order to play them in."""
