"""Orbit for other assistants, by the Model Context Protocol: tools, resources and prompts over the engine.

What is done here is planned, agreed to, done and read back as everywhere else. What needs consent is asked of
the user, never of the assistant.
"""

from __future__ import annotations

from enum import StrEnum

from daw_bridges.errors import UsageError

__all__ = ["Allow"]


class Allow(StrEnum):
    """How far an assistant goes unasked; the user says it at launch, and nothing that it sends changes it."""

    LOOK = "look"  # read and plan; nothing is changed
    ASK = "ask"  # the user is asked before every plan
    EDITS = "edits"  # what can be taken back is done; asked before what destroys, or came from outside
    EVERYTHING = "everything"  # consent is given beforehand, also to what destroys

    @classmethod
    def _missing_(cls, value: object) -> Allow:
        raise UsageError(f"“{value}” is no value for the setting mcp_allow: {', '.join(cls)}.")
