"""Exact search level by level, from both ends to a middle; in memory, on disk, in partitions."""
