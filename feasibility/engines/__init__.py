"""The arbiter: exact engines, and finders of plays."""

from typing import Final

SEARCH: Final = "search"  # what a report calls the arbiter
