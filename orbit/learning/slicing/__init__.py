"""Slicing: what of a demonstration belongs together, by what it touches and when."""

from orbit.learning.slicing.linked import IDLE, Slice, slices_of

__all__ = ["IDLE", "Slice", "slices_of"]
