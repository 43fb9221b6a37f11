"""The game: boards, positions, pairs, and their symmetries."""
