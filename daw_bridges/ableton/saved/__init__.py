"""Sets as Live saves them, read without Live."""

from __future__ import annotations

from daw_bridges.ableton.saved.file import SavedSet, read_set

__all__ = ["SavedSet", "read_set"]
