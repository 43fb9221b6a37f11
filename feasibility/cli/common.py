"""What several commands share: results go to standard output, messages to standard error."""

from __future__ import annotations

import sys
from argparse import Namespace

from feasibility.base.plurals import plural as plural  # noqa: PLC0414  (messages count things)


def print_json(value: object) -> None:
    import json

    print(json.dumps(value, ensure_ascii=False))


def print_answer(args: Namespace, facts: object, text: str) -> None:
    """What a command has found: as JSON where that was asked for."""
    if args.json:
        print_json(facts)
    else:
        print(text)


def message(text: str) -> None:
    print(f"pegfeas: {text}", file=sys.stderr)
