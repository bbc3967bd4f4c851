"""Orbit's Remote Script: Live loads this folder, and Orbit edits the open set through it."""

from __future__ import annotations

from typing import Any

from .surface import Orbit


def create_instance(c_instance: Any) -> Orbit:
    """Live calls this once for each set that is opened while the script is chosen as a Control Surface."""
    return Orbit(c_instance)
