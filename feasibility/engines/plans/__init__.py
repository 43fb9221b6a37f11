"""Plans put in order: an integer program and orders; plays mended."""
