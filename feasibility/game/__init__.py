"""Boards, positions, pairs, symmetries: frozen values and the rules of play."""
