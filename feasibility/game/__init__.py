"""The game itself: boards, positions, pairs, and their symmetries."""
