"""The arbiter: exact engines, and finders of plays."""
