"""Cleaning: from what was seen to the edits that stood, each with what it touches by identity."""

from __future__ import annotations

from orbit.learning.cleaning.cleaner import clean

__all__ = ["clean"]
