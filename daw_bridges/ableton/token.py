"""The secret between Orbit and its script in Live: given, in the environment, or the one the script keeps."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["find_token"]


def find_token(token: str | None = None) -> str:
    """The token to greet with; empty where there is none, which the script refuses with advice.

    Without one given, ``ORBIT_ABLETON_TOKEN`` counts, then the file that the script made in the user's home.
    """
    given = token or os.environ.get("ORBIT_ABLETON_TOKEN")
    if given:
        return given
    path = Path(os.environ.get("ORBIT_ABLETON_TOKEN_FILE") or Path.home() / ".orbit" / "ableton-token")
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError:
        return ""
