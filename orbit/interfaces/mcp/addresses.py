"""The addresses of what can be read, and of what changes."""

from __future__ import annotations

from urllib.parse import quote

__all__ = ["CATALOGUE", "DEVICE", "LAST", "SESSION", "TRACK", "WORKFLOW", "WORKFLOWS", "track_address"]

SESSION = "orbit://session"
TRACK = "orbit://session/tracks/{name}"
WORKFLOWS = "orbit://workflows"
WORKFLOW = "orbit://workflows/{id}"
CATALOGUE = "orbit://catalogue"
DEVICE = "orbit://catalogue/{device}"
LAST = "orbit://last"


def track_address(name: str) -> str:
    """The address of a track by its name, whatever is in it."""
    return TRACK.replace("{name}", quote(name, safe=""))
