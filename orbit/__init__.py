"""Orbit: say what you want done in your DAW; it plans it, does it, reads it back, and can undo it."""

__version__ = "0.1.0"
