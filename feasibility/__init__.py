"""Peg solitaire feasibility: can this position become that one, with a proof that a stranger can check."""

# What type checkers know of this is in __init__.pyi, which `python docs/generate/stub.py` writes.
__version__ = "1.0.0"

from feasibility.game import drawn


def _html_of(value: object) -> str | None:
    from feasibility.registry import load

    shown: str | None = load("render.notebook:html_of")(value)
    return shown


drawn.show = _html_of  # what a notebook shows is made far above the values


def __getattr__(name: str) -> object:
    """Each public name is imported when it is first asked for: `import feasibility` costs nothing."""
    from feasibility.registry import names, value

    if name == "__all__":
        return sorted([*names(), "__version__"])
    try:
        found = value(name)
    except KeyError:
        raise AttributeError(f"module 'feasibility' has no attribute {name!r}") from None
    globals()[name] = found
    return found


def __dir__() -> object:
    return __getattr__("__all__")
