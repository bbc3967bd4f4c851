"""The secret between Orbit and its script in Live: given, in the environment, or kept for its user in a file.

The script reads that file when Live loads it, and makes one if there is none; so does `orbit install`.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

__all__ = ["ENVIRONMENT", "find_token", "keep_token", "kept_token", "token_file"]

ENVIRONMENT = "ORBIT_ABLETON_TOKEN"


def token_file() -> Path:
    """Where the token is kept: ``~/.orbit/ableton-token``, or where ``ORBIT_ABLETON_TOKEN_FILE`` says."""
    return Path(os.environ.get("ORBIT_ABLETON_TOKEN_FILE") or Path.home() / ".orbit" / "ableton-token")


def find_token(token: str | None = None) -> str:
    """The token to greet with; empty where there is none, which the script refuses with advice.

    Without one given, ``ORBIT_ABLETON_TOKEN`` counts, then the file in the user's home.
    """
    given = token or os.environ.get(ENVIRONMENT)
    if given:
        return given
    try:
        return kept_token()
    except (OSError, UnicodeDecodeError):
        return ""


def kept_token() -> str:
    """The token in the file; empty when it was not made yet. Raises OSError and UnicodeDecodeError."""
    try:
        return token_file().read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return ""


def keep_token(token: str = "") -> None:
    """Write a token, a new one unless one is given, for this user alone. Raises OSError.

    On Windows the folder is the user's own by where it is, in the user's profile.
    """
    path = token_file()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    for half in path.parent.glob(f".{path.name}.*"):  # of an attempt that was cut short
        half.unlink()
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(token or secrets.token_hex(16))
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise
