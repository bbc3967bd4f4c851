"""Orbit's seed workflows, one YAML file each: what a mix engineer would do, ready for use."""

from __future__ import annotations

from pathlib import Path

__all__ = ["FOLDER"]

FOLDER = Path(__file__).parent
"""Where the files are."""
