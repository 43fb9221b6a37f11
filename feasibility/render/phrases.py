"""What is said to a person first, in his language: a table for each, which the page reads too.

A table is `assets/phrases.LANGUAGE.json`; another language is another file. In a phrase `{jumps}` is a value
and `{jumps:jump|jumps}` the word that goes with that number. Which form of the word it is, `plural` tells by
regular expressions, one for each form but the last: the first that is found in the number chooses.
"""

from __future__ import annotations

import json
import os
import re
from functools import lru_cache
from typing import Any

from feasibility.render.palette import asset

ENGLISH = "en"
_NAME = re.compile(r"phrases\.(\w+)\.json")
_SLOT = re.compile(r"\{(\w+)(?::([^{}]*))?\}")


def languages() -> tuple[str, ...]:
    """Those that have a table."""
    found = map(_NAME.fullmatch, os.listdir(os.path.join(os.path.dirname(__file__), "assets")))
    return tuple(sorted(match[1] for match in found if match is not None))


@lru_cache
def table(language: str) -> dict[str, Any]:
    """The table of a language, as the page takes it."""
    read: dict[str, Any] = json.loads(asset(f"phrases.{language}.json"))
    return read


def phrase(key: str, language: str = ENGLISH, **values: int | str) -> str:
    """The phrase of a key, with its values and the words that go with their numbers."""
    words = table(language)

    def filled(slot: re.Match[str]) -> str:
        value = values[slot[1]]
        if slot[2] is not None:
            rules = words["plural"]
            form = next((i for i, rule in enumerate(rules) if re.search(rule, str(value))), len(rules))
            return slot[2].split("|")[form]
        return value if isinstance(value, str) else f"{value:,}".replace(",", words["thousands"])

    text: str = words["phrases"][key]
    return _SLOT.sub(filled, text)
