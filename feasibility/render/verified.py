"""What an answer tells of the verifier: whether it has repeated the proof, and if not, what does."""

from __future__ import annotations

from typing import Any

from feasibility.proofs.accept import Acceptance, command


def verified_json(said: Acceptance | None) -> dict[str, Any]:
    """`verified`: true or false, null where there is no proof; a false one comes with what to do."""
    if said is None or said.verified:
        return {"verified": None if said is None else True}
    return {"verified": False, "verification": {"seconds": round(said.forecast, 1), "command": command(said)}}


def unverified(said: Acceptance | None, path: str | None = None) -> str | None:
    """A sentence where the verifier has not repeated the proof; `path`: where it is written, if it is."""
    if said is None or said.verified:
        return None
    where = " of the certificate that `--certificate FILE` writes" if path is None else ""
    return (
        f"Not verified yet: to repeat the proof takes some {float(f'{said.forecast:.2g}'):,g} s, by "
        f"`{command(said, 'FILE' if path is None else path)}`{where}."
    )
