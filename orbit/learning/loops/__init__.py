"""Loops: the same done to several tracks in one go becomes one edit that was also done to the others."""

from __future__ import annotations

from orbit.learning.loops.folding import fold
from orbit.learning.loops.repeats import taken_apart

__all__ = ["fold", "taken_apart"]
