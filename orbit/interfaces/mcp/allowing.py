"""What another assistant may do unasked: a level that the user chooses when Orbit is started for it.

Nothing that comes over the protocol can change it.
"""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Allow"]


class Allow(StrEnum):
    """How far it goes, from the least to the most."""

    LOOK = "look"
    """Read and plan; nothing is changed."""
    ASK = "ask"
    """The user is asked before every plan."""
    EDITS = "edits"
    """What can be taken back is done; the user is asked before what destroys, or came from outside."""
    EVERYTHING = "everything"
    """Consent is given beforehand, also to what destroys."""

    @property
    def changes(self) -> bool:
        """Whether anything may be changed at all."""
        return self is not Allow.LOOK
