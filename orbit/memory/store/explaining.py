"""What a database's error means for whoever uses Orbit: what is wrong, and what to do."""

from __future__ import annotations

from sqlalchemy import exc

from daw_bridges.errors import MemoryStoreError

__all__ = ["LOCKED", "BrokenStoreError", "broken", "explained"]


class BrokenStoreError(MemoryStoreError):
    """The memory's file cannot be used as it is: damaged, or where nothing can be written."""


def broken(error: Exception, place: str) -> MemoryStoreError:
    """Give a database's error as one of Orbit's."""
    said = explained(error, place)
    cause = str(getattr(error, "orig", None) or error)
    return (BrokenStoreError if any(each in cause for each in _BROKEN) else MemoryStoreError)(said)


def explained(error: Exception, place: str) -> str:
    """Say in a person's words what went wrong with the memory at ``place``; never gives a password away."""
    cause = getattr(error, "orig", None) or error
    text = " ".join(str(cause).split())
    symptoms = f"{getattr(cause, 'sqlstate', '') or ''} {text}"
    for symptom, advice in _ADVICE:
        if symptom in symptoms:
            return f"{advice.format(place=place)} (The database says: {text}.)"
    if isinstance(error, exc.TimeoutError):
        return f"Orbit's memory at {place} is busy: every connection to it is taken. Nothing was changed."
    return f"Orbit's memory at {place} cannot be used: {text}. Nothing was changed."


LOCKED = "Another program is writing Orbit's memory at {place}. Nothing was changed: try again shortly."
_FULL = "The disk with Orbit's memory at {place} is full. Nothing was changed: free some space."
_ILL = (
    "The disk with Orbit's memory at {place} answers with an error. Nothing was changed: check its space and "
    "its health."
)
_AWAY = (
    "The database server with Orbit's memory at {place} does not answer. Nothing was changed: make sure "
    "that it runs and that this machine can reach it, then try again."
)
_RIGHTS = (
    "The database server with Orbit's memory at {place} does not let Orbit in. Check the user and the "
    "password in store_url."
)
_RESTORE = "Move it away to start afresh, or restore a copy: orbit memory restore."
_NOT_OURS = f"{{place}} is not Orbit's memory. {_RESTORE}"
_GONE = "Orbit's memory at {place} disappeared while it was open. Quit Orbit and start it again."

_BROKEN = (
    "malformed", "not a database", "readonly", "unable to open", "disk I/O", "disk is full", "File too large",
)  # fmt: skip
"""SQLite's words for a file that is damaged or cannot be written."""

# SQLite is known by its words, PostgreSQL by its SQLSTATE codes, and by libpq's words where nothing answered.
_ADVICE = (
    ("database is locked", LOCKED),
    ("55P03", LOCKED),  # lock_not_available
    ("40P01", LOCKED),  # deadlock_detected
    ("40001", LOCKED),  # serialization_failure
    ("disk is full", _FULL),
    ("53100", _FULL),  # disk_full
    ("No space left", _FULL),
    ("File too large", _FULL),
    ("malformed", f"Orbit's memory at {{place}} is damaged. {_RESTORE}"),
    ("not a database", _NOT_OURS),
    ("no such table", _GONE),
    ("42P01", _GONE),  # undefined_table
    ("no such column", _NOT_OURS),
    ("42703", _NOT_OURS),  # undefined_column
    (
        "readonly",
        "Orbit may not write its memory at {place}. Check the permissions of that file and its folder.",
    ),
    ("42501", "Orbit may not use its memory at {place}. Grant its user the rights on that database."),
    ("unable to open", "Orbit cannot open its memory at {place}. Check that it is a file Orbit may write."),
    ("disk I/O", _ILL),
    ("3D000", "There is no database at {place}. Make it (createdb), or correct store_url."),
    ("does not exist", "There is no database at {place}. Make it (createdb), or correct store_url."),
    ("28P01", _RIGHTS),  # invalid_password
    ("28000", _RIGHTS),  # invalid_authorization_specification
    ("authentication failed", _RIGHTS),
    ("no password supplied", _RIGHTS),
    ("onnection refused", _AWAY),
    ("onnection timeout", _AWAY),
    ("could not translate host name", _AWAY),
    ("failed to resolve host", _AWAY),
    ("57P01", _AWAY),  # admin_shutdown
    ("57P03", _AWAY),  # cannot_connect_now
    ("08006", _AWAY),  # connection_failure
    ("server closed the connection", _AWAY),
    ("connection is lost", _AWAY),
    ("connection failed", _AWAY),
)
