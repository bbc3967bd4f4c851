"""Where Orbit's Remote Script is."""

from __future__ import annotations

from pathlib import Path

__all__ = ["REMOTE_SCRIPT"]

REMOTE_SCRIPT = Path(__file__).parent / "remote_script" / "Orbit"
"""The folder that goes into Live's User Library under ``Remote Scripts``."""
