"""A beam from both ends."""
